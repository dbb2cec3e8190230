// @vitest-environment jsdom
import { readFileSync, readdirSync } from 'node:fs';
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { isJson, type Json } from '#renderer/grammar/json.ts';
import { joinPointer, valueAt } from '#renderer/grammar/pointer.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import { type Filled, filledOf, groupsOf } from './definition.ts';
import { settingsOf } from './settings.ts';
import { isShownWhole, readValue, writeValue } from './shown.ts';
import { Unshown } from './unshown.tsx';
import { setShown } from './write.ts';

afterEach(cleanup);

const FILES = ['screens', 'screens/parts'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /^app\.json$|\.(screen|part)\.json$/.test(name))
    .map((name) => `${folder}/${name}`),
);

/** All values except lists and records, with their pointers. */
function* leavesOf(value: unknown, pointer = ''): Generator<readonly [string, unknown]> {
  if (Array.isArray(value))
    for (const [at, one] of value.entries()) yield* leavesOf(one, joinPointer(pointer, at));
  else if (isJson(value))
    for (const [name, one] of Object.entries(value)) yield* leavesOf(one, joinPointer(pointer, name));
  else yield [pointer, value];
}

/** All nodes of a document. */
function* nodesIn(value: unknown, pointer = ''): Generator<readonly [string, Json]> {
  if (Array.isArray(value)) {
    for (const [at, one] of value.entries()) yield* nodesIn(one, joinPointer(pointer, at));
  } else if (isJson(value)) {
    if (typeof value['type'] === 'string' && kindOf(value['type'], pointer) !== undefined)
      yield [pointer, value];
    for (const [name, one] of Object.entries(value)) yield* nodesIn(one, joinPointer(pointer, name));
  }
}

function kindOf(type: string, pointer: string): 'widgets' | 'overlays' | undefined {
  const kind = /^\/overlays\/[^/]+$/.test(pointer) ? 'overlays' : 'widgets';
  return shapes[kind][type] === undefined ? undefined : kind;
}

interface Box {
  readonly at: string;
  readonly property: Filled;
}

/** Every field that the studio shows for a document, and every value without a field. */
function boxesOf(file: string, document: Json) {
  const boxes: Box[] = [];
  const unshown: { readonly at: string; readonly value: unknown }[] = [];
  for (const [pointer, node] of nodesIn(document)) {
    const type = String(node['type']);
    const kind = kindOf(type, pointer) ?? 'widgets';
    const all = filledOf(kind, type);
    const hidden = all.filter((one) => !isShownWhole(one, node[one.name]));
    for (const { name } of hidden) unshown.push({ at: joinPointer(pointer, name), value: node[name] });
    const groups = groupsOf(all.filter((one) => !hidden.includes(one)));
    for (const property of groups.flatMap(({ properties }) => properties))
      boxes.push({ at: joinPointer(pointer, property.name), property });
  }
  const settings = settingsOf(file, document);
  for (const property of settings?.groups.flatMap(({ properties }) => properties) ?? [])
    boxes.push({ at: property.name, property });
  for (const { name, value } of settings?.others ?? []) unshown.push({ at: name, value });
  return { boxes, unshown };
}

/** The text that a field shows. */
function shownIn({ property }: Box, value: unknown): string {
  const said = isJson(value) && Array.isArray(value['choose']) ? (value['choose'] as unknown[])[0] : value;
  return String(writeValue(property.way, said));
}

function typedInto({ property }: Box, shown: string): readonly unknown[] {
  if (property.way === 'flag') return [shown !== 'true'];
  if (property.way === 'words') return property.shape.words?.filter((word) => word !== shown) ?? [];
  return [`${shown}1`, 'x', ''];
}

describe('an edit replaces only values that its field has shown', () => {
  it.each(FILES)('in any field of %s', (file) => {
    const document: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isJson(document)) throw new Error('This is no document.');
    const { boxes } = boxesOf(file, document);
    expect(boxes.length).toBeGreaterThan(0);
    for (const box of boxes) {
      const value = valueAt(document, box.at);
      const [at, text] = ['/it', JSON.stringify({ it: value, beside: { it: value } })];
      const before = new Map(leavesOf(JSON.parse(text)));
      const shown = shownIn(box, value);
      for (const typed of typedInto(box, shown)) {
        const written = readValue(box.property, typed as string | boolean);
        const after = new Map(
          leavesOf(JSON.parse(setShown({ path: file, text }, at, box.property, written).text)),
        );
        for (const [pointer, was] of before) {
          if (after.has(pointer) && after.get(pointer) === was) continue;
          // Only the edited value may be removed or changed.
          expect(pointer).toMatch(/^\/it(\/|$)/);
          const isRead =
            box.property.way === 'lines' ? shown.split('\n').includes(String(was)) : shown === String(was);
          const isUsual = was === box.property.shape.default;
          expect(isRead || isUsual, `${box.at} showed ${shown} and lost ${String(was)}`).toBe(true);
        }
        for (const pointer of after.keys()) if (!before.has(pointer)) expect(pointer).toMatch(/^\/it(\/|$)/);
      }
    }
  });

  it.each(FILES)('lists every value of %s without a field, with a link to its JSON', (file) => {
    const document: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isJson(document)) throw new Error('This is no document.');
    for (const { at, value } of boxesOf(file, document).unshown) {
      const { container } = render(
        <ul>
          <Unshown title="It" value={value} onOpenJson={() => undefined} />
        </ul>,
      );
      for (const [, leaf] of leavesOf(value)) {
        const written = JSON.stringify(leaf);
        const words = container.textContent;
        expect(words.includes(String(leaf)) || words.includes(written), `${at}: ${written}`).toBe(true);
      }
      expect(container.querySelector('button')?.textContent).toBe('Edit as JSON');
      cleanup();
    }
  });

  const box = (way: Filled['way'], slot: Filled['shape']['slot'] = 'text', more: object = {}): Filled => ({
    ...{ name: 'text', title: 'Text', help: '', field: 'p', state: 'p', way },
    shape: { slot, required: false, ...more },
  });
  it.each([
    ['cases', box('box'), { choose: [{ when: 'a', value: 'A' }, 'B'] }, false],
    ['a text with a context', box('box'), { choose: ['A'], context: 'B' }, true],
    ['two lines in a box for one line', box('line', 'plain'), 'A\nB', false],
    ['two lines in a box for many lines', box('box'), 'A\nB', true],
    ['carriage returns', box('box'), 'A\r\nB', false],
    ['a list', box('line', 'plain'), ['A'], false],
    ['a record', box('line', 'plain'), { a: 'A' }, false],
    ['a number', box('line', 'integer'), 3, true],
    ['a number that is written as text', box('line', 'integer'), '3', false],
    ['a fraction in a field for whole numbers', box('count', 'literal'), 1.5, false],
    ['an expression in a checkbox', box('flag', 'literal'), '${state.a}', false],
    ['a word that is not on the list', box('words', 'word', { words: ['a', 'b'] }), 'c', false],
    ['a space at the end of a line', box('lines', 'literal'), ['a '], false],
    ['null', box('line', 'plain'), null, false],
  ] as const)('is shown whole or left to the JSON: %s', (_what, property, value, isWhole) => {
    expect(isShownWhole(property, value)).toBe(isWhole);
    const text = JSON.stringify({ text: value }, null, 2);
    const edited = setShown({ path: 'screens/a.screen.json', text }, '/text', property, 'x');
    expect(edited.text === text).toBe(!isWhole);
  });

  it('keeps the context of a text that is emptied', () => {
    const text = JSON.stringify({ text: { choose: ['A'], context: 'B' } });
    const edited = setShown({ path: 'screens/a.screen.json', text }, '/text', box('box'), undefined);
    expect(JSON.parse(edited.text)).toEqual({ text: { choose: [''], context: 'B' } });
  });
});
