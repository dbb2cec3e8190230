import type { ComponentProps } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

/** Draws the page in the place of the document's plain one. */
export function draw(props: ComponentProps<typeof App>): void {
  // The screen's boundaries report what they catch; a console is nobody's here.
  const place = document.getElementById('capiz') as HTMLElement;
  const root = createRoot(place, { onCaughtError: () => undefined });
  // The picture that came with the document goes and the page comes between two frames.
  place.replaceChildren();
  flushSync(() => root.render(<App {...props} />));
  document.getElementById('capiz-plain')?.remove();
}
