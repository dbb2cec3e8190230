import { createRoot } from 'react-dom/client';
import 'virtual:capiz/theme.css';
import { openHome } from './open-home.tsx';

const place = document.getElementById('studio');
if (place === null) throw new Error('The document has no element for the studio.');
openHome(createRoot(place));
