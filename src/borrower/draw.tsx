import type { ComponentProps } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

/** Draws the page in the place of the document's plain one. */
export function draw(props: ComponentProps<typeof App>): void {
  // The screen's boundaries report what they catch; a console is nobody's here.
  const root = document.getElementById('capiz') as HTMLElement;
  createRoot(root, { onCaughtError: () => undefined }).render(<App {...props} />);
  document.getElementById('capiz-plain')?.remove();
}
