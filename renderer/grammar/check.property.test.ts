import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkProject } from './check.ts';
import { compileProject } from './compile.ts';
import { button, library } from './testing.ts';
import type { SourceFile } from './world.ts';

const FILES = library(
  {
    title: { choose: ['${data.shelf.name}', 'Shelf'] },
    data: {
      shelf: {
        endpoint: 'shelf',
        with: { cardId: '${params.cardId}' },
        failed: '${error.kind}',
        on: { load: [{ do: 'open', overlay: 'ask', optional: true }] },
      },
    },
    state: { stars: { type: 'integer', initial: 1 }, book: { like: 'shelf#books[]' } },
    timers: { pause: { seconds: 3 } },
    body: [
      { type: 'amount', value: '${data.shelf.fine}', visibleWhen: 'data.shelf.fine > 0' },
      { type: 'rows', rows: [{ each: 'data.shelf.books', as: 'book', label: '${book.title}' }] },
      {
        type: 'part',
        part: 'card',
        id: 'card',
        each: 'data.shelf.books',
        as: 'book',
        with: { book: '${book}' },
      },
      {
        type: 'form',
        id: 'f',
        body: [
          { type: 'rating', name: 'stars', label: 'Stars', rules: [{ rule: 'required', message: 'Choose' }] },
        ],
        on: { submit: [{ do: 'notice', text: '${form.f.stars}' }] },
      },
    ],
    overlays: {
      ask: {
        type: 'dialog',
        title: 'Ask',
        body: [
          { type: 'rating', bind: 'state.stars', label: 'Stars' },
          button([
            {
              do: 'request',
              endpoint: 'pay-fine',
              as: 'paid',
              critical: { intent: 'fine', ask: 'fine-state', done: "reply.state == 'x'" },
              with: { amount: '${data.shelf.fine}' },
              catch: [{ when: "error.kind == 'offline'", run: [{ do: 'stop', text: 'Offline' }] }],
            },
            { do: 'leave', to: '${paid.receipt}' },
          ]),
        ],
      },
    },
  },
  {
    parts: {
      card: {
        params: { book: { like: 'shelf#books[]', required: true } },
        state: { open: { type: 'boolean', initial: false } },
        body: [
          { type: 'text', text: '${params.book.title}' },
          button([{ do: 'set', target: 'state.open', value: true }]),
        ],
      },
    },
    messages: { en: { Ask: 'Asking' } },
  },
);

/** Pointers to every value of a JSON value, as lists of names. */
function placesOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const members = Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : Object.entries(value);
  return [path, ...members.flatMap(([name, member]) => placesOf(member, [...path, name]))];
}

/** A JSON value with one part replaced or removed. */
function mutate(value: unknown, path: readonly (string | number)[], to: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return to;
  if (Array.isArray(value))
    return value.map((item, index) => (index === step ? mutate(item, rest, to) : item));
  const members = Object.entries(value as object).map(([name, member]) => [
    name,
    name === step ? mutate(member, rest, to) : member,
  ]);
  return Object.fromEntries(members);
}

const strange = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    0,
    -1,
    1.5,
    '',
    'x',
    '${',
    '${x}',
    '${data.shelf}',
    '${data.shelf.books[0]}',
    'has(data.shelf.note)',
    'a.b.c',
    [],
    {},
    [null],
    [[]],
    { choose: [] },
    { choose: [null] },
    { like: '#' },
    { like: 'shelf#' },
    { type: 'array' },
    { type: 'part', part: 'card', id: 'x' },
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

interface Change {
  readonly file: number;
  readonly seed: number;
  readonly to: unknown;
}
const change = fc.record({ file: fc.nat(FILES.length - 1), seed: fc.nat(), to: strange });

function apply({ file, seed, to }: Change): SourceFile[] {
  const source = FILES[file];
  if (source === undefined) return FILES;
  const value: unknown = JSON.parse(source.text);
  const places = placesOf(value).slice(1);
  const text = JSON.stringify(mutate(value, places[seed % places.length] ?? [], to), null, 1);
  return FILES.map((other) => (other === source ? { ...source, text } : other));
}

it('the library that is mutated has no problems', () => {
  expect(checkProject(FILES)).toEqual([]);
});

it('13: for any document, checking reports problems with locations and never throws', () => {
  fc.assert(
    fc.property(change, (changed) => {
      const files = apply(changed);
      const problems = checkProject(files);
      for (const { file, line, column, message } of problems) {
        expect(line).toBeGreaterThan(0);
        expect(column).toBeGreaterThan(0);
        expect(message).not.toBe('');
        const text = files.find(({ path }) => path === file)?.text ?? '';
        expect(text.split('\n').length).toBeGreaterThanOrEqual(line);
      }
    }),
    { numRuns: 400 },
  );
});

it('a type named like an inherited member of objects is a problem and never throws', () => {
  FILES.forEach(({ text }, file) => {
    const places = placesOf(JSON.parse(text)).slice(1);
    places.forEach((place, seed) => {
      if (place.at(-1) !== 'type') return;
      expect(checkProject(apply({ file, seed, to: 'constructor' }))).not.toEqual([]);
    });
  });
});

it('14: a project without errors compiles to all its plans', () => {
  fc.assert(
    fc.property(change, (changed) => {
      const files = apply(changed);
      const { app, plans, problems } = compileProject(files);
      const isSound = !problems.some(({ severity }) => severity === 'error');
      expect(app !== undefined).toBe(isSound);
      expect(plans.size).toBe(isSound ? 2 : 0);
      if (isSound) expect(JSON.stringify([...plans.values()])).not.toContain('null');
    }),
    { numRuns: 200 },
  );
});
