import { createRoot } from 'react-dom/client';
import 'virtual:capiz/theme.css';
import { openStudio } from './boot.tsx';

const place = document.getElementById('studio');
if (place === null) throw new Error('The document has no element for the studio.');
void openStudio(createRoot(place));
