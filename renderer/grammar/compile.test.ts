import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { messageId } from '../plan/message.ts';
import { ENGINE_WORDS } from '../plan/words.ts';
import { compileProject, serializePlan } from './compile.ts';
import {
  button,
  compileLibrary,
  contractOf,
  get,
  library,
  type LibraryOptions,
  nodeOf,
  planOf,
  type ScreenText,
} from './testing.ts';

const SCREEN: ScreenText = {
  title: { choose: ['${data.shelf.name}', 'Shelf'] },
  documentTitle: 'Shelf of ${params.cardId}',
  routes: ['/shelf', '/shelves'],
  public: true,
  params: {
    cardId: { carried: true, required: true },
    query: { type: 'string', wire: ['query', 'q'] },
    page: { type: 'integer', default: 1 },
  },
  state: { chosen: { like: 'shelf#books[]' }, asked: { type: 'boolean', initial: false } },
  timers: { pause: { seconds: 30 } },
  body: [
    { type: 'amount', value: '${data.shelf.fine}' },
    {
      type: 'rows',
      rows: [
        {
          each: 'data.shelf.books',
          as: 'book',
          at: 'i',
          key: 'book.isbn',
          visibleWhen: '!book.lent',
          label: '${book.title}',
          value: '${book.price}',
        },
      ],
    },
    {
      type: 'section',
      each: 'data.shelf.books',
      as: 'book',
      placeholders: 2,
      body: [{ type: 'text', text: '${book.title} at ${data.shelf.name}' }],
    },
    { type: 'text', text: 'Welcome', fallback: { type: 'text', text: 'Hello' } },
    { type: 'section', body: [], fallback: 'none' },
  ],
  bar: [button([{ do: 'native', method: 'goHome' }], { id: 'home', enabledWhen: '!state.asked' })],
};

describe('14: compile', () => {
  const plan = planOf(SCREEN);

  it('lowers parameters, state and timers', () => {
    expect(plan.params).toEqual({
      cardId: { wire: ['cardId', 'card'], shape: { type: 'text' }, required: true, carried: true },
      query: { wire: ['query', 'q'], shape: { type: 'text' } },
      page: { wire: ['page'], shape: { type: 'integer', read: 'integer' }, default: 1 },
    });
    expect(plan.state['asked']).toEqual({ shape: { type: 'boolean' }, initial: false });
    expect(plan.timers).toEqual({ pause: { seconds: 30 } });
  });
  it('compiles the type of state that is like an item of a reply', () => {
    const shape = plan.state['chosen']?.shape;
    expect(shape?.type === 'record' ? shape.members.find(({ name }) => name === 'lent') : undefined).toEqual({
      name: 'lent',
      wire: '/lent',
      shape: { type: 'boolean' },
      required: true,
    });
  });
  it('4.59 marks the state that a frame writes, in a screen, an overlay and a part', () => {
    const frame = { type: 'frame', src: 'https://rules.example.com/', title: 'Rules', bind: 'state.shown' };
    const state = { shown: { type: 'boolean', initial: false }, asked: { type: 'boolean', initial: false } };
    const marked = (text: ScreenText, options?: LibraryOptions) => {
      const { state: plans } = planOf(text, options);
      return Object.keys(plans).filter((name) => plans[name]?.ofFrame);
    };
    expect(marked({ state, body: [frame] })).toEqual(['shown']);
    const sheet = { type: 'sheet', title: 'Rules', body: [{ type: 'section', body: [frame] }] };
    const opener = button([{ do: 'open', overlay: 'rules' }], { enabledWhen: '!state.asked' });
    expect(marked({ state, body: [opener], overlays: { rules: sheet } })).toEqual(['shown']);
    const parts = { rules: { params: {}, state, body: [frame, opener], overlays: { rules: sheet } } };
    expect(marked({ body: [{ type: 'part', part: 'rules', id: 'one' }] }, { parts })).toEqual(['one/shown']);
  });
  it('gives a node outside a form its bind, or none', () => {
    const tabs = { type: 'tabs', label: 'Shelves', body: [] };
    const state = { shelf: { type: 'integer', initial: 0 } };
    const bindOf = (bind: object) => planOf({ state, body: [{ ...tabs, ...bind }] }).body[0]?.bind;
    expect(bindOf({ bind: 'state.shelf' })).toEqual(['state', 'shelf']);
    expect(bindOf({})).toBeUndefined();
  });
  it('marks only public screens as public', () => {
    expect(plan.public).toBe(true);
    expect(planOf({ body: [] })).not.toHaveProperty('public');
  });
  it('lowers data with the paths that it reads', () => {
    expect(plan.data['shelf']).toEqual({
      endpoint: 'shelf',
      with: { cardId: get('params.cardId') },
      reads: ['params.cardId'],
    });
  });
  it('lowers a reply to pointers from the root of the envelope', () => {
    const reply = plan.endpoints['shelf']?.reply;
    expect(reply?.type === 'record' ? reply.members.map(({ wire }) => wire) : []).toEqual([
      '/data/name',
      '/data/note',
      '/data/books',
      '/data/fine',
      '/data/first',
    ]);
    const first = reply?.type === 'record' ? reply.members[4]?.shape : undefined;
    expect(first?.type === 'record' ? first.members.at(-1) : undefined).toEqual({
      name: 'lent',
      wire: '/lent_flag',
      shape: { type: 'boolean', read: 'flag' },
      required: true,
      default: false,
    });
  });
  it('says of an endpoint that only the open screen sends it if its contract does', () => {
    const endpoints = { shelf: { ...contractOf('shelf'), prefetch: false } };
    expect(planOf({}, { endpoints }).endpoints['shelf']?.ahead).toBe(false);
    expect(plan.endpoints['shelf']).not.toHaveProperty('ahead');
  });
  it('makes ids from locations, and records the origin of each node', () => {
    expect(plan.body.map(({ id }) => id)).toEqual(['body-0', 'body-1', 'body-2', 'body-3', 'body-4']);
    expect(nodeOf(plan, 'body-2-body-0').type).toBe('text');
    expect(compileLibrary(SCREEN).screens['shelf']?.origins['body-2-body-0']).toEqual({
      file: 'screens/shelf.screen.json',
      pointer: '/body/2/body/0',
    });
  });
  it("makes ids that differ from the author's ids", () => {
    const taken = planOf({
      body: [
        { type: 'text', text: 'One' },
        { type: 'text', id: 'body-0', text: 'Two' },
      ],
    });
    expect(taken.body.map(({ id }) => id)).toEqual(['body-0-2', 'body-0']);
  });
  it('lowers elements and each', () => {
    const { lists, reads } = nodeOf(plan, 'body-1');
    expect(lists?.['rows']).toEqual([
      {
        each: { list: get('data.shelf.books'), as: 'book', at: 'i', key: get('book.isbn') },
        visible: ['!', get('book.lent')],
        props: { label: get('book.title'), value: ['call', 'money', get('book.price')] },
      },
    ]);
    expect(reads).toEqual(['data.shelf.books']);
  });
  it("records the paths that a node's own expressions read, without those of its children", () => {
    expect(nodeOf(plan, 'body-2')).toMatchObject({
      each: { as: 'book', placeholders: 2 },
      reads: ['data.shelf.books'],
    });
    expect(nodeOf(plan, 'body-2-body-0').reads).toEqual(['book.title', 'data.shelf.name']);
    expect(nodeOf(plan, 'home')).toMatchObject({
      enabled: ['!', get('state.asked')],
      reads: ['state.asked'],
    });
  });
  it('fills in defaults of properties', () => {
    expect(nodeOf(plan, 'body-3').props).toMatchObject({ style: 'body', tone: 'neutral' });
  });
  it('contains fallbacks', () => {
    expect(nodeOf(plan, 'body-3').fallback).toMatchObject({ id: 'body-3-fallback', type: 'text' });
    expect(nodeOf(plan, 'body-4').fallback).toBe('none');
  });
  it('marks nodes that must not be left out', () => {
    expect(nodeOf(plan, 'body-0').critical).toBe(true);
    expect(nodeOf(plan, 'body-1').critical).toBeUndefined();
  });
  it('lists what it uses, including fallbacks of bridge methods', () => {
    expect(plan.uses).toEqual({
      widgets: ['amount', 'button', 'rows', 'section', 'text'],
      actions: ['leave', 'native'],
    });
    expect(Object.keys(plan.bridge).sort()).toEqual(['callPhone', 'goHome']);
    expect(plan.bridge['goHome']).toMatchObject({ handler: 'goHome', timeoutMs: 5_000 });
  });
});

describe('9: messages', () => {
  const messages = {
    en: {
      Welcome: 'Come in',
      'About this book': 'The book',
      '{title} at {name}': '{title}, {name}',
      'Something went wrong with your request.': 'That failed.',
      [ENGINE_WORDS[0]]: 'Back!',
    },
  };
  const compiled = compileLibrary(SCREEN, { messages });
  it('a plan contains only the texts that it shows', () => {
    expect(compiled.plans.get('shelf')?.messages).toEqual({
      en: { Welcome: 'Come in', '{title} at {name}': '{title}, {name}' },
    });
  });
  it('takes each text from the first catalogue of the language chain that has it, with the plural rules of that catalogue', () => {
    const app = {
      languages: { default: 'en', list: ['en', 'de', 'nl', 'source'], fallback: { nl: ['de', 'en'] } },
    };
    const plural = { plural: 'name', forms: { other: '{title} in {name}' } };
    const catalogues = {
      nl: { Welcome: { text: '', draft: true }, 'About this book': 'Het boek' },
      de: { Welcome: 'Willkommen', '{title} at {name}': plural },
      en: { Welcome: 'Come in', '{title} at {name}': '{title}, {name}', 'About this book': 'The book' },
    };
    const chained = compileLibrary(SCREEN, { app, messages: catalogues });
    expect(chained.plans.get('shelf')?.messages['nl']).toEqual({
      Welcome: 'Willkommen',
      '{title} at {name}': { ...plural, language: 'de' },
    });
    expect(chained.plans.get('book')?.messages['nl']).toEqual({ 'About this book': 'Het boek' });
  });
  it('gives a text with a context its own id', () => {
    const body = [
      { type: 'text', id: 'act', text: 'Open' },
      { type: 'text', id: 'state', text: { choose: ['Open'], context: 'of a shop' } },
    ];
    const plans = compileLibrary(
      { body },
      { messages: { en: { Open: 'Open it' } }, contexts: { en: { 'of a shop': { Open: 'Open now' } } } },
    ).plans;
    expect(plans.get('shelf')?.messages['en']).toEqual({
      Open: 'Open it',
      [messageId('Open', 'of a shop')]: 'Open now',
    });
  });
  it('the application contains the texts of failures and of the engine', () => {
    expect(compiled.app?.messages).toEqual({
      en: { 'Something went wrong with your request.': 'That failed.', [ENGINE_WORDS[0]]: 'Back!' },
    });
  });
});

describe('1: the application', () => {
  const { app } = compileLibrary(SCREEN);
  it('contains its help link, with the methods that it calls and the texts that it shows', () => {
    const help = { text: 'Ask the desk', run: [{ do: 'native', method: 'callPhone', with: { phone: '1' } }] };
    const messages = { en: { 'Ask the desk': 'Ask us' } };
    const compiled = compileLibrary(SCREEN, { app: { help }, messages }).app;
    expect(compiled?.help).toMatchObject({ text: 'Ask the desk', run: [{ do: 'native' }] });
    expect(Object.keys(compiled?.bridge ?? {})).toEqual(['callPhone']);
    expect(compiled?.messages['en']).toEqual({ 'Ask the desk': 'Ask us' });
    expect(app).not.toHaveProperty('help');
  });
  it('uses the time zone of Manila, the default of the schema, if app.json has none', () => {
    const schema: unknown = JSON.parse(readFileSync('schemas/app.schema.json', 'utf8'));
    expect(schema).toMatchObject({ properties: { timeZone: { default: 'Asia/Manila' } } });
    expect(app?.timeZone).toBe('Asia/Manila');
    const elsewhere = compileLibrary(SCREEN, { app: { timeZone: 'America/New_York' } });
    expect(elsewhere.app?.timeZone).toBe('America/New_York');
  });
  it('contains the declarations that all screens share', () => {
    expect(app).toMatchObject({
      languages: { default: 'en', list: ['en', 'source'] },
      session: { readerId: { wire: ['readerId'], shape: { type: 'text' } }, branch: { default: 'main' } },
      carried: { cardId: { wire: ['cardId', 'card'] } },
      config: { desk: { phone: '+1', open: true } },
      hosts: { leave: ['help.example.com'], frame: ['rules.example.com'] },
      required: ['readerId'],
    });
    expect(app?.kept['tourSeen']).toEqual({ shape: { type: 'boolean' }, initial: false, for: 'session' });
    expect(app?.screens['shelf']).toEqual({
      paths: ['/shelf', '/shelves'],
      params: ['cardId', 'query', 'page'],
    });
  });
});

describe('14: the same definition gives the same bytes', () => {
  it('on every run, and in any order of files', () => {
    const files = library(SCREEN);
    const bytes = (from: typeof files): string[] =>
      [...compileProject(from).plans.values()].map(serializePlan);
    expect(bytes(files)).toHaveLength(2);
    expect(bytes(library(SCREEN))).toEqual(bytes(files));
    expect(bytes([...files].reverse())).toEqual(bytes(files));
  });
  it('members are in the order of their names', () => {
    const text = serializePlan(planOf(SCREEN));
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(planOf(SCREEN))));
    const names = Object.keys(JSON.parse(text) as object);
    expect(names).toEqual([...names].sort());
  });
});

describe('13: with an error there are no plans', () => {
  it('in any document', () => {
    const compiled = compileProject(library({ body: [{ type: 'text', text: '${data.shelf.nam}' }] }));
    expect(compiled.app).toBeUndefined();
    expect(compiled.plans.size).toBe(0);
    expect(compiled.problems).toHaveLength(1);
  });
  it('a warning does not prevent plans', () => {
    const overlays = { ask: { type: 'dialog', title: 'Ask', body: [] } };
    const compiled = compileProject(library({ overlays }));
    expect(compiled.problems).toHaveLength(1);
    expect(compiled.plans.size).toBe(2);
  });
});
