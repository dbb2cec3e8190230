import { type Answered, type Field, listFields, shows, wordsOf } from './model-fields.ts';
import { type Question, Questions } from './model-questions.ts';
import { holds, isEmpty, isKept, type Read } from './model-rules.ts';
import { Steps } from './model-steps.ts';
import type { FormSpec, ItemSpec, Kind } from './spec.ts';

/* The state of a form, and its visible content, as the language defines them. Imports nothing from the engine. */

/** A visible field. */
export interface Seen {
  readonly name: string;
  /** Its text, the chosen option, the date, the rating; checked or not; the number of records; '' if empty. */
  readonly shows: string;
  readonly isRequired: boolean;
  readonly problem: string;
}

export interface Picture {
  readonly fields: readonly Seen[];
  /** The entries of the error summary above the form. */
  readonly summary: readonly string[];
  /** The field with the focus after a failed validation; undefined if the focus is not tested. */
  readonly focus: string | undefined;
  readonly beside: string | undefined;
  /** The current step and the number of steps; undefined in a form without steps. */
  readonly step: string | undefined;
  /** Entries of the review, label and words; undefined if the review is not shown. */
  readonly review: readonly string[] | undefined;
  /** Bodies that were sent, in order. */
  readonly sent: readonly string[];
  /** Open questions to services, sorted. */
  readonly asked: readonly string[];
  /** The stored draft: names and values; undefined without a draft. */
  readonly draft: { readonly [name: string]: Answered | null } | undefined;
}

export type Stored = readonly [kind: Kind | 'list', value: Answered | null];

export interface Draft {
  readonly at: number;
  readonly step: number;
  readonly answers: ReadonlyMap<string, Stored>;
}

/** A submit or a step that waits for services. */
export interface Wait {
  readonly step: number | undefined;
  readonly tried: Set<string>;
  batch: readonly Question[];
}

/** An entry of the error summary. */
export interface Told {
  readonly words: string;
  /** Undefined if the error concerns no field. */
  readonly field?: string;
  /** Found by a rule, not by a service. */
  readonly isJudged?: boolean;
}

const UNCHECKED = 'unchecked';

export class State {
  readonly spec: FormSpec;
  protected values = new Map<string, Answered>();
  protected touched = new Set<string>();
  /** Fields that were sent and not changed since: not part of the draft. */
  protected delivered = new Set<string>();
  /** Fields that were changed since the form was sent. */
  protected since = new Set<string>();
  protected problems = new Map<string, string>();
  /** Errors of the last validation; a summary lists them if there are several or one without a field. */
  protected told: readonly Told[] = [];
  protected isListed = false;
  protected focus: string | undefined;
  protected beside = '';
  protected savedBeside = '';
  protected reading = 0;
  protected rows: readonly number[] = [];
  protected rowCount = 0;
  protected sent: string[] = [];
  protected draft: Draft | undefined;
  /** Draft values without a field: shown as lost, and stored. */
  protected unplaced = new Map<string, Stored>();
  /** Values whose field disappeared in this visit: a new field with the same name does not get them. */
  protected gone = new Set<string>();
  protected kinds: ReadonlyMap<string, Kind | 'list'> = new Map();
  protected now = 0;
  /** The action changed a field of the form, or opened another step. */
  protected isWritten = false;
  protected written: string | undefined;
  protected questions = new Questions();
  /** Fields that a service reported as wrong. */
  protected wrong = new Set<string>();
  protected waits: Wait[] = [];
  protected isOut = false;
  /** The service's path for each field of the last sent body. */
  protected sentPlaces: ReadonlyMap<string, string> = new Map();
  protected readonly steps: Steps;

  constructor(spec: FormSpec) {
    this.spec = spec;
    this.steps = new Steps(spec, {
      isShown: (step) => this.fields.some((field) => field.step === step && this.isShown(field)),
      moved: () => {
        this.told = [];
        this.isWritten = true;
      },
    });
  }

  /** The form is being sent. */
  get isSending(): boolean {
    return this.isOut || this.waits.some(({ step }) => step === undefined);
  }

  // ── State ──────────────────────────────────────────────────────────────────────────────────────

  protected get items(): readonly ItemSpec[] {
    const { supplied } = this.spec;
    return supplied?.replies[this.reading % supplied.replies.length] ?? [];
  }

  protected get fields(): readonly Field[] {
    return listFields({ spec: this.spec, rows: this.rows, items: this.items });
  }

  protected get drawn(): readonly Field[] {
    const { current } = this.steps;
    return this.fields.filter((field) => field.step === current && this.isShown(field));
  }

  protected get read(): Read {
    const { fields } = this;
    return {
      beside: this.beside,
      rows: this.rows.length,
      value: (name) => this.values.get(name),
      isSupplied: (name) => this.items.some(({ code }) => code === name),
      isDay: (name) => fields.some((field) => field.name === name && field.kind === 'day'),
    };
  }

  protected isShown({ visible, row }: Field): boolean {
    return visible.every((condition) => holds(condition, this.read, row));
  }

  protected rulesOf({ rules, row }: Field) {
    return rules.filter(({ when }) => holds(when, this.read, row));
  }

  /** The first failed rule; a hidden field has none. The service's verdict is the last rule. */
  protected findProblem(field: Field): string | undefined {
    if (!this.isShown(field)) return undefined;
    const rules = this.rulesOf(field);
    const broken = rules.find((rule) => rule.rule !== 'remote' && !isKept(rule, field, this.read, undefined));
    if (broken !== undefined) return `${broken.rule}!`;
    const question = this.questionOf(field);
    if (question === undefined) return undefined;
    const verdict = this.questions.verdict(question.key);
    return verdict === undefined ? UNCHECKED : verdict === 'wrong' ? 'remote!' : undefined;
  }

  /** The field's question to a service: only if it has a value that satisfies its other rules. */
  protected questionOf(field: Field): Question | undefined {
    const value = this.values.get(field.name);
    const rules = this.rulesOf(field);
    if (isEmpty(value) || !this.isShown(field) || !rules.some(({ rule }) => rule === 'remote'))
      return undefined;
    const others = rules.filter(({ rule }) => rule !== 'remote');
    if (!others.every((rule) => isKept(rule, field, this.read, undefined))) return undefined;
    return { name: field.name, key: `${field.name} ${value}` };
  }

  protected questionsOf(fields: readonly Field[]): readonly Question[] {
    return fields.map((field) => this.questionOf(field)).filter((question) => question !== undefined);
  }

  // ── Visible content ────────────────────────────────────────────────────────────────────────────

  picture(): Picture {
    const { draft } = this;
    return {
      fields: this.drawn.map((field) => ({
        name: field.place,
        shows: field.kind === 'list' ? String(this.rows.length) : shows(field, this.values.get(field.name)),
        isRequired: this.rulesOf(field).some(({ rule }) => rule === 'required'),
        problem: this.problems.get(field.name) ?? '',
      })),
      summary: this.isListed ? this.told.map(({ words }) => words) : [],
      focus: this.focus,
      beside: this.spec.bound ? this.beside : undefined,
      step: this.steps.place,
      review: this.steps.reviewed?.flatMap((step) => this.reviewOf(step)),
      sent: this.sent,
      asked: [...this.questions.open.values()].sort(),
      draft: draft && {
        ...Object.fromEntries([...draft.answers].map(([place, [, value]]) => [place, value])),
        ...(draft.step > 0 && { '#step': draft.step }),
      },
    };
  }

  protected reviewOf(step: number): readonly string[] {
    const fields = this.fields.filter((field) => field.step === step && this.isShown(field));
    // The fields of a record are listed under their own labels.
    const read = fields.filter(({ kind }) => kind !== 'list' || this.rows.length === 0);
    return read.map((field) => `${field.label}: ${wordsOf(field, this.values.get(field.name))}`);
  }
}
