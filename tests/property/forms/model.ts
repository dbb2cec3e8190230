import { type Answered, canonical, type Field, firstOf, limitsOf, toText, writable } from './model-fields.ts';
import { Questions } from './model-questions.ts';
import { State, type Wait } from './model-state.ts';
import { type Action, BOUND, type FormSpec, type Kind, LIST, OPTIONS, TAKEN } from './spec.ts';

/*
 * A minimal model of a form: section 6 of the language, rules of the grammar's SPEC. It imports nothing from the engine, React
 * or the forms library.
 */

const HOUR = 3_600_000;

export class Model extends State {
  constructor(spec: FormSpec) {
    super(spec);
    this.open();
  }

  // ── Actions ────────────────────────────────────────────────────────────────────────────────────

  act(action: Action): void {
    this.focus = undefined;
    this.isWritten = false;
    this.written = undefined;
    this.perform(action);
    this.settle();
    this.followTold();
    // After the debounce: invalid values are removed by then.
    if (this.isWritten) this.keepDraft();
  }

  protected perform(action: Action): void {
    switch (action.do) {
      case 'write':
        return this.write(action);
      case 'submit':
        return this.submit();
      case 'answer':
        return this.answer(action);
      case 'reset':
        return this.reset();
      case 'read again':
        return this.readAgain();
      case 'reload':
        return this.reload(action);
      case 'add':
        return this.addRow();
      case 'remove':
        return this.removeRow(action.row);
      case 'next':
        return this.next();
      case 'back':
        return this.steps.back();
      case 'change':
        return this.steps.change(action.step);
      case 'tell':
        return this.tellVerdict(action);
    }
  }

  /** Updates choices, questions and waiting submits until nothing changes. */
  protected settle(): void {
    this.settleChoices();
    this.consider();
    for (const wait of [...this.waits]) {
      const isOver = wait.batch.every(({ name, key }) => this.questions.open.get(name) !== key);
      if (isOver) this.goOn(wait);
    }
    this.consider();
    this.steps.rest();
  }

  /** The field that an action of this number would write to, if any. */
  target(
    action: Extract<Action, { do: 'write' }>,
  ): { name: string; kind: Kind; value: string | number | boolean } | undefined {
    const inputs = this.drawn.filter(({ kind }) => kind !== 'list');
    const all = this.spec.bound ? [...inputs, undefined] : inputs;
    if (all.length === 0) return undefined;
    const field = all[action.field % all.length];
    const kind = field === undefined || field.kind === 'list' ? 'text' : field.kind;
    return {
      name: field?.place ?? BOUND,
      kind,
      value: writable(kind, field?.isSensitive ?? false, action.value),
    };
  }

  protected write(action: Extract<Action, { do: 'write' }>): void {
    const target = this.target(action);
    if (target === undefined) return;
    if (target.name === BOUND) {
      this.beside = String(target.value);
      return;
    }
    const field = this.fields.find(({ place }) => place === target.name) as Field;
    const { name, place } = field;
    const old = this.values.get(name);
    const entered = enter(field, old, target.value);
    // An unchanged display is no write, and a chosen option cannot be chosen again; a date can.
    if (field.kind !== 'day' && entered === (old ?? nothing(field.kind))) return;
    // A text that was empty at first and is cleared equals an untouched one.
    const value = entered === '' && field.initial === undefined ? undefined : entered;
    if (value === undefined) this.values.delete(name);
    else this.values.set(name, value);
    this.touched.add(name);
    this.noteWritten(name);
    this.problems.delete(name);
    this.unplaced.delete(place);
    this.gone.delete(place);
    this.isWritten = true;
    this.written = name;
  }

  protected addRow(): void {
    const limits = limitsOf(this.spec);
    if (!limits || !this.isListDrawn() || this.rows.length >= limits.max) return;
    this.rows = [...this.rows, this.newRow()];
    this.writeRows();
  }

  protected removeRow(at: number): void {
    const limits = limitsOf(this.spec);
    if (!limits || !this.isListDrawn() || this.rows.length <= limits.min) return;
    const gone = this.rows[at % this.rows.length];
    for (const { name, row } of this.fields) {
      if (row !== gone) continue;
      this.values.delete(name);
      this.touched.delete(name);
      this.problems.delete(name);
    }
    this.rows = this.rows.filter((row) => row !== gone);
    this.writeRows();
  }

  protected isListDrawn(): boolean {
    return this.drawn.some(({ kind }) => kind === 'list');
  }

  protected writeRows(): void {
    this.touched.add(LIST);
    this.noteWritten(LIST);
    this.problems.delete(LIST);
    this.isWritten = true;
  }

  /** Values written during a submit belong to the next draft. */
  protected noteWritten(name: string): void {
    this.delivered.delete(name);
    this.since.add(name);
  }

  protected newRow(): number {
    this.rowCount += 1;
    const row = this.rowCount;
    for (const [name, value] of firstOf(this.spec, [row])) {
      if (name.startsWith(`${LIST}.`)) this.values.set(name, value);
    }
    return row;
  }

  // ── Validating and sending ─────────────────────────────────────────────────────────────────────

  protected submit(): void {
    if (this.isSending) return;
    this.wait(undefined);
  }

  protected next(): void {
    const { current } = this.steps;
    if (!this.steps.hasNext || this.waits.some(({ step }) => step !== undefined)) return;
    this.wait(current);
  }

  protected wait(step: number | undefined): void {
    const wait: Wait = { step, tried: new Set(), batch: [] };
    this.waits.push(wait);
    this.goOn(wait);
  }

  protected meant({ step }: Wait): readonly Field[] {
    return step === undefined ? this.fields : this.fields.filter((field) => field.step === step);
  }

  /** Requests each unanswered remote check once, and validates when none is left. */
  protected goOn(wait: Wait): void {
    const open = this.questionsOf(this.meant(wait)).filter(
      ({ key }) =>
        this.questions.verdict(key) === undefined && !(wait.tried.has(key) && this.questions.hasFailed(key)),
    );
    for (const question of open) {
      this.questions.ask(question);
      wait.tried.add(question.key);
      this.problems.delete(question.name);
      this.wrong.delete(question.name);
    }
    wait.batch = open;
    if (open.length > 0) return;
    this.waits = this.waits.filter((one) => one !== wait);
    const isRight = this.check(this.meant(wait));
    if (isRight && wait.step === undefined) this.send();
    if (isRight && wait.step !== undefined && wait.step === this.steps.current) this.steps.goOn();
  }

  protected check(fields: readonly Field[]): boolean {
    for (const field of fields) {
      const problem = this.findProblem(field);
      if (problem === undefined) this.problems.delete(field.name);
      else this.problems.set(field.name, problem);
    }
    const wrong = fields.filter(({ name }) => this.problems.has(name));
    this.tell(wrong, [], true);
    return wrong.length === 0;
  }

  protected send(): void {
    const isSent = (field: Field) => this.spec.hidden === 'keep' || this.isShown(field);
    const there = this.fields.filter(isSent);
    const members = (fields: readonly Field[]) =>
      Object.fromEntries(
        fields.flatMap(({ name, isSupplied }) => {
          const value = this.values.get(name);
          const own = name.split('.').at(-1) ?? name;
          return value === undefined ? [] : [[own, isSupplied ? toText(value) : value]];
        }),
      );
    const hasList = there.some(({ kind }) => kind === 'list');
    this.sent.push(
      canonical({
        ...members(there.filter(({ row, isSupplied }) => row === undefined && !isSupplied)),
        ...(hasList && { [LIST]: this.rows.map((own) => members(there.filter(({ row }) => row === own))) }),
        ...(this.spec.bound && { [BOUND]: this.beside }),
        ...(this.spec.supplied && { items: members(there.filter(({ isSupplied }) => isSupplied)) }),
      }),
    );
    this.isOut = true;
    this.since.clear();
    this.sentPlaces = new Map(
      this.fields.map(({ name, row, place }) => [name, row === undefined ? place : `/${place}`]),
    );
  }

  /** A server's errors, by path in the sent body; one of the paths is no field. */
  blamed({ field }: Extract<Action, { do: 'answer' }>): { readonly [place: string]: string } {
    const places = [...this.sentPlaces.values()];
    const some = [places[field % places.length], places[(field + 2) % places.length], 'nobody'];
    return Object.fromEntries(
      some.filter((place) => place !== undefined).map((place) => [place, `no ${place}`]),
    );
  }

  protected answer(action: Extract<Action, { do: 'answer' }>): void {
    if (!this.isOut) return;
    this.isOut = false;
    if (action.how === 'fields') {
      const open = new Map(Object.entries(this.blamed(action)));
      // Records may change during the call: the paths refer to the sent ones.
      const said = ({ name, row, place }: Field) =>
        this.sentPlaces.get(name) ?? (row === undefined ? place : '');
      const wrong = this.fields.filter((field) => this.isShown(field) && open.has(said(field)));
      for (const field of wrong) {
        this.problems.set(field.name, open.get(said(field)) ?? '');
        open.delete(said(field));
      }
      // Errors at no visible field are shown at the form.
      this.tell(wrong, [...open.values()]);
    }
    if (action.how !== 'good') return;
    this.forget();
    for (const name of this.touched) if (!this.since.has(name)) this.delivered.add(name);
    if (this.since.size > 0) this.keepDraft();
    if (this.spec.after === 'reset') this.reset();
  }

  /** Shows the summary, for two errors or one without a field, and focuses the first field, in its step. */
  protected tell(wrong: readonly Field[], rest: readonly string[], isJudged = false): void {
    const told = wrong.map(({ name }) => ({ words: this.problems.get(name) ?? '', field: name, isJudged }));
    if (wrong[0]) this.steps.show(wrong[0].step);
    this.told = [...told, ...rest.map((words) => ({ words }))];
    this.isListed = this.told.length > 1 || rest.length > 0;
    this.focus = wrong[0]?.place;
  }

  /** Removes an error when its field is corrected, hidden or removed; the field is then not wrong either. */
  protected followTold(): void {
    this.told = this.told.filter(({ field: name, isJudged }) => {
      if (name === undefined) return true;
      const field = this.fields.find((one) => one.name === name);
      const isOver =
        field === undefined || !this.isShown(field) || (isJudged === true && !this.findProblem(field));
      if (isOver) this.problems.delete(name);
      return this.problems.has(name);
    });
  }

  protected tellVerdict({ which, fails }: Extract<Action, { do: 'tell' }>): void {
    const open = [...this.questions.open.values()].sort();
    const value = open[which % Math.max(open.length, 1)]?.split(' ')[1] ?? '';
    this.questions.tell(which, TAKEN.includes(value) ? 'wrong' : 'right', fails);
  }

  /** Shows a service's verdict on a value as soon as it is known, and while it applies. */
  protected consider(): void {
    const questions = this.questionsOf(this.fields);
    this.questions.turnTo(questions);
    for (const { name } of this.fields) {
      const key = questions.find((one) => one.name === name)?.key;
      const isWrong = key !== undefined && this.questions.verdict(key) === 'wrong';
      const wasWrong = this.wrong.has(name);
      if (isWrong && (!wasWrong || this.written === name)) this.problems.set(name, 'remote!');
      if (!isWrong && wasWrong) this.problems.delete(name);
      if (isWrong) this.wrong.add(name);
      else this.wrong.delete(name);
    }
  }

  protected reset(): void {
    this.values.clear();
    this.touched.clear();
    this.problems.clear();
    this.questions.forget();
    this.wrong.clear();
    this.told = [];
    this.forget();
    this.begin();
    this.steps.restart();
    this.readFields();
  }

  /** Resets the form to its initial state. */
  protected begin(): void {
    this.rows = [];
    const { min } = limitsOf(this.spec) ?? { min: 0 };
    while (this.rows.length < min) this.rows = [...this.rows, this.newRow()];
    for (const [name, value] of firstOf(this.spec, [])) this.values.set(name, value);
  }

  protected readAgain(): void {
    const before = JSON.stringify(this.items);
    this.reading += 1;
    // An equal reply changes nothing.
    if (JSON.stringify(this.items) !== before) this.readFields();
  }

  /** Untouched fields take the values of the reply; removed fields lose their values. */
  protected readFields(): void {
    const now = new Map(this.fields.map(({ name, kind }) => [name, kind]));
    // A field of another kind is another field.
    const isGone = (name: string) => (this.kinds.get(name) ?? now.get(name)) !== now.get(name);
    for (const name of new Set([...this.values.keys(), ...this.touched])) {
      if (!now.has(name) || isGone(name)) this.drop(name);
    }
    for (const name of [...this.problems.keys()]) {
      if (!now.has(name) || isGone(name)) this.problems.delete(name);
    }
    this.placeAnswers();
    this.kinds = new Map(this.fields.map(({ name, kind }) => [name, kind]));
    for (const { name, initial, isSupplied } of this.fields) {
      if (!isSupplied || this.touched.has(name)) continue;
      const old = this.values.get(name);
      if (JSON.stringify(initial) === JSON.stringify(old)) continue;
      this.problems.delete(name);
      if (initial === undefined) this.values.delete(name);
      else this.values.set(name, initial);
    }
  }

  /** Restores stored values to fields with the same name and kind that were not changed since. */
  protected placeAnswers(): void {
    const rows = this.unplaced.get(LIST)?.[1];
    if (typeof rows === 'number') {
      this.unplaced.delete(LIST);
      this.touched.add(LIST);
      while (this.rows.length < rows) this.rows = [...this.rows, this.newRow()];
    }
    for (const { name, place, kind } of this.fields) {
      const [was, value] = this.unplaced.get(place) ?? [];
      if (was !== kind || this.gone.has(place)) continue;
      this.unplaced.delete(place);
      this.touched.add(name);
      if (value === null || value === undefined) this.values.delete(name);
      else this.values.set(name, value);
    }
  }

  protected drop(name: string): void {
    const value = this.values.get(name);
    if (this.spec.draft && this.touched.has(name) && value !== undefined) {
      this.unplaced.set(name, [this.kinds.get(name) ?? 'text', value]);
      this.gone.add(name);
    }
    this.values.delete(name);
    this.touched.delete(name);
  }

  /** A choice has some of its options or none; one with a preselected option gets it when it is shown. */
  protected settleChoices(): void {
    for (const field of this.fields) {
      const { name, kind } = field;
      if ((kind !== 'choice' && kind !== 'choices') || !this.isShown(field)) continue;
      const old = this.values.get(name);
      const kept = among(old);
      if (JSON.stringify(kept) === JSON.stringify(old) && !(field.isPreselected && old === undefined))
        continue;
      if (field.isPreselected) this.values.set(name, OPTIONS[0]);
      else if (kept === undefined) this.values.delete(name);
      else this.values.set(name, kept);
      this.problems.delete(name);
    }
  }

  // ── Storage ────────────────────────────────────────────────────────────────────────────────────

  protected keepDraft(): void {
    if (!this.spec.draft) return;
    const answers = new Map(this.unplaced);
    for (const { name, place, kind, isSensitive } of this.fields) {
      const isOwn =
        kind === 'list' ? this.isListWritten() : this.touched.has(name) && !this.delivered.has(name);
      if (!isOwn || isSensitive) continue;
      answers.set(place, [kind, kind === 'list' ? this.rows.length : (this.values.get(name) ?? null)]);
    }
    this.draft = { at: this.now, step: this.steps.at, answers };
  }

  /** Whether records were added, removed or changed. */
  protected isListWritten(): boolean {
    const written = [...this.touched].filter((name) => !this.delivered.has(name));
    return written.some((name) => name === LIST || name.startsWith(`${LIST}.`));
  }

  protected forget(): void {
    this.draft = undefined;
    this.delivered.clear();
    this.unplaced.clear();
    this.gone.clear();
  }

  protected reload({ killed, hours }: Extract<Action, { do: 'reload' }>): void {
    if (!killed) this.savedBeside = this.beside;
    this.now += hours * HOUR;
    this.reading += 1;
    this.open();
  }

  protected open(): void {
    this.values.clear();
    this.touched.clear();
    this.delivered.clear();
    this.since.clear();
    this.problems.clear();
    this.unplaced.clear();
    this.gone.clear();
    this.questions = new Questions();
    this.wrong.clear();
    this.waits = [];
    this.isOut = false;
    this.told = [];
    this.beside = this.savedBeside;
    if (this.draft && this.now - this.draft.at > 24 * HOUR) this.draft = undefined;
    for (const [place, answer] of this.draft?.answers ?? []) this.unplaced.set(place, answer);
    this.begin();
    this.steps.open(this.draft?.step ?? 0);
    this.readFields();
    this.settle();
    this.isWritten = false;
  }
}

function nothing(kind: Field['kind']): Answered | undefined {
  return kind === 'check' ? false : kind === 'text' || kind === 'digits' ? '' : undefined;
}

/** The content of the field after an action. */
function enter(
  { kind, max }: Field,
  old: Answered | undefined,
  by: string | number | boolean,
): Answered | undefined {
  switch (kind) {
    case 'text':
      return String(by).slice(0, max);
    case 'digits':
      return String(by)
        .replace(/[^0-9]/g, '')
        .slice(0, max);
    case 'number':
      return by === '' ? undefined : Number(by);
    case 'choices': {
      const chosen = Array.isArray(old) ? old : [];
      const wanted = OPTIONS.filter((option) => chosen.includes(option) !== (option === by));
      return wanted.length === 0 ? undefined : wanted;
    }
    default:
      return by;
  }
}

/** Only values that are options of the choice. */
function among(value: Answered | undefined): Answered | undefined {
  if (!Array.isArray(value)) return OPTIONS.find((option) => option === value);
  const kept = value.filter((one) => OPTIONS.some((option) => option === one));
  return kept.length === 0 ? undefined : kept;
}
