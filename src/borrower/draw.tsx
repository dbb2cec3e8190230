import type { ComponentProps } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { CONTENT_ELEMENT_ID } from '#src/shared/borrower-data.ts';
import { App } from './app.tsx';
import { takeTyped } from './typed.ts';

/**
 * Renders the page in place of the plain one, within one frame: takes the rendered screen over, or replaces what the
 * document shows. What was typed into the rendered screen stays.
 *
 * @param isSame - The page should render the same as the server.
 * @param onOtherwise - Called if it does not.
 */
export function draw(props: ComponentProps<typeof App>, isSame: boolean, onOtherwise: () => void): void {
  const placeholder = document.getElementById('capiz') as HTMLElement;
  const content = document.getElementById(CONTENT_ELEMENT_ID);
  const place = content ?? placeholder;
  const giveTyped = content ? takeTyped(content) : undefined;
  // The boundaries of the screen report errors, so the console need not show them.
  const onCaughtError = () => undefined;
  if (content && isSame) {
    // React has replaced the rendered screen, because the page renders it otherwise.
    const options = { onCaughtError, onRecoverableError: onOtherwise };
    flushSync(() => void hydrateRoot(content, <App {...props} />, options));
  } else {
    const root = createRoot(place, { onCaughtError });
    place.replaceChildren();
    flushSync(() => root.render(<App {...props} />));
  }
  if (content) {
    placeholder.remove();
    content.id = placeholder.id;
  }
  giveTyped?.();
  document.getElementById('capiz-plain')?.remove();
}
