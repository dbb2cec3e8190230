// @vitest-environment jsdom
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchWidgets, WIDGET_TYPES } from '#renderer/widgets/index.ts';
import { drawFixture, type WidgetFixture, widgetFixtures } from '#renderer/widgets/testing.ts';
import { reportFigures } from '#tests/reliability/figures.ts';
import { NAUGHTY } from './naughty-strings.ts';
import { LONG } from './settings.ts';

/*
 * Checks 16 and 21, for widgets: a text is always shown as text. Each text of each widget is replaced by texts that break
 * programs or that browsers would run; the rendered elements and attributes must equal those for harmless words.
 */

const valid = widgetFixtures.filter((each) => each.isValid);

beforeEach(() => fetchWidgets(WIDGET_TYPES));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

type Path = readonly (string | number)[];

function* textsIn(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value === 'string') yield path;
  else if (Array.isArray(value))
    for (const [at, item] of value.entries()) yield* textsIn(item, [...path, at]);
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) yield* textsIn(member, [...path, name]);
}

function replace<T>(value: T, [step, ...rest]: Path, text: string): T {
  if (step === undefined) return text as T;
  if (Array.isArray(value))
    return value.map((item, at) => (at === step ? replace(item, rest, text) : item)) as T;
  return { ...value, [step]: replace((value as { [name: string]: unknown })[step], rest, text) };
}

/** Elements and attributes that can run, load or navigate. */
const RUNS = new Set([
  'SCRIPT',
  'IFRAME',
  'OBJECT',
  'EMBED',
  'STYLE',
  'LINK',
  'META',
  'BASE',
  'TEMPLATE',
  'MATH',
]);
const ADDRESSES = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'data',
  'srcdoc',
  'xlink:href',
  'poster',
  'ping',
]);
const HARMLESS = /^(https:\/\/|\/|#|data:image\/(svg\+xml|png|jpeg|webp|gif)[,;])/i;

/** Rendered elements and attributes that no text may cause. */
function foreignIn(container: Element, address: string): string[] {
  const found: string[] = [];
  for (const element of container.querySelectorAll('*')) {
    if (
      RUNS.has(element.tagName.toUpperCase()) &&
      !(element.tagName === 'IFRAME' && element.hasAttribute('sandbox'))
    )
      found.push(element.tagName);
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on') || name === 'style' || !/^[a-z][a-z0-9:-]*$/i.test(name))
        found.push(`@${name}`);
      // An image runs nothing, from any address.
      if (element.tagName === 'IMG') continue;
      if (ADDRESSES.has(name) && value !== '' && value === address && !HARMLESS.test(value))
        found.push(`@${name}=${value}`);
    }
  }
  return found;
}

interface Slot {
  readonly title: string;
  draw(text: string): Element;
}

/** Every text of every widget: its properties, its value, its errors. */
function slots(): Slot[] {
  return valid.flatMap(({ type, file, fixture }) => {
    const parts = {
      props: fixture.props ?? {},
      slots: fixture.slots ?? {},
      value: fixture.value,
      review: fixture.review,
    };
    const places = [...textsIn(parts)].map((path) => ({
      title: `${type} ${file} ${path.join('.')}`,
      put: (text: string): WidgetFixture => ({ ...fixture, ...replace(parts, path, text) }) as WidgetFixture,
    }));
    const problem = {
      title: `${type} ${file} problem`,
      put: (text: string) => ({ ...fixture, problem: text }),
    };
    const all =
      fixture.node.name === undefined && fixture.node.bind === undefined ? places : [...places, problem];
    return all.map(({ title, put }) => ({
      title,
      draw: (text: string) => drawFixture(put(text)).baseElement,
    }));
  });
}

/** Every text in every slot; in the short check a part of the combinations. */
function* cases() {
  const all = slots();
  const each = LONG ? NAUGHTY.length : 2;
  for (const [at, slot] of all.entries())
    for (let turn = 0; turn < each; turn += 1) {
      const naughty = NAUGHTY[(at * each + turn) % NAUGHTY.length];
      if (naughty !== undefined) yield { slot, text: naughty.text };
    }
}

const polluted = () => Object.getOwnPropertyNames(Object.prototype).length;

describe('a hostile text', () => {
  it('is shown as text in every slot', { timeout: LONG ? 3_600_000 : 60_000 }, () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const before = polluted();
    const faults: string[] = [];
    let drawn = 0;
    for (const { slot, text } of cases()) {
      drawn += 1;
      const element = slot.draw(text);
      for (const fault of foreignIn(element, text))
        faults.push(`${slot.title}: ${fault} of ${text.slice(0, 60)}`);
      if (element.textContent === '' && text.trim() !== '' && element.children.length === 0)
        faults.push(`${slot.title}: blank`);
      cleanup();
    }
    reportFigures({
      check: 21,
      part: 'slots',
      slots: slots().length,
      texts: NAUGHTY.length,
      drawn,
      faults: faults.length,
    });
    expect(faults).toEqual([]);
    expect(polluted()).toBe(before);
    expect((globalThis as { __ran?: number }).__ran).toBeUndefined();
    expect(NAUGHTY.length).toBeGreaterThanOrEqual(515);
  });

  it('the check detects a widget that renders a text as markup', () => {
    const runs = NAUGHTY.filter(
      ({ class: kind, text }) => kind === 'markup' && /<(img|script|svg|iframe)/i.test(text),
    );
    const found = runs.filter(({ text }) => {
      const careless = new DOMParser().parseFromString(
        `<main><p>${text}</p></main>`,
        'text/html',
      ).documentElement;
      return foreignIn(careless, text).length > 0;
    });
    expect(found.length).toBeGreaterThan(runs.length / 2);
  });
});
