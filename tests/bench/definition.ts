import { compileProject } from '#renderer/grammar/compile.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { type BenchField, GROUP_SIZE, HIDING_VALUE, MAX_LENGTH, makeFields, PATTERN } from './form.ts';

type Json = { readonly [name: string]: unknown };

const APP: Json = {
  $schema: '../schemas/app.schema.json',
  grammar: 2,
  languages: { default: 'en', list: ['en', 'source'] },
  session: {},
  carried: {},
  config: {},
  kept: {},
  bridge: {},
  hosts: { leave: [], frame: [] },
  failures: { default: [{ do: 'notice', text: 'Something went wrong.' }] },
};

const TEXT = { type: 'string', read: 'text' };

const FIELDS: Json = {
  $schema: '../endpoint.schema.json',
  name: 'fields',
  method: 'GET',
  path: '/api/fields',
  encoding: 'query',
  client: 'json',
  safe: true,
  success: { at: '/ok', is: ['true'] },
  request: { type: 'object', properties: {} },
  reply: {
    at: '/data',
    type: 'object',
    required: ['items'],
    properties: {
      items: {
        type: 'array',
        maxItems: 2000,
        items: {
          type: 'object',
          required: ['name', 'label', 'required', 'initial', 'under'],
          properties: {
            name: TEXT,
            label: TEXT,
            required: { type: 'boolean', read: 'flag' },
            initial: TEXT,
            under: TEXT,
          },
        },
      },
    },
  },
};

const LIMITS: readonly Json[] = [
  { rule: 'length', max: MAX_LENGTH, message: 'Invalid' },
  { rule: 'pattern', pattern: PATTERN, message: 'Invalid' },
];

const SEND: Json = { type: 'button', text: 'Send', on: { tap: [{ do: 'submit', form: 'long' }] } };

function screen(id: string, more: Json): Json {
  return {
    $schema: '../schemas/screen.schema.json',
    grammar: 2,
    id,
    title: 'A long form',
    bar: [SEND],
    ...more,
  };
}

/** Fields in the definition: one group. */
function writtenScreen(at: number, fields: readonly BenchField[]): Json {
  const body = fields.map(({ name, label, required, under }) => ({
    type: 'text-field',
    id: `field-${name}`,
    name,
    label,
    ...(under === '' ? {} : { visibleWhen: `form.long.?${under}.orValue('') != '${HIDING_VALUE}'` }),
    rules: [...(required ? [{ rule: 'required', message: 'Required' }] : []), ...LIMITS],
  }));
  const group = { type: 'section', look: 'plain', id: `group-${at}`, body };
  return screen(`written-${at}`, {
    routes: [`/written/${at}`],
    body: [{ type: 'form', id: 'long', body: [group], on: { submit: [], invalid: [] } }],
  });
}

/** Fields supplied by a server. */
function suppliedScreen(): Json {
  const field = {
    each: 'data.form.items',
    as: 'item',
    key: 'item.name',
    kind: 'text-field',
    name: '${item.name}',
    label: '${item.label}',
    initial: '${item.initial}',
    visibleWhen: `item.under == '' || form.long.answers[?item.under].orValue('') != '${HIDING_VALUE}'`,
    rules: [{ rule: 'required', when: 'item.required', message: 'Required' }, ...LIMITS],
  };
  const fields = {
    type: 'fields',
    name: 'answers',
    allow: { kinds: ['text-field'], name: '[A-Za-z][A-Za-z0-9]{0,9}', not: [], count: 2000 },
    fields: [field],
  };
  return screen('supplied', {
    routes: ['/supplied'],
    data: { form: { endpoint: 'fields', with: {} } },
    body: [{ type: 'form', id: 'long', body: [fields], on: { submit: [], invalid: [] } }],
  });
}

/** A list from a server, a card for each row. */
function rowsScreen(): Json {
  const card = {
    type: 'section',
    each: 'data.form.items',
    as: 'item',
    key: 'item.name',
    body: [
      { type: 'text', text: '${item.label}', style: 'caption' },
      { type: 'text', text: '${item.name} of them' },
    ],
  };
  return {
    $schema: '../schemas/screen.schema.json',
    grammar: 2,
    id: 'rows',
    title: 'A long list',
    routes: ['/rows'],
    data: { form: { endpoint: 'fields', with: {} } },
    body: [card],
  };
}

export interface BenchPlans {
  readonly app: AppPlan;
  readonly written: Plan;
  readonly supplied: Plan;
  readonly rows: Plan;
}

/**
 * The plans of our two pages: `written` fields in a definition, and fields supplied by a server.
 *
 * A screen can have five hundred expressions and a field needs four, so the groups of a long written form are compiled as
 * separate screens and joined.
 */
export function compileBench(written: number): BenchPlans {
  const file = (path: string, value: Json): SourceFile => ({ path, text: JSON.stringify(value, null, 1) });
  const fields = makeFields(written);
  const groups = Array.from({ length: Math.ceil(written / GROUP_SIZE) }, (_, at) =>
    writtenScreen(at, fields.slice(at * GROUP_SIZE, (at + 1) * GROUP_SIZE)),
  );
  const { app, plans, problems } = compileProject([
    file('screens/app.json', APP),
    file('screens/supplied.screen.json', suppliedScreen()),
    file('screens/rows.screen.json', rowsScreen()),
    ...groups.map((group) => file(`screens/${String(group['id'])}.screen.json`, group)),
    file('schemas/api/fields.endpoint.json', FIELDS),
  ]);
  const [supplied, rows, first] = ['supplied', 'rows', 'written-0'].map((id) => plans.get(id));
  const form = first?.body[0];
  if (!app || !supplied || !rows || !first || !form) {
    throw new Error(problems.map(({ file: at, message }) => `${at}: ${message}`).join('\n'));
  }
  const body = groups.flatMap(({ id }) => plans.get(String(id))?.body[0]?.slots?.['body'] ?? []);
  return { app, supplied, rows, written: { ...first, body: [{ ...form, slots: { body } }] } };
}
