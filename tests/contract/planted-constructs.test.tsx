// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { checkProject } from '#renderer/grammar/check.ts';
import { compileProject } from '#renderer/grammar/compile.ts';
import { plantFaults } from '#renderer/grammar/mutation/plant.ts';
import { analyzeProject } from '#renderer/grammar/project.ts';
import { button, library } from '#renderer/grammar/testing.ts';
import type { Reading, SourceFile } from '#renderer/grammar/world.ts';
import { playPage } from '#tests/play-page.tsx';

/*
 * Every construct of grammar 5 can have a fault, and each of its faults is found by the checker or changes what a visit shows or sends.
 */

const FILE = 'screens/shelf.screen.json';

type Json = { readonly [name: string]: unknown };

const NAME = { type: 'text', text: '${data.shelf.name}' };
const go = (isbn: string) => ({ do: 'go', to: 'book', with: { isbn } });
const shelf = (more: Json) => ({
  data: { shelf: { endpoint: 'shelf', with: { cardId: '${params.cardId}' }, ...more } },
});

/** A form that sends the value of its first field. */
function form(isbn: string, ...body: readonly Json[]): Json {
  return {
    body: [
      NAME,
      { type: 'form', id: 'ask', body, on: { submit: [go(isbn)] } },
      button([{ do: 'submit', form: 'ask' }]),
    ],
  };
}

const field = (more: Json, type = 'text-field') => ({ type, name: 'a', label: 'A', ...more });
const typed = (more: Json) => form("${form.ask.?a.orValue('-')}", field(more));

function pagesOf(more: Json): Json {
  const { data } = shelf({
    pages: { list: 'books', key: 'isbn', with: { cardId: 'from ${pages.shelf.read}' }, ...more },
  });
  const next = button([{ do: 'more', data: 'shelf' }]);
  return {
    data,
    body: [
      { type: 'text', each: 'data.shelf.books', as: 'book', text: 'Book ${book.isbn}' },
      next,
      next,
      next,
      next,
    ],
  };
}

const TABLE: Json = {
  body: [
    {
      type: 'table',
      caption: 'Books',
      columns: [{ heading: 'Book' }, { heading: 'Pages', align: 'end' }],
      empty: 'None',
      rows: [
        { each: 'data.shelf.books', as: 'book', cells: ['${book.isbn}', '${book.pages}'] },
        { look: 'total', cells: ['All', '1'] },
      ],
    },
  ],
};

interface Construct {
  readonly screen: Json;
  /** Pointers of the construct. */
  readonly at: string;
  /** Faults that must be planted, as `kind pointer below the construct`. */
  readonly planted: readonly string[];
  /** A contract that the screen calls; then the faults are planted there. */
  readonly contract?: Json;
}

/** A contract with a path, a header and a status. */
const NOTE: Json = {
  $schema: '../endpoint.schema.json',
  name: 'note',
  method: 'GET',
  path: '/notes/{id}',
  encoding: 'query',
  client: 'json',
  safe: true,
  headers: { 'X-Note': 'of ${request.id}' },
  request: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
  replies: { '404': 'absent' },
  success: { at: '/ok', is: ['true'] },
  reply: { at: '/data', type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
};

const CONSTRUCTS: { readonly [name: string]: Construct } = {
  values: {
    screen: {
      values: {
        isOpen: "data.shelf.name == 'Shelf 1'",
        line: { choose: [{ when: 'state.a', value: '${data.shelf.note}' }, 'No note'], title: 'Note' },
      },
      state: { a: { type: 'boolean', initial: false } },
      body: [
        { type: 'text', visibleWhen: 'values.isOpen', text: '${values.line}' },
        button([{ do: 'set', target: 'state.a', value: true }]),
      ],
    },
    at: '/values',
    planted: ['change-operator /isOpen', 'drop-branch /line/choose/1', 'change-text /line/choose/1'],
  },
  lists: {
    screen: {
      lists: {
        home: {
          inputs: { isbn: { type: 'string', default: '1' } },
          run: [{ do: 'notice', text: 'Bye ${inputs.isbn}' }, go('${inputs.isbn}')],
        },
      },
      body: [NAME, button([{ do: 'run', list: 'home' }])],
    },
    at: '/lists/home',
    planted: ['drop-action /run/0', 'drop-property /inputs/isbn/default', 'change-target /run/1/to'],
  },
  'every, with an end': {
    screen: { ...shelf({ every: { seconds: 5, times: 2 } }), body: [NAME] },
    at: '/data/shelf/every',
    planted: ['drop-property ', 'change-number /seconds', 'change-number /times'],
  },
  'every, until something is so': {
    screen: {
      ...shelf({ every: { seconds: 2, times: 9, until: "data.shelf.name == 'Shelf 3'" } }),
      body: [NAME],
    },
    at: '/data/shelf/every/until',
    planted: ['negate-condition ', 'drop-condition ', 'change-literal '],
  },
  'pages, with a size': {
    screen: pagesOf({ size: 2 }),
    at: '/data/shelf/pages',
    planted: [
      'drop-property ',
      'drop-property /key',
      'drop-property /size',
      'change-number /size',
      'drop-input /with/cardId',
    ],
  },
  'pages, as long as something is so': {
    screen: pagesOf({ when: 'pages.shelf.read < 4' }),
    at: '/data/shelf/pages/when',
    planted: ['negate-condition ', 'drop-condition ', 'change-operator ', 'change-literal '],
  },
  'rows of a table': {
    screen: TABLE,
    at: '/body/0/rows',
    planted: [
      'drop-element /0',
      'change-binding /0/cells/0',
      'change-word /1/look',
      'change-text /1/cells/0',
    ],
  },
  'columns of a table': {
    screen: TABLE,
    at: '/body/0/columns',
    planted: ['drop-element /0', 'change-text /0/heading', 'change-word /1/align'],
  },
  'a table without rows': {
    screen: {
      body: [
        {
          type: 'table',
          caption: 'No books',
          columns: [{ heading: 'Book' }],
          empty: 'None',
          rows: [
            { each: 'data.shelf.books.filter(book, book.pages > 400)', as: 'book', cells: ['${book.isbn}'] },
          ],
        },
      ],
    },
    at: '/body/0/empty',
    planted: ['change-text '],
  },
  progress: {
    screen: { body: [NAME, { type: 'progress', label: 'Read', value: 1, max: 4, text: '1 of 4' }] },
    at: '/body/1',
    planted: ['change-number /value', 'change-number /max', 'drop-property /text'],
  },
  suggestions: {
    screen: {
      state: { sought: { type: 'string', initial: '' } },
      data: { shelf: { endpoint: 'shelf', optional: true, with: { cardId: '${params.cardId}' } } },
      body: [
        { type: 'text', text: 'Books' },
        {
          type: 'form',
          id: 'ask',
          body: [
            field({
              search: 'state.sought',
              suggestions: [
                {
                  each: 'has(data.shelf) ? data.shelf.books : []',
                  as: 'book',
                  key: 'book.isbn',
                  value: '${book.isbn}',
                  note: '${book.title}',
                },
                { value: '0000001', note: 'Another', visibleWhen: "state.sought != '000000'" },
              ],
            }),
          ],
          on: { submit: [go("${form.ask.?a.orValue('-')}")] },
        },
        button([{ do: 'submit', form: 'ask' }]),
      ],
    },
    at: '/body/1/body/0/suggestions',
    planted: [
      'drop-element /0',
      'change-binding /0/value',
      'drop-property /0/note',
      'drop-condition /1/visibleWhen',
    ],
  },
  toggle: {
    screen: form(
      "${form.ask.?a.orValue(false) ? 'yes' : 'no'}",
      field({ look: 'toggle', initial: true }, 'check'),
    ),
    at: '/body/1/body/0',
    planted: ['change-word /look', 'change-boolean /initial'],
  },
  slider: {
    screen: form(
      "${form.ask.?a.orValue(0) > 5 ? 'many' : 'few'}",
      field({ look: 'slider', min: 1, max: 9, step: 2, negative: true }, 'number-field'),
    ),
    at: '/body/1/body/0',
    planted: ['change-word /look', 'change-number /min', 'drop-property /max', 'change-number /step'],
  },
  password: {
    screen: typed({ purpose: 'password' }),
    at: '/body/1/body/0',
    planted: ['drop-property /purpose', 'change-word /purpose'],
  },
  pin: {
    screen: typed({ purpose: 'pin', maxLength: 4 }),
    at: '/body/1/body/0',
    planted: ['change-word /purpose', 'change-number /maxLength'],
  },
  time: { screen: typed({ purpose: 'time' }), at: '/body/1/body/0', planted: ['change-word /purpose'] },
  datetime: {
    screen: typed({ purpose: 'datetime' }),
    at: '/body/1/body/0',
    planted: ['change-word /purpose'],
  },
  'initial of a field': {
    screen: typed({ initial: '${data.shelf.name}' }),
    at: '/body/1/body/0/initial',
    planted: ['drop-property ', 'change-binding '],
  },
  'check of a field': {
    screen: typed({ check: 'type', rules: [{ rule: 'length', min: 9, message: 'Too short' }] }),
    at: '/body/1/body/0/check',
    planted: ['drop-property ', 'change-word '],
  },
  'records, unique': {
    screen: form(
      'of ${size(form.ask.a)}',
      field(
        {
          title: 'Book',
          add: 'Add',
          remove: 'Remove',
          up: 'Up',
          down: 'Down',
          min: 1,
          initial: [{ each: 'data.shelf.books', as: 'book', value: { x: '${book.title}' } }],
          rules: [{ rule: 'unique', fields: ['x'], message: 'Twice' }],
          body: [{ type: 'text-field', name: 'x', label: 'X' }],
        },
        'repeat',
      ),
    ),
    at: '/body/1/body/0',
    planted: [
      'drop-property /initial',
      'drop-rule /rules/0',
      'drop-property /up',
      'change-text /rules/0/message',
    ],
  },
  blocks: {
    screen: typed({ rules: [{ rule: 'length', min: 9, blocks: false, message: 'Too short' }] }),
    at: '/body/1/body/0/rules/0/blocks',
    planted: ['change-boolean ', 'drop-property '],
  },
  'a contract with a path, a header and a status': {
    screen: {
      data: {
        shelf: { endpoint: 'note', with: { id: 'here' } },
        other: { endpoint: 'note', with: { id: 'nowhere' } },
      },
      body: [
        { type: 'text', text: { choose: ['${data.shelf.name}', 'Nothing here'] } },
        { type: 'text', text: { choose: ['${data.other.name}', 'Nothing there'] } },
      ],
    },
    contract: NOTE,
    at: '',
    planted: [
      'change-call /method',
      'change-call /path',
      'change-call /headers/X-Note',
      'drop-reply /replies/404',
    ],
  },
  'swapped arguments': {
    screen: {
      body: [
        {
          type: 'text',
          text: "${data.shelf.name.replace('Sh', 'h')}",
        },
      ],
    },
    at: '/body/0/text',
    planted: ['swap-arguments ', 'change-literal '],
  },
};

function faultsOf(files: readonly SourceFile[], file: string) {
  const readings: Reading[] = [];
  return plantFaults(analyzeProject(files, readings), readings, file);
}

const codesOf = (files: readonly SourceFile[]): readonly string[] =>
  checkProject(files).map(({ code, pointer }) => `${code} ${pointer}`);

async function play(files: readonly SourceFile[]): Promise<readonly string[]> {
  const plan = compileProject(files).plans.get('shelf');
  if (plan === undefined) throw new Error('There is no plan.');
  // The first visit may load code that later ones have.
  await playPage(plan);
  return playPage(plan);
}

describe('every fault planted in a construct of grammar 5 is found by a check or a visit', () => {
  it.each(Object.entries(CONSTRUCTS))('%s', async (_name, { screen, at, planted, contract }) => {
    const files = library(screen, contract && { endpoints: { note: contract } });
    const file = contract === undefined ? FILE : 'schemas/api/note.endpoint.json';
    expect(codesOf(files)).toEqual([]);
    const faults = faultsOf(files, file).filter(
      ({ pointer }) => pointer === at || pointer.startsWith(`${at}/`),
    );
    expect(faults.map(({ kind, pointer }) => `${kind} ${pointer.slice(at.length)}`)).toEqual(
      expect.arrayContaining([...planted]),
    );
    const expected = await play(files);
    const unfound: string[] = [];
    for (const fault of faults) {
      const changed = files.map((one) => (one.path === file ? { path: file, text: fault.apply() } : one));
      if (codesOf(changed).length > 0) continue;
      if (JSON.stringify(await play(changed)) === JSON.stringify(expected))
        unfound.push(`${fault.kind} ${fault.pointer} ${fault.change}`);
    }
    expect(unfound).toEqual([]);
  });
});
