/**
 * The frame of the preview: the real page over fixtures, with an API for the studio around it. A state that needs taps or
 * time is opened in a new frame; an edit in a state without steps is rendered in place.
 */
import 'virtual:capiz/theme.css';
import '#src/borrower/page.css';
import './stage.css';
import { type LiveNode, prepareEverything } from '#renderer/index.ts';
import { nodesAround, readDrawn } from '#src/devtools/inspector/drawn.ts';
import { overlayAround } from '#src/devtools/inspector/node-path.ts';
import { openOverlay } from '#src/devtools/inspector/open-overlay.ts';
import type { Call } from '#src/devtools/inspector/requests.ts';
import { paintBrand } from '#src/borrower/paint-brand.ts';
import { caseValues } from './case-values.ts';
import { readFacts } from './facts.ts';
import { fillAndSend } from './fill-in.ts';
import { listenToDrags, scrollAtEdge } from '../arrange/listen-to-drags.ts';
import { keepKeyboardAround } from './keep-keyboard.ts';
import { measureRails } from './measure-rails.ts';
import { hideText } from './hide-text.ts';
import { keepMotion, setMotion } from './motion.ts';
import { readToSend } from '#src/devtools/inspector/to-send.ts';
import { openStagePage, type StagePage } from './page.tsx';
import { whyHidden } from './why-hidden.ts';
import { SCREEN_TITLE } from './scene.ts';
import type { Box, DrawnNode, NodeDrag, Pointed, Scene, StageApi, StageListener } from './scene.ts';

let listener: StageListener | undefined;
let stage: Promise<StagePage> | undefined;
/** The scene that is shown. */
let shown: Scene | undefined;
/** Id of the overlay that was opened because a node in it is selected. */
let openedFor: string | undefined;
/** Calls since the page was last opened. */
let calls: readonly Call[] = [];
let mode: 'select' | 'use' = 'select';
/** The last element with the pointer or the focus. */
let pointed: Element | undefined;

const TITLE = '.cz-header-title';
const TYPED = 'input, textarea, select';
/** Keys that work in a field, too. */
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

/** Opens the accordions and tabs that hide an element. */
function openAround(element: Element): void {
  const closed = element.parentElement?.closest('[hidden]');
  if (closed == null) return;
  openAround(closed);
  const control = document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(closed.id)}"]`);
  control?.click();
}

/** Opens the closed overlay of a node. Shows the scene again if another selection opened an overlay. */
async function openOverlayOf(id: string): Promise<void> {
  const screen = readDrawn(document)?.screen;
  const overlay = screen && overlayAround(screen.plan, id);
  if (openedFor !== undefined && openedFor !== overlay) {
    openedFor = undefined;
    if (shown !== undefined) await (await stage)?.update(shown);
  }
  const now = readDrawn(document)?.screen;
  if (now === undefined || overlay === undefined || now.surface.snapshot().overlays.length > 0) return;
  if (await openOverlay(now, overlay)) openedFor = overlay;
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

const api: StageApi = {
  async show(scene) {
    dress(scene);
    shown = scene;
    if (stage !== undefined) {
      const end = await (await stage).update(scene);
      const screen = readDrawn(document)?.screen;
      if (end === 'reached' && screen !== undefined && openedFor !== undefined)
        await openOverlay(screen, openedFor);
      return end;
    }
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
  hideText: (id, words, isPointed) => hideText(() => elementsOf(id), words, isPointed ? pointed : undefined),
  fetchAll: () => void prepareEverything(),
  whyHidden: (id) => whyHidden(document, id),
  caseValues: (id, pointer) => caseValues(document, id, pointer),
  facts: () => readFacts(document),
  toSend: () => readToSend(document),
  measure: () => measureRails(document),
  async reveal(id) {
    if (mode === 'select') await openOverlayOf(id);
    const [first] = elementsOf(id);
    if (first === undefined) return;
    openAround(first);
    first.scrollIntoView({ block: 'nearest' });
  },
  sendFilled(form) {
    const screen = readDrawn(document)?.screen;
    return screen === undefined ? () => [] : fillAndSend(screen, form);
  },
  cancelDrag: () => cancelDrag(),
  nodesUnder(x, y) {
    scrollAtEdge(window, y);
    const element = document.elementFromPoint(x, y);
    return element === null ? [] : describeBoxes(element);
  },
  setMode(next) {
    mode = next;
  },
  listen(next) {
    listener = next;
    next.called(calls);
  },
};

/** In select mode, the screen does not get the event. */
function take(event: Event, how: Pointed | undefined): void {
  if (mode === 'use' || !event.isTrusted) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (how === undefined) return;
  const { target } = event;
  point(target instanceof Element ? target : undefined, how);
}

/** The node under the pointer; undefined after a change of the layout. */
let hovered: LiveNode | undefined;

function hover(at: Element | undefined): void {
  const [node] = mode === 'use' || at === undefined ? [] : nodesAround(at);
  if (node === hovered) return;
  hovered = node;
  const whole = at && node && outermostOf(node, at);
  listener?.hover(whole && { node: node.plan.id, type: node.plan.type, box: boxOf(whole) });
}

function describeBoxes(at: Element): NodeDrag['over'] {
  const screen = readDrawn(document)?.screen.plan.id ?? '';
  return nodesAround(at).map((node) => ({
    ...{ node: node.plan.id, screen },
    box: boxOf(outermostOf(node, at)),
  }));
}

/** The outermost element of the node around an element. */
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

// Before the listeners that keep pointer events from the screen.
const cancelDrag = listenToDrags(
  window,
  () => mode === 'select',
  (drag) =>
    listener?.drag(
      drag && {
        from: describe(drag.from),
        over: drag.over === undefined ? [] : describeBoxes(drag.over),
        y: drag.y,
        isDropped: drag.isDropped,
      },
    ),
);
for (const kind of ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend'])
  window.addEventListener(kind, (event) => take(event, undefined), { capture: true, passive: false });
window.addEventListener('click', (event) => take(event, event.altKey ? 'around' : 'tap'), { capture: true });
window.addEventListener('dblclick', (event) => take(event, event.altKey ? undefined : 'double'), {
  capture: true,
});
window.addEventListener(
  'contextmenu',
  (event) => {
    const { target, clientX: left, clientY: top, isTrusted } = event;
    if (mode === 'use' || !isTrusted || !(target instanceof Element)) return;
    event.preventDefault();
    pointed = target;
    listener?.menu(describe(target), { left, top });
  },
  { capture: true },
);
window.addEventListener(
  'pointerover',
  ({ target, isTrusted }) => isTrusted && hover(target instanceof Element ? target : undefined),
  { capture: true },
);
// The pointer left the frame.
window.addEventListener('pointerout', ({ relatedTarget }) => relatedTarget === null && hover(undefined), {
  capture: true,
});
// The studio's shortcuts work with the focus in the frame. In use mode the screen gets all keys except F6, which leaves
// the frame: a sheet traps the focus.
window.addEventListener(
  'keydown',
  (event) => {
    if (!event.isTrusted || (mode === 'use' && event.key !== 'F6')) return;
    const { key, code, ctrlKey, metaKey, shiftKey, altKey } = event;
    const isChord = ctrlKey || metaKey || altKey;
    const at = document.activeElement ?? document.body;
    // An element with tabIndex -1, such as a heading, was focused by the page and not by the person.
    const isReached = at instanceof HTMLElement && at.tabIndex >= 0;
    if (key === 'Enter' && !isChord && isReached) {
      event.preventDefault();
      event.stopImmediatePropagation();
      point(at, 'enter');
      return;
    }
    // The person types into a field.
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
// Typing changes what will be sent; a text box does not change the document.
window.addEventListener('input', tellDrawn, { capture: true });
window.addEventListener('change', tellDrawn, { capture: true });

keepKeyboardAround();
keepMotion(window);

window.capizStage = api;
