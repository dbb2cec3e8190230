import { type Answered, type Field, listFields, shows, wordsOf } from './model-fields.ts';
import { type Question, Questions } from './model-questions.ts';
import { holds, isEmpty, isKept, type Read } from './model-rules.ts';
import { Steps } from './model-steps.ts';
import type { FormSpec, ItemSpec, Kind } from './spec.ts';

/*
 * What there is of a form, and what somebody sees of it, as the language says it. Nothing here is of the engine.
 */

/** One field as somebody sees it. */
export interface Seen {
  readonly name: string;
  /** Words in it, the chosen option, the day, the stars; ticked or not; how many records; '' for nothing. */
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
  /** Which step of how many; undefined of a form without. */
  readonly step: string | undefined;
  /** What the review lists, a label and words each; undefined where it is not shown. */
  readonly review: readonly string[] | undefined;
  /** Bodies that were sent, in order. */
  readonly sent: readonly string[];
  /** What services are being asked, sorted. */
  readonly asked: readonly string[];
  /** Names and values that the device keeps; undefined without a draft. */
  readonly draft: { readonly [name: string]: Answered | null } | undefined;
}

export type Stored = readonly [kind: Kind | 'list', value: Answered | null];

export interface Draft {
  readonly at: number;
  readonly step: number;
  readonly answers: ReadonlyMap<string, Stored>;
}

/** A form that is sent, or a step that is left, once services have answered. */
export interface Wait {
  readonly step: number | undefined;
  readonly tried: Set<string>;
  batch: readonly Question[];
}

/** What the summary above the form lists. */
export interface Told {
  readonly words: string;
  /** Undefined of what is about no field. */
  readonly field?: string;
  /** Its rules found it, not a service. */
  readonly isJudged?: boolean;
}

const UNCHECKED = 'unchecked';

export class State {
  readonly spec: FormSpec;
  protected values = new Map<string, Answered>();
  protected touched = new Set<string>();
  /** Fields that were sent well and not written since: they are no draft any more. */
  protected delivered = new Set<string>();
  /** Fields that were written since the form was sent. */
  protected since = new Set<string>();
  protected problems = new Map<string, string>();
  /** What is wrong by the last check; a list above the form where it is more than the field itself says. */
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
  /** Answers of the draft without a place in the form: shown as lost, and kept. */
  protected unplaced = new Map<string, Stored>();
  /** Of those the ones whose field went in this visit: another of that name does not get them in it. */
  protected gone = new Set<string>();
  protected kinds: ReadonlyMap<string, Kind | 'list'> = new Map();
  protected now = 0;
  /** The action wrote a field of the form, or went to another step. */
  protected isWritten = false;
  protected written: string | undefined;
  protected questions = new Questions();
  /** Fields of which a service said that they are wrong. */
  protected wrong = new Set<string>();
  protected waits: Wait[] = [];
  protected isOut = false;
  /** How a service names each field of what it was sent last. */
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

  /** A request with the form is under way. */
  get isSending(): boolean {
    return this.isOut || this.waits.some(({ step }) => step === undefined);
  }

  // ── What there is ────────────────────────────────────────────────────────────────────────────

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

  /** The first broken rule speaks; nobody could put a hidden field right. A service is asked after the others. */
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

  /** What the field asks a service: only where it has a value that keeps its other rules. */
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

  // ── What somebody sees ───────────────────────────────────────────────────────────────────────

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
    // What a record holds stands under its own labels.
    const read = fields.filter(({ kind }) => kind !== 'list' || this.rows.length === 0);
    return read.map((field) => `${field.label}: ${wordsOf(field, this.values.get(field.name))}`);
  }
}
