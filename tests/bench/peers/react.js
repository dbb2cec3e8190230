import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

export function drawReact(root, element) {
  flushSync(() => createRoot(root).render(element));
}
