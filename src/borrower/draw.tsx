import type { ComponentProps } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

/** Renders the page in place of the plain one. */
export function draw(props: ComponentProps<typeof App>): void {
  // The boundaries of the screen report errors, so the console need not show them.
  const place = document.getElementById('capiz') as HTMLElement;
  const root = createRoot(place, { onCaughtError: () => undefined });
  // Removes the placeholder and renders the page within one frame.
  place.replaceChildren();
  flushSync(() => root.render(<App {...props} />));
  document.getElementById('capiz-plain')?.remove();
}
