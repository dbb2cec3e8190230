import {
  type Body,
  BOUND,
  type Condition,
  type FieldSpec,
  type FormSpec,
  fieldsIn,
  type ItemSpec,
  type Kind,
  LIST,
  listIn,
  OPTIONS,
  ROW_NAMES,
  type RuleSpec,
} from './spec.ts';

/* A generated form as documents: a screen `shelf` and its two contracts. */

type Json = { readonly [name: string]: unknown };

type KindOf = (field: string) => Kind | 'state' | 'item' | 'list';

const LEAF = { state: 'state.', item: 'form.f.items', own: 'item', form: 'form.f' } as const;

/** A field that may be absent, with a default. */
function read(field: string, instead: string): string {
  const isOwn = ROW_NAMES.some((name) => name === field);
  return `${isOwn ? LEAF.own : LEAF.form}.?${field}.orValue(${instead})`;
}

function writeLeaf({ op, field, value }: Leaf, kind: ReturnType<KindOf>): string {
  const isFilled = op === 'filled';
  const has = `has(${ROW_NAMES.some((name) => name === field) ? LEAF.own : LEAF.form}.${field})`;
  switch (kind) {
    case 'check':
      return read(field, 'false');
    case 'day':
      return has;
    case 'rating':
    case 'number':
      return isFilled ? has : `${read(field, '0')} > 2`;
    case 'choices':
      return isFilled ? `size(${read(field, '[]')}) > 0` : `'${value}' in ${read(field, '[]')}`;
    case 'list':
      return `size(${read(field, '[]')}) > ${isFilled ? 0 : 1}`;
    case 'state':
    case 'item':
    case 'text':
    case 'digits':
    case 'choice': {
      const text =
        kind === 'state'
          ? `${LEAF.state}${field}`
          : kind === 'item'
            ? `${LEAF.item}[?'${field}'].orValue('')`
            : read(field, "''");
      return isFilled ? `${text} != ''` : `${text} == '${value}'`;
    }
  }
}

type Leaf = { readonly op: 'filled' | 'is'; readonly field: string; readonly value?: string };

function write(condition: Condition, kindOf: KindOf): string {
  switch (condition.op) {
    case 'not':
      return `!(${write(condition.of, kindOf)})`;
    case 'both':
    case 'either':
      return condition.of
        .map((one) => `(${write(one, kindOf)})`)
        .join(condition.op === 'both' ? ' && ' : ' || ');
    default:
      return writeLeaf(condition, kindOf(condition.field));
  }
}

function writeRule(rule: RuleSpec, name: string, kindOf: KindOf): Json {
  const { when, ...rest } = rule;
  const said = { message: `${rule.rule}!`, ...(when && { when: write(when, kindOf) }) };
  const fieldAt = (field: string) =>
    `\${${ROW_NAMES.some((own) => own === field) ? LEAF.own : LEAF.form}.${field}}`;
  if (rest.rule === 'equals') return { rule: 'equals', value: fieldAt(rest.field), ...said };
  if (rest.rule === 'remote') {
    return {
      rule: 'remote',
      endpoint: 'look',
      with: { field: name, value: fieldAt(name) },
      check: 'reply.isFree',
      debounceMs: 100,
      ...said,
    };
  }
  if (rest.rule === 'check') return { rule: 'check', check: write(rest.check, kindOf), ...said };
  return { ...rest, ...said };
}

const optionsOf = OPTIONS.map((value) => ({ value, text: `Option ${value}` }));

function writeField(field: FieldSpec, kindOf: KindOf): Json {
  const { name, kind, max, preselect, sensitive, initial, visible, rules } = field;
  const common = {
    id: name,
    name,
    label: `Field ${name}`,
    ...(visible && { visibleWhen: write(visible, kindOf) }),
    ...(sensitive && { sensitive }),
    rules: rules.map((rule) => writeRule(rule, name, kindOf)),
  };
  switch (kind) {
    case 'text':
    case 'digits':
      return {
        type: 'text-field',
        ...common,
        ...(kind === 'digits' && { accept: 'digits' }),
        ...(max !== undefined && { maxLength: max }),
      };
    case 'choice':
      return { type: 'choice', ...common, options: optionsOf, ...(preselect && { preselect: 'first' }) };
    case 'choices':
      return { type: 'choices', ...common, options: optionsOf };
    case 'number':
      return { type: 'number-field', ...common, ...(initial !== undefined && { initial }) };
    case 'check':
    case 'day':
    case 'rating':
      return { type: kind, ...common };
  }
}

function writeBody(body: Body, kindOf: KindOf): readonly Json[] {
  return body.map((node, at) => {
    if (node.type === 'field') return writeField(node, kindOf);
    const visible = node.visible && { visibleWhen: write(node.visible, kindOf) };
    const inside = { ...visible, body: writeBody(node.body, kindOf) };
    if (node.type === 'section') return { type: 'section', title: `Part ${at}`, ...inside };
    return {
      type: 'repeat',
      id: LIST,
      name: LIST,
      at: 'at',
      label: 'List',
      title: 'Record ${at}',
      add: 'Add',
      remove: 'Remove',
      min: node.min,
      max: node.max,
      rules: node.rules.map((rule) => writeRule(rule, LIST, kindOf)),
      ...inside,
    };
  });
}

/** Supplied fields come last; in a form with steps in the last step with fields. */
function writeForm(spec: FormSpec, kindOf: KindOf): readonly Json[] {
  const body = writeBody(spec.body, kindOf);
  const supplied = spec.supplied ? [suppliedFields(write(spec.supplied.guard, kindOf))] : [];
  if (!spec.steps) return [...body, ...supplied];
  const last = body.at(-1);
  const filled = { ...last, body: [...((last?.['body'] as readonly Json[]) ?? []), ...supplied] };
  const review = {
    type: 'section',
    title: 'Review',
    body: [{ type: 'review', id: 'review', change: 'Change' }],
  };
  const steps = [...body.slice(0, -1), filled, ...(spec.steps.review ? [review] : [])];
  return [{ type: 'steps', id: 'steps', next: 'Next', back: 'Back', body: steps }];
}

const TYPES = {
  text: { type: 'string' },
  digits: { type: 'string' },
  choice: { type: 'string' },
  choices: { type: 'array', items: { type: 'string' } },
  number: { type: 'integer' },
  check: { type: 'boolean' },
  day: { type: 'string', format: 'date' },
  rating: { type: 'integer' },
} as const;

export function screenOf(spec: FormSpec): Json {
  const inRows = listIn(spec.body)?.body ?? [];
  const kinds = new Map([...fieldsIn(spec.body), ...inRows].map(({ name, kind }) => [name, kind]));
  const kindOf: KindOf = (field) =>
    field === BOUND ? 'state' : field === LIST ? 'list' : (kinds.get(field) ?? 'item');
  const names = [...[...fieldsIn(spec.body)].map(({ name }) => name), ...(inRows.length > 0 ? [LIST] : [])];
  const sent = Object.fromEntries(names.map((name) => [name, `\${form.f.${name}}`]));
  const button = (id: string, tap: readonly Json[]) => ({ type: 'button', id, text: id, on: { tap } });
  const { supplied } = spec;
  return {
    routes: ['/shelf'],
    params: {},
    data: supplied ? { list: { endpoint: 'fields' } } : {},
    ...(spec.bound && { state: { [BOUND]: { type: 'string', initial: '' } } }),
    body: [
      ...(spec.bound ? [{ type: 'text-field', id: BOUND, bind: `state.${BOUND}`, label: 'Beside' }] : []),
      {
        type: 'form',
        id: 'f',
        hidden: spec.hidden,
        draft: spec.draft,
        body: writeForm(spec, kindOf),
        on: {
          submit: [
            {
              do: 'request',
              endpoint: 'save',
              with: {
                ...sent,
                ...(spec.bound && { [BOUND]: `\${state.${BOUND}}` }),
                ...(supplied && { items: '${form.f.items}' }),
              },
            },
            ...(spec.after === 'reset' ? [{ do: 'reset', target: ['form.f'] }] : []),
          ],
        },
      },
      // Shows that the supplied fields have arrived, even if none is rendered.
      ...(supplied ? [{ type: 'text', id: 'supplied', text: '${size(data.list.items)} supplied' }] : []),
    ],
    bar: [
      button('send', [{ do: 'submit', form: 'f' }]),
      button('anew', [{ do: 'reset', target: ['form.f'] }]),
      ...(supplied ? [button('again', [{ do: 'reload', data: ['list'] }])] : []),
    ],
  };
}

const WIDGETS: { readonly [kind in ItemSpec['kind']]: string } = {
  text: 'text-field',
  number: 'number-field',
  check: 'check',
  choice: 'choice',
  choices: 'choices',
};

function suppliedFields(guard: string): Json {
  return {
    type: 'fields',
    name: 'items',
    allow: { kinds: Object.values(WIDGETS), count: 20 },
    sections: [
      { key: 'one', title: 'One' },
      { key: 'two', title: 'Two' },
    ],
    fields: [
      {
        each: 'data.list.items',
        as: 'item',
        key: 'item.code',
        section: '${item.group}',
        visibleWhen: `!item.guarded || (${guard})`,
        kind: {
          choose: [
            ...Object.entries(WIDGETS).map(([kind, value]) => ({ when: `item.kind == '${kind}'`, value })),
            'text-field',
          ],
        },
        name: '${item.code}',
        label: 'Item ${item.code}',
        initial: '${item.value}',
        look: 'list',
        options: optionsOf,
        rules: [{ rule: 'required', when: '!item.optional', message: 'required!' }],
      },
    ],
  };
}

const CONTRACT: Json = {
  $schema: '../endpoint.schema.json',
  encoding: 'json',
  client: 'json',
  success: { at: '/success', is: ['true'] },
  error: { code: '/code', message: '/message', fields: '/fields' },
};

export function endpointsOf(spec: FormSpec): { readonly [name: string]: Json } {
  const typed = (fields: Iterable<FieldSpec>) =>
    Object.fromEntries([...fields].map(({ name, kind }) => [name, TYPES[kind]]));
  const list = listIn(spec.body);
  return {
    save: {
      ...CONTRACT,
      name: 'save',
      method: 'POST',
      path: '/api/save',
      safe: false,
      effect: {
        is: 'idempotent',
        reason: 'The same form is saved once.',
        lost: 'We got no answer. Send it again.',
      },
      request: {
        type: 'object',
        properties: {
          ...typed(fieldsIn(spec.body)),
          ...(list && {
            [LIST]: {
              type: 'array',
              items: { type: 'object', properties: typed(list.body) },
            },
          }),
          ...(spec.bound && { [BOUND]: { type: 'string' } }),
          ...(spec.supplied && {
            items: { type: 'object', maxProperties: 20, additionalProperties: { type: 'string' } },
          }),
        },
      },
      reply: { type: 'object', properties: {} },
    },
    look: {
      ...CONTRACT,
      name: 'look',
      method: 'GET',
      path: '/api/look',
      encoding: 'query',
      safe: true,
      request: { type: 'object', properties: { field: { type: 'string' }, value: { type: 'string' } } },
      reply: {
        at: '/data',
        type: 'object',
        required: ['isFree'],
        properties: { isFree: { type: 'boolean' } },
      },
    },
    fields: {
      ...CONTRACT,
      name: 'fields',
      method: 'GET',
      path: '/api/fields',
      encoding: 'query',
      safe: true,
      request: { type: 'object', properties: {} },
      reply: {
        at: '/data',
        type: 'object',
        required: ['items'],
        properties: {
          items: {
            type: 'array',
            maxItems: 20,
            items: {
              type: 'object',
              required: ['code', 'kind', 'optional', 'guarded'],
              properties: {
                code: { type: 'string' },
                kind: { type: 'string' },
                optional: { type: 'boolean' },
                guarded: { type: 'boolean' },
                value: { type: 'string' },
                group: { type: 'string' },
              },
            },
          },
        },
      },
    },
  };
}
