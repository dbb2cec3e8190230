// @vitest-environment jsdom
import { act, cleanup, screen as page } from '@testing-library/react';
import { createContext, useContext } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import overlaySchema from '#schemas/overlay.schema.json';
import widgetSchema from '#schemas/widget.schema.json';
import type { FrameProps } from '../frame/frame.tsx';
import { type PropertyShapes, shapes } from '../grammar/shapes.generated.ts';
import { screen as isScreen } from '../grammar/validators.generated.js';
import type { NodeSnapshot } from '../live/live.ts';
import { PENDING, type Value } from '../plan/expression.ts';
import type { ReviewedStep, StepsView } from '../plan/steps.ts';
import { drawScreen, type FakeNode, fakeNode, fakeOverlay, fakeScreen } from '../screen/testing.ts';
import { fetchWidgets, WIDGET_TYPES } from './index.ts';

/** A node as a definition writes it, and what a screen would resolve it to. */
interface Fixture {
  readonly node: {
    readonly type: string;
    readonly on?: object;
    readonly bind?: string;
    readonly name?: string;
  };
  readonly props?: Props;
  readonly slots?: { readonly [slot: string]: readonly ChildFixture[] };
  readonly value?: Value;
  readonly problem?: string;
  readonly required?: boolean;
  readonly busy?: boolean;
  readonly enabled?: boolean;
  /** In a form with steps: where somebody is, and what was entered before. */
  readonly steps?: Pick<StepsView, 'number' | 'count'>;
  readonly review?: readonly Omit<ReviewedStep, 'change'>[];
}
interface ChildFixture {
  readonly type: string;
  readonly props: Props;
  readonly on?: object;
}
type Props = { readonly [name: string]: unknown };

const files = import.meta.glob<Fixture>('../../fixtures/widgets/*/*.json', {
  import: 'default',
  eager: true,
});
const fixtures = Object.entries(files).map(([path, fixture]) => {
  const [type = '', file = ''] = path.split('/').slice(-2);
  return { type, file, fixture, isValid: file.startsWith('valid-') };
});
const valid = fixtures.filter((each) => each.isValid);

const OVERLAYS = new Set(namesOf(overlaySchema));

function namesOf(schema: { readonly oneOf: readonly { readonly $ref: string }[] }): string[] {
  return schema.oneOf.map(({ $ref }) => $ref.replace(/^.*\/(.+)\.schema\.json$/, '$1'));
}

let said: unknown[][] = [];
beforeEach(async () => {
  await fetchWidgets(WIDGET_TYPES);
  said = [];
  for (const method of ['error', 'warn', 'log'] as const) {
    vi.spyOn(console, method).mockImplementation((...words) => void said.push(words));
  }
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('The catalogue', () => {
  it('has exactly the widgets and overlays of the grammar, and each has fixtures of both verdicts', () => {
    const known = [...namesOf(widgetSchema), ...namesOf(overlaySchema)].sort();
    expect([...WIDGET_TYPES].sort()).toEqual(known);
    for (const isValid of [true, false]) {
      expect(
        [...new Set(fixtures.filter((each) => each.isValid === isValid).map(({ type }) => type))].sort(),
      ).toEqual(known);
    }
  });

  it('names every fixture after what the schema says of it', () => {
    for (const { file } of fixtures) expect(file).toMatch(/^(valid|invalid)-[a-z-]+\.json$/);
  });
});

describe.each(fixtures)('$type: $file', ({ type, fixture, isValid }) => {
  it(`is ${isValid ? 'accepted' : 'refused'} by the schema`, () => {
    expect(fixture.node.type).toBe(type);
    expect(isScreen(documentWith(fixture.node))).toBe(isValid);
  });
});

describe.each(valid)('$type: $file', ({ fixture }) => {
  it('is drawn without console output, from properties that nothing writes to', () => {
    const drawn = draw(deepFreeze(structuredClone(fixture)));
    expect(drawn.container.textContent).not.toContain('[object');
    expect(said).toEqual([]);
  });

  it('gives every control a name', () => {
    draw(fixture);
    for (const role of ['button', 'radio', 'textbox', 'combobox', 'dialog', 'radiogroup'] as const) {
      const all = page.queryAllByRole(role);
      expect(page.queryAllByRole(role, { name: /\S/ })).toEqual(all);
    }
  });

  it('keeps every id once, and every reference to one leads somewhere', () => {
    const { container } = draw(fixture);
    const ids = [...container.querySelectorAll('[id]')].map((element) => element.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const attribute of ['aria-labelledby', 'aria-describedby', 'aria-controls']) {
      for (const element of container.querySelectorAll(`[${attribute}]`)) {
        for (const id of element.getAttribute(attribute)?.split(' ') ?? []) expect(ids).toContain(id);
      }
    }
  });

  it('draws no style attribute and no inline handler', () => {
    const { container } = draw(fixture);
    for (const element of container.querySelectorAll('*')) {
      expect(element.getAttributeNames().filter((name) => name === 'style' || name.startsWith('on'))).toEqual(
        [],
      );
    }
  });

  it('puts skeletons where words are pending, and words where they come', async () => {
    const pending = withPending(fixture.node.type, fixture.props ?? {});
    const { container, node } = draw({ ...fixture, props: pending.props });
    expect(container.textContent).not.toContain('Symbol');
    const skeletons = container.querySelectorAll('.cz-skeleton, .cz-picture-loading').length;
    expect(skeletons > 0).toBe(pending.count > 0);
    act(() => node.set({ props: fixture.props ?? {} }));
    expect(container.querySelectorAll('.cz-skeleton, .cz-picture-loading')).toHaveLength(0);
    expect(said).toEqual([]);
  });

  it('shows the same under another frame', () => {
    const plain = draw(fixture).container.innerHTML;
    cleanup();
    const framed = draw(fixture, Counted).container.innerHTML;
    expect(framed).toBe(plain);
  });
});

const Depth = createContext(0);
function Counted({ children }: FrameProps) {
  return <Depth value={useContext(Depth) + 1}>{children}</Depth>;
}

function documentWith(node: Fixture['node']) {
  const head = { $schema: '../schemas/screen.schema.json', grammar: 1, id: 'shelf', title: 'Shelf' };
  return OVERLAYS.has(node.type) ? { ...head, body: [], overlays: { it: node } } : { ...head, body: [node] };
}

function draw(fixture: Fixture, frame?: (props: FrameProps) => React.ReactNode) {
  const node = nodeOf(fixture);
  const live = OVERLAYS.has(fixture.node.type)
    ? fakeScreen({ surface: { overlays: [fakeOverlay(node)] } })
    : fakeScreen({ body: [node] });
  const drawn = drawScreen(live, frame === undefined ? {} : { frame });
  return { ...drawn, node, live };
}

function stepsOf(at: Pick<StepsView, 'number' | 'count'>, review: NonNullable<Fixture['review']>): StepsView {
  const go = () => undefined;
  const ways = { next: go, back: go, review: () => review.map((step) => ({ ...step, change: go })) };
  return { shown: 0, moves: 0, isBusy: false, ...at, ...ways };
}

function nodeOf({ node, props, slots, ...state }: Fixture): FakeNode {
  const snapshot: Partial<NodeSnapshot> = {
    enabled: state.enabled !== false,
    busy: state.busy === true,
    ...(state.value === undefined ? {} : { value: state.value }),
    ...(state.problem === undefined ? {} : { problem: state.problem }),
    ...(state.required === true ? { isRequired: true as const } : {}),
    ...(state.steps === undefined ? {} : { steps: stepsOf(state.steps, state.review ?? []) }),
  };
  return fakeNode(node.type, {
    id: 'it',
    instance: 'it',
    props: props ?? {},
    on: listsOf(node.on),
    ...(node.bind === undefined ? {} : { bind: node.bind.split('.') }),
    slots: Object.fromEntries(
      Object.entries(slots ?? {}).map(([name, children]) => [
        name,
        children.map((child, index) =>
          fakeNode(child.type, { id: `${name}-${index}`, props: child.props, on: listsOf(child.on) }),
        ),
      ]),
    ),
    snapshot,
  });
}

function listsOf(on: object | undefined) {
  return Object.fromEntries(Object.keys(on ?? {}).map((event) => [event, []]));
}

/** Slots whose value may come from data that is still loading. */
const PENDABLE = new Set(['text', 'plain', 'display', 'image', 'money']);

function withPending(type: string, props: Props) {
  let count = 0;
  const shape = shapes.widgets[type] ?? shapes.overlays[type];
  const fill = (table: PropertyShapes | undefined, values: Props): Props =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        const property = table?.[name];
        if (property?.slot === 'elements' && Array.isArray(value)) {
          return [
            name,
            value.map((item: Props) => fill(shapes.elements[property.element ?? '']?.properties, item)),
          ];
        }
        if (property === undefined || !PENDABLE.has(property.slot)) return [name, value];
        count += 1;
        return [name, PENDING];
      }),
    );
  return { props: fill(shape?.properties, props), count };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) deepFreeze(inner);
    Object.freeze(value);
  }
  return value;
}
