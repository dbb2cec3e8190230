import {
  BOUND,
  type Condition,
  type FieldSpec,
  type FormSpec,
  fieldsIn,
  OPTIONS,
  type RuleSpec,
} from './spec.ts';

/* A made-up form as the documents that a person would write: a screen `shelf` and its two contracts. */

type Json = { readonly [name: string]: unknown };

type KindOf = (field: string) => 'text' | 'check' | 'rating' | 'day' | 'state' | 'item';

function write(condition: Condition, kindOf: KindOf): string {
  switch (condition.op) {
    case 'not':
      return `!(${write(condition.of, kindOf)})`;
    case 'both':
    case 'either':
      return condition.of
        .map((one) => `(${write(one, kindOf)})`)
        .join(condition.op === 'both' ? ' && ' : ' || ');
    default: {
      const { field } = condition;
      const kind = kindOf(field);
      const isFilled = condition.op === 'filled';
      if (kind === 'check') return `form.f.?${field}.orValue(false)`;
      if (kind === 'day') return `has(form.f.${field})`;
      if (kind === 'rating') return isFilled ? `has(form.f.${field})` : `form.f.?${field}.orValue(0) > 2`;
      const read = {
        state: `state.${field}`,
        item: `form.f.items[?'${field}'].orValue('')`,
        text: `form.f.?${field}.orValue('')`,
      }[kind];
      return isFilled ? `${read} != ''` : `${read} == '${condition.value}'`;
    }
  }
}

function writeRule(rule: RuleSpec, kindOf: KindOf): Json {
  const { when, ...rest } = rule;
  const said = { message: `${rule.rule}!`, ...(when && { when: write(when, kindOf) }) };
  if (rest.rule === 'equals') return { rule: 'equals', value: `\${form.f.${rest.field}}`, ...said };
  if (rest.rule === 'check') return { rule: 'check', check: write(rest.check, kindOf), ...said };
  return { ...rest, ...said };
}

const optionsOf = OPTIONS.map((value) => ({ value, text: `Option ${value}` }));

function writeField(field: FieldSpec, kindOf: KindOf): Json {
  const { name, kind, max, preselect, sensitive, visible, rules } = field;
  const common = {
    id: name,
    name,
    label: `Field ${name}`,
    ...(visible && { visibleWhen: write(visible, kindOf) }),
    ...(sensitive && { sensitive }),
    rules: rules.map((rule) => writeRule(rule, kindOf)),
  };
  switch (kind) {
    case 'text':
    case 'digits':
      return {
        type: 'text-field',
        ...common,
        ...(kind === 'digits' && { accept: 'digits' }),
        ...(max !== undefined && { max }),
      };
    case 'choice':
      return { type: 'choice', ...common, options: optionsOf, ...(preselect && { preselect: 'first' }) };
    case 'check':
    case 'day':
    case 'rating':
      return { type: kind, ...common };
  }
}

function writeBody(body: FormSpec['body'], kindOf: KindOf): readonly Json[] {
  return body.map((node) =>
    node.type === 'field'
      ? writeField(node, kindOf)
      : {
          type: 'section',
          ...(node.visible && { visibleWhen: write(node.visible, kindOf) }),
          body: writeBody(node.body, kindOf),
        },
  );
}

const TYPES = {
  text: { type: 'string' },
  digits: { type: 'string' },
  choice: { type: 'string' },
  check: { type: 'boolean' },
  day: { type: 'string', format: 'date' },
  rating: { type: 'integer' },
} as const;

export function screenOf(spec: FormSpec): Json {
  const kinds = new Map([...fieldsIn(spec.body)].map(({ name, kind }) => [name, kind]));
  const kindOf: KindOf = (field) => {
    if (field === BOUND) return 'state';
    const kind = kinds.get(field);
    if (kind === undefined) return 'item';
    return kind === 'check' || kind === 'rating' || kind === 'day' ? kind : 'text';
  };
  const sent = Object.fromEntries([...kinds.keys()].map((name) => [name, `\${form.f.${name}}`]));
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
        body: [
          ...writeBody(spec.body, kindOf),
          ...(supplied ? [suppliedFields(write(supplied.guard, kindOf))] : []),
        ],
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
    ],
    bar: [
      button('send', [{ do: 'submit', form: 'f' }]),
      button('anew', [{ do: 'reset', target: ['form.f'] }]),
      ...(supplied ? [button('again', [{ do: 'reload', data: ['list'] }])] : []),
    ],
  };
}

function suppliedFields(guard: string): Json {
  return {
    type: 'fields',
    name: 'items',
    allow: { kinds: ['text-field', 'choice'], count: 20 },
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
        kind: { choose: [{ when: "item.kind == 'choice'", value: 'choice' }, 'text-field'] },
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
  const members = [...fieldsIn(spec.body)].map(({ name, kind }) => [name, TYPES[kind]]);
  return {
    save: {
      ...CONTRACT,
      name: 'save',
      method: 'POST',
      path: '/api/save',
      safe: false,
      request: {
        type: 'object',
        properties: {
          ...Object.fromEntries(members),
          ...(spec.bound && { [BOUND]: { type: 'string' } }),
          ...(spec.supplied && {
            items: { type: 'object', maxProperties: 20, additionalProperties: { type: 'string' } },
          }),
        },
      },
      reply: { type: 'object', properties: {} },
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
