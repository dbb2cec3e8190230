import { describe, expect, it } from 'vitest';
import type { Expression } from '#renderer/plan/expression.ts';
import { compileTemplate } from './compile-template.ts';
import type { SlotExpectation } from './expectation.ts';
import { expectWords } from './testing/cases.ts';
import { library, type Sketch, toType, unmark } from './testing/library.ts';
import { typeName } from './types.ts';

const get = (path: string): Expression => ['get', ...path.split('.')];

type Slot = SlotExpectation['slot'] | readonly string[] | { readonly expected: Sketch };

function toSlot(slot: Slot): SlotExpectation {
  if (typeof slot === 'string') return slot === 'word' ? { slot, words: [] } : { slot };
  return 'expected' in slot
    ? { slot: 'any', expected: toType(slot.expected) }
    : { slot: 'word', words: slot };
}

const nameOf = (slot: Slot) => (typeof slot === 'string' ? slot : JSON.stringify(slot));

function reads(slot: Slot, source: string, lowered: Expression, type?: string, isAbsent = false): void {
  it(`${nameOf(slot)}: ${source}`, () => {
    const { typed, problems } = compileTemplate(source, library(), toSlot(slot));
    expect(problems).toEqual([]);
    expect(typed?.lowered).toEqual(lowered);
    expect(typed?.absent).toBe(isAbsent);
    expect([undefined, typed && typeName(typed.type)]).toContain(type);
  });
}

function refuses(slot: Slot, marked: string, code: string, says = ''): void {
  it(`${nameOf(slot)}: ${marked} is ${code}`, () => {
    const { source, at, length } = unmark(marked);
    const { typed, problems } = compileTemplate(source, library(), toSlot(slot));
    expect(problems.map((problem) => [problem.code, problem.at, problem.length])).toEqual([
      [code, at, length],
    ]);
    problems.forEach(expectWords);
    expect(typed).toBeUndefined();
    expect(`${problems[0]?.message} ${problems[0]?.help}`).toContain(says);
  });
}

describe('An expression ends at the first } outside its strings; $${ stands for ${', () => {
  reads('plain', 'a', 'a');
  reads('plain', '', '');
  reads('plain', '$', '$');
  reads('plain', '$5 {x} }', '$5 {x} }');
  reads('plain', '$${x}', '${x}');
  reads('plain', '$$${x}', '$${x}');
  reads('plain', 'a$${', 'a${');
  reads('plain', "${data.book.?note.orValue('}')}", ['or', get('data.book.note'), '}']);
  reads('plain', "x${data.book.?note.orValue('\\'}')}y", [
    'call',
    'concat',
    'x',
    ['or', get('data.book.note'), "'}"],
    'y',
  ]);
  reads('plain', '${row.label}}', ['call', 'concat', get('row.label'), '}']);
  reads('plain', '$${${row.label}', ['call', 'concat', '${', get('row.label')]);
  refuses('plain', 'a «${»row.label', 'text/unclosed');
  refuses('plain', "«${»row.?value.orValue('})", 'text/unclosed');
  refuses('plain', '${row.label} «${»', 'text/unclosed');
  refuses('plain', 'a ${«"}"»} b', 'expression/unsupported', 'double quotes');
  refuses('text', '«${}»', 'expression/empty');
  refuses('text', 'a «${}» b', 'expression/empty');
  refuses('text', 'a ${«  »} b', 'expression/empty');
});

describe('Text: words are translated by a key, a single ${…} is unchanged', () => {
  reads('text', 'Return', ['text', 'Return'], 'Text');
  reads('text', '', '');
  reads('text', '$${x}', ['text', '${x}']);
  reads('text', '${row.label}', get('row.label'), 'Text');
  reads('text', '${ row.label }', get('row.label'));
  reads('text', '${data.book.shelf}', get('data.book.shelf'), 'Text');
  reads('text', '${data.book.cover}', get('data.book.cover'));
  reads('text', '${index}', ['call', 'concat', get('index')], 'Text');
  reads('text', '${money(data.book.fine)}', ['call', 'money', get('data.book.fine')]);
  reads('text', 'By ${row.label}', ['text', 'By {label}', { label: get('row.label') }], 'Text');
  reads('text', 'Photo ${index + 1}', ['text', 'Photo {index}', { index: ['+!', get('index'), 1] }]);
  reads('text', 'Fine: ${money(data.book.fine)}', [
    'text',
    'Fine: {fine}',
    { fine: ['call', 'money', get('data.book.fine')] },
  ]);
  reads('text', ' ${row.label}', ['text', ' {label}', { label: get('row.label') }]);
  reads('text', '${row.label}${row.label}', [
    'text',
    '{label}{label2}',
    { label: get('row.label'), label2: get('row.label') },
  ]);
  reads('text', '${data.book.note}', get('data.book.note'), 'Text', true);
  reads(
    'text',
    'Note: ${data.book.note}',
    ['text', 'Note: {note}', { note: get('data.book.note') }],
    'Text',
    true,
  );
  reads(
    'text',
    'In ${daysUntil(data.book.due)} days',
    ['text', 'In {due} days', { due: ['call', 'daysUntil', get('data.book.due')] }],
    'Text',
    true,
  );
  reads('text', '${data.visits.count}', ['call', 'concat', get('data.visits.count')], 'Text', true);
  refuses('text', '${«data.book.fine»}', 'text/unformatted', '${money(data.book.fine)}');
  refuses('text', '${« data.book.fine »}', 'text/unformatted', 'write ${money(data.book.fine)}');
  refuses('text', '${«data.book.fine»}', 'text/unformatted', 'Money cannot be put into a text');
  refuses('text', 'Fine: ${«data.book.fine»}', 'text/unformatted', '${money(data.book.fine)}');
  refuses('text', 'Due ${«data.book.due»}', 'text/unformatted', '${date(data.book.due)}');
  refuses('text', '${«data.book.weight»}', 'text/unformatted', '${number(data.book.weight)}');
  refuses('text', '${«data.book.tags»}', 'text/unformatted', "join(data.book.tags, ', ')");
  refuses('text', '${«data.book.late»}', 'text/unformatted', 'choose');
  refuses('text', '${«data.book»}', 'text/unformatted', 'members');
  refuses('text', '${«form.ask.answers»}', 'text/unformatted', '[?');
  refuses('text', 'By ${row.«lable»}', 'expression/unknown-member', 'label');
  refuses('text', '${row.label «==» 1}', 'expression/type');

  it('reports every expression of a text, each at its location', () => {
    const source = '${row.a} and ${row.b} and ${data.book.fine}';
    const { problems } = compileTemplate(source, library(), { slot: 'text' });
    expect(problems.map((problem) => [problem.code, problem.at])).toEqual([
      ['expression/unknown-member', 6],
      ['expression/unknown-member', 19],
      ['text/unformatted', 28],
    ]);
  });

  it('passes warnings on, with their location', () => {
    const source = "x ${data.books.exists(b, b.shelf == 'opne') && false}";
    const { problems } = compileTemplate(source, library(), { slot: 'boolean' });
    expect(problems.map((problem) => [problem.code, problem.at])).toEqual([
      ['expression/unlisted-value', 36],
      ['value/type', 0],
    ]);
  });
});

describe('Plain: never translated', () => {
  reads('plain', 'Return', 'Return', 'Text');
  reads('plain', '${row.label}', get('row.label'));
  reads('plain', '${index}', ['call', 'concat', get('index')], 'Text');
  reads('plain', 'a-${index}-b', ['call', 'concat', 'a-', get('index'), '-b'], 'Text');
  reads('plain', 'a ${row.value}', ['call', 'concat', 'a ', get('row.value')], 'Text', true);
  const TAGS: Expression = ['call', 'join', get('data.book.tags'), ','];
  reads('text', "${join(data.book.tags, ',')}", TAGS, 'Text');
  reads('plain', "${join(data.book.tags, ',')}", ['call', 'concat', TAGS], 'Text');
  reads('plain', "${data.book.?note.orValue(join(data.book.tags, ','))}", [
    'call',
    'concat',
    ['or', get('data.book.note'), TAGS],
  ]);
  refuses('plain', '${«data.book.fine»}', 'text/unformatted');
  refuses('plain', 'a ${«data.book.late»}', 'text/unformatted');
});

describe('Display: Text, Integer, Money and Date; Money and Date are formatted', () => {
  reads('display', 'Words', ['text', 'Words'], 'Text');
  reads('display', '${row.label}', get('row.label'));
  reads('display', '${index}', ['call', 'concat', get('index')], 'Text');
  reads('display', '${data.book.fine}', ['call', 'money', get('data.book.fine')], 'Text');
  reads('display', '${data.book.due}', ['call', 'date', get('data.book.due')], 'Text');
  reads('display', '${data.book.deposit}', ['call', 'money', get('data.book.deposit')], 'Text', true);
  reads('display', '${money(data.book.fine)} each', [
    'text',
    '{fine} each',
    { fine: ['call', 'money', get('data.book.fine')] },
  ]);
  refuses('display', '${«data.book.fine»} each', 'text/unformatted', 'money(');
  refuses('display', '${«data.book.weight»}', 'text/unformatted', 'number(');
  refuses('display', '${«data.books»}', 'text/unformatted');
});

describe('Money, Date, Integer, Number and Boolean: a single ${…} of that type', () => {
  reads('money', '${data.book.fine}', get('data.book.fine'), 'Money');
  reads('money', '${data.book.fine * 2}', ['*!', get('data.book.fine'), 2], 'Money');
  reads('money', '${data.book.deposit}', get('data.book.deposit'), 'Money', true);
  reads('date', '${data.book.due}', get('data.book.due'), 'Date');
  reads('date', '2026-02-28', '2026-02-28', 'Date');
  reads('integer', '${index}', get('index'), 'Integer');
  reads('number', '${index}', get('index'), 'Integer');
  reads('number', '${data.book.weight}', get('data.book.weight'));
  reads('boolean', '${index == 0}', ['==', get('index'), 0], 'Boolean');
  reads('boolean', '${has(data.book.note)}', ['has', get('data.book.note')], 'Boolean');
  refuses('money', '${«index»}', 'value/type', 'x-unit');
  refuses('money', '${«data.book.weight»}', 'value/type', 'x-unit');
  refuses('date', '«on ${data.book.due}»', 'value/type', 'Date is expected here; text around');

  it.each<[Slot, string]>([
    ['url', '${index}'],
    ['money', '${row.label}'],
    ['date', '${index}'],
    ['integer', '${row.label}'],
    ['record', '${row.label}'],
  ])('%s: %s has no help, because no contract can change it', (slot, source) => {
    const { problems } = compileTemplate(source, library(), toSlot(slot));
    expect(problems.map(({ code, help }) => [code, help])).toEqual([['value/type', undefined]]);
  });

  it('if the slot allows no words, reports errors in the expressions, but not their format', () => {
    const codesOf = (source: string) =>
      compileTemplate(source, library(), { slot: 'integer' }).problems.map(({ code }) => code);
    expect(codesOf('a ${row.x}')).toEqual(['expression/unknown-member', 'value/type']);
    expect(codesOf('a ${data.book.fine}')).toEqual(['value/type']);
  });
  refuses('money', '«12.50»', 'value/type', '${…}');
  refuses('money', '«12.50»', 'value/type', 'Money is expected here; this is Text');
  refuses('money', '«Fee ${data.book.fine}»', 'value/type', 'nothing around');
  refuses('date', '${«data.book.title»}', 'value/type', '"format": "date"');
  refuses('date', '«2026-02-30»', 'value/bad-date');
  refuses('date', '«tomorrow»', 'value/bad-date');
  refuses('date', '«»', 'value/bad-date');
  reads('date', '2026-12-31', '2026-12-31');
  reads('date', '2024-02-29', '2024-02-29');
  refuses('date', '«2025-02-29»', 'value/bad-date', 'YYYY-MM-DD');
  refuses('date', '«2026-00-10»', 'value/bad-date');
  refuses('date', '«2026-13-01»', 'value/bad-date');
  refuses('date', '«2026-01-00»', 'value/bad-date');
  refuses('date', '«2026-01-32»', 'value/bad-date');
  refuses('date', '«26-01-01»', 'value/bad-date');
  refuses('date', '«2026-1-01»', 'value/bad-date');
  refuses('date', '«2026-01-1»', 'value/bad-date');
  refuses('date', '«on 2026-01-01»', 'value/bad-date');
  refuses('date', '«2026-01-01T00:00»', 'value/bad-date');
  refuses('integer', '${«data.book.weight»}', 'value/type');
  refuses('integer', '«3»', 'value/type', 'Integer is expected here; this is Text');
  refuses('integer', '«a ${index}»', 'value/type', 'nothing around');
  refuses('number', '${«row.label»}', 'value/type');
  refuses('boolean', '${«index»}', 'value/type', 'Boolean is expected here; this is Integer');
  refuses('boolean', '«true»', 'value/type', 'Boolean is expected here; this is Text');
});

describe('Word: one of the words that the property lists', () => {
  const tones = ['info', 'success', 'open', 'closed', 'repair'];
  reads(tones, 'info', 'info', 'Text');
  reads(tones, '${data.book.shelf}', get('data.book.shelf'), 'Text');
  it('a literal word has itself as its known value', () => {
    const { typed } = compileTemplate('info', library(), toSlot(tones));
    expect(typed?.type).toEqual({ kind: 'text', known: ['info'] });
  });
  refuses(tones, '«inof»', 'value/unknown-word', 'did you mean "info"?');
  refuses(tones, '«purple»', 'value/unknown-word', '"info", "success"');
  refuses(['open', 'closed'], '${«data.book.shelf»}', 'value/unknown-word', '"repair"');
  refuses(tones, '${«row.label»}', 'value/unknown-word', 'can have any value');
  refuses(tones, '${«index»}', 'value/type', 'One of "info", "success"');
  refuses(tones, '«in${row.label}»', 'value/type', 'One of the listed words');
  refuses(tones, '«in${row.label}»', 'value/type', 'nothing around');
});

describe('Url and image: the author or a contract decides scheme and host', () => {
  reads('url', '${data.book.cover}', get('data.book.cover'), 'Url');
  reads('url', 'https://library.example/help?x=1#top', 'https://library.example/help?x=1#top', 'Url');
  reads('url', 'https://library.example', 'https://library.example', 'Url');
  reads('url', 'mailto:desk@library.example', 'mailto:desk@library.example', 'Url');
  reads('url', 'tel:+631234', 'tel:+631234', 'Url');
  reads(
    'url',
    'https://library.example/b/${index}',
    ['call', 'concat', 'https://library.example/b/', get('index')],
    'Url',
  );
  reads(
    'url',
    'https://library.example?id=${row.label}',
    ['call', 'concat', 'https://library.example?id=', get('row.label')],
    'Url',
  );
  reads('url', 'tel:${session.card}', ['call', 'concat', 'tel:', get('session.card')], 'Url');
  reads(
    'url',
    "${withQuery(data.book.cover, 'a', 'b')}",
    ['call', 'withQuery', get('data.book.cover'), 'a', 'b'],
    'Url',
  );
  reads('url', 'https://library.example:8443', 'https://library.example:8443', 'Url');
  reads('url', 'https://library.example:8443/help', 'https://library.example:8443/help');
  reads('url', 'https://library.example#top', 'https://library.example#top');
  reads(
    'url',
    'https://library.example:8443/b/${index}',
    ['call', 'concat', 'https://library.example:8443/b/', get('index')],
    'Url',
  );
  reads('url', 'https://library.example#${index}', [
    'call',
    'concat',
    'https://library.example#',
    get('index'),
  ]);
  reads('url', 'mailto:${session.card}', ['call', 'concat', 'mailto:', get('session.card')], 'Url');
  reads('image', 'asset:help', 'asset:help', 'Url');
  reads('image', 'asset:a/B_c-1.2.png', 'asset:a/B_c-1.2.png', 'Url');
  reads('image', 'asset:7', 'asset:7', 'Url');
  reads('image', '${data.book.cover}', get('data.book.cover'), 'Url');
  reads('image', 'https://library.example/a.png', 'https://library.example/a.png', 'Url');
  refuses('url', '${«row.label»}', 'value/type', '"format": "uri"');
  refuses('url', '«http://library.example»', 'value/bad-address');
  refuses('url', '«javascript:alert(1)»', 'value/bad-address');
  refuses('url', '«data:text/html,x»', 'value/bad-address');
  refuses('url', '«//library.example»', 'value/bad-address');
  refuses('url', '«/order»', 'value/bad-address', '"go"');
  refuses('url', '«https://user@library.example/»', 'value/bad-address');
  refuses('url', '«https://a b»', 'value/bad-address');
  refuses('url', '«»', 'value/bad-address');
  refuses('url', '« https://library.example»', 'value/bad-address');
  refuses('url', '«see https://library.example»', 'value/bad-address');
  refuses('url', '«https:///help»', 'value/bad-address');
  refuses('url', '«https://?id=1»', 'value/bad-address');
  refuses('url', '«https://library.example:»', 'value/bad-address');
  refuses('url', '«https://library.example:x»', 'value/bad-address');
  refuses('url', '«https://library.example:80x»', 'value/bad-address');
  refuses('url', '«https://library.example:80:80»', 'value/bad-address');
  refuses('url', '«https://library.example\\@elsewhere.example/»', 'value/bad-address');
  refuses('url', '«https://library.example/a b»', 'value/bad-address');
  refuses('url', '«https://library.example/a\\b»', 'value/bad-address');
  refuses('url', '«mailto:»', 'value/bad-address');
  refuses('url', '«mailto:desk library»', 'value/bad-address');
  refuses('url', '«see tel:1»', 'value/bad-address');
  refuses('url', '«fax:1»', 'value/bad-address');
  refuses('url', '«https://${row.label}/»', 'value/open-address', 'scheme and host');
  refuses('url', '«https://?id=${row.label}»', 'value/open-address');
  refuses('url', '«https://library.example:${index}»', 'value/open-address');
  refuses('url', '«https://library.example:84${index}»', 'value/open-address');
  refuses('url', '«https://library.example:8x/${index}»', 'value/open-address');
  refuses('url', '«https://library example/${index}»', 'value/open-address');
  refuses('url', '«see https://library.example/${index}»', 'value/open-address');
  refuses('url', '«see tel:${index}»', 'value/open-address');
  refuses('url', '«fax:${index}»', 'value/open-address');
  refuses('url', '«https://library.example${row.label}»', 'value/open-address');
  refuses('url', '«https://user@library.example/${row.label}»', 'value/open-address');
  refuses('url', '«${data.book.cover}/x»', 'value/open-address');
  refuses('url', '«javascript:${row.label}»', 'value/open-address');
  refuses('image', '«asset:»', 'value/bad-address');
  refuses('image', '«asset:_help»', 'value/bad-address');
  refuses('image', '«asset:help me»', 'value/bad-address');
  refuses('image', '«asset:help/../secret»', 'value/bad-address');
  refuses('image', '«my asset:help»', 'value/bad-address');
  refuses('url', '«asset:help»', 'value/bad-address');
  refuses('image', '«asset:../secret»', 'value/bad-address');
  refuses('image', '«asset:${row.label}»', 'value/open-address');
});

describe('Any: the value itself; its contract, state or parameter gives the expected type', () => {
  reads('any', 'words', 'words', 'Text');
  reads('any', '${data.books}', get('data.books'), 'list of Record');
  reads('any', '${data.book.fine}', get('data.book.fine'), 'Money');
  reads('any', 'a ${index}', ['call', 'concat', 'a ', get('index')], 'Text');
  reads({ expected: 'text' }, 'words', 'words', 'Text');

  it('accepts words where any type is allowed', () => {
    const anything: SlotExpectation = { slot: 'any', expected: { kind: 'any' } };
    const { typed } = compileTemplate('words', library(), anything);
    expect(typed).toMatchObject({ type: { kind: 'text' }, lowered: 'words' });
    const mixed = compileTemplate('a ${index}', library(), anything);
    expect(mixed.typed?.lowered).toEqual(['call', 'concat', 'a ', get('index')]);
  });

  reads({ expected: 'text' }, '${data.book.cover}', get('data.book.cover'));
  reads({ expected: 'text' }, 'a ${index}', ['call', 'concat', 'a ', get('index')]);
  reads({ expected: 'number' }, '${index}', get('index'));
  reads({ expected: 'date' }, '2026-01-01', '2026-01-01', 'Date');
  reads({ expected: 'url' }, 'https://library.example/x', 'https://library.example/x', 'Url');
  reads(
    { expected: 'url' },
    'https://library.example/${index}',
    ['call', 'concat', 'https://library.example/', get('index')],
    'Url',
  );
  reads({ expected: ['text'] }, '${data.book.tags}', get('data.book.tags'));
  reads({ expected: { label: 'text', 'value?': 'text' } }, '${row}', get('row'));
  reads({ expected: { known: ['open'] } }, 'open', 'open');
  reads({ expected: { known: ['open'] } }, '${row.label}', get('row.label'));
  refuses({ expected: 'text' }, '${«index»}', 'value/type', 'Text is expected here; this is Integer');
  refuses({ expected: 'money' }, '${«index»}', 'value/type', 'Money is expected here; this is Integer');
  refuses({ expected: 'money' }, '«12»', 'value/type');
  refuses({ expected: 'integer' }, '«a ${index}»', 'value/type');
  refuses({ expected: 'url' }, '«words»', 'value/bad-address');
  refuses({ expected: 'date' }, '«words»', 'value/bad-date');
  refuses(
    { expected: ['integer'] },
    '${«data.book.tags»}',
    'value/type',
    'list of Integer is expected here; this is list of Text',
  );
  refuses({ expected: { label: 'text', value: 'text' } }, '${«row»}', 'value/type', 'Record');
  refuses({ expected: { label: 'text' } }, '${«row»}', 'value/type');
  refuses('record', '${«index»}', 'value/type', 'Record');
  refuses('record', '«words»', 'value/type', 'Record');
  reads('record', '${row}', get('row'));
  reads('record', '${form.ask.answers}', get('form.ask.answers'));

  it('warns about a literal that is not among the known values', () => {
    const { typed, problems } = compileTemplate('opne', library(), {
      slot: 'any',
      expected: { kind: 'text', known: ['open'] },
    });
    expect(typed?.lowered).toBe('opne');
    expect(problems).toMatchObject([
      {
        code: 'expression/unlisted-value',
        severity: 'warning',
        at: 0,
        length: 4,
        help: 'did you mean "open"?',
      },
    ]);
  });
});
