import { describe, expect, it } from 'vitest';
import { type Hits, whoReaches } from './reach.ts';

const FILE = 'screens/shelf.screen.json';

function who(pointer: string, hits: { readonly [name: string]: readonly string[] }): readonly string[] {
  const all = Object.entries(hits).map(([name, own]): readonly [string, Hits] => [
    name,
    new Set(own.map((hit) => `${FILE}#${hit}`)),
  ]);
  return whoReaches(new Map(all), FILE, pointer);
}

describe('whoReaches orders the trials that could notice a change', () => {
  it('first those that render the node, in their order', () => {
    const hits = { a: ['/body/0! drawn'], b: ['/body/1! drawn'], c: ['/body/1! drawn'] };
    expect(who('/body/1/tone', hits)).toEqual(['b', 'c', 'a']);
    // A different node with the same first digits.
    expect(who('/body/10', hits)).toEqual(['a', 'b', 'c']);
  });

  it('those that run the action, not those that only render its button', () => {
    const hits = { a: ['/body/1! drawn'], b: ['/body/1! drawn', '/body/1/on/tap/0 done'] };
    expect(who('/body/1/on/tap/0/to', hits)).toEqual(['b']);
    expect(who('/body/1/on/tap/1/to', hits)).toEqual(['a', 'b']);
  });

  it('for a condition first one trial for each of its results', () => {
    const hits = {
      a: ['/body/1/visibleWhen?1 true'],
      b: ['/body/1/visibleWhen?1 true'],
      c: ['/body/1/visibleWhen?1 false'],
    };
    expect(who('/body/1/visibleWhen', hits)).toEqual(['a', 'c', 'b']);
  });

  it('all, if no trial reaches the value', () => {
    expect(who('/params/isbn', { a: ['/body/0! drawn'], b: [] })).toEqual(['a', 'b']);
  });

  it('first those that reach a value inside, then those of another document', () => {
    const hits = new Map<string, Hits>([
      ['a', new Set(['screens/parts/row.part.json#/body/1! drawn'])],
      ['b', new Set([`${FILE}#/body/1/body/0! drawn`])],
    ]);
    expect(whoReaches(hits, FILE, '/body/1')).toEqual(['b', 'a']);
  });
});
