/**
 * The frame in which a draft is drawn: the page of borrowers, over fixtures alone, with a door for the studio around
 * it. A state that is reached by taps and time begins in a frame of its own; an edit of one that only stands there is
 * drawn in place.
 */
import 'virtual:capiz/theme.css';
import '#src/borrower/page.css';
import './stage.css';
import { type LiveNode, prepareEverything } from '#renderer/index.ts';
import { nodesAround, readDrawn } from '#src/workshop/inspector/drawn.ts';
import type { Call } from '#src/workshop/inspector/requests.ts';
import { paintBrand } from '#src/borrower/paint-brand.ts';
import { fillAndSend } from './fill-in.ts';
import { keepKeyboardAround } from './keep-keyboard.ts';
import { measureRails } from './measure-rails.ts';
import { liftWords } from './lift-words.ts';
import { keepMotion, setMotion } from './motion.ts';
import { openStagePage, type StagePage } from './page.tsx';
import { whyHidden } from './why-hidden.ts';
import { SCREEN_TITLE } from './scene.ts';
import type { Box, DrawnNode, Pointed, Scene, StageDoor, StageListener } from './scene.ts';

let listener: StageListener | undefined;
let stage: Promise<StagePage> | undefined;
/** Of the page as it was opened last. */
let calls: readonly Call[] = [];
let mode: 'select' | 'use' = 'select';
/** What a pointer was on last, or the keyboard. */
let pointed: Element | undefined;

const TITLE = '.cz-header-title';
const TYPED = 'input, textarea, select';
/** Keys that lead out of a field. */
const LEAVES: ReadonlySet<string> = new Set(['Escape', 'F6']);

function describe(at: Element): readonly DrawnNode[] {
  const screen = readDrawn(document)?.screen.plan.id ?? '';
  const nodes = nodesAround(at).map((node) => ({ node: node.plan.id, screen }));
  return nodes.length > 0 || at.closest(TITLE) === null ? nodes : [{ node: SCREEN_TITLE, screen }];
}

function elementsOf(id: string): readonly Element[] {
  if (id === SCREEN_TITLE) return [...document.querySelectorAll(TITLE)];
  const drawn = readDrawn(document);
  if (drawn === undefined) return [];
  return [...drawn.elements].flatMap(([node, elements]) => (node.plan.id === id ? elements : []));
}

function boxOf(element: Element): Box {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
}

const EDGES = ['top', 'right', 'bottom', 'left'] as const;

function dress({ app, theme, textScale, safeArea, motion }: Scene): void {
  paintBrand(document, app.plan);
  setMotion(document, motion);
  const root = document.documentElement;
  if (theme === undefined) delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  root.style.fontSize = textScale === 1 ? '' : `${16 * textScale}px`;
  for (const edge of EDGES) root.style.setProperty(`--st-safe-${edge}`, `${safeArea?.[edge] ?? 0}px`);
}

const door: StageDoor = {
  async show(scene) {
    dress(scene);
    if (stage !== undefined) return (await stage).update(scene);
    const opened = openStagePage(scene, {
      called(now) {
        calls = now;
        listener?.called(now);
      },
      left: (url) => listener?.left(url),
    });
    stage = opened.then((one) => one.stage);
    const { end } = await opened;
    new MutationObserver(tellDrawn).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    return end;
  },
  boxesOf: (id) => elementsOf(id).map(boxOf),
  lift: (id, words, isPointed) => liftWords(() => elementsOf(id), words, isPointed ? pointed : undefined),
  fetchAll: () => void prepareEverything(),
  whyHidden: (id) => whyHidden(document, id),
  measure: () => measureRails(document),
  reveal: (id) => elementsOf(id)[0]?.scrollIntoView({ block: 'nearest' }),
  sendFilled(form) {
    const screen = readDrawn(document)?.screen;
    return screen === undefined ? () => [] : fillAndSend(screen, form);
  },
  setMode(next) {
    mode = next;
  },
  listen(next) {
    listener = next;
    next.called(calls);
  },
};

/** While something is being selected, the screen hears nothing of it. */
function take(event: Event, how: Pointed | undefined): void {
  if (mode === 'use' || !event.isTrusted) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (how === undefined) return;
  const { target } = event;
  point(target instanceof Element ? target : undefined, how);
}

/** The node under the pointer; undefined once the screen may have moved. */
let hovered: LiveNode | undefined;

function hover(at: Element | undefined): void {
  const [node] = mode === 'use' || at === undefined ? [] : nodesAround(at);
  if (node === hovered) return;
  hovered = node;
  const whole = at && node && outermostOf(node, at);
  listener?.hover(whole && { type: node.plan.type, box: boxOf(whole) });
}

/** The whole of what a node draws around an element of it. */
function outermostOf(node: LiveNode, element: Element): Element {
  let whole = element;
  while (whole.parentElement !== null && nodesAround(whole.parentElement).includes(node))
    whole = whole.parentElement;
  return whole;
}

function tellDrawn(): void {
  hovered = undefined;
  listener?.drawn();
}

function point(at: Element | undefined, how: Pointed): void {
  pointed = at;
  listener?.point(at === undefined ? [] : describe(at), how);
}

for (const kind of ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend'])
  window.addEventListener(kind, (event) => take(event, undefined), { capture: true, passive: false });
window.addEventListener('click', (event) => take(event, event.altKey ? 'around' : 'tap'), { capture: true });
window.addEventListener('dblclick', (event) => take(event, event.altKey ? undefined : 'double'), {
  capture: true,
});
window.addEventListener(
  'pointerover',
  ({ target, isTrusted }) => isTrusted && hover(target instanceof Element ? target : undefined),
  { capture: true },
);
// Out of the frame.
window.addEventListener('pointerout', ({ relatedTarget }) => relatedTarget === null && hover(undefined), {
  capture: true,
});
// Chords of the studio are heard wherever the focus is; while the screen is used, its keys are its own, but for the one
// that leads out of it: a sheet keeps the keyboard.
window.addEventListener(
  'keydown',
  (event) => {
    if (!event.isTrusted || (mode === 'use' && event.key !== 'F6')) return;
    const { key, code, ctrlKey, metaKey, shiftKey, altKey } = event;
    const isChord = ctrlKey || metaKey || altKey;
    const at = document.activeElement ?? document.body;
    // A heading that only took the focus (tabIndex -1) is not what the person means.
    const isReached = at instanceof HTMLElement && at.tabIndex >= 0;
    if (key === 'Enter' && !isChord && isReached) {
      event.preventDefault();
      event.stopImmediatePropagation();
      point(at, 'enter');
      return;
    }
    // Letters of somebody who fills in a field.
    if (at.matches(TYPED) && !isChord && !LEAVES.has(key)) return;
    const isTaken = !window.parent.dispatchEvent(
      new KeyboardEvent('keydown', { key, code, ctrlKey, metaKey, shiftKey, altKey, cancelable: true }),
    );
    if (isTaken) event.preventDefault();
  },
  { capture: true },
);
for (const kind of ['copy', 'cut', 'paste'] as const)
  window.addEventListener(kind, (event) => {
    if (mode === 'use' || !event.isTrusted) return;
    const { clipboardData } = event;
    const isTaken = !window.parent.dispatchEvent(
      new ClipboardEvent(kind, { clipboardData, cancelable: true }),
    );
    if (isTaken) event.preventDefault();
  });
window.addEventListener('scroll', tellDrawn, { capture: true, passive: true });
window.addEventListener('resize', tellDrawn);

/*
 * Hands that tap and type lay a `focus` of their own over the browser's, which asks for the window. Whoever draws the
 * document around gives the keyboard back to what had it, and that may be something of a frame that is gone by then.
 */
const { focus, blur } = Object.getOwnPropertyDescriptors(HTMLElement.prototype);
window.addEventListener('pagehide', () => Object.defineProperties(HTMLElement.prototype, { focus, blur }));
keepKeyboardAround();
keepMotion(window);

window.capizStage = door;
