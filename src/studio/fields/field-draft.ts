import { isJson, type Json } from '#renderer/grammar/json.ts';
import { matchPattern, parsePattern } from '#renderer/plan/pattern.ts';
import { describeType } from '../properties/describe.ts';
import type { FormFields, SampleField } from './form-fields.ts';

/** A field as a person fills it in. */
export interface FieldDraft {
  readonly kind: string;
  readonly code: string;
  readonly title: string;
  readonly placeholder: string;
  /** Key of a section; empty: behind all of them. */
  readonly group: string;
  readonly isRequired: boolean;
  /** Of a text: digits alone. */
  readonly isNumeric: boolean;
  /** Of an enumeration. */
  readonly options: readonly DraftOption[];
  /** The condition under which it is asked; empty: always. */
  readonly condition: string;
}

export interface DraftOption {
  /** What is read. */
  readonly name: string;
  /** What is sent. */
  readonly value: string;
}

/** What is wrong with a draft, by the name of what has to be said otherwise. */
export type Faults = { readonly [name in keyof FieldDraft]?: string };

const CALLED: { readonly [kind: string]: string } = {
  'text-field': 'Text',
  choice: 'Enumeration',
  city: 'City select',
  day: 'Day',
};
/** Members that the form of a field asks about. */
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

/** What people call a kind of field. */
export function callKind(kind: string): string {
  return CALLED[kind] ?? describeType('widgets', kind).title;
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

/** Options without the empty lines below them. */
function saidOptions(options: readonly DraftOption[]): readonly DraftOption[] {
  return options.filter(({ name, value }) => name.trim() !== '' || value.trim() !== '');
}

/** What keeps a draft from becoming a field, each in words. */
export function faultsOf(
  draft: FieldDraft,
  { allow, added, mapped }: FormFields,
  samples: readonly SampleField[],
): Faults {
  const code = findCodeFault();
  const options = hasOptions(draft.kind) ? findOptionFault() : undefined;
  return {
    ...(code !== undefined && { code }),
    ...(draft.title.trim() === '' && { title: 'Say what is asked.' }),
    ...(options !== undefined && { options }),
  };

  function findCodeFault(): string | undefined {
    const { code: said } = draft;
    if (said === '') return 'Say the code that its value is sent under.';
    const pattern = parsePattern(allow.name);
    if (pattern === undefined || !matchPattern(pattern, said))
      return 'A code begins with a letter, and goes on with letters, digits and _ alone.';
    if (allow.not.includes(said)) return `“${said}” is kept free: the form sends something else under it.`;
    if (added.some(({ values }) => values['name'] === said))
      return `“${said}” is the code of another field that was added here.`;
    const sent = samples.find((sample) => sample.code === said);
    if (sent !== undefined)
      return `The server sends a field “${sent.title}” with the code “${said}” (${mapped[0]?.endpoint ?? ''}).`;
    return undefined;
  }

  function findOptionFault(): string | undefined {
    const said = saidOptions(draft.options);
    if (said.length === 0) return 'Say what can be chosen.';
    if (said.length > allow.options) return `There may be ${allow.options} options.`;
    if (said.some(({ name, value }) => name.trim() === '' || value.trim() === ''))
      return 'Every option has a name, which is read, and a value, which is sent.';
    const values = said.map(({ value }) => value.trim());
    const twice = values.find((value, at) => values.indexOf(value) !== at);
    return twice === undefined ? undefined : `The value “${twice}” stands there twice.`;
  }
}

/**
 * A field as it is written into the definition.
 *
 * @param like - What the server's own fields say, of which a city takes its places.
 * @param before - As it was written before: what nobody was asked about stays.
 */
export function writeField(draft: FieldDraft, like: Json | undefined, before: Json = {}): Json {
  const { kind, code, title, placeholder, group, isRequired, isNumeric, options, condition } = draft;
  const label = title.trim();
  const isDigits = kind === 'text-field' && isNumeric;
  const isOther = before['kind'] !== kind;
  const kept = isOther ? [] : Object.entries(before).filter(([name]) => !ASKED.has(name));
  const known: readonly unknown[] = Array.isArray(before['rules']) ? before['rules'] : [];
  const rules = [
    // The form does not ask for the message of a missing value, so an existing rule stays.
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
    // Digits are account and card numbers, which no phone is to keep.
    ...(isDigits && { accept: 'digits', sensitive: true }),
    ...(hasOptions(kind) && {
      options: saidOptions(options).map(({ name, value }) => ({ value: value.trim(), text: name.trim() })),
    }),
    ...(kind === 'city' && { lookup: (isOther ? undefined : before['lookup']) ?? like?.['lookup'] }),
    ...(rules.length > 0 && { rules }),
    ...Object.fromEntries(kept),
  };
}

/** Whether a field's form can write it back without a loss. Otherwise the field is edited as JSON. */
export function isAsked(written: Json): boolean {
  const again = writeField(readField(written), written, written);
  return inOrder(again) === inOrder(written);
}

function inOrder(record: Json): string {
  return JSON.stringify(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A field that is written, as it would have been filled in. */
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

/** Two columns of a spreadsheet: names, and values where there are any; undefined of what is one cell. */
export function readTable(pasted: string): readonly DraftOption[] | undefined {
  const lines = pasted.replaceAll('\r', '').split('\n');
  const filled = lines.filter((line) => line.trim() !== '');
  if (filled.length < 2 && !pasted.includes('\t')) return undefined;
  return filled.map((line) => {
    const [name = '', value = name] = line.split('\t').map((cell) => cell.trim());
    return { name, value };
  });
}

/** What staff ask the developers of the server, ready to be sent. */
export function writeRequest(draft: FieldDraft, sentTo: string, listedBy: string): string {
  const { kind, code, title, isRequired, options } = draft;
  const values = hasOptions(kind) ? ` One of ${options.map(({ value }) => value).join(', ')}.` : '';
  return [
    `Please let the server take the field \`${code}\`.`,
    `The form asks for “${title}” (${callKind(kind).toLowerCase()}, ${isRequired ? 'required' : 'may be empty'}) and sends it to ${sentTo} as \`${code}\`.${values}`,
    `No sample reply of ${listedBy} lists the code, and a server that does not know it may refuse the whole form.`,
  ].join('\n');
}
