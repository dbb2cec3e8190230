import { describe, expect, it } from 'vitest';
import { limits } from '#renderer/plan/limits.generated.ts';
import { refuses, types } from './testing/cases.ts';
import { compileExpression } from './compile-expression.ts';
import { parseExpression } from './syntax.ts';
import { library } from './testing/library.ts';

describe('A source that was parsed before', () => {
  it('has the same result', () => {
    const first = parseExpression('state.open && 1 < 2');
    expect(parseExpression('state.shut && 1 < 2')).not.toEqual(first);
    expect(parseExpression('state.open && 1 < 2')).toEqual(first);
  });

  it('has the same problems, even after thousands of other sources', () => {
    const first = parseExpression('1 +');
    expect(first.problems).toHaveLength(1);
    for (let number = 0; number < 5000; number += 1) parseExpression(`${number}`);
    expect(parseExpression('1 +')).toEqual(first);
  });
});

describe("Literals: whole and decimal numbers, 'text', true, false, lists", () => {
  types('0', 'Integer', 0);
  types('12', 'Integer', 12);
  types('007', 'Integer', 7);
  types('1.5', 'Number', 1.5);
  types('1.0', 'Number', 1);
  types('-3', 'Integer', -3);
  types('-0', 'Integer', 0);
  types("'open'", 'Text', 'open');
  types("''", 'Text', '');
  types("'it\\'s'", 'Text', "it's");
  types("'a\\nb'", 'Text', 'a\nb');
  types("'}'", 'Text', '}');
  types("'日本'", 'Text', '日本');
  types('true', 'Boolean', true);
  types('false', 'Boolean', false);
  types('[]', 'list of anything', ['list']);
  types('[1, 2]', 'list of Integer', ['list', 1, 2]);
  types('[1, 2.5]', 'list of Number', ['list', 1, 2.5]);
  types("['a', data.book.title]", 'list of Text', ['list', 'a', ['get', 'data', 'book', 'title']]);
  types('[[1], []]', 'list of list of Integer', ['list', ['list', 1], ['list']]);
  types('(((1)))', 'Integer', 1);
  types('9007199254740991', 'Integer', 9007199254740991);
  types('-9007199254740991', 'Integer', -9007199254740991);
  refuses('«9007199254740992»', 'expression/number-range');
  refuses('-«9007199254740992»', 'expression/number-range');
  refuses('«9007199254740992.0»', 'expression/number-range');
  refuses('1 < «99999999999999999999»', 'expression/number-range');
  refuses("[1, «'a'»]", 'expression/type');
  refuses('[data.book.fine, «0»]', 'expression/type');
});

describe('Syntax: nothing else is in the subset', () => {
  refuses('data.book.pages «%» 2', 'expression/unsupported');
  refuses('data.book.note == «null»', 'expression/unsupported', { help: 'has(' });
  refuses('data.books«[»0].title', 'expression/unsupported', { help: '[?i]' });
  refuses("form.ask.answers«[»'k']", 'expression/unsupported');
  refuses("data.book.title «+» 'x'", 'expression/unsupported', { help: '${' });
  refuses("'a' «+» 'b'", 'expression/unsupported');
  refuses('data.book.cover «+» data.book.title', 'expression/unsupported');
  refuses("«b'a'»", 'expression/unsupported');
  refuses("«r'a'»", 'expression/unsupported');
  refuses("«R'a\\n'»", 'expression/unsupported');
  refuses('«"a"»', 'expression/unsupported');
  refuses("«'''a'''»", 'expression/unsupported');
  refuses('«"""a"""»', 'expression/unsupported');
  refuses('«3u»', 'expression/unsupported');
  refuses('«0x10»', 'expression/unsupported');
  refuses('«1e3»', 'expression/unsupported');
  refuses('«1.5e-3»', 'expression/unsupported');
  refuses("«{»'a': 1}", 'expression/unsupported');
  refuses('Book«{»title: 1}', 'expression/unsupported');
  refuses('data.book.late «// why»', 'expression/unsupported', { help: 'description' });
  refuses('data.book.pages «=» 1', 'expression/unsupported', { help: '==' });
  refuses('state.open «&» state.open', 'expression/unsupported', { help: '&&' });
  refuses('state.open «|» state.open', 'expression/unsupported', { help: '||' });
  refuses('«`a`» == 1', 'expression/unsupported');
  refuses("data.book.title.«matches»('a+')", 'expression/unknown-function', { help: 'contains' });
  refuses('data.books.«exists_one»(b, b.late)', 'expression/unknown-function', { help: 'exists' });
  refuses('«string»(1)', 'expression/unknown-function');
  refuses('«double»(1)', 'expression/unknown-function');
  refuses("«timestamp»('2026-01-01')", 'expression/unknown-function');
  refuses('data.book.«of»(1)', 'expression/unknown-function');
  refuses('«dsize»(data.books)', 'expression/unknown-function', { help: '"size"' });
});

describe('Unsupported syntax is reported with its replacement', () => {
  refuses("«b'a'» == 'a'", 'expression/unsupported', { message: 'no bytes', help: "'text'" });
  refuses("«B'it\\'s'» == 'a'", 'expression/unsupported', { message: 'no bytes' });
  refuses("«r'a'» == 'a'", 'expression/unsupported', { message: 'no raw strings', help: "'text'" });
  refuses('«R"a"» == 1', 'expression/unsupported', { message: 'no raw strings' });
  refuses('«"a"» == 1', 'expression/unsupported', { message: 'double quotes', help: "'text'" });
  refuses('«"a\\"b"» == 1', 'expression/unsupported', { message: 'double quotes' });
  refuses("«'''a'b'''» == 'c'", 'expression/unsupported', { message: 'three quotes', help: "'text'" });
  refuses("1 == «'''a' == 'b'»", 'expression/unsupported', { message: 'three quotes' });
  refuses('1 == «12px»', 'expression/unsupported', { message: '"12px" as a number', help: '12 or 0.5' });
  refuses('«1e+15» == 1', 'expression/unsupported', { message: '"1e+15"' });
  refuses('«1e15» == 1', 'expression/unsupported', { message: '"1e15"' });
  refuses('«12_000» == 1', 'expression/unsupported', { message: '"12_000"' });
  refuses('1 == «9007199254740993»', 'expression/number-range', { message: '9007199254740993 is outside' });
  refuses('state.open «// why»\n&& state.open', 'expression/unsupported', { message: 'a comment' });
  refuses('«${»state.open}', 'expression/syntax', { message: 'Write the expression alone' });
  refuses('state.open «:» state.open', 'expression/syntax', { message: '":" is not allowed here' });
  refuses('state.open«}»', 'expression/syntax', { message: '"}" is not allowed here' });
  refuses('«`a b`» == 1', 'expression/unsupported', { message: 'backquotes', help: 'plain name' });
  refuses('1 == «`a b»', 'expression/unsupported', { message: 'backquotes' });
  refuses('1 «%» 2', 'expression/unsupported', { message: 'no %.', help: 'from the service' });
  refuses("«{»'a': 1}", 'expression/unsupported', { help: 'as JSON' });
  refuses('«null» == 1', 'expression/unsupported', { message: 'no null', help: '.orValue(…)' });
  refuses('1 == «@»', 'expression/syntax', { message: '"@" is not allowed here' });
  refuses('1 == «😀»', 'expression/syntax', { message: '"😀" is not allowed here' });
  refuses('data.«__proto__»', 'expression/forbidden-name', {
    message: '"__proto__" is not allowed as a name',
  });
  refuses('«»', 'expression/empty', { message: 'is empty' });
});

describe('White space between tokens has no meaning', () => {
  types('\tindex\r\n  +\n\t1\r', 'Integer', ['+!', ['get', 'index'], 1]);
  types('1.25', 'Number', 1.25);
  types('12.125', 'Number', 12.125);
  types("'a\\'b' == 'c'", 'Boolean', ['==', "a'b", 'c']);
  types('[index][?0].orValue(1)', 'Integer');
});

describe('An operator of another language is reported with ours', () => {
  refuses('state.open «and» state.open', 'expression/syntax', { help: 'write &&' });
  refuses('state.open «or» state.open', 'expression/syntax', { help: 'write ||' });
  refuses('not «state»', 'expression/syntax', { help: 'write !' });
  refuses('1 «=» 1', 'expression/unsupported', { help: '==' });
});

describe('Syntax errors are reported at their location', () => {
  refuses('1 «+»', 'expression/syntax', { message: 'missing after "+"' });
  refuses('state.open == 1 «+»', 'expression/syntax', { message: 'missing after "+"' });
  refuses("1 == «'open»", 'expression/syntax', { message: 'no closing quote' });
  refuses('1«,»', 'expression/syntax');
  refuses('«?» 1', 'expression/syntax', { message: '"?" is not allowed here' });
  refuses('state.open ? «1»', 'expression/syntax');
  refuses('«tail»(tail(session.card, 1))', 'expression/arguments');
  refuses('data.books.«filter»(b, true, 1)', 'expression/arguments');
  refuses('«)»', 'expression/syntax', { message: '")" is not allowed here' });
  refuses('«while»', 'expression/forbidden-name', { message: '"while" is a reserved word' });
  refuses('data.books.all(b.«x», true)', 'expression/arguments', { message: 'a new name for the item' });
  refuses('[1, 2«,»]', 'expression/syntax', { message: 'Something is missing after this comma' });
  refuses("join(data.book.tags, 'a'«,»)", 'expression/syntax', {
    message: 'Something is missing after this comma',
  });
  refuses('1 + 2 «+» state.open', 'expression/type');
  refuses('(1) + (2) «+» state.open', 'expression/type');
  refuses('(index + 1) «==» state.open', 'expression/type');
  refuses("data.book.title.contains('.').«contain»()", 'expression/unknown-function');
  refuses('size(«size»())', 'expression/arguments');
  refuses('«»', 'expression/empty');
  refuses('«  »', 'expression/empty');
  refuses('1 «+»', 'expression/syntax');
  refuses('1 «+» ', 'expression/syntax');
  refuses('«)»', 'expression/syntax');
  refuses('(«1»', 'expression/syntax');
  refuses('data.«1»', 'expression/syntax');
  refuses('data«.»', 'expression/syntax');
  refuses('data.book «data»', 'expression/syntax');
  refuses("«'open»", 'expression/syntax');
  refuses("data.book.title == «'open»", 'expression/syntax');
  refuses('state.open «;»', 'expression/syntax');
  refuses('«@»', 'expression/syntax');
  refuses('state.open && «&&»', 'expression/syntax');
  refuses('size(data.books«,»)', 'expression/syntax');
  refuses('[1«,»]', 'expression/syntax');
  refuses("'«\\q»'", 'expression/syntax');
  refuses("'a«\\ud800»'", 'expression/syntax');
  refuses('«😀»', 'expression/syntax');
  refuses('«while»', 'expression/forbidden-name');
  refuses('data.books.filter(b.«x», true)', 'expression/arguments');
});

describe('Names that reach into JavaScript objects are always refused', () => {
  refuses('data.book.«__proto__»', 'expression/forbidden-name');
  refuses('data.book.«constructor»', 'expression/forbidden-name');
  refuses('data.«prototype».x', 'expression/forbidden-name');
  refuses('«constructor»', 'expression/forbidden-name');
  refuses('data.book.?«constructor»', 'expression/forbidden-name');
  refuses('«constructor»(1)', 'expression/forbidden-name');
  refuses('data.book.«constructor»(1)', 'expression/forbidden-name');
  refuses("form.ask.answers[?«'__proto__'»].orValue('')", 'expression/forbidden-name');
  refuses('has(data.book.«__proto__»)', 'expression/forbidden-name');
  refuses('data.books.exists(«constructor», true)', 'expression/forbidden-name');
  refuses('data.book.«toString»', 'expression/unknown-member');
  refuses('data.book.«hasOwnProperty»', 'expression/unknown-member');
  refuses('«globalThis»', 'expression/unknown-name');
  refuses('«window».location', 'expression/unknown-name');
});

describe('Limits: N is accepted, N+1 refused with the limit’s name', () => {
  const problemsOf = (source: string) => compileExpression(source, library()).problems;
  const codesOf = (source: string) => problemsOf(source).map((problem) => problem.code);

  it('expressionLength', () => {
    const longest = `'${'a'.repeat(limits.expressionLength - 2)}'`;
    expect(codesOf(longest)).toEqual([]);
    expect(codesOf(longest.replace('a', 'aa'))).toEqual(['expression/too-long']);
    expect(problemsOf(longest.replace('a', 'aa'))[0]?.message).toContain('expressionLength');
  });

  it('expressionDepth, by brackets', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}1${')'.repeat(depth)}`;
    expect(codesOf(nested(limits.expressionDepth))).toEqual([]);
    expect(problemsOf(nested(limits.expressionDepth + 1))).toMatchObject([
      { code: 'expression/too-deep', at: limits.expressionDepth, length: 1 },
    ]);
    expect(problemsOf(nested(limits.expressionDepth + 1))[0]?.message).toContain('expressionDepth');
  });

  it('expressionDepth, by a chain: each operation is one level above its operands', () => {
    const chain = (terms: number) => Array.from({ length: terms }, () => 'state.open').join(' || ');
    expect(codesOf(chain(limits.expressionDepth))).toEqual([]);
    expect(codesOf(chain(limits.expressionDepth + 1))).toEqual(['expression/too-deep']);
  });

  it('expressionDepth, by unary operators', () => {
    expect(codesOf(`${'!'.repeat(limits.expressionDepth - 1)}state.open`)).toEqual([]);
    expect(codesOf(`${'!'.repeat(limits.expressionDepth)}state.open`)).toEqual(['expression/too-deep']);
  });

  it('a path counts as one level at any length', () => {
    const tests = Array.from({ length: limits.expressionDepth - 1 }, () => '!').join('');
    expect(codesOf(`${tests}data.book.late`)).toEqual([]);
  });

  const levels = (text: string, count: number) => text.repeat(Math.max(0, count));
  const around = (open: string, middle: string, close: string, count: number) =>
    levels(open, count) + middle + levels(close, count);
  it.each<[string, (count: number) => string]>([
    ['lists', (count) => around('[', '1', ']', count - 1)],
    ['arguments', (count) => around('f(', '1', ')', count - 1)],
    ['chained calls', (count) => `a${levels('.f()', count - 1)}`],
    ['chained lookups', (count) => `a${levels('[?0]', count - 1)}`],
    ['lookups inside lookups', (count) => around('a[?', '0', ']', count - 1)],
    ['left sides', (count) => `1${levels(' + 1', count - 1)}`],
    ['right sides', (count) => around('1 + (', '1 + 1', ')', count - 2)],
    ['negations', (count) => `${levels('!', count - 1)}a`],
    ['negatives', (count) => `${levels('-', count - 1)}a`],
    ['the call before a member', (count) => `${levels('!', count - 2)}f().b.c`],
    ['bodies of macros', (count) => around('a.all(b, ', 'a', ')', count - 1)],
  ])('expressionDepth, by %s', (_name, make) => {
    const codes = (count: number) => parseExpression(make(count)).problems.map(({ code }) => code);
    expect(codes(limits.expressionDepth)).toEqual([]);
    expect(codes(limits.expressionDepth + 1)).toEqual(['expression/too-deep']);
  });

  it('brackets and signs next to each other do not add up', () => {
    const many = (item: string) =>
      `[${Array.from({ length: 3 * limits.expressionDepth }, () => item).join()}]`;
    for (const item of ['(1)', '[1]', '-1', '!true']) expect([item, codesOf(many(item))]).toEqual([item, []]);
  });

  it.each(['(', '[', '!', '-'])('one %s too many is reported at its location', (sign) => {
    const { problems } = parseExpression(`${levels(sign, limits.expressionDepth + 1)}a`);
    expect(problems).toMatchObject([{ code: 'expression/too-deep', at: limits.expressionDepth, length: 1 }]);
    expect(problems[0]?.help).toContain("in ['1', '2']");
  });

  it('excessive depth below signs is reported at its location', () => {
    const { problems } = parseExpression(`${levels('!', limits.expressionDepth)}late`);
    expect(problems).toMatchObject([{ code: 'expression/too-deep', at: limits.expressionDepth, length: 4 }]);
  });

  it.each(['.b', '.?b'])('a path of %s counts as one level', (step) => {
    const path = `${levels('!', limits.expressionDepth - 1)}a${levels(step, 2 * limits.expressionDepth)}`;
    expect(parseExpression(path).problems).toEqual([]);
  });

  it('excessive depth in two locations is one problem', () => {
    const deep = `${'['.repeat(limits.expressionDepth - 1)}1${']'.repeat(limits.expressionDepth - 1)}`;
    expect(codesOf(`[${deep}, ${deep}]`)).toEqual(['expression/too-deep']);
  });

  it('excessive length is one problem for the whole expression', () => {
    const length = limits.expressionLength + 1;
    expect(problemsOf('('.repeat(length))).toMatchObject([
      {
        code: 'expression/too-long',
        at: 0,
        length,
        message: expect.stringContaining(`${length}`),
        help: expect.stringContaining('names in "values"'),
      },
    ]);
  });

  it('no input causes an overflow', () => {
    for (const part of [
      '(',
      '[',
      '!',
      '-',
      'a.',
      'a[?',
      '!(',
      '-[',
      'has(',
      'a.filter(b,',
      '1+',
      'a&&',
      "'",
      '`',
    ]) {
      const source = part.repeat(Math.floor(limits.expressionLength / part.length));
      expect([part, codesOf(source)]).not.toEqual([part, []]);
    }
  });

  it('expressionSteps, by lists in lists', () => {
    const within = 'data.books.exists(a, data.books.exists(b, a.pages == b.pages))';
    const beyond = 'data.all.exists(a, data.all.exists(b, a.pages == b.pages))';
    expect(codesOf(within)).toEqual([]);
    expect(problemsOf(beyond)).toMatchObject([
      { code: 'expression/too-costly', at: 0, length: beyond.length },
    ]);
    expect(problemsOf(beyond)[0]?.message).toContain('expressionSteps');
  });
});

describe('All problems of an expression are reported at once', () => {
  it('reports each mistake once', () => {
    const { problems } = compileExpression('data.bok.title == 1 && state.opn || size(1) > 2', library());
    expect(problems.map((problem) => [problem.code, problem.at])).toEqual([
      ['expression/unknown-member', 5],
      ['expression/unknown-member', 29],
      ['expression/type', 41],
    ]);
  });

  it('does not report nesting if another error must be fixed first', () => {
    const { problems } = compileExpression(`${'('.repeat(limits.expressionDepth + 9)}@`, library());
    expect(problems.map((problem) => problem.code)).toEqual(['expression/syntax']);
  });

  it('reports an invalid character together with unsupported syntax', () => {
    const { problems } = compileExpression('@ == `a`', library());
    expect(problems.map((problem) => [problem.code, problem.at, problem.length])).toEqual([
      ['expression/syntax', 0, 1],
      ['expression/unsupported', 5, 3],
    ]);
  });

  it('reports excessive depth together with unsupported syntax', () => {
    const deep = `${'['.repeat(limits.expressionDepth - 1)}1${']'.repeat(limits.expressionDepth - 1)}`;
    const { problems } = parseExpression(`[a[0], ${deep}]`);
    expect(problems.map((problem) => problem.code)).toEqual([
      'expression/unsupported',
      'expression/too-deep',
    ]);
  });

  it('reports each kind of unsupported syntax', () => {
    const { problems } = compileExpression('null == 4 % 2', library());
    expect(problems.map((problem) => problem.at)).toEqual([0, 10]);
  });
});
