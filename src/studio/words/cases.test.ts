import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isJson } from '#renderer/grammar/json.ts';
import { joinPointer, valueAt } from '#renderer/grammar/pointer.ts';
import { spliceOf, undoSplice } from '#src/shared/splice.ts';
import { addCase, casesOfNode, moveCase, readCases, removeCase, writeCase } from './cases.ts';
import { nameValue, readParts, writeParts } from './template-parts.ts';

const FILES = ['screens', 'screens/parts'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /\.(screen|part)\.json$/.test(name))
    .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(`${folder}/${name}`, 'utf8') })),
);

/** Every text with cases, with its pointer. */
function* casesIn(value: unknown, pointer = ''): Generator<string> {
  if (readCases(value) !== undefined) yield pointer;
  if (Array.isArray(value)) {
    for (const [at, one] of value.entries()) yield* casesIn(one, joinPointer(pointer, at));
  } else if (isJson(value)) {
    for (const [name, one] of Object.entries(value)) yield* casesIn(one, joinPointer(pointer, name));
  }
}

const ALL = FILES.flatMap((file) =>
  [...casesIn(JSON.parse(file.text))].map((pointer) => ({ file, pointer })),
);

describe('the cases of all shipped texts', () => {
  it('are read whole: no entry is left out', () => {
    expect(ALL.length).toBeGreaterThan(18);
    for (const { file, pointer } of ALL) {
      const value = valueAt(JSON.parse(file.text), pointer);
      const entries = isJson(value) && Array.isArray(value['choose']) ? value['choose'] : [];
      const written = readCases(value)?.map(({ when, text }) =>
        when === undefined ? text : { when, value: text },
      );
      expect(written, `${file.path}${pointer}`).toEqual(entries);
    }
  });

  it('change only in the edited case, and undo brings back every byte', () => {
    for (const { file, pointer } of ALL) {
      const cases = readCases(valueAt(JSON.parse(file.text), pointer)) ?? [];
      for (const [index, one] of cases.entries()) {
        const { text } = writeCase(file, pointer, index, { ...one, text: 'Other words' });
        const next = readCases(valueAt(JSON.parse(text), pointer));
        expect(next, `${file.path}${pointer}`).toEqual(
          cases.map((each, at) => (at === index ? { ...each, text: 'Other words' } : each)),
        );
        const splice = spliceOf(file.text, text);
        expect(splice.removed.length).toBeLessThanOrEqual(one.text.length * 2 + 4);
        expect(undoSplice(text, splice)).toBe(file.text);
      }
    }
  });

  it('have values that are written back as they were', () => {
    for (const { file, pointer } of ALL) {
      for (const { text } of readCases(valueAt(JSON.parse(file.text), pointer)) ?? []) {
        const parts = readParts(text);
        expect(parts && writeParts(parts)).toBe(text);
      }
    }
  });
});

const file = {
  path: 'screens/hall.screen.json',
  text: `{ "body": [{ "type": "text", "text": { "choose": [{ "when": "params.a", "value": "A" }, { "when": "params.b", "value": "B" }, "C"] } }] }\n`,
};
const AT = '/body/0/text';
const now = (text: string) => valueAt(JSON.parse(text), AT);
const read = () => readCases(now(file.text)) ?? [];

describe('edits of cases', () => {
  it('add a case before the last one without a condition', () => {
    const { text } = addCase(file, AT, read(), { when: 'params.c', text: 'New' });
    expect(readCases(now(text))?.map(({ text: said }) => said)).toEqual(['A', 'B', 'New', 'C']);
  });

  it('move a case with its condition', () => {
    expect(readCases(now(moveCase(file, AT, 1, -1).text))).toEqual([
      { when: 'params.b', text: 'B' },
      { when: 'params.a', text: 'A' },
      { text: 'C' },
    ]);
  });

  it('write the last text without a condition as a plain text, except one with a context', () => {
    const first = removeCase(file, AT, { cases: read() }, 0).text;
    const left = readCases(now(first)) ?? [];
    expect(now(removeCase({ ...file, text: first }, AT, { cases: left }, 0).text)).toBe('C');
    const apart = removeCase({ ...file, text: first }, AT, { cases: left, context: 'hall' }, 0).text;
    expect(now(apart)).toEqual({ choose: ['C'] });
  });

  it('find the texts of a node and of its rows', () => {
    const choose = { choose: [{ when: 'params.a', value: 'A' }, 'B'] };
    const found = casesOfNode('widgets', 'rows', { rows: [{ label: 'L', value: choose }] });
    expect(found.map(({ pointer }) => pointer)).toEqual(['/rows/0/value']);
    expect(casesOfNode('widgets', 'text', { text: { choose: ['Loan'], context: 'x' } })).toEqual([]);
  });
});

describe('the words of values', () => {
  it('call a value by its title, or by its name in words', () => {
    expect(nameValue('values.days', new Map([['days', 'Days left']]))).toBe('Days left');
    expect(nameValue('date(data.plan.repayDate)', new Map())).toBe('repay date');
    expect(nameValue('-values.days', new Map())).toBe('days');
  });

  it('refuse a $ before a value, which would hide the value', () => {
    expect(writeParts({ words: ['Costs $', ''], values: ['params.sum'] })).toBeUndefined();
    expect(writeParts({ words: ['Write ${', ''], values: ['params.sum'] })).toBe('Write $${${params.sum}');
  });
});
