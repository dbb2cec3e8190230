import { isJson, type Json, wordOf } from '#renderer/grammar/json.ts';
import { joinPointer, valueAt } from '#renderer/grammar/pointer.ts';
import type { Scenario } from '#src/simulator/scenarios/scenario.ts';
import { type ListSource, listSourceOf } from '../model/outline.ts';

/** A `fields` node of a form: the server chooses the fields, and the definition can add some. */
export interface FormFields {
  /** Id of the form in its document. */
  readonly form: string;
  /** JSON Pointer of the form. */
  readonly formPointer: string;
  /** JSON Pointer of the `fields` node. */
  readonly pointer: string;
  /** Member of the request body that holds the values. */
  readonly map: string;
  readonly allow: {
    readonly kinds: readonly string[];
    /** Regular expression for a whole code. */
    readonly name: string;
    /** Reserved codes. */
    readonly not: readonly string[];
    readonly options: number;
  };
  readonly sections: readonly { readonly key: string; readonly title: string }[];
  /** Templates that turn the server's items into fields. */
  readonly mapped: readonly Written[];
  /** Fields that the definition adds. */
  readonly added: readonly Written[];
}

/** An item of the list, as JSON. */
export interface Written {
  readonly pointer: string;
  readonly values: Json;
  /** For a mapped item: where its list comes from. */
  readonly source?: ListSource;
}

/** A field in a reply of the fixtures. */
export interface SampleField {
  readonly code: string;
  readonly title: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
}

const STANDARD_NAME = '[A-Za-z][A-Za-z0-9_]{0,39}';
const STANDARD_OPTIONS = 200;

/** All `fields` nodes of a document. */
export function findFormFields(document: unknown): readonly FormFields[] {
  return isJson(document) ? [...formFieldsIn(document, document, '', { form: '', formPointer: '' })] : [];
}

type OfForm = Pick<FormFields, 'form' | 'formPointer'>;

function* formFieldsIn(root: Json, value: unknown, pointer: string, form: OfForm): Iterable<FormFields> {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries())
      yield* formFieldsIn(root, item, joinPointer(pointer, String(at)), form);
    return;
  }
  if (!isJson(value)) return;
  if (value['type'] === 'fields') {
    yield readFields(root, value, pointer, form);
    return;
  }
  const inner = value['type'] === 'form' ? { form: wordOf(value['id']), formPointer: pointer } : form;
  for (const [name, member] of Object.entries(value))
    yield* formFieldsIn(root, member, joinPointer(pointer, name), inner);
}

function readFields(root: Json, node: Json, pointer: string, form: OfForm): FormFields {
  const allow = isJson(node['allow']) ? node['allow'] : {};
  const written = recordsOf(node['fields']).map(([values, at]): Written => {
    const source = listSourceOf(root, values);
    const place = joinPointer(joinPointer(pointer, 'fields'), String(at));
    return { pointer: place, values, ...(source !== undefined && { source }) };
  });
  return {
    ...form,
    pointer,
    map: wordOf(node['name']),
    allow: {
      kinds: textsOf(allow['kinds']),
      name: typeof allow['name'] === 'string' ? allow['name'] : STANDARD_NAME,
      not: textsOf(allow['not']),
      options: typeof allow['options'] === 'number' ? allow['options'] : STANDARD_OPTIONS,
    },
    sections: recordsOf(node['sections']).map(([{ key, title }]) => ({
      key: wordOf(key),
      title: typeof title === 'string' ? title : wordOf(key),
    })),
    mapped: written.filter(({ values }) => values['each'] !== undefined),
    added: written.filter(({ values }) => values['each'] === undefined),
  };
}

/** Fields in the fixture replies of the scenarios that open this screen; each code once. */
export function samplesOf(
  { mapped }: FormFields,
  scenarios: ReadonlyMap<string, Scenario>,
  screen: string,
): readonly SampleField[] {
  const found = new Map<string, SampleField>();
  for (const { values, source } of mapped)
    for (const { opens, stages } of scenarios.values()) {
      if (source === undefined || !opens.includes(screen)) continue;
      for (const { replies } of Object.values(stages))
        for (const sample of sampleFields(values, memberAt(replies[source.endpoint], source.path)))
          if (!found.has(sample.code)) found.set(sample.code, sample);
    }
  return [...found.values()];
}

function sampleFields({ as, name, label, options }: Json, list: unknown): readonly SampleField[] {
  const [mapping] = recordsOf(options).map(([option]) => option);
  return recordsOf(list).flatMap(([item]) => {
    const code = fillIn(name, wordOf(as), item);
    if (code === '') return [];
    const [, ...inner] = wordOf(mapping?.['each'] ?? '').split('.');
    const listed = inner.length === 0 ? [] : recordsOf(memberAt(item, inner));
    return {
      code,
      title: fillIn(label, wordOf(as), item),
      options: listed.map(([option]) => ({
        value: fillIn(mapping?.['value'], wordOf(mapping?.['as']), option),
        text: fillIn(mapping?.['text'], wordOf(mapping?.['as']), option),
      })),
    };
  });
}

/** Fills a text template from one item. Only paths that begin with the item's name are replaced. */
function fillIn(template: unknown, as: string, item: Json): string {
  return wordOf(template ?? '').replaceAll(/\$\{([^}]*)\}/g, (_whole, path: string) => {
    const [root, ...names] = path.split('.');
    const value = root === as ? memberAt(item, names) : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  });
}

/** A condition that a field can get: a choice on this screen has a certain value. */
export interface Limit {
  /** `Account type: Bank account` */
  readonly title: string;
  readonly condition: string;
}

/**
 * Conditions that need no expression: the options of the screen's choices, and of choices in the fixture replies.
 *
 * @param app - `screens/app.json`, for lists in the configuration.
 */
export function limitsOf(
  document: unknown,
  app: unknown,
  { form, map }: FormFields,
  samples: readonly SampleField[],
): readonly Limit[] {
  const own = [...choicesIn(document)].flatMap((choice) =>
    optionsOf(choice, app).map(({ value, text }) => ({
      title: `${wordOf(choice['label'])}: ${text}`,
      condition: `${wordOf(choice['bind'])} == ${typeof value === 'number' ? value : writeText(wordOf(value))}`,
    })),
  );
  const sent = samples.flatMap(({ code, title, options }) =>
    options.map(({ value, text }) => ({
      title: `${title}: ${text}`,
      condition: `form.${form}.${map}[?'${code}'].orValue('') == ${writeText(value)}`,
    })),
  );
  return [...own, ...sent];
}

function* choicesIn(value: unknown): Iterable<Json> {
  if (Array.isArray(value)) for (const item of value) yield* choicesIn(item);
  else if (isJson(value)) {
    if (value['type'] === 'choice' && wordOf(value['bind']).startsWith('state.')) yield value;
    else for (const member of Object.values(value)) yield* choicesIn(member);
  }
}

/** Literal options, or options from the configuration. */
function optionsOf(
  choice: Json,
  app: unknown,
): readonly { readonly value: unknown; readonly text: string }[] {
  return recordsOf(choice['options']).flatMap(([option]) => {
    if (option['each'] === undefined) return { value: option['value'], text: wordOf(option['text']) };
    const [config, ...path] = wordOf(option['each']).split('.');
    if (config !== 'config' || !isJson(app)) return [];
    const declared = valueAt(app, ['config', ...path].reduce(joinPointer, ''));
    const items = isJson(declared) ? recordsOf(declared['default']) : [];
    const as = wordOf(option['as']);
    return items.map(([item]) => {
      const path = /^\$\{[^.}]+\.([^}]+)\}$/.exec(wordOf(option['value']))?.[1] ?? '';
      return { value: memberAt(item, path.split('.')), text: fillIn(option['text'], as, item) };
    });
  });
}

function writeText(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isJson(inner) ? inner[name] : undefined), value);
}

function recordsOf(value: unknown): readonly (readonly [record: Json, at: number])[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown, at) => (isJson(item) ? [[item, at] as const] : []));
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
