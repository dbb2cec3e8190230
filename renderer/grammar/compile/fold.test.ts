import { describe, expect, it } from 'vitest';
import type { Expression } from '../../plan/expression.ts';
import { checkProject } from '../check.ts';
import { button, compileLibrary, library, nodeOf } from '../testing.ts';
import { fold } from './fold.ts';
import { nodesOf } from './plan-walk.ts';

const OPEN: Expression = ['get', 'data', 'shelf', 'open'];
const NAME: Expression = ['get', 'data', 'shelf', 'name'];

it.each<[Expression, Expression]>([
  [['!', false], true],
  [['&&', true, OPEN], OPEN],
  [['&&', OPEN, false], false],
  [['||', OPEN, false], OPEN],
  [['||', ['!', ['==', 'a', 'b']], OPEN], true],
  [['in', 2, ['list', 1, 2]], true],
  [['<', 3, 2], false],
  [['or', 'a', NAME], 'a'],
  [
    ['or', NAME, 'a'],
    ['or', NAME, 'a'],
  ],
  // a ? b : c
  [['choose', [true, 'a'], [['!', true], NAME]], 'a'],
  [['choose', [false, 'a'], [true, NAME]], NAME],
  // The name can be absent.
  [
    ['choose', [true, NAME], [true, 'a']],
    ['choose', [true, NAME], [true, 'a']],
  ],
  [
    ['choose', [OPEN, 1], [true, 2], [true, 3]],
    ['choose', [OPEN, 1], [true, 2]],
  ],
  [
    ['text', 'Of {a}', { a: ['choose', [true, 'b']] }],
    ['text', 'Of {a}', { a: 'b' }],
  ],
  [
    ['==', NAME, NAME],
    ['==', NAME, NAME],
  ],
])('%j becomes %j', (written, folded) => {
  expect(fold(written)).toEqual(folded);
});

describe('a part that is used with constants', () => {
  const card = {
    params: { edit: { type: 'boolean', default: false } },
    state: { title: { type: 'string', initial: '' } },
    body: [
      { type: 'text', id: 'new', visibleWhen: '!params.edit', text: 'New book' },
      { type: 'section', id: 'old', visibleWhen: 'params.edit', body: [{ type: 'text', text: 'Old book' }] },
      {
        type: 'section',
        id: 'hidden',
        visibleWhen: 'params.edit',
        body: [{ type: 'text-field', bind: 'state.title', label: 'Title' }],
      },
      button(
        [
          { do: 'request', endpoint: 'book', when: 'params.edit', with: { isbn: '1' }, as: 'book' },
          {
            do: 'choose',
            cases: [
              { when: 'params.edit', run: { do: 'back' } },
              { when: '!params.edit', run: { do: 'notice', text: 'Added' } },
              { run: { do: 'native', method: 'goHome' } },
            ],
          },
        ],
        { id: 'go' },
      ),
    ],
  };
  const use = { body: [{ type: 'part', part: 'card', id: 'one' }] };
  const { screens, problems } = compileLibrary(use, { parts: { card } });
  const { plan, written } = screens['shelf'] ?? {};
  if (plan === undefined || written === undefined) throw new Error('The shelf has no plan.');

  it('has no condition that is always true, and no node that is always hidden', () => {
    expect(nodesOf(plan.body).map(({ id }) => id)).toEqual([
      'one',
      'one/new',
      'one/hidden',
      'one/hidden-body-0',
      'one/go',
    ]);
    expect(nodeOf(plan, 'one/new').visible).toBeUndefined();
  });

  it('keeps a hidden field', () => {
    expect(nodeOf(plan, 'one/hidden').visible).toBe(false);
  });

  it('has only the actions and cases that can run, and only the services that they call', () => {
    expect(nodeOf(plan, 'one/go').on?.['tap']).toEqual([
      { do: 'choose', cases: [{ run: [expect.objectContaining({ do: 'notice' })] }] },
    ]);
    expect(Object.keys(plan.endpoints)).toEqual(['shelf']);
    expect(plan.bridge).toEqual({});
    expect(plan.uses.actions).toEqual(['choose', 'notice']);
  });

  it('is checked as it is written', () => {
    expect(problems).toEqual([]);
    const [text, , ...rest] = card.body;
    const faulty = {
      type: 'section',
      visibleWhen: 'params.edit',
      body: [{ type: 'text', text: '${data.no}' }],
    };
    const codes = checkProject(
      library(use, { parts: { card: { ...card, body: [text, faulty, ...rest] } } }),
    ).map(({ code }) => code);
    expect(codes).toContain('expression/unknown-name');
  });

  it('has the same grammar, and the places of the definition in its other form', () => {
    expect(plan.grammar).toBe(written.grammar);
    expect(nodesOf(written.body).map(({ id }) => id)).toContain('one/old-body-0');
    expect(nodeOf(written, 'one/go').on?.['tap']).toHaveLength(2);
  });
});
