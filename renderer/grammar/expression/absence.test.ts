import { describe, expect, it } from 'vitest';
import type { Expression } from '#renderer/plan/expression.ts';
import { compileExpression } from './compile-expression.ts';
import { mayBeAbsent, refuses, types, VALUE } from './testing/cases.ts';
import { library } from './testing/library.ts';

const get = (path: string): Expression => ['get', ...path.split('.')];

describe('Absent instead of null: presence must be proven, or there is a default', () => {
  refuses("data.book.«note» == 'a'", 'expression/absent', { help: 'has(data.book.note) &&' });
  refuses("data.book.«note» == 'a'", 'expression/absent', { help: 'data.book.?note.orValue(…)' });
  refuses('data.book.«author».name', 'expression/absent', { message: '"data.book.author"' });
  refuses('data.«visits».count', 'expression/absent', { message: '"data.visits"' });
  refuses('«sent».id', 'expression/absent', { help: 'has(sent)' });
  refuses('size(data.book.«note»)', 'expression/absent');
  types('data.book.note', 'Text', get('data.book.note'), { proven: ['data.book.note'] });
  types('data.book.author.name', 'Text', undefined, { proven: ['data.book.author'] });
  types('data.book.author.born', 'Date', undefined, { proven: ['data.book.author.born'] });
  refuses('data.book.author.«born»', 'expression/absent', { proven: ['data.book.author'] });
  types('sent.id', 'Text', undefined, { proven: ['sent'] });

  types('has(data.book.note)', 'Boolean', ['has', get('data.book.note')]);
  types('has(data.book.title)', 'Boolean');
  types('has(sent)', 'Boolean', ['has', get('sent')]);
  types('has(form.ask.answers.city)', 'Boolean');
  refuses('has(data.book.«author».born)', 'expression/absent');
  refuses('has(data.book.«author».born)', 'expression/absent', VALUE);
  refuses('has(«sent».id)', 'expression/absent');
  refuses('has(data.book.«nte»)', 'expression/unknown-member', { help: '"note"' });
  refuses('has(«data.book.?note»)', 'expression/not-a-path');
  refuses('has(«data.book.?author.name»)', 'expression/not-a-path');
  refuses('has(«data.books[?0]»)', 'expression/not-a-path');
  refuses('has(«1»)', 'expression/not-a-path');
  refuses('has(«size(data.books)»)', 'expression/not-a-path');
});

describe('The problem of an absent value names every way to handle it', () => {
  const helpOf = (source: string) => compileExpression(source, library()).problems[0]?.help;
  it.each([
    ['sent.id', 'test it first: has(sent) && …'],
    [
      'data.book.note',
      'test it first: has(data.book.note) && …; or give a default: data.book.?note.orValue(…)',
    ],
    ['form.ask.stars > 3', 'write has(form.ask.stars) && form.ask.stars == …, or form.ask.?stars.orValue(…)'],
    ['[data.book][?0].orValue(data.book).note', 'give it a default: .?note.orValue(…)'],
    ['data.book.?note', 'give it a default with .orValue(…)'],
    ['data.book.?author.born.orValue(data.book.due)', 'write .?born'],
    ["data.book.title.orValue('')", 'write a.?b.orValue(…)'],
    ['has(data.books[?0])', 'a path with .? or [?…] gets its default from .orValue(…)'],
  ])('%s', (source, help) => expect(helpOf(source)).toBe(help));

  refuses('form.ask.«stars» > 3', 'expression/absent', {
    message: '"form.ask.stars" may be absent until its form is submitted, also if a rule requires it.',
  });
  refuses('data.book.?«note»', 'expression/absent', { message: 'This may be absent.' });
  refuses("[data.book][?0].orValue(data.book).«note» == 'a'", 'expression/absent', { message: '….note' });
  refuses("data.book.title.«orValue»('')", 'expression/type', { message: 'data.book.title is not optional' });
  refuses("'a'.«orValue»('')", 'expression/type', { message: 'this is not optional' });
  refuses('data.book.?note.orValue(«1»)', 'expression/type', {
    message: 'default is Integer, the value Text',
  });
  refuses("data.«visits».last.tags[?0].orValue('') == ''", 'expression/absent');
  refuses('has(«1»)', 'expression/not-a-path', { message: 'has(a.b)' });
});

describe('has(p) proves p on the right of &&, and !has(p) on the right of ||', () => {
  types("has(data.book.note) && data.book.note == 'a'", 'Boolean');
  types("has(data.book.note) && state.open && data.book.note == 'a'", 'Boolean');
  types("state.open && has(data.book.note) && data.book.note == 'a'", 'Boolean');
  types("!has(data.book.note) || data.book.note == 'a'", 'Boolean');
  types("!(has(data.book.note) && state.open) || data.book.note == 'a'", 'Boolean');
  types("!(!has(data.book.note) || state.open) && data.book.note == 'a'", 'Boolean');
  types(
    '!has(data.book.note) || !has(data.book.author) || data.book.author.name == data.book.note',
    'Boolean',
  );
  types(
    'has(data.book.author) && has(data.book.author.born) && data.book.author.born == data.book.due',
    'Boolean',
  );
  types("has(data.book.note) && (data.book.note == 'a' || data.book.note == 'b')", 'Boolean');
  types("(has(data.book.note) && state.open || has(data.book.note)) && data.book.note == 'a'", 'Boolean');
  types('has(data.book.note) && data.books.exists(b, b.title == data.book.note)', 'Boolean');
  types("has(sent) && sent.id == 'a'", 'Boolean');
  refuses("has(data.book.note) || data.book.«note» == 'a'", 'expression/absent');
  refuses("!has(data.book.note) && data.book.«note» == 'a'", 'expression/absent');
  refuses("data.book.«note» == 'a' && has(data.book.note)", 'expression/absent');
  refuses("(has(data.book.note) || state.open) && data.book.«note» == 'a'", 'expression/absent');
  refuses("!(has(data.book.note) && state.open) && data.book.«note» == 'a'", 'expression/absent');
  refuses("(has(data.book.note) && state.open) == true && data.book.«note» == 'a'", 'expression/absent');
  refuses("data.books.exists(b, has(b.note)) && data.books.all(b, b.«note» == 'a')", 'expression/absent');
  refuses('has(data.book.author) && data.book.author.«born» == data.book.due', 'expression/absent');

  it('a mistake in a tested path is not reported again where the path is read', () => {
    const source = 'has(data.book.author.born) && data.book.author.born == data.book.due';
    const { problems } = compileExpression(source, library());
    expect(problems.map((problem) => [problem.code, problem.at])).toEqual([['expression/absent', 14]]);
  });

  it('a mistake in a path tested with !has is reported once, too', () => {
    const source = '!has(data.book.author.born) || data.book.author.born == data.book.due';
    const { problems } = compileExpression(source, library());
    expect(problems.map((problem) => [problem.code, problem.at])).toEqual([['expression/absent', 15]]);
  });
});

describe('.? and [?…] with .orValue(…) are the defaults', () => {
  types("data.book.?note.orValue('')", 'Text', ['or', get('data.book.note'), '']);
  types('data.book.?author.?born.orValue(data.book.due)', 'Date', [
    'or',
    get('data.book.author.born'),
    get('data.book.due'),
  ]);
  types("data.book.?author.name.orValue('')", 'Text', ['or', get('data.book.author.name'), '']);
  types("data.?visits.?last.?note.orValue('')", 'Text');
  types("form.ask.answers[?'city'].orValue('')", 'Text', ['or', ['at', get('form.ask.answers'), 'city'], '']);
  types("form.ask.answers.?city.orValue('')", 'Text');
  types("data.books[?0].title.orValue('')", 'Text', [
    'or',
    ['member', ['at', get('data.books'), 0], 'title'],
    '',
  ]);
  types("data.books[?index + 1].?note.orValue('')", 'Text');
  types("data.book.tags[?0].orValue('')", 'Text');
  types("data.book.?note.orValue(data.book.title) == 'a'", 'Boolean');
  types('data.book.?author.orValue(data.book.author).name', 'Text', undefined, {
    proven: ['data.book.author'],
  });
  refuses("data.book.«?»note == 'a'".replace('«?»note', '?«note»'), 'expression/absent', {
    help: '.orValue',
  });
  refuses('data.books«[»?0] == data.book', 'expression/absent');
  refuses('data.book.?«note»', 'expression/absent');
  refuses('size(data.book.?«note»)', 'expression/absent');
  refuses('data.book.?author.«born».orValue(data.book.due)', 'expression/absent', { help: '.?born' });
  refuses('data.«visits».?last.orValue(data.book)', 'expression/absent');
  refuses('data.«visits».?last.orValue(data.book)', 'expression/absent', VALUE);
  refuses("data.book.title.«orValue»('')", 'expression/type');
  refuses("data.book.note.«orValue»('')", 'expression/type', { proven: ['data.book.note'] });
  refuses('data.book.?note.orValue(«1»)', 'expression/type');
  refuses('data.book.?note.orValue(data.book.?«note»)', 'expression/absent');
  refuses('data.book.«title»[?0]'.replace('«title»[', 'title«[»'), 'expression/type');
  refuses("data.books[?«'a'»].title.orValue('')", 'expression/type');
  refuses("form.ask.answers[?«0»].orValue('')", 'expression/type');

  types("data.books[?0].?author.?name.orValue('')", 'Text', [
    'or',
    ['member', ['at', get('data.books'), 0], 'author', 'name'],
    '',
  ]);

  it('the default must be one of the known values', () => {
    const known = { type: { kind: 'text' as const, known: ['open'] }, absent: true };
    const more = {
      shop: { type: { kind: 'record' as const, members: new Map([['is', known]]) }, absent: false },
    };
    const codesOf = (source: string) =>
      compileExpression(source, library([], more)).problems.map(({ code }) => code);
    expect(codesOf("shop.?is.orValue('none') == 'none'")).toEqual([]);
    expect(codesOf("shop.?is.orValue('none') == 'nne'")).toEqual(['expression/unlisted-value']);
    expect(codesOf("shop.?is.orValue(state.code) == 'nne'")).toEqual([]);
  });

  it('keeps known values with a default', () => {
    const { problems } = compileExpression('form.ask.?stars.orValue(1) == 1', library());
    expect(problems).toEqual([]);
  });
});

describe('A value that reads an absent field is absent', () => {
  mayBeAbsent('data.book.note', 'Text', get('data.book.note'));
  mayBeAbsent('data.book.author.name', 'Text', get('data.book.author.name'));
  mayBeAbsent('sent.id', 'Text');
  mayBeAbsent('sent', 'Record');
  mayBeAbsent('data.book.?note', 'Text');
  mayBeAbsent('data.books[?0]', 'Record');
  mayBeAbsent("form.ask.answers[?'city']", 'Text');
  mayBeAbsent('date(data.book.returned)', 'Text', ['call', 'date', get('data.book.returned')]);
  mayBeAbsent('data.book.deposit + data.book.fine', 'Money');
  mayBeAbsent("data.book.note == 'a' || state.open", 'Boolean');
  mayBeAbsent('data.book.?note.orValue(data.book.note)', 'Text');
  mayBeAbsent('[data.book.note]', 'list of Text');
  mayBeAbsent("!(data.book.note == 'a')", 'Boolean');
  mayBeAbsent("state.open || data.book.note == 'a'", 'Boolean');
  mayBeAbsent("state.open && data.book.note == 'a'", 'Boolean');
  mayBeAbsent("data.book.note == 'a' && state.open", 'Boolean');
  mayBeAbsent('-form.ask.stars', 'Integer');
  mayBeAbsent('data.book.fine + data.book.deposit', 'Money');
  mayBeAbsent("data.visits.last.tags.filter(t, t == 'a')", 'list of Text');
  mayBeAbsent("data.visits.last.tags.exists(t, t == 'a')", 'Boolean');
  mayBeAbsent("data.books[?form.ask.stars].title.orValue('')", 'Text');
  mayBeAbsent('data.books[?form.ask.stars].orValue(data.book)', 'Record');
  types('data.book.title', 'Text', undefined, VALUE);
  types("data.book.?note.orValue('')", 'Text', undefined, VALUE);
  types('data.book.?note', 'Text', undefined, { ...VALUE, proven: ['data.book.note'] });
  types('has(data.book.note)', 'Boolean', undefined, VALUE);
  refuses('data.book.?«note» + 1', 'expression/absent', VALUE);
});

describe('What a true and a false condition prove', () => {
  function proves(source: string, whenTrue: readonly string[], whenFalse: readonly string[]): void {
    it(`${source} proves [${whenTrue}] or [${whenFalse}]`, () => {
      const { typed } = compileExpression(source, library());
      expect([...(typed?.provesTrue ?? [])].sort()).toEqual(whenTrue);
      expect([...(typed?.provesFalse ?? [])].sort()).toEqual(whenFalse);
    });
  }
  const [note, author] = ['data.book.note', 'data.book.author'];
  proves(`has(${note})`, [note], []);
  proves(`!has(${note})`, [], [note]);
  proves(`!!has(${note})`, [note], []);
  proves(`has(${note}) && has(${author})`, [author, note], []);
  proves(`has(${note}) || has(${author})`, [], []);
  proves(`!has(${note}) || !has(${author})`, [], [author, note]);
  proves(`!has(${note}) && !has(${author})`, [], []);
  proves(`!(has(${note}) && has(${author}))`, [], [author, note]);
  proves(`!(!has(${note}) || state.open)`, [note], []);
  proves(`has(${note}) && state.open || has(${note})`, [note], []);
  proves('has(sent)', ['sent'], []);
  proves('state.open', [], []);
});
