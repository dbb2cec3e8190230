import {
  type Action,
  BOUND,
  type Condition,
  DAYS,
  type FieldSpec,
  type FormSpec,
  fieldsIn,
  type ItemSpec,
  type Kind,
  OPTIONS,
  type RuleSpec,
  SECRETS,
  TEXTS,
} from './spec.ts';

/*
 * What the language says of a form, in as few words as it can be said: section 6 of the language, rules
 * of the grammar's SPEC. It imports nothing of the engine, and knows neither React nor the library below.
 */

export type Answered = string | number | boolean;

/** One field as somebody sees it. */
export interface Seen {
  readonly name: string;
  /** Words in it, the chosen option, the day, the stars; ticked or not; '' where there is nothing. */
  readonly shows: string;
  readonly isRequired: boolean;
  readonly problem: string;
}

export interface Picture {
  readonly fields: readonly Seen[];
  /** What the summary above the form lists. */
  readonly summary: readonly string[];
  /** The field that has the focus after a failed check; undefined where this is not about the focus. */
  readonly focus: string | undefined;
  readonly beside: string | undefined;
  /** Bodies that were sent, in order. */
  readonly sent: readonly string[];
  /** Names and values that the device keeps; undefined without a draft. */
  readonly draft: { readonly [name: string]: Answered | null } | undefined;
}

interface Field {
  readonly name: string;
  readonly kind: Kind;
  readonly max: number | undefined;
  readonly isSensitive: boolean;
  readonly isPreselected: boolean;
  readonly initial: string | undefined;
  /** All of these hold where it is shown. */
  readonly visible: readonly (Condition | undefined)[];
  readonly rules: readonly RuleSpec[];
}

interface Draft {
  readonly at: number;
  readonly answers: ReadonlyMap<string, readonly [kind: Kind, value: Answered | null]>;
}

const HOUR = 3_600_000;

/** What can be written into a field, by number. */
export function writable(kind: Kind, isSensitive: boolean, by: number): Answered {
  switch (kind) {
    case 'text':
      return isSensitive ? (SECRETS[by % 3] ?? '') : (TEXTS[by % TEXTS.length] ?? '');
    case 'digits':
      return TEXTS[by % TEXTS.length] ?? '';
    case 'choice':
      return OPTIONS[by % OPTIONS.length] ?? '';
    case 'day':
      return DAYS[by % DAYS.length] ?? '';
    case 'check':
      return by % 2 === 0;
    case 'rating':
      return 1 + (by % 5);
  }
}

export class Model {
  readonly spec: FormSpec;
  private values = new Map<string, Answered>();
  private touched = new Set<string>();
  private problems = new Map<string, string>();
  private summary: readonly string[] = [];
  private focus: string | undefined;
  private beside = '';
  private savedBeside = '';
  private reading = 0;
  private sent: string[] = [];
  private draft: Draft | undefined;
  /** Answers of the draft without a place in the form: shown as lost, and kept. */
  private unplaced = new Map<string, readonly [Kind, Answered | null]>();
  /** Of those the ones whose field went in this visit: another of that name does not get them in it. */
  private gone = new Set<string>();
  private kinds: ReadonlyMap<string, Kind> = new Map();
  private now = 0;
  /** The action wrote a field of the form. */
  private isWritten = false;
  /** A request is under way. */
  isSending = false;

  constructor(spec: FormSpec) {
    this.spec = spec;
    this.open();
  }

  // ── What there is ────────────────────────────────────────────────────────────────────────────

  private get items(): readonly ItemSpec[] {
    const { supplied } = this.spec;
    return supplied?.replies[this.reading % supplied.replies.length] ?? [];
  }

  /** In document order; what a server supplies stands in its sections, and behind them what is in none. */
  private get fields(): readonly Field[] {
    const { supplied } = this.spec;
    const groups = ['one', 'two', undefined] as const;
    return [
      ...placed(this.spec.body, []),
      ...groups.flatMap((group) =>
        this.items
          .filter((item) => item.group === group)
          .map((item) => ({
            name: item.code,
            kind: item.kind,
            max: undefined,
            isSensitive: false,
            isPreselected: false,
            initial: item.value,
            visible: [item.guarded ? supplied?.guard : undefined],
            rules: item.optional ? [] : [{ rule: 'required' as const }],
          })),
      ),
    ];
  }

  private holds(condition: Condition | undefined): boolean {
    if (condition === undefined) return true;
    switch (condition.op) {
      case 'not':
        return !this.holds(condition.of);
      case 'both':
        return condition.of.every((one) => this.holds(one));
      case 'either':
        return condition.of.some((one) => this.holds(one));
      default: {
        // Hidden values still feed conditions.
        const value = condition.field === BOUND ? this.beside : this.values.get(condition.field);
        if (typeof value === 'boolean') return value;
        const isFilled = value !== undefined && value !== '';
        if (condition.op === 'filled' || this.kindOf(condition.field) === 'day') return isFilled;
        return typeof value === 'number' ? value > 2 : value === condition.value;
      }
    }
  }

  private kindOf(name: string): Kind | undefined {
    for (const field of fieldsIn(this.spec.body)) if (field.name === name) return field.kind;
    return undefined;
  }

  private isShown(field: Field): boolean {
    return field.visible.every((condition) => this.holds(condition));
  }

  private isRequired(field: Field): boolean {
    return field.rules.some((rule) => rule.rule === 'required' && this.holds(rule.when));
  }

  /** The first broken rule speaks; nobody could put a hidden field right. */
  private findProblem(field: Field): string | undefined {
    if (!this.isShown(field)) return undefined;
    const broken = field.rules.find((rule) => this.holds(rule.when) && !this.isKept(rule, field));
    return broken && `${broken.rule}!`;
  }

  private isKept(rule: RuleSpec, { name }: Field): boolean {
    const value = this.values.get(name);
    const isEmpty = value === undefined || value === '' || value === false;
    switch (rule.rule) {
      case 'required':
        return !isEmpty;
      case 'check':
        return this.holds(rule.check);
      case 'equals':
        return (value ?? '') === (this.values.get(rule.field) ?? '');
      case 'range':
        return isEmpty || (typeof value === 'number' && value >= rule.min && value <= rule.max);
      case 'length':
        return isEmpty || (String(value).length >= rule.min && String(value).length <= rule.max);
      case 'pattern':
        return isEmpty || new RegExp(`^(?:${rule.pattern})$`).test(String(value));
    }
  }

  // ── What happens ─────────────────────────────────────────────────────────────────────────────

  act(action: Action): void {
    this.focus = undefined;
    this.isWritten = false;
    switch (action.do) {
      case 'write':
        this.write(action);
        break;
      case 'submit':
        this.submit();
        break;
      case 'answer':
        this.answer(action);
        break;
      case 'reset':
        this.reset();
        break;
      case 'read again':
        this.reading += 1;
        this.readFields();
        break;
      case 'reload':
        this.reload(action);
        break;
    }
    this.settleChoices();
    // A moment after it was written: what no longer fits has gone by then.
    if (this.isWritten) this.keepDraft();
  }

  /** What an action of this number would write to now, if anything. */
  target(
    action: Extract<Action, { do: 'write' }>,
  ): { name: string; kind: Kind; value: Answered } | undefined {
    const shown = this.fields.filter((field) => this.isShown(field));
    const all = this.spec.bound ? [...shown, undefined] : shown;
    if (all.length === 0) return undefined;
    const field = all[action.field % all.length];
    const kind = field?.kind ?? 'text';
    return {
      name: field?.name ?? BOUND,
      kind,
      value: writable(kind, field?.isSensitive ?? false, action.value),
    };
  }

  private write(action: Extract<Action, { do: 'write' }>): void {
    const target = this.target(action);
    if (target === undefined) return;
    const { name, kind } = target;
    let { value } = target;
    if (name === BOUND) {
      this.beside = String(value);
      return;
    }
    const old = this.values.get(name);
    if (typeof value === 'string' && (kind === 'text' || kind === 'digits')) {
      const { max } = this.fields.find((field) => field.name === name) as Field;
      if (kind === 'digits') value = value.replace(/[^0-9]/g, '');
      if (max !== undefined) value = value.slice(0, max);
      // What looks the same was not written.
      if (value === (old ?? '')) return;
      // What is chosen already cannot be chosen again; a day is taken whenever it is confirmed.
    } else if (kind !== 'day' && value === (old ?? (kind === 'check' ? false : undefined))) return;
    this.values.set(name, value);
    this.touched.add(name);
    this.problems.delete(name);
    this.unplaced.delete(name);
    this.gone.delete(name);
    this.isWritten = true;
  }

  private submit(): void {
    if (this.isSending) return;
    this.problems.clear();
    for (const field of this.fields) {
      const problem = this.findProblem(field);
      if (problem !== undefined) this.problems.set(field.name, problem);
    }
    this.tell(
      this.fields.filter(({ name }) => this.problems.has(name)),
      [],
    );
    if (this.problems.size > 0) return;
    const body: { [name: string]: Answered | { [name: string]: Answered } } = {};
    const items: { [name: string]: Answered } = {};
    for (const field of this.fields) {
      const value = this.values.get(field.name);
      if (value === undefined || (this.spec.hidden === 'drop' && !this.isShown(field))) continue;
      if (this.items.some((item) => item.code === field.name)) items[field.name] = value;
      else body[field.name] = value;
    }
    if (this.spec.bound) body[BOUND] = this.beside;
    if (this.spec.supplied) body['items'] = items;
    this.sent.push(canonical(body));
    this.isSending = true;
  }

  /** What a server finds wrong, by name; one of those is no field at all. */
  blamed({ field }: Extract<Action, { do: 'answer' }>): { readonly [name: string]: string } {
    const names = this.fields.map(({ name }) => name);
    const some = [names[field % names.length], names[(field + 2) % names.length], 'nobody'];
    return Object.fromEntries(some.filter((name) => name !== undefined).map((name) => [name, `no ${name}`]));
  }

  private answer(action: Extract<Action, { do: 'answer' }>): void {
    if (!this.isSending) return;
    this.isSending = false;
    if (action.how === 'fields') {
      const open = new Map(Object.entries(this.blamed(action)));
      const wrong = this.fields.filter((field) => this.isShown(field) && open.has(field.name));
      for (const { name } of wrong) {
        this.problems.set(name, open.get(name) ?? '');
        open.delete(name);
      }
      // What is said of no field that somebody sees is said of the form.
      this.tell(wrong, [...open.values()]);
    }
    if (action.how !== 'good') return;
    this.forget();
    if (this.spec.after === 'reset') this.reset();
  }

  /** The summary, where two are wrong or one that is no field, and the focus to the first field. */
  private tell(wrong: readonly Field[], rest: readonly string[]): void {
    const found = [...wrong.map(({ name }) => this.problems.get(name) ?? ''), ...rest];
    this.summary = found.length > 1 || rest.length > 0 ? found : [];
    this.focus = wrong[0]?.name;
  }

  private reset(): void {
    this.values.clear();
    this.touched.clear();
    this.problems.clear();
    this.summary = [];
    this.forget();
    this.readFields();
  }

  /** Untouched fields take what the reply says; those that are gone are gone with their values. */
  private readFields(): void {
    const names = new Set(this.fields.map(({ name }) => name));
    for (const name of [...this.values.keys()]) if (!names.has(name)) this.drop(name);
    for (const name of [...this.problems.keys()]) if (!names.has(name)) this.problems.delete(name);
    this.kinds = new Map(this.fields.map(({ name, kind }) => [name, kind]));
    this.placeAnswers();
    for (const { code, value } of this.items) {
      if (this.touched.has(code)) continue;
      const old = this.values.get(code);
      if (value === old) continue;
      this.problems.delete(code);
      if (value === undefined) this.values.delete(code);
      else this.values.set(code, value);
    }
  }

  /** What was stored comes back where there is a field of its name and kind, and nobody wrote it since. */
  private placeAnswers(): void {
    for (const [name, [kind, value]] of [...this.unplaced]) {
      if (this.gone.has(name) || this.kinds.get(name) !== kind) continue;
      this.unplaced.delete(name);
      this.touched.add(name);
      if (value !== null) this.values.set(name, value);
    }
  }

  private drop(name: string): void {
    const value = this.values.get(name);
    if (this.spec.draft && this.touched.has(name) && value !== undefined) {
      this.unplaced.set(name, [this.kinds.get(name) ?? 'text', value]);
      this.gone.add(name);
    }
    this.values.delete(name);
    this.touched.delete(name);
  }

  /** A choice has one of its options or none; one that begins with its first has it as soon as it is shown. */
  private settleChoices(): void {
    for (const field of this.fields) {
      if (field.kind !== 'choice' || !this.isShown(field)) continue;
      const old = this.values.get(field.name);
      if (OPTIONS.some((option) => option === old)) continue;
      if (field.isPreselected) this.values.set(field.name, OPTIONS[0]);
      else if (old !== undefined) this.values.delete(field.name);
      else continue;
      this.problems.delete(field.name);
    }
  }

  // ── What is stored ───────────────────────────────────────────────────────────────────────────

  private keepDraft(): void {
    if (!this.spec.draft) return;
    const answers = new Map(this.unplaced);
    for (const { name, kind, isSensitive } of this.fields) {
      if (this.touched.has(name) && !isSensitive) answers.set(name, [kind, this.values.get(name) ?? null]);
    }
    this.draft = { at: this.now, answers };
  }

  private forget(): void {
    this.draft = undefined;
    this.unplaced.clear();
    this.gone.clear();
  }

  private reload({ killed, hours }: Extract<Action, { do: 'reload' }>): void {
    if (!killed) this.savedBeside = this.beside;
    this.now += hours * HOUR;
    this.reading += 1;
    this.isSending = false;
    this.open();
  }

  private open(): void {
    this.values.clear();
    this.touched.clear();
    this.problems.clear();
    this.unplaced.clear();
    this.gone.clear();
    this.summary = [];
    this.beside = this.savedBeside;
    if (this.draft && this.now - this.draft.at > 24 * HOUR) this.draft = undefined;
    for (const [name, answer] of this.draft?.answers ?? []) this.unplaced.set(name, answer);
    this.readFields();
    this.settleChoices();
  }

  // ── What somebody sees ───────────────────────────────────────────────────────────────────────

  picture(): Picture {
    const shown = this.fields.filter((field) => this.isShown(field));
    return {
      fields: shown.map((field) => ({
        name: field.name,
        shows: shows(this.values.get(field.name)),
        isRequired: this.isRequired(field),
        problem: this.problems.get(field.name) ?? '',
      })),
      summary: this.summary,
      focus: this.focus,
      beside: this.spec.bound ? this.beside : undefined,
      sent: this.sent,
      draft:
        this.draft && Object.fromEntries([...this.draft.answers].map(([name, [, value]]) => [name, value])),
    };
  }
}

function* placed(body: FormSpec['body'], around: readonly (Condition | undefined)[]): Generator<Field> {
  for (const node of body) {
    const visible = [...around, node.visible];
    if (node.type === 'section') yield* placed(node.body, visible);
    else yield toField(node, visible);
  }
}

function toField(
  { name, kind, max, sensitive, preselect, rules }: FieldSpec,
  visible: Field['visible'],
): Field {
  return {
    name,
    kind,
    max,
    isSensitive: sensitive === true,
    isPreselected: preselect === true,
    initial: undefined,
    visible,
    rules,
  };
}

function shows(value: Answered | undefined): string {
  return value === undefined || value === false ? '' : String(value);
}

/** One text for equal bodies, whatever the order of their members. */
export function canonical(body: unknown): string {
  return JSON.stringify(body, (_name, value: unknown) =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
