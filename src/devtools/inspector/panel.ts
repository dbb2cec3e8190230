import { INSPECTOR_STYLES_ADDRESS } from '#src/shared/inspected.ts';
import type { Inspected } from './describe.ts';

/** What the panel shows. */
export interface PanelView {
  readonly nodes: readonly Inspected[];
  readonly chosen: Inspected | undefined;
  /** Bounding box of the chosen node's elements, in CSS pixels of the viewport. */
  readonly box: DOMRect | undefined;
  /** `endpoint: outcome, duration` of the chosen node's calls, newest first. */
  readonly calls: readonly string[];
}

export interface Panel {
  readonly host: HTMLElement;
  /** Moves the panel into an element. It is hidden until its styles are loaded again. */
  attachTo(place: Element): void;
  show(view: PanelView | undefined): void;
}

export interface PanelHandlers {
  toggle(): void;
  choose(instance: string): void;
}

/** Creates the panel in a shadow root, isolated from the page's styles and scripts. */
export function createPanel(document: Document, handlers: PanelHandlers): Panel {
  const make = createMake(document);
  const { host, all, button, outline, panel, select, about, hidden } = createElements(make, handlers);
  const fill = createFill();

  return {
    host,
    attachTo(place) {
      if (host.parentElement === place) return;
      all.hidden = true;
      place.append(host);
    },
    show(view) {
      const isOn = view !== undefined;
      const wasOn = !panel.hidden;
      panel.hidden = !isOn;
      button.hidden = isOn;
      outline.hidden = view?.box === undefined;
      if (view === undefined) {
        if (wasOn) button.focus();
        return;
      }
      const { nodes, chosen, box, calls } = view;
      const drawn = nodes.filter(({ why }) => why === undefined);
      const unseen = nodes.filter(({ why }) => why !== undefined);
      const ids = (list: readonly Inspected[]) => list.map(({ instance }) => instance);
      fill(select, [ids(drawn), ids(unseen)], () => [
        make('option', { value: '' }, 'Point at something, or choose it here'),
        optionsOf(make, drawn, 'Drawn'),
        optionsOf(make, unseen, 'Hidden'),
      ]);
      select.value = chosen?.instance ?? '';
      if (!wasOn) select.focus();
      fill(about, [chosen, calls], () => (chosen === undefined ? [] : describe(make, chosen, calls)));
      fill(hidden, unseen, () => describeHidden(make, unseen, handlers));
      if (box === undefined) return;
      for (const side of ['left', 'top', 'width', 'height'] as const) outline.style[side] = `${box[side]}px`;
    },
  };
}

type Make = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties?: Partial<HTMLElementTagNameMap[K]>,
  ...children: readonly (Node | string)[]
) => HTMLElementTagNameMap[K];

function createMake(document: Document): Make {
  return (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
}

function createElements(make: Make, { toggle, choose }: PanelHandlers) {
  const host = make('div');
  const button = make(
    'button',
    { type: 'button', className: 'toggle', title: 'Alt+I', onclick: toggle },
    'Inspect',
  );
  const outline = make('div', { className: 'outline', hidden: true });
  const select = make('select', { ariaLabel: 'Node', onchange: () => choose(select.value) });
  const about = make('div');
  const hidden = make('div');
  // The panel may cover the node that the person wants to point at.
  const move = make(
    'button',
    { type: 'button', onclick: () => void panel.classList.toggle('moved') },
    'Other side',
  );
  const close = make('button', { type: 'button', onclick: toggle }, 'Close');
  const panel = make(
    'aside',
    { className: 'panel', ariaLabel: 'Inspector', hidden: true },
    make('div', { className: 'top' }, make('h2', {}, 'Inspector'), move, close),
    select,
    about,
    hidden,
  );
  const all = make('div', { className: 'all', hidden: true }, outline, panel, button);
  const styles = make('link', { rel: 'stylesheet', href: INSPECTOR_STYLES_ADDRESS });
  styles.addEventListener('load', () => {
    all.hidden = false;
  });
  host.attachShadow({ mode: 'open' }).append(styles, all);
  return { host, all, button, outline, panel, select, about, hidden };
}

/** Updates only changed content, so that focus and reading position stay. */
function createFill() {
  const written = new Map<Element, string>();
  return (place: Element, what: unknown, write: () => readonly Node[]): void => {
    const text = JSON.stringify(what, (key, value: unknown) => (key === 'child' ? undefined : value));
    if (written.get(place) === text) return;
    written.set(place, text);
    place.replaceChildren(...write());
  };
}

const values = (make: Make, list: Inspected['values']): Node =>
  make('ul', {}, ...list.map(({ path, text }) => make('li', {}, make('code', {}, `${path} = ${text}`))));
const conditions = (make: Make, { conditions: list }: Inspected): readonly Node[] =>
  list.map(({ property, text }) => make('p', {}, make('code', {}, `${property}: ${text}`)));
const place = ({ at }: Inspected): string => at ?? 'The definition does not say.';

function describe(make: Make, one: Inspected, calls: readonly string[]): readonly Node[] {
  const facts: readonly (readonly [string, string])[] = [
    ['Id', one.instance],
    ['Type', one.type],
    ['Written at', place(one)],
  ];
  return [
    make('dl', {}, ...facts.flatMap(([name, text]) => [make('dt', {}, name), make('dd', {}, text)])),
    ...(one.why === undefined ? [] : [make('h3', {}, 'Why it is hidden'), make('p', {}, one.why)]),
    ...conditions(make, one),
    make('h3', {}, 'Values'),
    one.values.length > 0 ? values(make, one.values) : make('p', { className: 'soft' }, 'It reads none.'),
    ...(one.endpoints.length === 0
      ? []
      : [
          make('h3', {}, 'Last requests'),
          calls.length > 0
            ? make('ul', {}, ...calls.map((call) => make('li', {}, call)))
            : make('p', { className: 'soft' }, `None yet: ${one.endpoints.join(', ')}`),
        ]),
  ];
}

function describeHidden(make: Make, list: readonly Inspected[], { choose }: PanelHandlers): readonly Node[] {
  return [
    make('h3', {}, `Hidden on this screen: ${list.length}`),
    make(
      'ul',
      { className: 'hidden' },
      ...list.map((one) =>
        make(
          'li',
          {},
          make(
            'button',
            { type: 'button', onclick: () => choose(one.instance) },
            `${one.instance} (${one.type})`,
          ),
          make('p', { className: 'soft' }, place(one)),
          make('p', {}, one.why ?? ''),
          ...conditions(make, one),
          values(make, one.values),
        ),
      ),
    ),
  ];
}

function optionsOf(make: Make, list: readonly Inspected[], label: string): Node {
  return make(
    'optgroup',
    { label },
    ...list.map(({ instance, type }) => make('option', { value: instance }, `${instance} (${type})`)),
  );
}
