import { describe, expect, it } from 'vitest';
import { checkProject } from '../check.ts';
import { button, contractOf, library, type LibraryOptions, type ScreenText } from '../testing.ts';

type Json = { readonly [name: string]: unknown };

const TEXT = { type: 'string' };
const URL = { type: 'string', format: 'uri' };

/** Only problems of the flow check: `<value> → <address> at <file>#<pointer>`. */
function flows(screen: ScreenText, options: LibraryOptions = {}): string[] {
  const problems = checkProject(library(screen, options));
  const other = problems.filter(({ code, severity }) => severity === 'error' && !code.startsWith('flow/'));
  // With another error the case would not test the flow check.
  expect(other.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`).join('\n')).toBe('');
  return problems
    .filter(({ code }) => code.startsWith('flow/'))
    .map(({ message, file, pointer }) => {
      const [, from, to] = /^"(.*?)" becomes part of .*: "(.*)"\.$/.exec(message) ?? [];
      return `${from} → ${to} at ${file.replace('screens/', '')}#${pointer}`;
    });
}

interface Source {
  /** The name in problems. */
  readonly from: string;
  /** Only in scope in a repeated node. */
  readonly isRepeated?: true;
  /** An expression of type Text. */
  readonly value: string;
  /** Another expression for nodes, if the first is only in scope in the list. */
  readonly inNodes?: string;
  /** Nodes next to the tested one. */
  readonly nodes?: readonly Json[];
  /** Actions before the tested one; they store values for nodes in `state.note`. */
  readonly actions?: readonly Json[];
  /** Wraps the node, or the button with the action, so that the value is in scope. */
  around?(node: Json): Json;
}

const SCANNED: readonly Json[] = [
  { do: 'native', method: 'scan', as: 'code' },
  { do: 'set', target: 'state.note', value: '${code}' },
];

const form = (...body: readonly Json[]): Json => ({ type: 'form', id: 'wish', body });
const NAME_FIELD = { type: 'text-field', name: 'reader', label: 'Name' };

const SOURCES: { readonly [name: string]: Source } = {
  'the session': { from: 'session.readerId', value: 'session.readerId' },
  'a carried parameter': { from: 'shelf.params.cardId', value: 'params.cardId' },
  'a parameter of the screen': { from: 'shelf.params.query', value: "params.?query.orValue('')" },
  'a reply': { from: 'shelf#name', value: 'data.shelf.name' },
  'an item of a reply': {
    from: 'shelf#books[].title',
    value: 'one.title',
    isRepeated: true,
    around: (node) => ({
      type: 'section',
      title: 'Books',
      each: 'data.shelf.books',
      as: 'one',
      body: [node],
    }),
  },
  'a form': {
    from: 'shelf.form.wish.reader',
    value: "form.wish.?reader.orValue('')",
    around: (node) => form(NAME_FIELD, node),
  },
  'a kept value': { from: 'kept.lastBook.title', value: "kept.?lastBook.title.orValue('')" },
  'the reply of a request': {
    from: 'book#title',
    value: 'got.title',
    inNodes: "state.?note.orValue('')",
    actions: [
      { do: 'request', endpoint: 'book', with: { isbn: '1' }, as: 'got' },
      { do: 'set', target: 'state.note', value: '${got.title}' },
    ],
  },
  'what the shell answers': {
    from: 'bridge.scan',
    value: 'code',
    inNodes: "state.?note.orValue('')",
    actions: SCANNED,
  },
  'state that was set': {
    from: 'shelf#name',
    value: "state.?note.orValue('')",
    actions: [{ do: 'set', target: 'state.note', value: '${data.shelf.name}' }],
  },
  'state that the person typed': {
    from: 'shelf.entered',
    value: "state.?note.orValue('')",
    nodes: [{ type: 'text-field', bind: 'state.note', label: 'Note' }],
  },
  'state that an option wrote': {
    from: 'shelf#books[].isbn',
    value: "state.?note.orValue('')",
    nodes: [
      {
        type: 'choice',
        bind: 'state.note',
        label: 'Book',
        look: 'list',
        options: [
          {
            each: 'data.shelf.books',
            as: 'book',
            key: 'book.isbn',
            value: '${book.isbn}',
            text: '${book.title}',
          },
        ],
      },
    ],
  },
  'an item of a list that was filtered': {
    from: 'shelf#books[].title',
    value: 'one.title',
    isRepeated: true,
    around: (node) => ({
      type: 'section',
      title: 'Books',
      each: 'data.shelf.books.filter(x, x.pages > 3)',
      as: 'one',
      body: [node],
    }),
  },
  'the end of a text': { from: 'shelf#name', value: 'tail(data.shelf.name, 4)' },
  'texts that are joined': { from: 'shelf#name', value: "join([data.shelf.name, 'x'], ' ')" },
  'how many there are': { from: 'shelf#books', value: 'number(size(data.shelf.books))' },
  'an amount in words': { from: 'shelf#fine', value: 'money(data.shelf.fine)' },
  'a sum': { from: 'shelf#books', value: 'number(size(data.shelf.books) + 1)' },
  'what may be absent': {
    from: 'shelf#note',
    value: "data.shelf.?note.orValue('')",
  },
};

interface Sink {
  /** The name in problems. */
  readonly to: string;
  /** An input, which is not allowed in `each`. */
  readonly isInput?: true;
  readonly node?: (value: string) => Json;
  readonly action?: (value: string) => Json;
}

const PICTURE = 'https://pictures.example.com';
const HELP = 'https://help.example.com';

const SINKS: { readonly [name: string]: Sink } = {
  'a picture': {
    to: `shelf image.src ${PICTURE}`,
    node: (value) => ({ type: 'image', alt: 'x', src: `${PICTURE}/?s=\${${value}}` }),
  },
  'a picture of an item': {
    to: `shelf item.image ${PICTURE}`,
    node: (value) => ({ type: 'item', title: 'Book', image: `${PICTURE}/?s=\${${value}}` }),
  },
  'a picture of an option': {
    to: `shelf choice.options.image ${PICTURE}`,
    isInput: true,
    node: (value) => ({
      type: 'choice',
      bind: 'state.found',
      label: 'Book',
      options: [{ value: 'a', text: 'A', image: `${PICTURE}/?s=\${${value}}` }],
    }),
  },
  'a parameter added to a Url of a reply': {
    to: 'shelf leave.to shelf#first.cover',
    action: (value) => ({
      do: 'leave',
      when: 'has(data.shelf.first) && has(data.shelf.first.cover)',
      to: `\${withQuery(data.shelf.first.cover, 's', ${value})}`,
    }),
  },
  'a page in a frame': {
    to: 'shelf frame.src https://rules.example.com',
    node: (value) => ({ type: 'frame', title: 'Rules', src: `https://rules.example.com/?s=\${${value}}` }),
  },
  'an address to leave for': {
    to: `shelf leave.to ${HELP}`,
    action: (value) => ({ do: 'leave', to: `${HELP}/?s=\${${value}}` }),
  },
  'a mail': {
    to: 'shelf leave.to mailto:',
    action: (value) => ({ do: 'leave', to: `mailto:desk@help.example.com?subject=\${${value}}` }),
  },
  'a call': {
    to: 'shelf leave.to tel:',
    action: (value) => ({ do: 'leave', to: `tel:+1\${${value}}` }),
  },
  'a call by the shell': {
    to: 'shelf native:callPhone.with.phone tel:',
    action: (value) => ({ do: 'native', method: 'callPhone', with: { phone: `\${${value}}` } }),
  },
  'an address that the shell opens': {
    to: `shelf native:openPage.with.url ${HELP}`,
    action: (value) => ({ do: 'native', method: 'openPage', with: { url: `${HELP}/?s=\${${value}}` } }),
  },
  'an address in a text for the shell': {
    to: `shelf native:count.with.point ${PICTURE}`,
    action: (value) => ({ do: 'native', method: 'count', with: { point: `${PICTURE}/?s=\${${value}}` } }),
  },
  'an address in state': {
    to: `shelf set.value ${PICTURE}`,
    action: (value) => ({ do: 'set', target: 'state.page', value: `${PICTURE}/?s=\${${value}}` }),
  },
  'an address that is kept': {
    to: `shelf set.value ${PICTURE}`,
    action: (value) => ({ do: 'set', target: 'kept.page', value: `${PICTURE}/?s=\${${value}}` }),
  },
  'a text that is kept, for a later release to read as an address': {
    to: `shelf set.value ${PICTURE}`,
    action: (value) => ({ do: 'set', target: 'kept.note', value: `${PICTURE}/?s=\${${value}}` }),
  },
  'a parameter of a screen': {
    to: `shelf go.with.page ${PICTURE}`,
    action: (value) => ({ do: 'go', to: 'reader', with: { page: `${PICTURE}/?s=\${${value}}` } }),
  },
  'a name of an address that is read as a Url': {
    to: `shelf go.query.p ${PICTURE}`,
    action: (value) => ({ do: 'go', to: 'reader', query: { p: `${PICTURE}/?s=\${${value}}` } }),
  },
  'a parameter of a part': {
    to: `shelf part.with.page ${PICTURE}`,
    node: (value) => ({
      type: 'part',
      id: 'own',
      part: 'cover',
      with: { page: `${PICTURE}/?s=\${${value}}` },
    }),
  },
  'one of the addresses that a part is given': {
    to: `shelf part.with.pages ${PICTURE}`,
    node: (value) => ({
      type: 'part',
      id: 'own',
      part: 'cover',
      with: { pages: [`${PICTURE}/?s=\${${value}}`] },
    }),
  },
  'a picture in a part': {
    to: `parts/cover image.src ${PICTURE}`,
    node: (value) => ({ type: 'part', id: 'own', part: 'cover', with: { reader: `\${${value}}` } }),
  },
};

const APP = {
  hosts: { leave: ['help.example.com'], frame: ['rules.example.com'], image: ['pictures.example.com'] },
  kept: {
    tourSeen: { type: 'boolean', for: 'session', initial: false },
    lastBook: { like: 'shelf#books[]', for: 'device' },
    note: { ...TEXT, for: 'device' },
    page: { ...URL, for: 'device' },
  },
  bridge: {
    callPhone: {
      params: { phone: { ...TEXT, required: true } },
      fallback: [{ do: 'leave', to: 'tel:${params.phone}' }],
    },
    openPage: {
      params: { url: { ...URL, required: true } },
      fallback: [{ do: 'leave', to: '${params.url}' }],
    },
    count: { params: { point: TEXT } },
    scan: { result: TEXT },
    goHome: {},
  },
};

const OPTIONS: LibraryOptions = {
  app: APP,
  parts: {
    cover: {
      params: { page: URL, pages: { type: 'array', items: URL }, reader: TEXT },
      body: [
        { type: 'image', alt: 'x', src: '${params.page}', visibleWhen: 'has(params.page)' },
        {
          type: 'image',
          alt: 'x',
          src: `${PICTURE}/?s=\${params.reader}`,
          visibleWhen: 'has(params.reader)',
        },
      ],
    },
  },
  screens: {
    book: {
      $schema: '../schemas/screen.schema.json',
      grammar: 2,
      id: 'book',
      routes: ['/book'],
      title: 'Book',
      params: { isbn: { type: 'string', required: true }, cardId: { carried: true, required: true } },
      body: [],
    },
    reader: {
      $schema: '../schemas/screen.schema.json',
      grammar: 2,
      id: 'reader',
      routes: ['/reader'],
      title: 'Reader',
      params: { page: { ...URL, wire: ['p'] } },
      body: [{ type: 'image', alt: 'x', src: '${params.page}', visibleWhen: 'has(params.page)' }],
    },
  },
};

function place({ nodes = [], actions = [], around = (node) => node, inNodes, value }: Source, sink: Sink) {
  const seen =
    sink.node === undefined ? button([...actions, sink.action?.(value) ?? {}]) : sink.node(inNodes ?? value);
  const others = sink.node === undefined || actions.length === 0 ? [] : [button(actions)];
  return flows(
    { state: { note: TEXT, page: URL, found: TEXT }, body: [...nodes, ...others, around(seen)] },
    OPTIONS,
  );
}

describe('L1: refuses a private value in an address of another origin', () => {
  const pairs = Object.entries(SOURCES).flatMap(([source, from]) =>
    Object.entries(SINKS)
      .filter(([, to]) => from.isRepeated === undefined || to.isInput === undefined)
      .map(([sink, to]) => [source, sink, from, to] as const),
  );
  it.each(pairs)('%s and %s', (_source, _sink, source, sink) => {
    const found = place(source, sink);
    expect(found.map((one) => one.split(' at ')[0])).toContain(`${source.from} → ${sink.to}`);
    for (const one of found) expect(one).toMatch(new RegExp(`^${source.from.replace(/[[\]]/g, '\\$&')}`));
  });
});

const image = (src: unknown, more: Json = {}): Json => ({ type: 'image', alt: 'x', src, ...more });
const leave = (to: unknown, more: Json = {}): Json => ({ do: 'leave', to, ...more });
const set = (target: string, value: unknown): Json => ({ do: 'set', target, value });
const native = (method: string, given: Json): Json => ({ do: 'native', method, with: given });
const onShelf = (...tap: readonly Json[]): ScreenText => ({
  state: { note: TEXT, page: URL, tab: { ...TEXT, initial: 'one' }, book: { like: 'shelf#books[]' } },
  body: [button(tap)],
});

function lets(what: string, screen: ScreenText, options: LibraryOptions = {}): void {
  it(`lets ${what}`, () => {
    expect(flows(screen, { ...OPTIONS, ...options })).toEqual([]);
  });
}

function refuses(what: string, screen: ScreenText, found: string, options: LibraryOptions = {}): void {
  it(`refuses ${what}`, () => {
    expect(flows(screen, { ...OPTIONS, ...options })).toEqual([found]);
  });
}

/** The shelf's contract with some reply members replaced. */
function shelfWith(properties: Json): LibraryOptions {
  const shelf = contractOf('shelf');
  const reply = shelf['reply'] as { readonly properties: Json };
  return {
    endpoints: {
      shelf: { ...shelf, reply: { ...reply, properties: { ...reply.properties, ...properties } } },
    },
  };
}

const READ_TEXT = { type: 'string', read: 'text' };
const PUBLIC = shelfWith({ name: { ...READ_TEXT, public: true } });

describe('L2: accepts a whole Url, a Url with constants, and public members', () => {
  const first = 'has(data.shelf.first) && has(data.shelf.first.cover)';
  lets('a Url of a reply be a picture', {
    body: [image('${data.shelf.first.cover}', { visibleWhen: first })],
  });
  lets('the Url of an item, of a result and of a parameter be an address to leave for', {
    params: { cardId: { carried: true, required: true }, page: { ...URL, wire: ['page'] } },
    body: [
      {
        type: 'section',
        title: 'x',
        each: 'data.shelf.books',
        as: 'one',
        body: [image('${one.cover}', { visibleWhen: 'has(one.cover)' })],
      },
      button([leave('${params.page}', { when: 'has(params.page)' })]),
      button([
        {
          do: 'request',
          endpoint: 'pay-fine',
          with: { amount: '${data.shelf.fine}' },
          critical: { intent: 'pay', per: '${params.cardId}' },
          as: 'paid',
        },
        native('openPage', { url: '${paid.receipt}' }),
      ]),
    ],
  });
  lets(
    'a Url with a constant parameter',
    onShelf(leave("${withQuery(data.shelf.first.cover, 'from', 'shelf')}", { when: first })),
  );
  lets('a Url go through state, a part, a kept value and another screen', {
    state: { page: URL },
    body: [
      button([
        { ...set('state.page', '${data.shelf.first.cover}'), when: first },
        { ...set('kept.page', '${data.shelf.first.cover}'), when: first },
        { do: 'go', to: 'reader', when: first, with: { page: '${data.shelf.first.cover}' } },
      ]),
      image('${state.page}', { visibleWhen: 'has(state.page)' }),
      image('${kept.page}', { visibleWhen: 'has(kept.page)' }),
      {
        type: 'part',
        id: 'own',
        part: 'cover',
        visibleWhen: 'has(state.page)',
        with: { page: '${state.page}' },
      },
    ],
  });
  lets(
    'constants, and state that only constants are written to',
    onShelf(set('state.tab', 'two'), leave(`${HELP}/?tab=\${state.tab}`)),
  );
  lets(
    'a constant of the configuration be called',
    onShelf(native('callPhone', { phone: '${config.desk.phone}' })),
  );
  lets(
    'constants that a private condition chooses among',
    onShelf(leave({ choose: [{ when: "data.shelf.name == 'x'", value: `${HELP}/a` }, `${HELP}/b`] })),
  );
  lets(
    'a public member be called, written in a mail and go through state',
    onShelf(
      native('callPhone', { phone: '${data.shelf.name}' }),
      set('state.note', '${data.shelf.name}'),
      leave("mailto:${state.?note.orValue('')}"),
    ),
    PUBLIC,
  );
  lets(
    'a text that is no address be counted by the shell',
    onShelf(native('count', { point: 'Read ${data.shelf.name}' })),
  );
  lets(
    'a text of a reply be named to the shell as it is',
    onShelf(native('count', { point: '${data.shelf.name}' })),
  );
  lets(
    'a private value stay in an address of our own',
    onShelf({
      do: 'go',
      to: 'book',
      with: { isbn: '${data.shelf.name}' },
      query: { from: '${session.readerId}' },
    }),
  );

  refuses(
    "a private value that only looks public: state with a contract's type to which something else was written",
    {
      state: { book: { like: 'shelf' } },
      data: { shelf: { endpoint: 'shelf', with: { cardId: '${params.cardId}' } } },
      body: [
        button([
          set('state.book', { name: '${session.readerId}', books: [], fine: 0 }),
          leave('tel:${state.book.name}', { when: 'has(state.book)' }),
        ]),
      ],
    },
    'session.readerId → shelf leave.to tel: at shelf.screen.json#/body/0/on/tap/1/to',
    PUBLIC,
  );
  it('accepts "public" only in a reply', () => {
    const found = checkProject(library({ state: { note: { ...TEXT, public: true } } }, OPTIONS));
    expect(found.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'type/contradiction /state/note/public',
    ]);
  });
});

const SESSION = 'session.readerId';
const TAP = 'shelf.screen.json#/body/0/on/tap';

describe('L3: follows values through everything that is written in the project', () => {
  const shown = (part: Json, given: Json): [ScreenText, LibraryOptions] => [
    { body: [{ type: 'part', id: 'own', part: 'line', with: given }] },
    { parts: { ...OPTIONS.parts, line: part } },
  ];
  const inner = {
    params: { reader: TEXT },
    body: [{ type: 'part', id: 'deep', part: 'cover', with: { reader: "${params.?reader.orValue('')}" } }],
  };
  refuses(
    'a picture in a part of a part',
    ...(() => {
      const [screen, options] = shown(inner, { reader: '${session.readerId}' });
      return [
        screen,
        `${SESSION} → parts/cover image.src ${PICTURE} at parts/cover.part.json#/body/1/src`,
        options,
      ] as const;
    })(),
  );
  const keeping = {
    params: { reader: TEXT },
    state: { note: TEXT },
    body: [
      button([set('state.note', "${params.?reader.orValue('')}")]),
      image(`${PICTURE}/?s=\${state.note}`, { visibleWhen: 'has(state.note)' }),
    ],
  };
  refuses(
    'the state of a part',
    ...(() => {
      const [screen, options] = shown(keeping, { reader: '${session.readerId}' });
      return [
        screen,
        `${SESSION} → parts/line image.src ${PICTURE} at parts/line.part.json#/body/1/src`,
        options,
      ] as const;
    })(),
  );
  refuses(
    'a record that goes through state as a whole',
    onShelf(
      { ...set('state.book', '${data.shelf.books[?0]}') },
      leave('tel:${state.book.title}', { when: 'has(state.book)' }),
    ),
    `shelf#books[].title → shelf leave.to tel: at ${TAP}/1/to`,
  );
  refuses(
    'a member that is written alone',
    onShelf(
      set('state.book.title', '${session.readerId}'),
      leave('tel:${state.book.title}', { when: 'has(state.book)' }),
    ),
    `${SESSION} → shelf leave.to tel: at ${TAP}/1/to`,
  );
  refuses(
    'one entry of a choose',
    onShelf(
      leave({
        choose: [{ when: 'data.shelf.fine > 0', value: `${HELP}/?s=\${session.readerId}` }, `${HELP}/`],
      }),
    ),
    `${SESSION} → shelf leave.to ${HELP} at ${TAP}/0/to`,
  );
  refuses(
    'a value that a choose gave to state',
    onShelf(
      set('state.note', { choose: [{ when: 'data.shelf.fine > 0', value: '${session.readerId}' }, 'none'] }),
      leave("tel:${state.?note.orValue('')}"),
    ),
    `${SESSION} → shelf leave.to tel: at ${TAP}/1/to`,
  );
  refuses(
    'an address for the shell that begins with a text of state',
    onShelf(
      set('state.note', `${PICTURE}/?s=`),
      native('count', { point: "${state.?note.orValue('')}${session.readerId}" }),
    ),
    `${SESSION} → shelf native:count.with.point at ${TAP}/1/with/point`,
  );
  refuses(
    'an address for the shell that was composed earlier',
    onShelf(
      set('state.note', `${PICTURE}/?s=\${session.readerId}`),
      native('count', { point: "${state.?note.orValue('')}" }),
    ),
    `${SESSION} → shelf native:count.with.point ${PICTURE} at ${TAP}/1/with/point`,
  );
  refuses(
    'an address for the shell that is joined from a list',
    onShelf(native('count', { point: `\${join(['${PICTURE}/?s=', session.readerId], '')}` })),
    `${SESSION} → shelf native:count.with.point at ${TAP}/0/with/point`,
  );
  refuses(
    'a parameter added in the list of a repeated node',
    {
      body: [
        {
          type: 'section',
          title: 'Books',
          visibleWhen: 'has(data.shelf.first) && has(data.shelf.first.cover)',
          body: [
            {
              type: 'section',
              title: 'Books',
              each: "[withQuery(data.shelf.first.cover, 's', session.readerId)]",
              as: 'one',
              body: [image('${one}')],
            },
          ],
        },
      ],
    },
    `${SESSION} → shelf section.each shelf#first.cover at shelf.screen.json#/body/0/body/0/each`,
  );
  const german = {
    ...APP,
    languages: { default: 'en', list: ['en', 'de', 'source'] },
    bridge: { ...APP.bridge, say: { params: { words: { ...TEXT, text: true } } } },
  };
  const translated = { de: { 'Look {readerId}': `${PICTURE}/?s={readerId}` } };
  refuses(
    'a text for the shell that a translation turns into an address',
    onShelf(native('say', { words: 'Look ${session.readerId}' })),
    `${SESSION} → shelf native:say.with.words at ${TAP}/0/with/words`,
    { app: german, messages: translated },
  );
  refuses(
    'the same text in a part that passes it to the shell',
    { body: [{ type: 'part', id: 'own', part: 'line', with: { words: 'Look ${session.readerId}' } }] },
    `${SESSION} → parts/line native:count.with.point at parts/line.part.json#/body/0/on/tap/0/with/point`,
    {
      app: german,
      messages: translated,
      parts: {
        ...OPTIONS.parts,
        line: {
          params: { words: { ...TEXT, text: true, required: true } },
          body: [button([native('count', { point: '${params.words}' })])],
        },
      },
    },
  );
  it.each([
    ['a tab in its scheme', 'ht\ttps://pictures.example.com/?s='],
    ['a control character before it', '\u0001https://pictures.example.com/?s='],
    ['a zero-width space before it', '\u200bhttps://pictures.example.com/?s='],
    ['a zero-width space in its scheme', 'h\u200bttps://pictures.example.com/?s='],
    ['words before it', 'Look: https://pictures.example.com/?s='],
    ['another value before it', 'Look ${config.desk.phone}: https://pictures.example.com/?s='],
    ['JSON around it', '{"url":"https://pictures.example.com/?s='],
  ])('refuses an address for the shell with %s', (_what, words) => {
    const point = `${words}\${session.readerId}`;
    expect(flows(onShelf(native('count', { point })), OPTIONS)).toEqual([
      `${SESSION} → shelf native:count.with.point ${PICTURE} at ${TAP}/0/with/point`,
    ]);
  });
  it.each([
    ['Text +1 by sms:+1?body=', 'sms:'],
    ['Look viber:add?number=', 'viber:'],
    ['Look https:/pictures.example.com/?s=', 'https:'],
    ['Look https:pictures.example.com/?s=', 'https:'],
    ['Look //pictures.example.com/?s=', '//pictures.example.com'],
    ['<img src=//pictures.example.com/?s=', '//pictures.example.com'],
    ['{"url":"//pictures.example.com/?s=', '//pictures.example.com'],
    ['www.pictures.example.com/?s=', 'www.pictures.example.com'],
    ['Look WWW.Pictures.example.com?s=', 'www.pictures.example.com'],
    ['pictures.example.com/?s=', 'pictures.example.com'],
    ['Look (pictures.example.com:8080/?s=', 'pictures.example.com'],
    ['{"url":"bücher.example?s=', 'bücher.example'],
    ['Look pictures.example.com', 'pictures.example.com'],
    ['https%3A//pictures.example.com/?s=', PICTURE],
    ['Look https%3a%2f%2Fpictures.example.com%2F?s=', PICTURE],
    ['https%253A%252F%252Fpictures.example.com/?s=', PICTURE],
    ['%2F%2Fpictures.example.com/?s=', '//pictures.example.com'],
    ['%68ttps://pictures.example.com/?s=', PICTURE],
    ['Look mailto%3Adesk@example.com?body=', 'mailto:'],
    ['Look https://pictures.example.com/?s=%20', PICTURE],
  ])('refuses an address of any scheme after words for the shell: %s', (words, to) => {
    expect(flows(onShelf(native('count', { point: `${words}\${session.readerId}` })), OPTIONS)).toEqual([
      `${SESSION} → shelf native:count.with.point ${to} at ${TAP}/0/with/point`,
    ]);
  });
  lets(
    'JSON and labels for the shell that are no address',
    onShelf(
      native('count', {
        point:
          '{"name":"${data.shelf.name}"} of 12:${data.shelf.name} a/${data.shelf.name} v1.2/${data.shelf.name} 50%${data.shelf.name} e.g. ${data.shelf.name}',
      }),
    ),
  );
  lets(
    'a text that contains an address for the shell, if the value is not part of the address',
    onShelf(
      native('count', {
        point: 'Look at ${data.shelf.name}: https://pictures.example.com/ ${data.shelf.name}',
      }),
    ),
  );
  refuses(
    'a scheme that state completes',
    onShelf(
      set('state.note', 'tps://pictures.example.com/'),
      native('count', { point: "ht${state.?note.orValue('')}${session.readerId}" }),
    ),
    `${SESSION} → shelf native:count.with.point at ${TAP}/1/with/point`,
  );
  refuses(
    'the end of a text that contains an address',
    onShelf(
      set('state.note', `Look ${PICTURE}/?s=\${session.readerId}`),
      native('count', { point: "${tail(state.?note.orValue(''), 60)}" }),
    ),
    `${SESSION} → shelf native:count.with.point at ${TAP}/1/with/point`,
  );
  lets(
    'the kind of a failure be in a mail',
    onShelf({
      do: 'request',
      endpoint: 'book',
      with: { isbn: '1' },
      catch: [{ run: [leave('mailto:desk@help.example.com?subject=${error.kind}')] }],
    }),
  );
  refuses(
    'a text in an address in place of a Url',
    onShelf({ do: 'go', to: 'both', with: { note: `${PICTURE}/?s=\${session.readerId}` } }),
    `${SESSION} → shelf go.with.note ${PICTURE} at ${TAP}/0/with/note`,
    {
      screens: {
        ...OPTIONS.screens,
        both: {
          $schema: '../schemas/screen.schema.json',
          grammar: 2,
          id: 'both',
          routes: ['/both'],
          title: 'Both',
          params: { note: { ...TEXT, wire: ['p'] }, page: { ...URL, wire: ['p'] } },
          body: [image('${params.page}', { visibleWhen: 'has(params.page)' })],
        },
      },
    },
  );
  refuses(
    'a whole Url as a parameter of another Url',
    onShelf(
      leave("${withQuery(data.shelf.first.cover, 'back', data.shelf.first.cover)}", {
        when: 'has(data.shelf.first) && has(data.shelf.first.cover)',
      }),
    ),
    `shelf#first.cover → shelf leave.to shelf#first.cover at ${TAP}/0/to`,
  );
  refuses(
    'a search text among options',
    {
      state: { note: TEXT, found: TEXT },
      body: [
        {
          type: 'choice',
          bind: 'state.found',
          search: 'state.note',
          label: 'Book',
          options: [
            {
              each: 'data.shelf.books',
              as: 'book',
              key: 'book.isbn',
              value: '${book.isbn}',
              text: '${book.title}',
            },
          ],
        },
        image(`${PICTURE}/?s=\${state.note}`, { visibleWhen: 'has(state.note)' }),
      ],
    },
    `shelf.entered → shelf image.src ${PICTURE} at shelf.screen.json#/body/1/src`,
  );
  refuses(
    'the message of a failure',
    onShelf({
      do: 'request',
      endpoint: 'book',
      with: { isbn: '1' },
      catch: [{ run: [leave("mailto:desk@help.example.com?body=${error.?message.orValue('')}")] }],
    }),
    `error.message → shelf leave.to mailto: at ${TAP}/0/catch/0/run/0/to`,
  );
  refuses(
    'a field of a list of records',
    {
      body: [
        form({
          type: 'repeat',
          name: 'guests',
          as: 'guest',
          label: 'Guests',
          title: 'Guest',
          remove: 'Remove',
          add: 'Add',
          body: [
            { type: 'text-field', name: 'mail', label: 'Mail' },
            image(`${PICTURE}/?s=\${guest.mail}`, { visibleWhen: 'has(guest.mail)' }),
          ],
        }),
      ],
    },
    `shelf.form.wish.guests[].mail → shelf image.src ${PICTURE} at shelf.screen.json#/body/0/body/0/body/1/src`,
  );
  refuses(
    'what a valid form sends',
    {
      body: [
        {
          ...form({ ...NAME_FIELD, rules: [{ rule: 'required', message: 'Say who you are.' }] }),
          on: { submit: [leave('tel:${form.wish.reader}')] },
        },
      ],
    },
    'shelf.form.wish.reader → shelf leave.to tel: at shelf.screen.json#/body/0/on/submit/0/to',
  );
  refuses(
    'values computed for each item of a list',
    {
      body: [
        {
          type: 'part',
          id: 'own',
          part: 'cover',
          with: { pages: [{ each: 'data.shelf.books', as: 'one', value: `${PICTURE}/?s=\${one.title}` }] },
        },
      ],
    },
    `shelf#books[].title → shelf part.with.pages ${PICTURE} at shelf.screen.json#/body/0/with/pages`,
  );
  refuses(
    'a method whose fallback calls another method',
    onShelf(native('ask', { number: '${session.readerId}' })),
    `${SESSION} → shelf native:ask.with.number tel: at ${TAP}/0/with/number`,
    {
      app: {
        ...APP,
        bridge: {
          ...APP.bridge,
          ask: {
            params: { number: TEXT },
            fallback: [native('callPhone', { phone: "${params.?number.orValue('')}" })],
          },
        },
      },
    },
  );
  refuses(
    'a fallback that reads the session itself',
    onShelf(),
    `${SESSION} → app leave.to mailto: at app.json#/bridge/write/fallback/0/to`,
    {
      app: {
        ...APP,
        bridge: {
          ...APP.bridge,
          write: { fallback: [leave("mailto:desk@help.example.com?body=${session.?readerId.orValue('')}")] },
        },
      },
    },
  );
  it('reports both of two calls that pass a session value to the fallback of a method', () => {
    const call = button([native('callPhone', { phone: '${session.readerId}' })]);
    const found = flows({ body: [call, call] }, OPTIONS);
    expect(found).toEqual(
      [0, 1].map(
        (at) =>
          `${SESSION} → shelf native:callPhone.with.phone tel: at shelf.screen.json#/body/${at}/on/tap/0/with/phone`,
      ),
    );
  });
  it('takes no longer for a value that occurs many times in nested lists', () => {
    let node = image(`${PICTURE}/?s=\${item8}`);
    for (let at = 8; at > 0; at -= 1) {
      const inside = at === 1 ? 'session.readerId' : `item${at - 1}`;
      const each = `[${Array.from({ length: 20 }, () => inside).join(', ')}]`;
      node = { type: 'section', title: 'x', each, as: `item${at}`, body: [node] };
    }
    const start = performance.now();
    expect(flows({ body: [node] }, OPTIONS)).toHaveLength(1);
    expect(performance.now() - start).toBeLessThan(5000);
  });
  it('ends if state is written from itself', () => {
    const found = flows(
      onShelf(
        set('state.note', "${state.?tab.orValue('')}"),
        set('state.tab', "${state.?note.orValue('')}"),
        set('state.tab', '${session.readerId}'),
        leave("tel:${state.?note.orValue('')}"),
      ),
      OPTIONS,
    );
    expect(found).toEqual([`${SESSION} → shelf leave.to tel: at ${TAP}/3/to`]);
  });
});

describe('L4: an exception allows one value in one location, with a reason', () => {
  const to = `shelf leave.to ${HELP}`;
  const screen = onShelf(leave(`${HELP}/?s=\${session.readerId}`));
  const allowing = (...list: readonly Json[]): LibraryOptions => ({ app: { ...APP, flows: list } });
  const reason = 'The library of help reads it, by contract.';
  const codes = (shelf: ScreenText, options: LibraryOptions) =>
    checkProject(library(shelf, { ...OPTIONS, ...options })).map(({ code, pointer }) => `${code} ${pointer}`);

  it('allows the flow that it names', () => {
    expect(codes(screen, allowing({ from: SESSION, to, reason }))).toEqual([]);
  });
  it.each([
    ['another value', { from: 'session.branch', to }],
    ['another host', { from: SESSION, to: `shelf leave.to ${PICTURE}` }],
    ['another screen', { from: SESSION, to: `book leave.to ${HELP}` }],
    ['another property', { from: SESSION, to: `shelf image.src ${HELP}` }],
    ['no place', { from: SESSION, to: 'shelf leave.to' }],
  ])('does not allow %s, and is reported as unused', (_what, one) => {
    expect(
      codes(screen, allowing({ ...one, reason })).filter((code) => !code.startsWith('flow/unused')),
    ).toEqual(['flow/private-address /body/0/on/tap/0/to']);
    expect(codes({}, allowing({ ...one, reason }))).toEqual(['flow/unused-exception /flows/0']);
  });
  it('is refused without a reason', () => {
    expect(codes(screen, allowing({ from: SESSION, to }))).toContain('property/missing /flows/0');
  });
});
