/** The errors of a widget, below what the frame renders. */
export interface Faults {
  show(error: unknown): void;
  clear(): void;
}

export function createFaults({ body }: Document): Faults {
  const box = body.ownerDocument.createElement('div');
  box.setAttribute('role', 'alert');
  box.className = 'cz-body';
  const shown = new Set<string>();
  body.append(box);
  return {
    show(error) {
      const words = describe(error);
      // React renders a screen again after an error, so the same one comes twice.
      if (shown.has(words)) return;
      shown.add(words);
      const text = body.ownerDocument.createElement('pre');
      text.className = 'cz-card cz-tone-danger';
      text.style.cssText =
        'margin: 16px; color: var(--cz-tone-text); background: var(--cz-tone-bg); white-space: pre-wrap; font-size: 13px';
      text.textContent = words;
      box.append(text);
    },
    clear() {
      shown.clear();
      box.replaceChildren();
    },
  };
}

/** The message, and the first place in a file of the project. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = error.stack
    ?.split('\n')
    .map((line) => /https?:\/\/[^/]+(\/[^?:]+)(?:\?[^:]*)?:(\d+)/.exec(line))
    .find((found) => found !== null && !found[1]?.includes('/node_modules/'));
  const at = place == null ? '' : `\n${place[1]?.slice(1)}:${place[2]}`;
  return `${error.name}: ${error.message}${at}`;
}
