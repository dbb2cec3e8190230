import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { definitionTree as tree } from '#tests/json-values.ts';
import { isJson } from '../json.ts';
import { splitPointer } from '../pointer.ts';
import { compareValues, type Difference } from './compare.ts';
import { diffProjects } from './diff-projects.ts';

/** Applies the differences to the first project: changes values, removes from the end, inserts new ones. */
function apply(value: unknown, differences: readonly Difference[]): unknown {
  const root = { root: structuredClone(value) };
  const at = (pointer: string): [{ [name: string]: unknown } | unknown[], string] => {
    const names = ['root', ...splitPointer(pointer)];
    const last = names.pop() ?? '';
    const around = names.reduce<unknown>((one, name) => (one as { [name: string]: unknown })[name], root);
    return [around as { [name: string]: unknown }, last];
  };
  for (const { before, after } of differences) {
    if (before === undefined || after === undefined) continue;
    const [around, name] = at(before.pointer);
    (around as { [name: string]: unknown })[name] = structuredClone(after.value);
  }
  for (const { before, after } of [...differences].reverse()) {
    if (before === undefined || after !== undefined) continue;
    const [around, name] = at(before.pointer);
    if (Array.isArray(around)) around.splice(Number(name), 1);
    else delete around[name];
  }
  for (const { before, after } of differences) {
    if (after === undefined || before !== undefined) continue;
    const [around, name] = at(after.pointer);
    if (Array.isArray(around)) around.splice(Number(name), 0, structuredClone(after.value));
    else around[name] = structuredClone(after.value);
  }
  return root.root;
}

const turned = (differences: readonly Difference[]): Difference[] =>
  differences.map(({ before, after }) => ({
    ...(after === undefined ? {} : { before: after }),
    ...(before === undefined ? {} : { after: before }),
  }));

describe('the difference of a project with itself is empty, and any difference can be applied in both directions', () => {
  it('applied to either of two projects it gives the other one', () => {
    fc.assert(
      fc.property(tree, tree, (a, b) => {
        const found = compareValues({ pointer: '', value: a }, { pointer: '', value: b });
        expect(apply(a, found)).toEqual(b);
        expect(apply(b, turned(found))).toEqual(a);
        expect(compareValues({ pointer: '', value: a }, { pointer: '', value: structuredClone(a) })).toEqual(
          [],
        );
        expect(found.length === 0).toBe(JSON.stringify(sort(a)) === JSON.stringify(sort(b)));
      }),
      { numRuns: 3000 },
    );
  });

  function sort(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(sort);
    if (!isJson(value)) return value;
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, one]) => [name, sort(one)]),
    );
  }
});

describe('a difference has a category, and the reason why it may break something', () => {
  const screen = (more: object) => [
    {
      path: 'screens/a.screen.json',
      text: JSON.stringify({
        id: 'a',
        routes: ['/a', '/b'],
        params: { isbn: { type: 'string' } },
        body: [
          { type: 'text', text: 'One' },
          { type: 'button', text: 'Go', emphasis: 'primary', on: { tap: [] } },
        ],
        ...more,
      }),
    },
  ];
  const describeAll = (more: object) => {
    const found = diffProjects(screen({}), screen(more));
    if ('unreadable' in found) throw new Error('unreadable');
    return found.map(({ category, breaking, before, after }) =>
      `${category} ${before?.pointer ?? '+'} ${after?.pointer ?? '-'} ${breaking ?? ''}`.trimEnd(),
    );
  };
  const button = { type: 'button', text: 'Go', emphasis: 'primary', on: { tap: [] } };

  it.each([
    ['a text', { body: [{ type: 'text', text: 'Two' }, button] }, ['text /body/0/text /body/0/text']],
    ['a look', { body: [{ type: 'text', text: 'One', tone: 'info' }, button] }, ['look + /body/0/tone']],
    [
      'a condition',
      { body: [{ type: 'text', text: 'One', visibleWhen: 'true' }, button] },
      ['behaviour + /body/0/visibleWhen'],
    ],
    ['a note', { description: 'Why.' }, ['note + /description']],
    [
      'the examples of a pattern',
      { body: [{ type: 'text', text: 'One', 'x-examples': { pass: ['AB'] } }, button] },
      ['note + /body/0/x-examples'],
    ],
    [
      'a removed primary button',
      { body: [{ type: 'text', text: 'One' }] },
      ['behaviour /body/1 - the primary action is gone'],
    ],
    ['a removed address', { routes: ['/a'] }, ['behaviour /routes/1 - an address leads nowhere']],
    [
      'a parameter that becomes required',
      { params: { isbn: { type: 'string', required: true } } },
      ['data + /params/isbn/required a parameter is required that was optional'],
    ],
    [
      'a node inserted between others',
      { body: [{ type: 'text', text: 'One' }, { type: 'text', text: 'New' }, button] },
      ['behaviour + /body/1'],
    ],
  ])('%s', (_name, more, expected) => {
    expect(describeAll(more)).toEqual(expected);
  });

  it('ignores comments, spacing and order', () => {
    const text = '{ "b": 1, /* why */ "a": [1, 2] }';
    const path = 'screens/a.screen.json';
    expect(diffProjects([{ path, text }], [{ path, text: '{"a":[1,2],"b":1}' }])).toEqual([]);
    expect(diffProjects([{ path, text: '{' }], [{ path, text }])).toEqual({ unreadable: [path] });
  });
});
