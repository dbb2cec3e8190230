import * as v from 'valibot';
import type { LiveChild, LiveScreen } from '#renderer/index.ts';
import { PLACES_BASE, SCREEN_PLACES, type ScreenPlaces } from '#src/shared/inspected.ts';
import { inspect, listChildren } from './describe.ts';
import { type DrawnNodes, nodesAround, readDrawn } from './drawn.ts';
import { createPanel } from './panel.ts';
import { describeCalls, listenToCalls } from './requests.ts';

/** Refresh interval of the open panel. */
const LOOK_EVERY_MS = 250;
const MOST_SHOWN_CALLS = 5;

/** Events that are blocked while the inspector is open: a tap selects a node. */
const TAPS = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'dblclick'] as const;

/**
 * Installs the inspector: Alt+I or its button opens it. It outlines and describes the node that is pointed at, tapped,
 * focused or chosen in its list; taps do not reach the page. Escape closes it.
 */
export function installInspector(window: Window & typeof globalThis): void {
  const { document } = window;
  const calls = listenToCalls(window);
  const places = new Map<string, ScreenPlaces | undefined>();
  let look: ReturnType<typeof setInterval> | undefined;
  let chosen: string | undefined;
  let isPinned = false;
  const panel = createPanel(document, {
    toggle,
    choose: (instance) => choose(instance === '' ? undefined : instance, instance !== ''),
  });

  function toggle(): void {
    if (look === undefined) {
      look = setInterval(show, LOOK_EVERY_MS);
      show();
      return;
    }
    clearInterval(look);
    look = undefined;
    choose(undefined, false);
    panel.show(undefined);
  }

  function choose(instance: string | undefined, pins: boolean): void {
    chosen = instance;
    isPinned = pins;
    if (look !== undefined) show();
  }

  function show(): void {
    attach();
    const drawn = readDrawn(document);
    panel.show(drawn === undefined ? NOTHING : describe(drawn));
  }

  function describe({ screen, elements }: DrawnNodes) {
    const known = placesOf(screen);
    const found = (child: LiveChild) => (child.kind === 'node' ? (elements.get(child) ?? []) : []);
    const nodes = listChildren(screen).map((child) => inspect(child, found(child).length > 0, known));
    const one = nodes.find(({ instance }) => instance === chosen);
    return {
      nodes,
      chosen: one,
      box: one && boxAround(found(one.child)),
      calls: (one?.endpoints ?? [])
        .flatMap((endpoint) =>
          describeCalls(calls.snapshot(), endpoint, screen).map((outcome) => `${endpoint}: ${outcome}`),
        )
        .slice(0, MOST_SHOWN_CALLS),
    };
  }

  /** Source locations; fetched once per screen, because an edit reloads the page. */
  function placesOf({ plan: { id } }: LiveScreen): ScreenPlaces | undefined {
    if (!places.has(id)) {
      places.set(id, undefined);
      window
        .fetch(`${PLACES_BASE}${id}.json`)
        .then(async (reply) => {
          if (reply.ok) places.set(id, v.parse(SCREEN_PLACES, await reply.json()));
        })
        .catch(() => places.delete(id));
    }
    return places.get(id);
  }

  /** Moves the panel into the open modal dialog; outside of it the panel would be inert. */
  function attach(): void {
    const dialogs = document.querySelectorAll('dialog[open]:not([inert])');
    panel.attachTo(dialogs.item(dialogs.length - 1) ?? document.body);
  }

  /** Undefined outside of the page's elements. */
  function instanceAt({ target }: Event): string | undefined {
    if (!(target instanceof Element) || target === panel.host) return undefined;
    return nodesAround(target)[0]?.instance;
  }

  for (const name of TAPS) {
    window.addEventListener(
      name,
      (event) => {
        if (look === undefined || event.target === panel.host) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        const instance = instanceAt(event);
        if (name === 'click' && instance !== undefined) choose(instance, true);
      },
      { capture: true },
    );
  }
  for (const name of ['pointermove', 'focusin'] as const) {
    window.addEventListener(
      name,
      (event) => {
        if (look === undefined || (isPinned && name === 'pointermove')) return;
        const instance = instanceAt(event);
        if (instance !== undefined && instance !== chosen) choose(instance, name === 'focusin');
      },
      { capture: true, passive: true },
    );
  }
  window.addEventListener(
    'keydown',
    (event) => {
      const isToggle = event.altKey && event.code === 'KeyI';
      if (!isToggle && (event.key !== 'Escape' || look === undefined)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!isToggle && isPinned) choose(undefined, false);
      else toggle();
    },
    { capture: true },
  );
  // Opening and closing a dialog moves the focus.
  document.addEventListener('focusin', attach);
  document.addEventListener('DOMContentLoaded', attach);
}

const NOTHING = { nodes: [], chosen: undefined, box: undefined, calls: [] };

/** @returns undefined if all boxes are empty. */
function boxAround(elements: readonly Element[]): DOMRect | undefined {
  const boxes = elements
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width * height > 0);
  if (boxes.length === 0) return undefined;
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return new DOMRect(left, top, right - left, bottom - top);
}
