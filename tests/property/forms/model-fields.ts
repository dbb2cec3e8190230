import {
  type Body,
  type Condition,
  DAYS,
  type FieldSpec,
  type FormSpec,
  type ItemSpec,
  type Kind,
  LIST,
  listIn,
  NUMBERS,
  OPTIONS,
  ROW_NAMES,
  type RuleSpec,
  SECRETS,
  TEXTS,
} from './spec.ts';

/* The fields of a form in the model. Imports nothing from the engine. */

export type Answered = string | number | boolean | readonly string[];

export interface Field {
  /** The model's name: `a`, `k1`, `list`, and `list.3.p` in the third record ever added. */
  readonly name: string;
  /** The public path: `list/0/p` in the first current record. */
  readonly place: string;
  readonly kind: Kind | 'list';
  readonly label: string;
  /** The record that contains it. */
  readonly row: number | undefined;
  readonly max: number | undefined;
  readonly isSensitive: boolean;
  readonly isPreselected: boolean;
  readonly initial: Answered | undefined;
  /** The field is shown if all these conditions hold. */
  readonly visible: readonly (Condition | undefined)[];
  readonly rules: readonly RuleSpec[];
  /** The number of its step; 0 in a form without steps. */
  readonly step: number;
  readonly isSupplied: boolean;
}

/** The current structure of a form. */
export interface Stand {
  readonly spec: FormSpec;
  readonly rows: readonly number[];
  readonly items: readonly ItemSpec[];
}

interface Around {
  readonly visible: readonly (Condition | undefined)[];
  readonly step: number;
}

/** In document order; supplied fields are in their sections, and those without a section after them. */
export function listFields(stand: Stand): readonly Field[] {
  const { spec } = stand;
  const own = spec.steps
    ? spec.body.flatMap((node, step) => [...placed([node], { visible: [], step }, stand)])
    : [...placed(spec.body, { visible: [], step: 0 }, stand)];
  return [...own, ...supplied(stand)];
}

function supplied({ spec, items }: Stand): readonly Field[] {
  const groups = ['one', 'two', undefined] as const;
  const step = spec.steps ? spec.body.length - 1 : 0;
  const around = spec.steps ? (spec.body.at(-1)?.visible ?? undefined) : undefined;
  return groups.flatMap((group) =>
    items
      .filter((item) => item.group === group)
      .map((item) => ({
        name: item.code,
        place: item.code,
        kind: item.kind,
        label: `Item ${item.code}`,
        row: undefined,
        max: undefined,
        isSensitive: false,
        isPreselected: false,
        initial: readText(item.kind, item.value),
        visible: [around, item.guarded ? spec.supplied?.guard : undefined],
        rules: item.optional ? [] : [{ rule: 'required' as const }],
        step,
        isSupplied: true,
      })),
  );
}

function* placed(body: Body, { visible, step }: Around, stand: Stand): Generator<Field> {
  for (const node of body) {
    const around = { visible: [...visible, node.visible], step };
    if (node.type === 'section') yield* placed(node.body, around, stand);
    else if (node.type === 'field') yield toField(node, around);
    else {
      const bare: FieldSpec = { type: 'field', name: LIST, kind: 'text', rules: node.rules };
      yield { ...toField(bare, around), kind: 'list', label: 'List' };
      for (const [at, row] of stand.rows.entries()) {
        for (const field of node.body) yield inRow(toField(field, around), row, at, field.visible);
      }
    }
  }
}

function inRow(field: Field, row: number, at: number, own: Condition | undefined): Field {
  const { name, visible } = field;
  return {
    ...field,
    name: nameInRow(row, name),
    place: `${LIST}/${at}/${name}`,
    label: `Record ${at} · Field ${name}`,
    row,
    visible: [...visible, own],
  };
}

export function nameInRow(row: number, name: string): string {
  return `${LIST}.${row}.${name}`;
}

function toField(
  { name, kind, max, sensitive, preselect, initial, rules }: FieldSpec,
  { visible, step }: Around,
): Field {
  return {
    name,
    place: name,
    kind,
    label: `Field ${name}`,
    row: undefined,
    max,
    isSensitive: sensitive === true,
    isPreselected: preselect === true,
    initial,
    visible,
    rules,
    step,
    isSupplied: false,
  };
}

/** The name that a condition reads: in a record the record's own field. */
export function reachedFrom(field: string, row: number | undefined): string {
  return row !== undefined && ROW_NAMES.some((own) => own === field) ? nameInRow(row, field) : field;
}

/** The initial values of the form. */
export function firstOf(spec: FormSpec, rows: readonly number[]): ReadonlyMap<string, Answered> {
  const fields = listFields({ spec, rows, items: [] });
  return new Map(fields.flatMap(({ name, initial }) => (initial === undefined ? [] : [[name, initial]])));
}

export function limitsOf(spec: FormSpec): { readonly min: number; readonly max: number } | undefined {
  return listIn(spec.body);
}

/** A value to write into a field, by number; for several choices the one that is toggled. */
export function writable(kind: Kind, isSensitive: boolean, by: number): string | number | boolean {
  switch (kind) {
    case 'text':
      return isSensitive ? (SECRETS[by % 3] ?? '') : (TEXTS[by % TEXTS.length] ?? '');
    case 'digits':
      return TEXTS[by % TEXTS.length] ?? '';
    case 'number':
      return NUMBERS[by % NUMBERS.length] ?? '';
    case 'choice':
    case 'choices':
      return OPTIONS[by % OPTIONS.length] ?? '';
    case 'day':
      return DAYS[by % DAYS.length] ?? '';
    case 'check':
      return by % 2 === 0;
    case 'rating':
      return 1 + (by % 5);
  }
}

/** All supplied fields are sent in one map of texts. */
export function toText(value: Answered): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}

function readText(kind: ItemSpec['kind'], text: string | undefined): Answered | undefined {
  if (text === undefined) return undefined;
  switch (kind) {
    case 'text':
    case 'choice':
      return text;
    case 'choices':
      return text.split(',');
    case 'number':
      return /^\d+$/.test(text) ? Number(text) : undefined;
    case 'check':
      return text === 'true' ? true : text === 'false' ? false : undefined;
  }
}

/** The visible content of the field. */
export function shows({ kind }: Field, value: Answered | undefined): string {
  if (value === undefined || value === false) return '';
  return kind === 'day' ? dateOf(value) : toText(value);
}

/** The display format of dates: Feb 29, 2024. */
function dateOf(day: Answered): string {
  const midnight = new Date(`${String(day)}T00:00:00Z`);
  return midnight.toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' });
}

/** The text in the review. */
export function wordsOf({ kind }: Field, value: Answered | undefined): string {
  if (kind === 'check') return value === true ? 'Yes' : 'No';
  if (value === undefined || value === '') return 'Nothing entered';
  if (kind === 'choice') return `Option ${value}`;
  if (Array.isArray(value)) return value.map((one) => `Option ${one}`).join(', ');
  return kind === 'day' ? dateOf(value) : String(value);
}

/** Serializes a body with sorted members. */
export function canonical(body: unknown): string {
  return JSON.stringify(body, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
