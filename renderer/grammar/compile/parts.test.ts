import { describe, expect, it } from 'vitest';
import { limits } from '../../plan/limits.generated.ts';
import type { Plan } from '../../plan/plan.ts';
import {
  button,
  compileLibrary,
  get,
  type LibraryOptions,
  nodeOf,
  planOf,
  problemsOf,
  type ScreenText,
} from '../testing.ts';

type Json = { readonly [name: string]: unknown };

/** A part that defines everything that a part can define. */
const CARD: Json = {
  params: {
    book: { like: 'shelf#books[]', required: true },
    big: { type: 'boolean', default: false },
    hint: { type: 'string' },
    words: { type: 'string', text: true },
  },
  state: { rated: { type: 'integer' }, page: { type: 'integer', initial: 1 } },
  timers: { pause: { seconds: 5 } },
  body: [
    {
      type: 'text',
      id: 'name',
      text: '${params.book.title}',
      tone: { choose: [{ when: 'params.big', value: 'info' }, 'neutral'] },
    },
    { type: 'text', text: '${params.hint}', visibleWhen: 'has(params.hint)' },
    { type: 'text', text: '${params.words}', visibleWhen: 'has(params.words)' },
    { type: 'text', each: "['a', 'b']", as: 'letter', text: '${letter} of ${params.book.title}' },
    { type: 'text', text: 'More', visibleWhen: "['a', 'b'].exists(x, x == params.book.isbn)" },
    button(
      [
        { do: 'set', target: 'state.page', value: 2 },
        { do: 'timer', timer: 'pause', run: 'start' },
        { do: 'open', overlay: 'rate' },
      ],
      { id: 'open' },
    ),
  ],
  overlays: {
    rate: {
      type: 'dialog',
      title: 'Rate ${params.book.title}',
      body: [
        { type: 'rating', bind: 'state.rated', label: 'Stars' },
        {
          type: 'form',
          id: 'why',
          body: [
            {
              type: 'rating',
              name: 'stars',
              label: 'Stars',
              rules: [{ rule: 'required', message: 'Choose' }],
            },
          ],
          on: {
            submit: [
              { do: 'request', endpoint: 'fine-state', as: 'found' },
              { do: 'notice', text: '${found.state} ${form.why.stars} ${timer.pause.left}' },
            ],
          },
        },
        button([{ do: 'submit', form: 'why' }], { id: 'send' }),
      ],
    },
  },
};

const use = (more: Json = {}): Json => ({
  type: 'part',
  part: 'card',
  id: 'one',
  with: { book: '${data.shelf.first}' },
  visibleWhen: 'has(data.shelf.first)',
  ...more,
});

function screen(more: Json = {}): ScreenText {
  return { body: [use(more)] };
}
const parts: LibraryOptions = { parts: { card: CARD } };

/** The plan with everything that the part has, also what its constant parameters exclude. */
function writtenOf(text: ScreenText, options: LibraryOptions = parts): Plan {
  const { written } = compileLibrary(text, options).screens['shelf'] ?? {};
  if (written === undefined) throw new Error('The shelf has no plan.');
  return written;
}

function refuses(title: string, text: ScreenText, problems: string[], options: LibraryOptions = parts): void {
  it(`refuses ${title}`, () => {
    expect(problemsOf(text, options)).toEqual(problems);
  });
}

describe('14: parts are expanded, and all their names are prefixed with the id of the use', () => {
  const plan = writtenOf(screen());

  it('prefixes nodes, overlays, state and timers', () => {
    expect(plan.body[0]).toMatchObject({
      id: 'one',
      type: 'part',
      visible: ['has', get('data.shelf.first')],
    });
    expect(plan.body[0]?.slots?.['body']?.map(({ id }) => id)).toEqual([
      'one/name',
      'one/body-1',
      'one/body-2',
      'one/body-3',
      'one/body-4',
      'one/open',
    ]);
    expect(Object.keys(plan.overlays)).toEqual(['one/rate']);
    expect(Object.keys(plan.state)).toEqual(['one/rated', 'one/page']);
    expect(plan.timers).toEqual({ 'one/pause': { seconds: 5 } });
  });
  it('prefixes names in actions', () => {
    expect(nodeOf(plan, 'one/open').on?.['tap']).toEqual([
      { do: 'set', props: { target: ['get', 'state', 'one/page'], value: 2 } },
      { do: 'timer', props: { timer: 'one/pause', run: 'start' } },
      { do: 'open', props: { overlay: 'one/rate' } },
    ]);
    expect(nodeOf(plan, 'one/send').on?.['tap']).toEqual([{ do: 'submit', props: { form: 'one/why' } }]);
  });
  it('prefixes names in expressions and inputs', () => {
    expect(nodeOf(plan, 'one/rate-body-0')).toMatchObject({
      bind: ['state', 'one/rated'],
      reads: ['state.one/rated'],
    });
    const [request, notice] = nodeOf(plan, 'one/why').on?.['submit'] ?? [];
    expect(request?.as).toBe('one/found');
    expect(notice?.props?.['text']).toEqual([
      'text',
      '{state} {stars} {left}',
      {
        state: ['get', 'one/found', 'state'],
        stars: ['get', 'form', 'one/why', 'stars'],
        left: ['get', 'timer', 'one/pause', 'left'],
      },
    ]);
  });
  it("keeps origins in the part's document", () => {
    expect(compileLibrary(screen(), parts).screens['shelf']?.origins['one/name']).toEqual({
      file: 'screens/parts/card.part.json',
      pointer: '/body/0',
    });
  });
  it('makes separate copies for two uses of a part', () => {
    const twice = planOf({ body: [use(), use({ id: 'two' })] }, parts);
    expect(Object.keys(twice.state)).toEqual(['one/rated', 'one/page', 'two/rated', 'two/page']);
    expect(Object.keys(twice.overlays)).toEqual(['one/rate', 'two/rate']);
  });
  it('prefixes a part in a part with both uses', () => {
    const nested = planOf(
      {
        body: [
          {
            type: 'part',
            part: 'outer',
            id: 'out',
            with: { item: '${data.shelf.first}' },
            visibleWhen: 'has(data.shelf.first)',
          },
        ],
      },
      {
        parts: {
          ...parts.parts,
          outer: {
            params: { item: { like: 'shelf#books[]', required: true } },
            body: [{ type: 'part', part: 'card', id: 'in', with: { book: '${params.item}' } }],
          },
        },
      },
    );
    expect(nodeOf(nested, 'out/in/name').props?.['text']).toEqual(get('data.shelf.first.title'));
    expect(Object.keys(nested.state)).toEqual(['out/in/rated', 'out/in/page']);
    expect(nodeOf(nested, 'out/in/open').on?.['tap']?.[2]?.props).toEqual({ overlay: 'out/in/rate' });
  });
});

describe('14: parameters are replaced by the values of the use', () => {
  it('each is replaced by a given value, a default, or an absent value', () => {
    const plan = writtenOf(screen());
    expect(nodeOf(plan, 'one/name').props).toMatchObject({
      text: get('data.shelf.first.title'),
      tone: ['choose', [false, 'info'], [true, 'neutral']],
    });
    expect(nodeOf(plan, 'one/body-1').visible).toBe(false);
    expect(nodeOf(plan, 'one/name').reads).toEqual(['data.shelf.first.title']);
  });
  it('a constant counts as present', () => {
    const plan = writtenOf(screen({ with: { book: '${data.shelf.first}', hint: 'x' } }));
    expect(nodeOf(plan, 'one/body-1').visible).toBe(true);
  });
  it('uses the default if the value is absent', () => {
    const plan = planOf(
      screen({
        with: {
          book: '${data.shelf.first}',
          big: { choose: [{ when: 'data.shelf.fine > 0', value: true }] },
        },
      }),
      parts,
    );
    expect(nodeOf(plan, 'one/name').props?.['tone']).toEqual([
      'choose',
      [['or', ['choose', [['>', get('data.shelf.fine'), 0], true]], false], 'info'],
      [true, 'neutral'],
    ]);
  });
  it('translates texts for people', () => {
    const plan = planOf(screen({ with: { book: '${data.shelf.first}', words: 'New here' } }), {
      ...parts,
      messages: { en: { 'New here': 'New in' } },
    });
    expect(nodeOf(plan, 'one/body-2').props?.['text']).toEqual(['text', 'New here']);
    expect(plan.messages['en']).toEqual({ 'New here': 'New in' });
  });
});

describe('14: names of a part do not capture names of its use', () => {
  it('names of a part capture no name in `each` or in a macro', () => {
    const plan = planOf(
      {
        body: [
          {
            type: 'section',
            each: 'data.shelf.books',
            as: 'x',
            body: [
              {
                type: 'section',
                each: 'data.shelf.books',
                as: 'letter',
                body: [
                  { type: 'part', part: 'card', id: 'p', with: { book: '${x}' } },
                  { type: 'text', text: '${letter.title}' },
                ],
              },
            ],
          },
        ],
      },
      parts,
    );
    const repeated = nodeOf(plan, 'p/body-3');
    expect(repeated.each).toEqual({ list: ['list', 'a', 'b'], as: 'p/letter' });
    expect(repeated.props?.['text']).toEqual([
      'text',
      '{letter} of {title}',
      { letter: ['get', 'p/letter'], title: get('x.title') },
    ]);
    expect(nodeOf(plan, 'p/body-4').visible).toEqual([
      'exists',
      ['list', 'a', 'b'],
      'p/x',
      ['==', ['get', 'p/x'], get('x.isbn')],
    ]);
  });
});

describe('1: a part sees its own names, session, config, device and kept, but no names of the screen', () => {
  const reading = (path: string): LibraryOptions => ({
    parts: { ...parts.parts, other: { body: [{ type: 'text', text: `\${${path}}` }] } },
  });
  for (const path of ['session.branch', 'config.desk.phone', 'device.language']) {
    it(`accepts ${path}`, () => {
      expect(problemsOf(screen(), reading(path))).toEqual([]);
    });
  }
  refuses(
    'data of the screen',
    screen(),
    ['expression/unknown-name screens/parts/other.part.json#/body/0/text'],
    reading('data.shelf.name'),
  );
  refuses(
    'a parameter of the screen',
    screen(),
    ['expression/unknown-member screens/parts/other.part.json#/body/0/text'],
    reading('params.cardId'),
  );
});

describe('the use of a part must match its parameters', () => {
  refuses('a use without a required parameter', screen({ with: {} }), [
    'part/missing-parameter /body/0/part',
  ]);
  refuses(
    'a parameter that the part does not have',
    screen({ with: { book: '${data.shelf.first}', boks: 1 } }),
    ['part/unknown-parameter /body/0/with/boks'],
  );
  refuses('a parameter of another type', screen({ with: { book: '${data.shelf.name}' } }), [
    'value/type /body/0/with/book',
  ]);
  refuses(
    'a required parameter that may be absent',
    { body: [{ ...use(), visibleWhen: 'data.shelf.fine > 0' }] },
    ['value/absent /body/0/with/book'],
  );
  refuses('a part that uses itself', screen(), ['part/circular screens/parts/b.part.json#/body/0/part'], {
    parts: {
      ...parts.parts,
      a: { body: [{ type: 'part', part: 'b', id: 'b' }] },
      b: { body: [{ type: 'part', part: 'a', id: 'a' }] },
    },
  });
  refuses('a part with a form in a form', { body: [{ type: 'form', id: 'f', body: [use()] }] }, [
    'form/nested /body/0/body/0/type',
  ]);
  refuses(
    'a problem of a part once, in the part, however often the part is used',
    { body: [use(), use({ id: 'two' })] },
    ['expression/unknown-member screens/parts/card.part.json#/body/0/text'],
    { parts: { card: { ...CARD, body: [{ type: 'text', text: '${params.book.titel}' }], overlays: {} } } },
  );
  /** Parts that each use the next one `times` times, with `words` as its parameter. */
  function chain(length: number, times: number, words: unknown, leaf: string): LibraryOptions {
    const made = Array.from({ length }, (_, at) => {
      const uses = Array.from({ length: times }, (_use, nth) => ({
        ...{ type: 'part', part: `p${at + 1}`, id: `u${nth}`, with: { words } },
      }));
      const body = at === length - 1 ? [{ type: 'text', text: leaf }] : uses;
      return [`p${at}`, { params: { words: { type: 'string', required: true } }, body }] as const;
    });
    return { parts: Object.fromEntries(made) };
  }
  const first = { body: [{ type: 'part', part: 'p0', id: 'all', with: { words: 'Words' } }] };
  const counted = (length: number, times: number, words: unknown, leaf = '${params.words}') =>
    problemsOf(first, chain(length, times, words, leaf)).map((problem) => problem.split(' ')[0]);
  it('N25: refuses parts that double in size by their computed size, before they are copied', () => {
    expect(counted(24, 2, '${params.words}')).toEqual(['limit/nodes']);
    expect(counted(11, 2, '${params.words}')).toEqual(['limit/nodes']);
    expect(counted(9, 2, '${params.words}')).toEqual([]);
    expect(counted(6, 8, 'Words')).toEqual(['limit/nodes']);
    // Each part repeats its text three times, so a short text grows with every level.
    expect(counted(14, 1, '${params.words}${params.words}${params.words}')).toEqual(['limit/parts']);
    expect(
      counted(14, 1, {
        choose: [{ when: "params.words == 'a'", value: '${params.words}' }, '${params.words}'],
      }),
    ).toEqual(['limit/parts']);
  });
  it('N25: accepts parts nested to partDepth and refuses one more level; a long chain is not followed to its end', () => {
    expect(counted(limits.partDepth, 1, 'Words')).toEqual([]);
    expect(counted(limits.partDepth + 1, 1, 'Words')).toEqual(['limit/parts']);
    expect(new Set(counted(2_000, 1, 'Words'))).toEqual(new Set(['limit/parts']));
  });
  it('accepts an input in a repeated part with its own state', () => {
    expect(
      problemsOf({ body: [use({ each: 'data.shelf.books', as: 'book', with: { book: '${book}' } })] }, parts),
    ).toEqual([]);
  });
});
