import { GRAMMAR } from '../plan/grammar.ts';
import type { Expression } from '../plan/expression.ts';
import type { NodePlan, Plan } from '../plan/plan.ts';
import type { Problem } from '../plan/problem.ts';
import { checkProject } from './check.ts';
import { type Compiled, compileProject } from './compile.ts';
import { nodesOf } from './compile/plan-walk.ts';
import type { SourceFile } from './world.ts';

/* A library of books: the project for definitions in tests. */

type Json = { readonly [name: string]: unknown };

const TEXT = { type: 'string', read: 'text' };

const APP: Json = {
  $schema: '../schemas/app.schema.json',
  grammar: GRAMMAR,
  languages: { default: 'en', list: ['en', 'source'] },
  session: { readerId: { type: 'string' }, branch: { type: 'string', default: 'main' } },
  signedIn: ['readerId'],
  carried: { cardId: { type: 'string', wire: ['cardId', 'card'] } },
  config: {
    desk: { phone: { type: 'string', default: '+1' }, open: { type: 'boolean', default: true } },
  },
  kept: {
    tourSeen: { type: 'boolean', for: 'session', initial: false },
    lastBook: { like: 'shelf#books[]', for: 'device' },
  },
  bridge: {
    callPhone: {
      params: { phone: { type: 'string', required: true } },
      fallback: [{ do: 'leave', to: 'tel:${params.phone}' }],
    },
    scan: { needsTap: true, result: { type: 'string' } },
    goHome: { fallback: [{ do: 'native', method: 'callPhone', with: { phone: '1' } }] },
  },
  hosts: { leave: ['help.example.com'], frame: ['rules.example.com'], image: ['covers.example'] },
  failures: { default: [{ do: 'notice', text: 'Something went wrong with your request.' }] },
};

const BOOK = {
  type: 'object',
  required: ['isbn', 'title', 'pages', 'price', 'lent'],
  properties: {
    isbn: TEXT,
    title: TEXT,
    subtitle: { ...TEXT, absent: [''] },
    pages: { type: 'integer', read: 'integer' },
    price: { type: 'integer', 'x-unit': 'minor', read: 'minor' },
    due: { type: 'string', format: 'date', read: 'date' },
    cover: { type: 'string', format: 'uri', read: 'url' },
    lent: { type: 'boolean', read: 'flag', default: false, wire: 'lent_flag' },
  },
};

function endpoint(name: string, more: Json): Json {
  return {
    $schema: '../endpoint.schema.json',
    name,
    method: 'GET',
    path: `/api/${name}`,
    encoding: 'query',
    client: 'json',
    safe: true,
    success: { at: '/ok', is: ['true'] },
    ...more,
  };
}

const ENDPOINTS: { readonly [name: string]: Json } = {
  shelf: endpoint('shelf', {
    request: { type: 'object', required: ['cardId'], properties: { cardId: { type: 'string' } } },
    reply: {
      at: '/data',
      type: 'object',
      required: ['name', 'books', 'fine'],
      properties: {
        name: TEXT,
        note: TEXT,
        books: { type: 'array', maxItems: 50, bad: 'drop', default: [], items: BOOK },
        fine: { type: 'integer', 'x-unit': 'minor', read: 'minor' },
        first: { like: '#book' },
      },
    },
    definitions: { book: BOOK },
  }),
  book: endpoint('book', {
    request: {
      type: 'object',
      required: ['isbn'],
      properties: { isbn: { type: 'string' }, branch: { type: 'string', absent: 'empty' } },
    },
    reply: BOOK,
  }),
  'pay-fine': endpoint('pay-fine', {
    method: 'POST',
    encoding: 'form',
    client: 'form',
    safe: false,
    keyed: true,
    once: { never: 'Each fine of a book is paid by itself.' },
    request: {
      type: 'object',
      required: ['amount'],
      properties: { amount: { type: 'integer', 'x-unit': 'minor' }, note: { type: 'string' } },
    },
    reply: {
      type: 'object',
      required: ['receipt'],
      properties: {
        receipt: { type: 'string', format: 'uri', read: 'url' },
        done: { type: 'boolean', read: 'flag' },
      },
    },
  }),
  'fine-state': endpoint('fine-state', {
    request: { type: 'object', properties: {} },
    reply: { type: 'object', required: ['state'], properties: { state: TEXT } },
  }),
};

/** The screen that other screens in tests go to. */
const BOOK_SCREEN: Json = {
  $schema: '../schemas/screen.schema.json',
  grammar: GRAMMAR,
  id: 'book',
  routes: ['/book'],
  title: 'Book',
  params: { isbn: { type: 'string', required: true }, cardId: { carried: true, required: true } },
  body: [{ type: 'text', id: 'summary', text: 'About this book' }],
};

/** The parts of the screen `shelf` that a test defines; the rest has defaults. */
export type ScreenText = Json;

export interface LibraryOptions {
  readonly app?: Json;
  readonly endpoints?: { readonly [name: string]: Json };
  readonly parts?: { readonly [id: string]: Json };
  readonly screens?: { readonly [id: string]: Json };
  /** By language. */
  readonly messages?: { readonly [language: string]: Json };
  /** By language: `contexts` of its catalogue. */
  readonly contexts?: { readonly [language: string]: Json };
}

const SHELF_DATA = { shelf: { endpoint: 'shelf', with: { cardId: '${params.cardId}' } } };

/** The project files with a screen `shelf`, which reads `data.shelf` unless `screen` overrides it. */
export function library(screen: ScreenText, options: LibraryOptions = {}): SourceFile[] {
  const file = (path: string, value: Json): SourceFile => ({ path, text: JSON.stringify(value, null, 1) });
  const shelf = {
    $schema: '../schemas/screen.schema.json',
    grammar: GRAMMAR,
    id: 'shelf',
    title: 'Shelf',
    params: { cardId: { carried: true, required: true }, query: { type: 'string' } },
    data: SHELF_DATA,
    body: [],
    ...screen,
  };
  const endpoints = { ...ENDPOINTS, ...options.endpoints };
  const screens = { book: BOOK_SCREEN, ...options.screens };
  return [
    file('screens/app.json', { ...APP, ...options.app }),
    file('screens/shelf.screen.json', shelf),
    ...Object.entries(screens).map(([id, value]) => file(`screens/${id}.screen.json`, value)),
    ...Object.entries(options.parts ?? {}).map(([id, value]) =>
      file(`screens/parts/${id}.part.json`, {
        $schema: '../../schemas/part.schema.json',
        grammar: GRAMMAR,
        id,
        body: [],
        ...value,
      }),
    ),
    ...Object.entries(endpoints).map(([name, value]) => file(`schemas/api/${name}.endpoint.json`, value)),
    ...Object.entries(options.messages ?? {}).map(([language, messages]) =>
      file(`screens/messages/${language}.json`, {
        $schema: '../../schemas/messages.schema.json',
        language,
        messages,
        ...(options.contexts?.[language] === undefined ? {} : { contexts: options.contexts[language] }),
      }),
    ),
  ];
}

export function contractOf(name: string): Json {
  const contract = ENDPOINTS[name];
  if (contract === undefined) throw new Error(`The library has no endpoint ${name}.`);
  return contract;
}

/** Problems in short form: `code /pointer`, with the file if it is not the shelf's. */
export function problemsOf(screen: ScreenText, options: LibraryOptions = {}): string[] {
  return checkProject(library(screen, options)).map(describeProblem);
}

export function describeProblem({ code, pointer, file }: Problem): string {
  return file === 'screens/shelf.screen.json' ? `${code} ${pointer}` : `${code} ${file}#${pointer}`;
}

/**
 * @throws Error with all problems if there is an error.
 */
export function compileLibrary(screen: ScreenText, options: LibraryOptions = {}): Compiled {
  const compiled = compileProject(library(screen, options));
  if (compiled.app === undefined) {
    throw new Error(
      compiled.problems.map((problem) => `${describeProblem(problem)} ${problem.message}`).join('\n'),
    );
  }
  return compiled;
}

export function planOf(screen: ScreenText, options: LibraryOptions = {}): Plan {
  const plan = compileLibrary(screen, options).plans.get('shelf');
  if (plan === undefined) throw new Error('The shelf has no plan.');
  return plan;
}

export function nodeOf(plan: Plan, id: string): NodePlan {
  for (const node of nodesOf([...plan.body, ...plan.bar, ...Object.values(plan.overlays)])) {
    if (node.id === id) return node;
  }
  throw new Error(`The plan has no node ${id}.`);
}

/** `['get', 'data', 'shelf']` from `data.shelf`. */
export function get(path: string): Expression {
  return ['get', ...path.split('.')];
}

/** A button with a list of actions for `tap`. */
export function button(tap: readonly Json[], more: Json = {}): Json {
  return { type: 'button', text: 'Go on', on: { tap }, ...more };
}
