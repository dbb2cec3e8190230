import { describe, expect, it } from 'vitest';
import { planOf, problemsOf } from './testing.ts';

const BRANCH = { type: 'string', required: true };
const app = {
  paramSets: {
    place: { branch: BRANCH, cardId: { carried: true, required: true } },
    card: { cardId: { carried: true } },
  },
};
const body = [{ type: 'text', text: '${params.branch}' }];
const PAGE = { page: { type: 'integer' } };

describe('D29: sets of parameters', () => {
  it('give a screen their parameters, and the plan is the same as if it had written them', () => {
    const listed = planOf({ params: PAGE, paramSets: ['place'], body }, { app });
    const written = planOf({ params: { ...app.paramSets.place, ...PAGE }, body });
    expect(listed.params).toEqual(written.params);
    expect(Object.keys(listed.params)).toEqual(['branch', 'cardId', 'page']);
    expect([listed.grammar, listed.body]).toEqual([written.grammar, written.body]);
  });

  it('are known to the actions that go to the screen', () => {
    const tap = (given: object) => [
      { type: 'button', text: 'Go', on: { tap: [{ do: 'go', to: 'shelf', with: given }] } },
    ];
    const problems = (given: object) =>
      problemsOf({ params: {}, data: {}, paramSets: ['place'], body: tap(given) }, { app }).join();
    expect(problems({ branch: 'north' })).toBe('');
    expect(problems({})).toContain('go/missing-parameter');
    expect(problems({ branch: 'north', brunch: '1' })).toContain('go/unknown-parameter');
  });

  it('have no name that the screen or another set has', () => {
    const taken = (screen: object) => problemsOf({ params: {}, data: {}, body, ...screen }, { app });
    expect(taken({ paramSets: ['place'] })).toEqual([]);
    expect(taken({ paramSets: ['place', 'card'] }).join()).toMatch(/name\/taken.*\/paramSets\/1/);
    expect(taken({ paramSets: ['place'], params: { branch: BRANCH } }).join()).toMatch(
      /name\/taken.*\/paramSets\/0/,
    );
  });

  it('are reported once if no address can carry a parameter', () => {
    const tags = { type: 'array', items: { type: 'string' } };
    const bad = { paramSets: { place: { branch: BRANCH, tags } } };
    const text = { type: 'text', text: 'Tags', visibleWhen: 'has(params.tags)' };
    const found = problemsOf({ params: {}, data: {}, paramSets: ['place'], body: [text] }, { app: bad });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('param/not-scalar');
  });
});
