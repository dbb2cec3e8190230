import { createRoot, type Root } from 'react-dom/client';
import { paintBrand } from '#src/borrower/paint-brand.ts';
import type { Extensions } from '#src/extensions/define.ts';
import { registerAgain } from '#src/extensions/register.ts';
import { Example, openExample } from './example.tsx';
import { FRAME_READY, type FrameApi, type FrameListener, type Look } from './frame-api.ts';
import { createFaults } from './faults.ts';

/**
 * The document that renders one example or one state. The page around it chooses what.
 *
 * @returns Call it with the changed widgets and actions of the project.
 */
export function openFrame(config: Extensions): (config: Extensions) => void {
  let extensions = config;
  let listener: FrameListener | undefined;
  let shown: Parameters<FrameApi['showExample']> | undefined;
  let turn = 0;
  let close = (): void => undefined;
  const faults = createFaults(document);
  const happened = (words: string): void => listener?.happened(words);
  const threw = (error: unknown): void => faults.show(error);
  let root: Root | undefined;
  registerAgain(extensions);
  const styles = document.createElement('style');
  // A screen is as high as its window, and the frame of an example is as high as its content.
  styles.textContent = '[data-example] .cz-screen { min-height: 0; }';
  document.head.append(styles);

  async function draw(): Promise<void> {
    if (shown === undefined) return;
    const mine = (turn += 1);
    const [{ plan, app }, look] = shown;
    document.documentElement.dataset['example'] = '';
    dress(look);
    faults.clear();
    await loadOwn(extensions, plan.uses.widgets, threw);
    const live = await openExample(plan, app, look, happened);
    if (mine !== turn) {
      live.close();
      return;
    }
    close();
    close = live.close;
    paintBrand(document, app);
    root ??= createRoot(findPlace(), { onCaughtError: threw, onUncaughtError: threw });
    root.render(<Example key={mine} live={live} happened={happened} />);
  }

  new ResizeObserver(() => listener?.resized(document.documentElement.offsetHeight)).observe(
    document.documentElement,
  );
  window.capizFrame = {
    showExample(...given) {
      shown = given;
      draw().catch(threw);
    },
    async showState(opened, look) {
      dress(look);
      const { showState } = await import('./state.ts');
      return showState(opened, look, { happened, threw });
    },
    listen(next) {
      listener = next;
    },
  };
  window.parent.postMessage(FRAME_READY, window.location.origin);

  return (changed) => {
    extensions = changed;
    registerAgain(extensions);
    // A state is reached by steps, so its frame is opened again.
    if (shown === undefined) window.parent.postMessage(FRAME_READY, window.location.origin);
    else draw().catch(threw);
  };
}

/** Loads the project's widgets, so that the fault of one that cannot be loaded is shown. */
async function loadOwn(
  { widgets = [] }: Extensions,
  used: readonly string[],
  onFault: (error: unknown) => void,
): Promise<void> {
  const own = widgets.filter(({ name }) => used.includes(name));
  await Promise.all(own.map(({ load }) => load().catch(onFault)));
}

function dress({ theme, textScale, language }: Look): void {
  const { documentElement } = document;
  documentElement.lang = language;
  if (theme === undefined) delete documentElement.dataset['theme'];
  else documentElement.dataset['theme'] = theme;
  documentElement.style.fontSize = textScale === 1 ? '' : `${16 * textScale}px`;
}

function findPlace(): HTMLElement {
  const place = document.getElementById('capiz');
  if (place === null) throw new Error('The document has no element for the page.');
  return place;
}
