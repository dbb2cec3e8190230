import { describe, expect, it } from 'vitest';
import { checkProject } from './check.ts';
import {
  button,
  contractOf,
  describeProblem,
  library,
  type LibraryOptions,
  problemsOf,
  type ScreenText,
} from './testing.ts';

function refuses(title: string, screen: ScreenText, problems: string[], options?: LibraryOptions): void {
  it(`refuses ${title}`, () => {
    expect(problemsOf(screen, options)).toEqual(problems);
  });
}

describe('13: reports all problems of all documents at once, by file, line and column', () => {
  it('from every room', () => {
    const found = checkProject(
      library(
        {
          title: '${data.shelf.name}',
          body: [
            { type: 'txt', text: 'A' },
            { type: 'text', text: '${data.shelf.nam}', tune: 'info' },
            button([{ do: 'go', to: 'bok' }]),
          ],
        },
        { messages: { fr: {} } },
      ),
    );
    expect(found.map(describeProblem)).toEqual([
      'messages/language screens/messages/fr.json#/language',
      'screen/title-needs-data /title',
      'widget/unknown-type /body/0/type',
      'expression/unknown-member /body/1/text',
      'property/unknown /body/1/tune',
      'screen/unknown /body/2/on/tap/0/to',
    ]);
    const places = found.filter(({ file }) => file === 'screens/shelf.screen.json').map(({ line }) => line);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });
  it('reports a missing application in an empty project', () => {
    expect(checkProject([]).map(({ code, file }) => `${code} ${file}`)).toEqual([
      'document/no-app screens/app.json',
    ]);
  });
});

describe('13: reports one problem per fault', () => {
  const reads = [
    { type: 'text', text: '${data.shelf.name}' },
    {
      type: 'rows',
      rows: [{ each: 'data.shelf.books', as: 'book', label: '${book.title}', value: '${book.price}' }],
    },
    button([{ do: 'notice', text: '${data.shelf.note}' }], { enabledWhen: 'has(data.shelf.note)' }),
  ];
  refuses(
    'an unknown endpoint, and reports nothing where its data is read',
    { data: { shelf: { endpoint: 'shlf' } }, body: reads },
    ['endpoint/unknown /data/shelf/endpoint'],
  );
  it('an endpoint that does not parse, and nothing where its data is read', () => {
    const files = library({ body: reads }).map((file) =>
      file.path.endsWith('shelf.endpoint.json') ? { ...file, text: '{' } : file,
    );
    expect(checkProject(files).map(describeProblem)).toEqual([
      'parse/syntax schemas/api/shelf.endpoint.json#',
    ]);
  });
  refuses(
    'an endpoint with a broken type, and reports nothing where its data is read',
    { body: reads },
    ['type/contradiction schemas/api/shelf.endpoint.json#/reply/properties/name/read'],
    {
      endpoints: {
        shelf: {
          ...contractOf('shelf'),
          reply: {
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'boolean', read: 'url' } },
          },
        },
      },
    },
  );
  it('an app.json that does not parse, and nothing where session, config, kept, carried parameters or the bridge are used', () => {
    const files = library({
      body: [
        ...reads,
        { type: 'text', text: '${session.branch} ${config.desk.phone}', visibleWhen: '!kept.tourSeen' },
        button([{ do: 'native', method: 'callPhone' }]),
      ],
    }).map((file) => (file.path === 'screens/app.json' ? { ...file, text: '[' } : file));
    expect(checkProject(files).map(describeProblem)).toEqual(['parse/syntax screens/app.json#']);
  });
  it('a screen that does not parse, and nothing where an action goes to it', () => {
    const files = library({ body: [button([{ do: 'go', to: 'book' }])] }).map((file) =>
      file.path === 'screens/book.screen.json' ? { ...file, text: '{ "id": }' } : file,
    );
    expect(checkProject(files).map(describeProblem)).toEqual(['parse/syntax screens/book.screen.json#']);
  });
  refuses(
    'a broken list, and reports nothing where its items are read',
    {
      body: [
        {
          type: 'section',
          each: 'data.shelf.boks',
          as: 'book',
          body: [{ type: 'text', text: '${book.title}', visibleWhen: 'book.lent' }],
        },
      ],
    },
    ['expression/unknown-member /body/0/each'],
  );
  refuses(
    'a broken condition, and no value as absent that the condition would prove',
    {
      body: [
        {
          type: 'text',
          text: '${data.shelf.note}',
          visibleWhen: 'has(data.shelf.note) && data.shelf.fin > 0',
        },
      ],
    },
    ['expression/unknown-member /body/0/visibleWhen'],
  );
  refuses(
    'a request to an unknown endpoint, and reports nothing where its result is read',
    {
      body: [
        button([
          { do: 'request', endpoint: 'pay', as: 'paid' },
          { do: 'leave', to: '${paid.receipt}' },
        ]),
      ],
    },
    ['endpoint/unknown /body/0/on/tap/0/endpoint'],
  );
  refuses(
    'a broken state, and reports nothing where it is read or written',
    {
      state: { book: { like: 'shelf#boks[]' } },
      body: [
        { type: 'text', text: '${state.book.title}', visibleWhen: 'has(state.book)' },
        button([{ do: 'set', target: 'state.book', value: 1 }]),
      ],
    },
    ['type/unknown-place /state/book/like'],
  );
  refuses(
    'a value of an invalid shape, once',
    {
      body: [
        { type: 'text', text: 5 },
        { type: 'text', text: null },
      ],
    },
    ['property/bad-type /body/0/text', 'property/bad-type /body/1/text'],
  );
  refuses(
    'a misspelt action, and reports nothing at the overlay that it would open',
    {
      body: [button([{ do: 'opn', overlay: 'ask' }])],
      overlays: { ask: { type: 'dialog', title: 'Ask', body: [] } },
    },
    ['action/unknown /body/0/on/tap/0/do'],
  );
});

const COUNTED = {
  type: 'text',
  each: 'data.shelf.books',
  as: 'book',
  text: 'By ${data.shelf.name}, ${book.pages} pages',
};

describe('9: catalogues', () => {
  const body = [{ type: 'text', text: 'By ${data.shelf.name}' }];
  const at = 'screens/messages/en.json#/messages';
  refuses('a text that no screen shows, with a warning', { body }, [`messages/unused ${at}/Gone`], {
    messages: { en: { Gone: 'Away' } },
  });
  refuses('a translation that lacks a placeholder', { body }, [`messages/placeholder ${at}/By {name}`], {
    messages: { en: { 'By {name}': 'By somebody' } },
  });
  refuses(
    'a translation with a placeholder that the text does not have',
    { body },
    [`messages/placeholder ${at}/By {name}`],
    {
      messages: { en: { 'By {name}': 'By {name} of {place}' } },
    },
  );
  const linked = [{ type: 'text', text: 'Read [our rules](rules)', links: { rules: [] } }];
  refuses(
    'N36: a translation that lacks a link',
    { body: linked },
    [`messages/placeholder ${at}/Read [our rules](rules)`],
    {
      messages: { en: { 'Read [our rules](rules)': 'Read our rules' } },
    },
  );
  refuses(
    'N36: a translation with a link that the text does not have',
    { body: linked },
    [`messages/placeholder ${at}/Read [our rules](rules)`],
    {
      messages: { en: { 'Read [our rules](rules)': '[Read](read) [our rules](rules)' } },
    },
  );
  refuses(
    'a language that app.json does not list',
    { body },
    ['messages/language screens/messages/fr.json#/language'],
    { messages: { fr: {} } },
  );
  refuses(
    'a catalogue for the language of the definitions, which need none',
    { body },
    ['messages/language screens/messages/source.json#/language'],
    { messages: { source: {} } },
  );
  refuses(
    'plural forms for a placeholder that the text does not have',
    { body },
    [`messages/plural ${at}/By {name}`],
    {
      messages: { en: { 'By {name}': { plural: 'count', forms: { other: 'By {name}' } } } },
    },
  );
  refuses('a text together with plural forms', { body }, [`messages/plural ${at}/By {name}`], {
    messages: { en: { 'By {name}': { text: 'By {name}', plural: 'name', forms: { other: 'By {name}' } } } },
  });
  refuses('a plural form without words', { body }, [`messages/plural ${at}/By {name}`], {
    messages: { en: { 'By {name}': { plural: 'name', forms: { one: '', other: 'By {name}' } } } },
  });
  refuses(
    'a plural form that lacks another placeholder than its number',
    { body: [COUNTED] },
    [`messages/placeholder ${at}/By {name}, {pages} pages`],
    {
      messages: {
        en: {
          'By {name}, {pages} pages': {
            plural: 'pages',
            forms: { one: 'One page', other: '{pages} by {name}' },
          },
        },
      },
    },
  );
  refuses('text in another script, with a warning', { body }, [`text/language ${at}/By {name}`], {
    messages: { en: { 'By {name}': '作者 {name}' } },
  });
  refuses('Indonesian among English, with a warning', { body }, [`text/language ${at}/By {name}`], {
    messages: { en: { 'By {name}': 'Silakan {name}' } },
  });
  refuses(
    'an untranslated text in another language, with a warning',
    { body: [{ type: 'text', text: 'Silakan pilih' }] },
    [`text/language ${at}`],
    { messages: { en: {} } },
  );
  refuses(
    'a context of a value that is not shown to people',
    { body: [button([{ do: 'copy', text: { choose: ['1'], context: 'of a book' } }])] },
    ['property/unknown /body/0/on/tap/0/text/context'],
  );
  refuses(
    'a fallback chain to a language that app.json does not list',
    { body },
    ['app/unknown-language screens/app.json#/languages/fallback/en/0'],
    { app: { languages: { default: 'en', list: ['en', 'source'], fallback: { en: ['fr'] } } } },
  );
  it('accepts drafts, empty entries, plural forms that spell out their number, and contexts', () => {
    const forms = { one: 'One page by {name}', other: '{pages} pages by {name}' };
    const word = { type: 'text', text: { choose: ['Open'], context: 'of a shop' } };
    expect(
      problemsOf(
        { body: [...body, COUNTED, word] },
        {
          messages: {
            en: {
              'By {name}': { text: '', draft: true },
              'By {name}, {pages} pages': { plural: 'pages', forms, draft: true },
            },
          },
          contexts: { en: { 'of a shop': { Open: 'Open now' } } },
        },
      ),
    ).toEqual([]);
  });
  it('accepts texts of unused parts, of failures, of bridge methods and of the engine', () => {
    expect(
      problemsOf(
        { body },
        {
          parts: { lost: { body: [{ type: 'text', text: 'Lost' }] } },
          messages: {
            en: { Lost: 'Lost!', 'Something went wrong with your request.': 'No', 'Try again': 'Again' },
          },
        },
      ),
    ).toEqual([]);
  });
  it('reports no unused texts while an error hides some texts', () => {
    expect(
      problemsOf(
        { body: [{ type: 'text', text: 'By ${data.shelf.nam}' }] },
        { messages: { en: { 'By {nam}': 'x {nam}' } } },
      ),
    ).toEqual(['expression/unknown-member /body/0/text']);
  });
});

describe('1: documents are found by their file names', () => {
  refuses('an id that differs from the file name', { id: 'shelves' }, ['document/name /id']);
  refuses(
    'an endpoint whose name differs from its file',
    {},
    ['document/name schemas/api/lendings.endpoint.json#/name'],
    {
      endpoints: { lendings: { ...contractOf('book'), path: '/api/lendings' } },
    },
  );
});

describe('11: limits apply to a screen with its parts expanded', () => {
  const nodes = Array.from({ length: 100 }, () => ({ type: 'text', text: 'A' }));
  const grid = (uses: number, rest: number): LibraryOptions & { screen: ScreenText } => ({
    parts: { many: { body: nodes } },
    screen: {
      body: [
        ...Array.from({ length: uses }, (_, index) => ({ type: 'part', part: 'many', id: `use-${index}` })),
        ...Array.from({ length: rest }, () => ({ type: 'image', src: 'asset:a', alt: '' })),
      ],
    },
  });
  it('2,000 nodes are accepted by the limit "nodes", 2,001 refused', () => {
    const most = grid(19, 81);
    const over = grid(19, 82);
    const codes = (from: typeof most): string[] =>
      problemsOf(from.screen, from).filter((problem) => problem.startsWith('limit/nodes'));
    expect(codes(most)).toEqual([]);
    expect(codes(over)).toEqual(['limit/nodes ']);
  });
});

describe('13: an object where a text is expected', () => {
  const object = { like: '#' };
  const choice = { look: 'list', label: 'A', options: [{ value: 1, text: 'One' }] };
  it.each([
    ['type of a field', { type: object, name: 'a', label: 'A' }, 'type'],
    ['kind of a number', { type: 'number-field', name: 'a', label: 'A', number: object }, 'number'],
    ['name of a choice', { type: 'choice', name: object, ...choice }, 'name'],
    [
      'name of a repeating group',
      { type: 'repeat', name: object, label: 'A', title: 'A', add: 'Add', remove: 'Remove', body: [] },
      'name',
    ],
  ])('as the %s', (_, field, member) => {
    const found = problemsOf({ body: [{ type: 'form', id: 'f', body: [field] }] });
    expect(found.some((problem) => problem.endsWith(` /body/0/body/0/${member}`))).toBe(true);
  });
});
