import { describe, expect, it } from 'vitest';
import type { Expression } from '#renderer/plan/expression.ts';
import { evaluate } from '#renderer/plan/evaluate.ts';
import { createScope } from '#renderer/plan/scope.ts';
import { planOf, problemsOf } from '../testing.ts';
import { refuses, types, VALUE } from './testing/cases.ts';
import { compileValue } from './compile-value.ts';
import { sayCondition } from './sentence.ts';
import { library } from './testing/library.ts';

const get = (path: string): Expression => ['get', ...path.split('.')];

describe('a ? b : c', () => {
  types('state.open ? 1 : 2', 'Integer', ['choose', [get('state.open'), 1], [['!', get('state.open')], 2]]);
  types('state.open ? 1 : 0.5', 'Number');
  types("state.open ? 'a' : state.open ? 'b' : 'c'", 'Text');
  refuses("state.open ? 1 : «'a'»", 'expression/type', { message: 'the same type' });
  refuses('«index» ? 1 : 2', 'expression/type');
  refuses('state.open ? «1»', 'expression/syntax');
  refuses(
    `${'state.open ? 1 : '.repeat(45)}1`.replace(/^((?:[^:]*:){40}[^:]*):/, '$1«:»'),
    'expression/too-deep',
  );
});

describe('X14: presence in a ? b : c', () => {
  types("has(data.book.note) ? data.book.note : 'none'", 'Text');
  types("!has(data.book.note) ? 'none' : data.book.note", 'Text');
  refuses("has(data.book.note) ? 'some' : data.book.«note»", 'expression/absent');
  types('has(data.book.note) ? data.book.late : false', 'Boolean');
  refuses("data.book.«note» == 'a' ? 1 : 2", 'expression/absent', VALUE);

  it('an absent chosen value makes the result absent, and the other value is never used', () => {
    const { typed } = compileValue("${state.open ? data.book.note : 'other'}", { slot: 'any' }, library());
    const scope = createScope({ state: { open: true }, data: { book: {} } });
    expect([typed?.absent, typed && evaluate(typed.lowered, scope)]).toEqual([true, undefined]);
  });
});

describe('a ? b : c in a document', () => {
  const text = { type: 'text', text: "${data.shelf.fine > 0 ? data.shelf.name : 'x'}" };

  it('does not raise the grammar of the plan, because the plan has a choose', () => {
    expect(planOf({ body: [text] }).grammar).toBe(1);
  });

  it.each([
    ['a text', text, '/body/0/text'],
    [
      'a condition',
      { type: 'text', text: 'x', visibleWhen: 'data.shelf.fine > 0 ? true : false' },
      '/body/0/visibleWhen',
    ],
  ])('is refused in %s of a document of an earlier grammar', (_where, node, pointer) => {
    expect(problemsOf({ grammar: 4, body: [node] })).toEqual([`document/later-grammar ${pointer}`]);
  });

  it('is said in words', () => {
    expect(sayCondition('state.open ? state.a : state.b == 1')).toBe(
      'if state.open is true, state.a is true, otherwise state.b is 1',
    );
  });
});
