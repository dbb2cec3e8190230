import { describe, expect, it } from 'vitest';
import { get, type LibraryOptions, nodeOf, planOf, problemsOf } from '../testing.ts';

type Json = { readonly [name: string]: unknown };

const greeting = (params: Json, more: Json = {}): LibraryOptions => ({
  parts: { greeting: { params, body: [{ type: 'text', id: 'line', text: '${params.line}' }], ...more } },
});

const use = (given: Json = {}): Json => ({ type: 'part', part: 'greeting', id: 'one', with: given });

const lineOf = (options: LibraryOptions, given: Json = {}) =>
  nodeOf(planOf({ body: [use(given)] }, options), 'one/line').props?.['text'];

describe('U4: the default of a parameter may be computed', () => {
  it('from what all screens share', () => {
    const options = greeting({ line: { type: 'string', default: '${session.branch}' } });
    expect(lineOf(options)).toEqual(get('session.branch'));
    expect(lineOf(options, { line: '${data.shelf.name}' })).toEqual(get('data.shelf.name'));
  });

  it('from the parameters before it, as the use gives them', () => {
    const options = greeting({
      name: { type: 'string', required: true },
      line: { type: 'string', default: '${params.name}' },
    });
    expect(lineOf(options, { name: '${data.shelf.name}' })).toEqual(get('data.shelf.name'));
  });

  it('and stands in where the value of a use is absent', () => {
    const options = greeting({ line: { type: 'string', default: '${session.branch}' } });
    expect(lineOf(options, { line: '${data.shelf.note}' })).toEqual([
      'or',
      get('data.shelf.note'),
      get('session.branch'),
    ]);
  });

  it('as a choice', () => {
    const choose = [{ when: 'config.desk.open', value: 'Open' }, 'Closed'];
    const options = greeting({ line: { type: 'string', text: true, default: { choose } } });
    expect(lineOf(options)).toEqual([
      'choose',
      [get('config.desk.open'), ['text', 'Open']],
      [true, ['text', 'Closed']],
    ]);
  });

  const refused = (params: Json, more: Json = {}) =>
    problemsOf({ body: [use()] }, greeting(params, more)).map((problem) => problem.replace(/screens.*#/, ''));

  it.each([
    [
      'a parameter after it',
      { line: { type: 'string', default: '${params.b}' }, b: { type: 'string', default: 'B' } },
      'expression/unknown-member',
    ],
    ['state', { line: { type: 'string', default: '${state.a}' } }, 'expression/unknown-name'],
    [
      'a value that may be absent',
      { line: { type: 'string', default: '${session.readerId}' } },
      'value/absent',
    ],
    ['another type', { line: { type: 'string', default: '${config.desk.open}' } }, 'value/type'],
  ])('refuses %s', (_name, params, code) => {
    expect(refused(params)).toContain(`${code} /params/line/default`);
  });

  it('demands grammar 5', () => {
    const params = { line: { type: 'string', default: '${session.branch}' } };
    expect(refused(params, { grammar: 4 })).toEqual(['document/later-grammar /params/line/default']);
  });

  it('stays a constant in a screen', () => {
    expect(
      problemsOf({
        params: {
          cardId: { carried: true, required: true },
          a: { type: 'string', default: '${session.branch}' },
        },
      }),
    ).toContain('text/not-computed /params/a/default');
  });
});
