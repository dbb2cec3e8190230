import { describe, expect, it } from 'vitest';
import type { Expression } from '#renderer/plan/expression.ts';
import { mayBeAbsent, refuses, types, VALUE, warns } from './testing/cases.ts';
import type { Rooted } from '../type.ts';
import { compileExpression } from './compile-expression.ts';
import { library } from './testing/library.ts';

const get = (path: string): Expression => ['get', ...path.split('.')];

describe('Paths read names in scope', () => {
  types('data.book.title', 'Text', get('data.book.title'));
  types(' data . book . title ', 'Text', get('data.book.title'));
  types('(data.book).title', 'Text', get('data.book.title'));
  types('data.book.pages', 'Integer');
  types('data.book.weight', 'Number');
  types('data.book.late', 'Boolean');
  types('data.book.fine', 'Money');
  types('data.book.due', 'Date');
  types('data.book.cover', 'Url');
  types('data.book.shelf', 'Text');
  types('data.book.tags', 'list of Text');
  types('data.books', 'list of Record');
  types('form.ask.answers', 'map of Text');
  types('index', 'Integer', get('index'));
  types('row.label', 'Text', get('row.label'));
  refuses('«boks»', 'expression/unknown-name');
  refuses('«dta».book', 'expression/unknown-name', { help: '"data"' });
  refuses('«error».message', 'expression/unknown-name', { help: 'catch' });
  refuses('«reply».ok', 'expression/unknown-name', { help: 'done' });
  refuses('data.«bok».title', 'expression/unknown-member', { help: '"book"' });
  refuses('data.book.«titel»', 'expression/unknown-member', { help: '"title"', message: '"data.book"' });
  refuses('data.books.«title»', 'expression/unknown-member', { help: '[?0]' });
  refuses('data.book.title.«length»', 'expression/unknown-member', { message: 'Text' });
  refuses('index.«x»', 'expression/unknown-member');
  refuses("'a'.«b»", 'expression/unknown-member');
  refuses('data.book.?«titel»', 'expression/unknown-member', VALUE);
  refuses('«request».id', 'expression/unknown-name', { help: 'endpoint', message: 'is not in scope here' });
  refuses('«boks»', 'expression/unknown-name', { message: 'There is no "boks" in scope' });
  refuses("form.ask.answers.«city» == 'a'", 'expression/absent', { help: 'has(form.ask.answers.city)' });
  refuses('data.books.«title»', 'expression/unknown-member', { message: '"data.books" is list of Record' });
  refuses('size(data.books).«title»', 'expression/unknown-member', { message: '"this" is Integer' });
  refuses("data.book.title«[»?'a']", 'expression/type', { message: 'for lists and maps; this is Text' });
  refuses("data.books[?«'a'»].?title.orValue('')", 'expression/type', { message: 'an Integer, not Text' });
  refuses("form.ask.answers[?«1»].orValue('')", 'expression/type', { message: 'A key is Text, not Integer' });
  types('[].exists(n, n.x == 1)', 'Boolean');
  types('[].exists(n, n[?0].orValue(1) == 1)', 'Boolean');
  types("[].exists(n, n[?'a'].orValue(1) == 1)", 'Boolean');
});

describe('Integer results of + - * are Integer, and lower to whole arithmetic', () => {
  types('data.book.pages + 1', 'Integer', ['+!', get('data.book.pages'), 1]);
  types('index - 1', 'Integer', ['-!', get('index'), 1]);
  types('index * 2', 'Integer', ['*!', get('index'), 2]);
  types('1 + 2 * 3', 'Integer', ['+!', 1, ['*!', 2, 3]]);
  types('(1 + 2) * 3', 'Integer', ['*!', ['+!', 1, 2], 3]);
  types('-index', 'Integer', ['neg', get('index')]);
  types('--3', 'Integer', 3);
  types('1 - -1', 'Integer', ['-!', 1, -1]);
  types('data.book.weight + 1', 'Number', ['+', get('data.book.weight'), 1]);
  types('1 - data.book.weight', 'Number', ['-', 1, get('data.book.weight')]);
  types('1.5 * 2', 'Number', ['*', 1.5, 2]);
  types('-data.book.weight', 'Number', ['neg', get('data.book.weight')]);
  types('size(data.books) + index', 'Integer', ['+!', ['call', 'size', get('data.books')], get('index')]);
  refuses('1 «+» state.open', 'expression/type');
  refuses('data.books «+» data.books', 'expression/type');
  refuses('data.book.due «-» data.book.due', 'expression/type');
  refuses("'3' «*» 2", 'expression/type');
  refuses('«-»data.book.title', 'expression/type');
  refuses('«-»state.open', 'expression/type');
});

describe('Money ± Money, Money * Integer, compared with Money or literal 0; nothing else', () => {
  types('data.book.fine + data.book.fine', 'Money', ['+!', get('data.book.fine'), get('data.book.fine')]);
  types('data.book.fine - data.book.fine', 'Money', ['-!', get('data.book.fine'), get('data.book.fine')]);
  types('data.book.fine * 2', 'Money', ['*!', get('data.book.fine'), 2]);
  types('data.book.fine * index', 'Money');
  types('data.book.fine > 0', 'Boolean', ['>', get('data.book.fine'), 0]);
  types('0 < data.book.fine', 'Boolean', ['<', 0, get('data.book.fine')]);
  types('data.book.fine == 0', 'Boolean');
  types('data.book.fine != data.book.fine', 'Boolean');
  types('data.book.fine <= data.book.fine', 'Boolean');
  types('data.book.fine in [data.book.fine]', 'Boolean');
  types('data.book.?deposit.orValue(data.book.fine)', 'Money');
  types('data.book.fine > minor(1000)', 'Boolean', ['>', get('data.book.fine'), 1000]);
  types('minor(0) == data.book.fine', 'Boolean', ['==', 0, get('data.book.fine')]);
  refuses('data.book.fine + «minor»(1000)', 'expression/type', { message: 'in a comparison only' });
  refuses('data.book.fine in [«minor»(1000)]', 'expression/type', { message: 'in a comparison only' });
  refuses('data.book.fine > «minor(10.5)»', 'expression/type', { message: 'minor units' });
  refuses('data.book.fine > «minor(index)»', 'expression/type', { message: 'minor units' });
  refuses('data.book.fine > «minor(1, 2)»', 'expression/type', { message: 'minor units' });
  refuses('data.book.pages «>» minor(1000)', 'expression/type');
  refuses('data.book.fine «+» 1', 'expression/type', { help: 'Money' });
  refuses('data.book.fine «-» index', 'expression/type');
  refuses('data.book.fine «*» 1.5', 'expression/type');
  refuses('data.book.fine «*» data.book.fine', 'expression/type');
  refuses('2 «*» data.book.fine', 'expression/type', { help: 'amount * 2' });
  refuses('data.book.fine «>» 100', 'expression/type');
  refuses('data.book.fine «==» 0.0', 'expression/type');
  refuses('data.book.fine «==» index', 'expression/type');
  refuses('data.book.fine «in» [0]', 'expression/type');
  refuses('«-»data.book.fine', 'expression/type');
  refuses('data.book.?deposit.orValue(«1»)', 'expression/type');
  refuses('number(«data.book.fine»)', 'expression/type');
});

describe('Equality needs the same static type; records and lists by content', () => {
  types("data.book.title == 'a'", 'Boolean', ['==', get('data.book.title'), 'a']);
  types("'a' != data.book.title", 'Boolean', ['!=', 'a', get('data.book.title')]);
  types('data.book.pages == data.book.weight', 'Boolean');
  types('data.book.late == true', 'Boolean');
  types('data.book == data.book', 'Boolean');
  types('data.book.tags == data.book.tags', 'Boolean');
  types("data.book.tags == ['a', 'b']", 'Boolean');
  types('data.book.tags == []', 'Boolean');
  types('data.book.cover == data.book.cover', 'Boolean');
  refuses("data.book.pages «==» '1'", 'expression/type', { message: 'Integer and Text' });
  refuses('data.book.late «!=» 1', 'expression/type');
  refuses('data.book «==» row', 'expression/type');
  refuses('data.books «==» data.book.tags', 'expression/type');
  refuses("data.book.due «==» '2026-01-01'", 'expression/type');
  refuses("data.book.cover «==» 'https://a'", 'expression/type');
});

describe('Order: Numbers, Money and Dates, each among themselves', () => {
  types('index < 2', 'Boolean', ['<', get('index'), 2]);
  types('data.book.weight >= index', 'Boolean');
  refuses("data.book.title «<» 'b'", 'expression/type');
  refuses('data.book.late «<» true', 'expression/type');
  refuses('data.book.due «<» index', 'expression/type');
  refuses('data.book «>» data.book', 'expression/type');

  it('compares Dates as days, so that an invalid date makes the result absent', () => {
    const { typed } = compileExpression('data.book.due <= data.book.due', library());
    const days = ['call', 'daysUntil', get('data.book.due')];
    expect(typed?.lowered).toEqual(['<=', days, days]);
  });
});

describe('A mismatch of types is reported with its rule', () => {
  refuses("data.book.pages «==» '1'", 'expression/type', { message: 'Equality needs the same type' });
  refuses("data.book.title «<» 'b'", 'expression/type', { message: 'have an order' });
  refuses("index «in» ['a']", 'expression/type', { message: 'Equality with an item' });
  refuses("'a' «-» 'b'", 'expression/type', { message: '"-" is for Numbers' });
  refuses("1 «+» 'a'", 'expression/unsupported', { message: 'no + on text' });
  refuses('2.5 «*» data.book.fine', 'expression/type', { help: 'multiplied by an Integer' });
  refuses('2 «+» data.book.fine', 'expression/type', { help: 'added to Money' });
  refuses('data.book.fine «<» index', 'expression/type', { help: 'compared with Money, minor(…) or 0' });
  refuses('«-»data.book.title', 'expression/type', { message: 'negates a Number, not Text' });
  refuses('data.book.«exists»(b, true)', 'expression/type', { message: '"exists" takes a list, not Record' });
  refuses("[1, «'a'»]", 'expression/type', { message: 'this is Text among Integer' });
  refuses('tail(data.«x», 1.5)', 'expression/unknown-member');
  refuses('[].all(n, data.book.title «>=» n)', 'expression/type');
  refuses('[].all(n, n «<» data.book.title)', 'expression/type');
  types('[].all(n, n)', 'Boolean');
  types('[].all(n, !n || n)', 'Boolean');
  types('[].all(n, n > n)', 'Boolean');
  types('[].all(n, 1 in n)', 'Boolean');
  types('[].all(n, n.all(m, m == 1))', 'Boolean');
  types("[].all(n, data.books[?n].title.orValue('') == '')", 'Boolean');
  types('data.book.due in [data.book.due]', 'Boolean', [
    'in',
    get('data.book.due'),
    ['list', get('data.book.due')],
  ]);
  types('0 == data.book.fine', 'Boolean');
  types('index + data.book.weight', 'Number', ['+', get('index'), get('data.book.weight')]);

  it.each(["data.book.pages == '1'", "'title' in data.book", 'index.x'])(
    'the problem of %s has no help text',
    (source) => {
      const { problems } = compileExpression(source, library());
      expect(problems.map(({ help }) => help)).toEqual([undefined]);
    },
  );

  it.each([
    ['tail(data.x, data.y)', ['expression/unknown-member', 'expression/unknown-member']],
    ['data.boks.all(data, true)', ['expression/unknown-member', 'expression/name-taken']],
    ['[data.x, data.y]', ['expression/unknown-member', 'expression/unknown-member']],
    ['data.x + data.y', ['expression/unknown-member', 'expression/unknown-member']],
    ['data.x[?data.y]', ['expression/unknown-member', 'expression/unknown-member']],
    ['data.x && data.y', ['expression/unknown-member', 'expression/unknown-member']],
    ['data.?x.orValue(data.y)', ['expression/unknown-member', 'expression/unknown-member']],
  ])('each of the two faults in %s is reported', (source, codes) => {
    expect(compileExpression(source, library()).problems.map(({ code }) => code)).toEqual(codes);
  });

  it('says that data is not in scope before it is loaded', () => {
    const nothing = { root: () => undefined, names: () => ['date'], proven: new Set<string>() };
    const [problem] = compileExpression('data.x', nothing).problems;
    expect(problem).toMatchObject({
      message: '"data" is not in scope here.',
      help: '"data" is in scope in a screen after it is loaded: not in "enter", and not in a part',
    });
  });
});

describe('`in` searches lists', () => {
  types('index in [0, 1]', 'Boolean', ['in', get('index'), ['list', 0, 1]]);
  types('index in [0, 1.5]', 'Boolean');
  types("'a' in data.book.tags", 'Boolean');
  types('index in []', 'Boolean');
  types('data.book in data.books', 'Boolean');
  refuses("index «in» ['a']", 'expression/type');
  refuses("'a' «in» data.book.title", 'expression/type', { help: 'contains' });
  refuses("'k' «in» form.ask.answers", 'expression/type', { help: '[?' });
  refuses("'title' «in» data.book", 'expression/type');
});

describe('Known values: others are accepted, but comparing with an unlisted literal has a warning', () => {
  types("data.book.shelf == 'open'", 'Boolean');
  types("data.book.shelf in ['open', 'closed']", 'Boolean');
  types('data.book.shelf == data.book.title', 'Boolean');
  warns("data.book.shelf == «'opne'»", 'expression/unlisted-value', 'did you mean "open"?');
  warns("«'Closed'» != data.book.shelf", 'expression/unlisted-value', 'did you mean "closed"?');
  warns("data.book.shelf in ['open', «'lost'»]", 'expression/unlisted-value');
  warns("data.books.exists(b, b.shelf == «'lost'»)", 'expression/unlisted-value');
  warns("«'lost'» in [data.book.shelf]", 'expression/unlisted-value');

  it('lists the known values, or the first twelve of many', () => {
    const messageOf = (count: number) => {
      const known = Array.from({ length: count }, (_, at) => `k${at}`);
      const more = { word: { type: { kind: 'text' as const, known }, absent: false } };
      return compileExpression("word == 'x'", library([], more)).problems[0]?.message;
    };
    expect(messageOf(2)).toBe("'x' is not among the known values: 'k0', 'k1'.");
    expect(messageOf(12)).toMatch(/'k10', 'k11'\.$/);
    expect(messageOf(13)).toMatch(/'k10', 'k11', …\.$/);
  });
});

describe('&&, || and ! take conditions', () => {
  types('state.open && data.book.late', 'Boolean', ['&&', get('state.open'), get('data.book.late')]);
  types('state.open || !data.book.late', 'Boolean', ['||', get('state.open'), ['!', get('data.book.late')]]);
  types('!state.open', 'Boolean', ['!', get('state.open')]);
  types('!!state.open', 'Boolean');
  types('state.open || state.open && state.open', 'Boolean', [
    '||',
    get('state.open'),
    ['&&', get('state.open'), get('state.open')],
  ]);
  refuses('«data.book.title» && state.open', 'expression/type', { message: 'Boolean' });
  refuses('state.open || «index»', 'expression/type');
  refuses('!«index»', 'expression/type');
  refuses('!(«index»)', 'expression/type');
});

describe('Functions', () => {
  types('size(data.books)', 'Integer', ['call', 'size', get('data.books')]);
  types('size(form.ask.answers)', 'Integer');
  types('size([])', 'Integer');
  refuses('data.books.«size»()', 'expression/arguments', { help: 'write size(x) instead of x.size()' });
  types('money(data.book.fine)', 'Text', ['call', 'money', get('data.book.fine')]);
  types('number(data.book.weight)', 'Text');
  types('number(index)', 'Text');
  types('date(data.book.due)', 'Text', ['call', 'date', get('data.book.due')]);
  types("date(data.book.due, 'long')", 'Text', ['call', 'date', get('data.book.due'), 'long']);
  types("date(data.book.due, 'weekday')", 'Text');
  types('tail(session.card, 4)', 'Text', ['call', 'tail', get('session.card'), 4]);
  types("join(data.book.tags, ', ')", 'Text');
  types("join(form.ask.photos, ',')", 'Text');
  types("withQuery(data.book.cover, 'from', 'app')", 'Url');
  types("data.book.title.contains('a')", 'Boolean', ['call', 'contains', get('data.book.title'), 'a']);
  types("data.book.title.startsWith('a')", 'Boolean');
  types("data.book.cover.endsWith('.png')", 'Boolean');
  types("money(data.book.fine).contains('1')", 'Boolean');
  types('daysUntil(data.book.due).orValue(0)', 'Integer', [
    'or',
    ['call', 'daysUntil', get('data.book.due')],
    0,
  ]);
  mayBeAbsent('daysUntil(data.book.due)', 'Integer', ['call', 'daysUntil', get('data.book.due')]);
  refuses('«daysUntil»(data.book.due) > 3', 'expression/absent', { help: '.orValue' });
  refuses('«daysUntil»(data.book.due)', 'expression/absent');
  refuses('size(«data.book.late»)', 'expression/type', { message: 'list or map' });
  types('size(data.book.title)', 'Integer', ['call', 'size!', get('data.book.title')]);
  types("data.book.title.split(' ')", 'list of Text', ['call', 'split', get('data.book.title'), ' ']);
  refuses('money(«index»)', 'expression/type', { message: 'Money' });
  refuses('date(«data.book.title»)', 'expression/type');
  refuses("date(data.book.due, «'lang'»)", 'expression/type', { help: '"long"' });
  refuses('date(data.book.due, «data.book.title»)', 'expression/type');
  refuses('tail(«index», 4)', 'expression/type');
  refuses('tail(session.card, «1.5»)', 'expression/type');
  refuses("join(«data.books», ',')", 'expression/type', { message: 'list of Text' });
  refuses("withQuery(«data.book.title», 'a', 'b')", 'expression/type');
  refuses('«size»()', 'expression/arguments');
  refuses('«size»(data.books, 1)', 'expression/arguments');
  refuses('«date»()', 'expression/arguments', { message: '1 to 2' });
  refuses('data.book.title.«contains»()', 'expression/arguments', { message: 'takes 1 argument,' });
  refuses("«contains»(data.book.title, 'a')", 'expression/arguments');
  refuses('data.books.«size»()', 'expression/arguments', { message: 'size(a)' });
  refuses('«has»()', 'expression/arguments');
  refuses('«has»(data.book.note, 1)', 'expression/arguments');
  refuses('data.book.«has»(data.book.note)', 'expression/arguments');
  refuses('«filter»(data.books, b, true)', 'expression/arguments');
  refuses('data.books.«filter»(b)', 'expression/arguments');
  refuses('data.books.«all»()', 'expression/arguments');
  refuses('data.book.«orValue»()', 'expression/arguments');
  types("number(index, 'dot')", 'Text', ['call', 'number', get('index'), 'dot']);
  types("date(data.book.due, 'medium')", 'Text');
  types("date(data.book.due, 'time')", 'Text');
  types("join([], ',')", 'Text');
  types("data.book.title.contains('a')", 'Boolean', ['call', 'contains', get('data.book.title'), 'a']);
  refuses("number(data.book.weight, «'dot'»)", 'expression/type', { message: 'an Integer, not for Number' });
  refuses("number(index, «'dots'»)", 'expression/type', { help: '"dot"' });
  refuses("number(«'a'», 'dot')", 'expression/type', { message: '"number" takes Number here, not Text' });
  refuses('date(data.book.due, «1»)', 'expression/type', { message: "'medium', 'long', 'weekday', 'time'" });
  refuses("withQuery(data.book.cover, 'a', «1»)", 'expression/type', { message: 'takes Text here' });
  refuses('data.book.title.contains(«1»)', 'expression/type', { message: '"contains" takes Text' });
  refuses("«index».contains('1')", 'expression/type', { message: '"contains" takes Text' });
  refuses('«size»()', 'expression/arguments', { message: '"size" takes 1 argument, not 0.' });
  refuses('«tail»(session.card)', 'expression/arguments', { message: 'takes 2 arguments, not 1.' });
  refuses("«date»(data.book.due, 'long', 1)", 'expression/arguments', { message: '1 to 2 arguments, not 3' });
  refuses("data.book.title.«contains»('a', 'b')", 'expression/arguments', { message: '1 argument, not 2' });
  refuses("«contains»(data.book.title, 'a')", 'expression/arguments', { message: "a.contains('…')" });
  refuses('«has»()', 'expression/arguments', { message: '"has" is called as has(a.b).' });
  refuses('«filter»(1)', 'expression/arguments', { message: 'list.filter(item, condition)' });
  refuses('«exists»(1)', 'expression/arguments', { message: 'list.exists(item, condition)' });
  refuses('«all»(1)', 'expression/arguments', { message: 'list.all(item, condition)' });
  refuses('«orValue»(1)', 'expression/arguments', { message: 'a.?b.orValue(default)' });
  refuses('data.book.?note.«orValue»(1, 2)', 'expression/arguments', { message: 'a.?b.orValue(default)' });
  refuses('«string»(1)', 'expression/unknown-function', { message: '"string"', help: '${…}' });
  refuses('«double»(1)', 'expression/unknown-function', { help: 'no conversion' });
  refuses('«int»(1)', 'expression/unknown-function', { help: 'makes an Integer' });
  refuses("«timestamp»('a')", 'expression/unknown-function', { help: 'daysUntil' });
  refuses('data.books.«exist»(b, b.late)', 'expression/unknown-function', { help: '"exists"' });
  refuses('«sise»(data.books)', 'expression/unknown-function', { help: '"size"' });
  refuses("data.book.title.«startWith»('a')", 'expression/unknown-function', { help: '"startsWith"' });
});

describe('Macros introduce a name for the item', () => {
  types('data.books.filter(b, b.late)', 'list of Record', ['filter', get('data.books'), 'b', get('b.late')]);
  types('data.books.exists(b, b.pages > index)', 'Boolean');
  types("data.books.all(b, b.tags.exists(t, t == 'a'))", 'Boolean');
  types('data.books.filter(b, b.late).exists(b, b.pages > 1)', 'Boolean');
  types('size(data.books.filter(b, b.late))', 'Integer');
  types('[1, 2].exists(n, n == index)', 'Boolean');
  types('[].exists(n, n == index)', 'Boolean');
  types('[].all(n, n > index)', 'Boolean');
  types('[].all(n, data.book.fine >= n)', 'Boolean');
  refuses('data.books.filter(b, «b.title»)', 'expression/type', { message: 'Boolean' });
  refuses('data.books.filter(b, b.«lte»)', 'expression/unknown-member');
  refuses('data.book.«exists»(b, true)', 'expression/type');
  refuses("form.ask.answers.«all»(k, k == 'a')", 'expression/type');
  refuses('data.books.exists(b, true) && «b».late', 'expression/unknown-name');
  refuses('data.books.filter(«data», true)', 'expression/name-taken', { message: 'a root' });
  refuses('data.books.filter(«reply», true)', 'expression/name-taken', { message: 'a root' });
  refuses('data.books.filter(«size», true)', 'expression/name-taken', { message: 'a function' });
  refuses('data.books.filter(«orValue», true)', 'expression/name-taken', { message: 'a function' });
  refuses('data.books.filter(«row», true)', 'expression/name-taken', { message: 'in scope' });
  refuses('data.books.all(b, data.books.all(«b», true))', 'expression/name-taken', { message: 'in scope' });
  refuses('data.books.all(«for», true)', 'expression/forbidden-name');
  refuses('data.books.filter(b, «b.note» == 1)'.replace('«b.note»', 'b.«note»'), 'expression/absent', {
    help: 'has(b.note)',
  });
  refuses("data.books.filter(b, b.«note» == 'x')", 'expression/absent', VALUE);
  types("data.books.filter(b, has(b.note) && b.note == 'x')", 'list of Record');
  types("data.books.filter(b, b.?note.orValue('') == 'x')", 'list of Record');
});

describe("The name of an item stays the item's at any depth", () => {
  const inside = (body: string, lowered: Expression) =>
    types(`data.books.exists(b, ${body})`, 'Boolean', ['exists', get('data.books'), 'b', lowered]);
  inside('has(b.note)', ['has', get('b.note')]);
  inside('!b.late', ['!', get('b.late')]);
  inside('-b.pages > 0', ['>', ['neg', get('b.pages')], 0]);
  inside('b.pages + 1 == 2', ['==', ['+!', get('b.pages'), 1], 2]);
  inside("b.?note.orValue(b.title) == ''", ['==', ['or', get('b.note'), get('b.title')], '']);
  inside("b.tags[?b.pages].orValue('') == ''", ['==', ['or', ['at', get('b.tags'), get('b.pages')], ''], '']);
  inside('[b][?0].late.orValue(true)', ['or', ['member', ['at', ['list', get('b')], 0], 'late'], true]);
  inside('b.pages in [b.pages]', ['in', get('b.pages'), ['list', get('b.pages')]]);
  inside('size(b.tags) == 0', ['==', ['call', 'size', get('b.tags')], 0]);
  inside('b.late && (b.late || true)', ['&&', get('b.late'), ['||', get('b.late'), true]]);
  inside('b.tags.all(t, t == b.title)', ['all', get('b.tags'), 't', ['==', get('t'), get('b.title')]]);
  inside('b.tags.exists(t, t == b.title)', ['exists', get('b.tags'), 't', ['==', get('t'), get('b.title')]]);
  inside('size(b.tags.filter(t, t == b.title)) == 0', [
    '==',
    ['call', 'size', ['filter', get('b.tags'), 't', ['==', get('t'), get('b.title')]]],
    0,
  ]);
});

describe('An expected type', () => {
  types('data.books', 'list of Record', undefined, { expected: { kind: 'list', items: { kind: 'any' } } });
  types('index', 'Integer', undefined, { expected: { kind: 'number' } });
  refuses('«data.book.title»', 'expression/type', {
    expected: { kind: 'boolean' },
    message: 'Boolean is expected here; this is Text',
  });
  refuses(' «data.book.weight» ', 'expression/type', { expected: { kind: 'integer' } });
  refuses('«index»', 'expression/type', { expected: { kind: 'list', items: { kind: 'any' } } });
});

describe('Names that a part lowers to something else', () => {
  const more: { readonly [name: string]: Rooted } = {
    card: {
      type: { kind: 'record', members: new Map([['tag', { type: { kind: 'text' }, absent: false }]]) },
      absent: false,
      lowered: ['get', 't', 'card'],
    },
    own: {
      type: { kind: 'record', members: new Map([['open', { type: { kind: 'boolean' }, absent: false }]]) },
      absent: false,
      memberAt: () => ({
        type: { kind: 'boolean' },
        absent: false,
        lowered: ['has', ['get', 'state', 'shelf']],
        provesTrue: new Set(['state.shelf']),
        provesFalse: new Set(),
        cost: 7,
      }),
    },
    fixed: {
      type: { kind: 'record', members: new Map([['name', { type: { kind: 'text' }, absent: false }]]) },
      absent: false,
      lowered: ['call', 'x'],
    },
  };
  const lower = (source: string) => compileExpression(source, library([], more)).typed;

  it('reads the argument of the use', () => {
    expect(lower('card.tag')?.lowered).toEqual(['get', 't', 'card', 'tag']);
    expect(lower('fixed.name')?.lowered).toEqual(['member', ['call', 'x'], 'name']);
  });

  it('names the origin of a record without such a member', () => {
    const origin = { shelf: { type: { kind: 'record', members: new Map(), origin: 'a#b' }, absent: false } };
    const { problems } = compileExpression('shelf.x', library([], origin as { [name: string]: Rooted }));
    expect(problems[0]?.message).toBe('"shelf" (a#b) has no member "x".');
  });

  it('reads a member that is an expression of its own, with its cost and what it proves', () => {
    expect(lower('own.open')).toMatchObject({ lowered: ['has', ['get', 'state', 'shelf']], cost: 7 });
    expect([...(lower('own.open')?.provesTrue ?? [])]).toEqual(['state.shelf']);
  });

  it('a macro does not capture a name of the outer screen', () => {
    expect(lower('data.book.tags.exists(t, t == card.tag)')?.lowered).toEqual([
      'exists',
      get('data.book.tags'),
      't$',
      ['==', ['get', 't$'], ['get', 't', 'card', 'tag']],
    ]);
  });
});

it('the item gets a name that its condition does not read', () => {
  const own = (lowered: Expression): Rooted => ({ type: { kind: 'text' }, absent: false, lowered });
  const context = library([], { one: own(['get', 't']), two: own(['get', 't$']) });
  expect(compileExpression('data.book.tags.exists(t, t in [one, two])', context).typed?.lowered).toEqual([
    'exists',
    get('data.book.tags'),
    't$$',
    ['in', ['get', 't$$'], ['list', ['get', 't'], ['get', 't$']]],
  ]);
});
