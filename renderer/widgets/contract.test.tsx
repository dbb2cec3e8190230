// @vitest-environment jsdom
import { act, cleanup, screen as page } from '@testing-library/react';
import { createContext, useContext } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import overlaySchema from '#schemas/overlay.schema.json';
import widgetSchema from '#schemas/widget.schema.json';
import type { FrameProps } from '../frame/frame.tsx';
import { type PropertyShapes, shapes } from '../grammar/shapes.generated.ts';
import { screen as isScreen } from '../grammar/validators.generated.js';
import { PENDING } from '../plan/expression.ts';
import { settle } from '../plan/isolate.ts';
import { fetchWidgets, WIDGET_TYPES } from './index.ts';
import {
  drawFixture,
  type FixtureProps,
  namesOf,
  OVERLAY_TYPES,
  type WidgetFixture,
  widgetFixtures,
} from './testing.ts';

const valid = widgetFixtures.filter((each) => each.isValid);

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

describe('the catalogue', () => {
  it('has exactly the widgets and overlays of the grammar, and each has valid and invalid fixtures', () => {
    const known = [...namesOf(widgetSchema), ...namesOf(overlaySchema)]
      .filter((type) => shapes.widgets[type]?.isLowered !== true)
      .sort();
    // The compiler alone writes those without a schema.
    const written = WIDGET_TYPES.filter(
      (type) => shapes.widgets[type] !== undefined || OVERLAY_TYPES.has(type),
    );
    expect([...written].sort()).toEqual(known);
    for (const isValid of [true, false]) {
      expect(
        [
          ...new Set(widgetFixtures.filter((each) => each.isValid === isValid).map(({ type }) => type)),
        ].sort(),
      ).toEqual(known);
    }
  });

  it('names every fixture after the schema’s verdict', () => {
    for (const { file } of widgetFixtures) expect(file).toMatch(/^(valid|invalid)-[a-z-]+\.json$/);
  });
});

describe.each(widgetFixtures)('$type: $file', ({ type, fixture, isValid }) => {
  it(`is ${isValid ? 'accepted' : 'refused'} by the schema`, () => {
    expect(fixture.node.type).toBe(type);
    expect(isScreen(documentWith(fixture.node))).toBe(isValid);
  });
});

describe.each(valid)('$type: $file', ({ fixture }) => {
  it('renders without console output, from frozen properties', () => {
    const drawn = drawFixture(deepFreeze(structuredClone(fixture)));
    expect(drawn.container.textContent).not.toContain('[object');
    expect(said).toEqual([]);
  });

  it('gives every control a name', () => {
    drawFixture(fixture);
    for (const role of ['button', 'radio', 'textbox', 'combobox', 'dialog', 'radiogroup'] as const) {
      const all = page.queryAllByRole(role);
      expect(page.queryAllByRole(role, { name: /\S/ })).toEqual(all);
    }
  });

  it('has unique ids, and every reference to an id exists', () => {
    const { container } = drawFixture(fixture);
    const ids = [...container.querySelectorAll('[id]')].map((element) => element.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const attribute of ['aria-labelledby', 'aria-describedby', 'aria-controls']) {
      for (const element of container.querySelectorAll(`[${attribute}]`)) {
        for (const id of element.getAttribute(attribute)?.split(' ') ?? []) expect(ids).toContain(id);
      }
    }
  });

  it('isolates text direction: no override and no open isolate is rendered, in texts and in names', () => {
    const turn = (words: unknown) => (typeof words === 'string' ? `\u2069\u202E${words}\u2067\u202B` : words);
    const turned = (type: string, props: FixtureProps) => replaceProps(type, props, WORDS, turn);
    const { container } = drawFixture({
      ...fixture,
      ...(fixture.props && { props: turned(fixture.node.type, fixture.props) }),
      ...(fixture.problem !== undefined && { problem: String(turn(fixture.problem)) }),
      ...(fixture.slots && {
        slots: Object.fromEntries(
          Object.entries(fixture.slots).map(([name, children]) => [
            name,
            children.map((child) => ({ ...child, props: turned(child.type, child.props) })),
          ]),
        ),
      }),
    });
    for (const words of wordsIn(container)) expect(settle(words)).toBe(words);
  });

  it('renders no style attribute and no inline handler', () => {
    const { container } = drawFixture(fixture);
    for (const element of container.querySelectorAll('*')) {
      expect(element.getAttributeNames().filter((name) => name === 'style' || name.startsWith('on'))).toEqual(
        [],
      );
    }
  });

  // The sentence in a slot loads by itself: sentence.test.tsx.
  it.skipIf(fixture.slots?.['words'] !== undefined)(
    'shows skeletons while texts are pending, and then the texts',
    async () => {
      const pending = withPending(fixture.node.type, fixture.props ?? {});
      const { container, node } = drawFixture({ ...fixture, props: pending.props });
      expect(container.textContent).not.toContain('Symbol');
      const skeletons = container.querySelectorAll('.cz-skeleton, .cz-picture-loading').length;
      expect(skeletons > 0).toBe(pending.count > 0);
      act(() => node.set({ props: fixture.props ?? {} }));
      expect(container.querySelectorAll('.cz-skeleton, .cz-picture-loading')).toHaveLength(0);
      expect(said).toEqual([]);
    },
  );

  it('renders the same in another frame component', () => {
    const plain = drawFixture(fixture).container.innerHTML;
    cleanup();
    const framed = drawFixture(fixture, Counted).container.innerHTML;
    expect(framed).toBe(plain);
  });
});

const Depth = createContext(0);
function Counted({ children }: FrameProps) {
  return <Depth value={useContext(Depth) + 1}>{children}</Depth>;
}

function documentWith(node: WidgetFixture['node']) {
  const head = { $schema: '../schemas/screen.schema.json', grammar: 1, id: 'shelf', title: 'Shelf' };
  return OVERLAY_TYPES.has(node.type)
    ? { ...head, body: [], overlays: { it: node } }
    : { ...head, body: [node] };
}

/** Slots with text for people. */
const WORDS = new Set(['text', 'plain', 'display']);

/** All visible and accessible text, except typed values. */
function wordsIn(container: Element): readonly string[] {
  return [container, ...container.querySelectorAll('*')].flatMap((element) => [
    element.textContent,
    ...['aria-label', 'alt', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
  ]);
}

/** Slots whose value may be pending. */
const PENDABLE = new Set(['text', 'plain', 'display', 'image', 'money']);

function withPending(type: string, props: FixtureProps) {
  let count = 0;
  const pending = replaceProps(type, props, PENDABLE, () => {
    count += 1;
    return PENDING;
  });
  return { props: pending, count };
}

/** The same properties with the values of these slots replaced, in rows and options too. */
function replaceProps(
  type: string,
  props: FixtureProps,
  slots: ReadonlySet<string>,
  replace: (value: unknown) => unknown,
): FixtureProps {
  const shape = shapes.widgets[type] ?? shapes.overlays[type];
  const fill = (table: PropertyShapes | undefined, values: FixtureProps): FixtureProps =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        const property = table?.[name];
        if (property?.slot === 'elements' && Array.isArray(value)) {
          return [
            name,
            value.map((item: FixtureProps) =>
              fill(shapes.elements[property.element ?? '']?.properties, item),
            ),
          ];
        }
        return [name, property === undefined || !slots.has(property.slot) ? value : replace(value)];
      }),
    );
  return fill(shape?.properties, props);
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) deepFreeze(inner);
    Object.freeze(value);
  }
  return value;
}
