import { isJson, type Json } from '#renderer/grammar/json.ts';
import { matchPattern, parsePattern } from '#renderer/plan/pattern.ts';
import { describeType, wordsOf } from '../properties/describe.ts';
import type { FormFields, SampleField } from './form-fields.ts';

/** The values of the form that edits a field. */
export interface FieldDraft {
  readonly kind: string;
  readonly code: string;
  readonly title: string;
  readonly placeholder: string;
  /** Key of a section; empty: after all sections. */
  readonly group: string;
  readonly isRequired: boolean;
  /** For a text field: whether only digits are allowed. */
  readonly isNumeric: boolean;
  /** For a choice. */
  readonly options: readonly DraftOption[];
  /** The field is shown if this condition is true; empty: always. */
  readonly condition: string;
}

export interface DraftOption {
  /** Label. */
  readonly name: string;
  /** Submitted value. */
  readonly value: string;
}

/** Validation errors by member. */
export type Faults = { readonly [name in keyof FieldDraft]?: string };

const KIND_TITLES: { readonly [kind: string]: string } = {
  'text-field': 'Text',
  choice: 'Enumeration',
  city: 'City select',
  day: 'Day',
};
/** Members that the form edits. */
const ASKED: ReadonlySet<string> = new Set([
  'kind',
  'name',
  'visibleWhen',
  'section',
  'label',
  'hint',
  'accept',
  'sensitive',
  'options',
  'lookup',
  'rules',
]);
const CHOOSING = new Set(['choice', 'choices']);

/** The label of a kind of field. */
export function callKind(kind: string): string {
  return KIND_TITLES[kind] ?? describeType('widgets', kind).title;
}

/** Whether a field of this kind has options. */
export function hasOptions(kind: string): boolean {
  return CHOOSING.has(kind);
}

export function emptyDraft({ allow, sections }: FormFields): FieldDraft {
  return {
    kind: allow.kinds[0] ?? 'text-field',
    code: '',
    title: '',
    placeholder: '',
    group: sections[0]?.key ?? '',
    isRequired: true,
    isNumeric: false,
    options: [{ name: '', value: '' }],
    condition: '',
  };
}

/** Options without empty lines. */
function saidOptions(options: readonly DraftOption[]): readonly DraftOption[] {
  return options.filter(({ name, value }) => name.trim() !== '' || value.trim() !== '');
}

/** Validates the form's values. */
export function faultsOf(
  draft: FieldDraft,
  { allow, added, mapped }: FormFields,
  samples: readonly SampleField[],
): Faults {
  const code = findCodeFault();
  const options = hasOptions(draft.kind) ? findOptionFault() : undefined;
  return {
    ...(code !== undefined && { code }),
    ...(draft.title.trim() === '' && { title: 'Enter a label.' }),
    ...(options !== undefined && { options }),
  };

  function findCodeFault(): string | undefined {
    const { code: said } = draft;
    if (said === '') return 'Enter the code under which the value is sent.';
    const pattern = parsePattern(allow.name);
    if (pattern === undefined || !matchPattern(pattern, said))
      return 'A code begins with a letter and contains only letters, digits and _.';
    if (allow.not.includes(said)) return `“${said}” is reserved: the form sends another value under it.`;
    if (added.some(({ values }) => values['name'] === said))
      return `“${said}” is the code of another field that was added here.`;
    const sent = samples.find((sample) => sample.code === said);
    if (sent !== undefined)
      return `“${wordsOf(mapped[0]?.source?.endpoint ?? '')}” sends a field “${sent.title}” with the code “${said}”.`;
    return undefined;
  }

  function findOptionFault(): string | undefined {
    const said = saidOptions(draft.options);
    if (said.length === 0) return 'Enter the options.';
    if (said.length > allow.options) return `There may be ${allow.options} options.`;
    if (said.some(({ name, value }) => name.trim() === '' || value.trim() === ''))
      return 'Every option has a name, which is read, and a value, which is sent.';
    const values = said.map(({ value }) => value.trim());
    const twice = values.find((value, at) => values.indexOf(value) !== at);
    return twice === undefined ? undefined : `The value “${twice}” occurs twice.`;
  }
}

/**
 * The field as JSON for the definition.
 *
 * @param like - A server-supplied field of the same kind; a city field copies its `lookup`.
 * @param before - The field before the edit: members that the form does not edit are preserved.
 */
export function writeField(draft: FieldDraft, like: Json | undefined, before: Json = {}): Json {
  const { kind, code, title, placeholder, group, isRequired, isNumeric, options, condition } = draft;
  const label = title.trim();
  const isDigits = kind === 'text-field' && isNumeric;
  const isOther = before['kind'] !== kind;
  const kept = isOther ? [] : Object.entries(before).filter(([name]) => !ASKED.has(name));
  const known: readonly unknown[] = Array.isArray(before['rules']) ? before['rules'] : [];
  const rules = [
    // The form does not edit the message of a missing value, so an existing rule stays.
    ...(isRequired ? [known.find(isRequiredRule) ?? { rule: 'required', message: `Enter ${label}` }] : []),
    ...(isOther ? [] : known.filter((rule) => !isRequiredRule(rule))),
  ];
  return {
    kind,
    name: code,
    ...(condition !== '' && { visibleWhen: condition }),
    ...(group !== '' && { section: group }),
    label,
    ...(placeholder.trim() !== '' && { hint: placeholder.trim() }),
    // Digits are account and card numbers, which the browser must not store.
    ...(isDigits && { accept: 'digits', sensitive: true }),
    ...(hasOptions(kind) && {
      options: saidOptions(options).map(({ name, value }) => ({ value: value.trim(), text: name.trim() })),
    }),
    ...(kind === 'city' && { lookup: (isOther ? undefined : before['lookup']) ?? like?.['lookup'] }),
    ...(rules.length > 0 && { rules }),
    ...Object.fromEntries(kept),
  };
}

/** Whether the form can edit this field without losing members. Otherwise the field is edited as JSON. */
export function isAsked(written: Json): boolean {
  const again = writeField(readField(written), written, written);
  return inOrder(again) === inOrder(written);
}

function inOrder(record: Json): string {
  return JSON.stringify(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The form's values for a written field. */
export function readField(written: Json): FieldDraft {
  const { kind, name, label, hint, section, accept, options, rules, visibleWhen } = written;
  const list: readonly unknown[] = Array.isArray(options) ? options : [];
  const read = list.filter(isJson).map((option) => ({
    name: textOf(option['text']),
    value: textOf(option['value']),
  }));
  return {
    kind: textOf(kind),
    code: textOf(name),
    title: textOf(label),
    placeholder: textOf(hint),
    group: textOf(section),
    isRequired: Array.isArray(rules) && rules.some(isRequiredRule),
    isNumeric: accept === 'digits',
    options: read.length === 0 ? [{ name: '', value: '' }] : read,
    condition: textOf(visibleWhen),
  };
}

function isRequiredRule(rule: unknown): boolean {
  return isJson(rule) && rule['rule'] === 'required';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Parses two pasted spreadsheet columns: names, and values if there are any. Undefined for a single cell. */
export function readTable(pasted: string): readonly DraftOption[] | undefined {
  const lines = pasted.replaceAll('\r', '').split('\n');
  const filled = lines.filter((line) => line.trim() !== '');
  if (filled.length < 2 && !pasted.includes('\t')) return undefined;
  return filled.map((line) => {
    const [name = '', value = name] = line.split('\t').map((cell) => cell.trim());
    return { name, value };
  });
}

/** A request to the server's developers to accept the field. */
export function writeRequest(draft: FieldDraft, sentTo: string, listedBy: string): string {
  const { kind, code, title, isRequired, options } = draft;
  const values = hasOptions(kind) ? ` One of ${options.map(({ value }) => value).join(', ')}.` : '';
  return [
    `Please let the server take the field \`${code}\`.`,
    `The form asks for “${title}” (${callKind(kind).toLowerCase()}, ${isRequired ? 'required' : 'may be empty'}) and sends it to ${sentTo} as \`${code}\`.${values}`,
    `No sample reply of ${listedBy} lists the code, and a server that does not know it may refuse the whole form.`,
  ].join('\n');
}
