import { evaluateShown } from '../plan/evaluate.ts';
import { settle } from '../plan/isolate.ts';
import type { NodePlan } from '../plan/plan.ts';
import type { ReviewedStep, StepsView } from '../plan/steps.ts';
import { checkFields } from './checks.ts';
import { areShown, type Field, withCondition } from './fields.ts';
import { fieldsOf, type Form, type FormSteps, scopeOf, touchStatus } from './form-state.ts';
import { reviewStep } from './review.ts';

interface Step {
  readonly at: number;
  readonly plan: NodePlan;
  /** First parts of the names of the step's fields. */
  readonly names: ReadonlySet<string>;
}

/** @returns undefined for a form without steps. */
export function createSteps(form: Form): FormSteps | undefined {
  const node = findType(form.plan, 'steps');
  if (node === undefined) return undefined;
  const steps = (node.slots?.['body'] ?? []).map(
    (plan, at): Step => ({ at, plan, names: new Set(namesIn(plan.slots)) }),
  );
  return new Steps(form, steps);
}

/**
 * The steps of a form: only one section is shown, but the fields of all exist. The rest of the form ignores
 * steps, so validation, sending, hiding and drafts are the same with and without them.
 */
class Steps implements FormSteps {
  private readonly form: Form;
  private readonly steps: readonly Step[];
  private readonly reviewing: Step | undefined;
  /** Steps that the person left with Next. From the review, Next goes to the first step that is not one of these. */
  private readonly seen = new Set<number>();
  private isChanging = false;
  private isBusy = false;
  private moves = 0;
  private known: StepsView | undefined;

  constructor(form: Form, steps: readonly Step[]) {
    this.form = form;
    this.steps = steps;
    this.reviewing = steps.find(({ plan }) => findType(plan, 'review') !== undefined);
  }

  readonly view = (): StepsView | undefined => {
    const fresh = this.compute();
    if (!isSame(this.known, fresh)) this.known = fresh;
    return this.known;
  };

  show(name: string): void {
    const step = this.steps.find((one) => contains(one, name));
    if (step === undefined || step === this.current()) return;
    if (this.reviewing !== undefined && this.seen.has(step.at)) this.change(step);
    else this.go(step);
  }

  restart(): void {
    this.form.step = 0;
    this.seen.clear();
    this.isChanging = false;
    touchStatus(this.form);
  }

  private existing(): readonly Step[] {
    return this.steps.filter((step) => exists(this.form, step));
  }

  /** The requested step, or the nearest existing one before it. */
  private current(among: readonly Step[] = this.existing()): Step | undefined {
    return among.filter(({ at }) => at <= this.form.step).at(-1) ?? among[0];
  }

  private go(step: Step | undefined): void {
    if (step === undefined) return;
    const { form } = this;
    form.step = step.at;
    this.moves += 1;
    form.problems = undefined;
    form.draft?.changed('');
    touchStatus(form);
  }

  private async next(): Promise<void> {
    const step = this.current();
    if (step === undefined || this.isBusy) return;
    // The person may go back during the validation.
    if (!(await this.check(step)) || this.current() !== step) return;
    this.seen.add(step.at);
    const after = this.existing().filter(({ at }) => at > step.at);
    const isAhead = ({ at }: Step) => !this.seen.has(at) || at === this.reviewing?.at;
    const unseen = this.isChanging ? after.find(isAhead) : undefined;
    this.form.engine.store.batch(() => this.go(unseen ?? after[0]));
  }

  /** @returns whether all fields of the step are valid. */
  private async check(step: Step): Promise<boolean> {
    const names = fieldsOfStep(this.form, step).map(({ name }) => name);
    this.setBusy(true);
    try {
      return (await checkFields(this.form, names)) === undefined;
    } finally {
      this.setBusy(false);
    }
  }

  private setBusy(isBusy: boolean): void {
    this.isBusy = isBusy;
    touchStatus(this.form);
  }

  private back(): void {
    const before = this.existing();
    this.isChanging = false;
    this.go(before[before.findIndex((step) => step === this.current(before)) - 1]);
  }

  private change(step: Step): void {
    this.isChanging = true;
    this.go(step);
  }

  private compute(): StepsView | undefined {
    const among = this.existing();
    const step = this.current(among);
    if (step === undefined) return undefined;
    const place = among.indexOf(step);
    const isReview = step.at === this.reviewing?.at;
    if (isReview) this.isChanging = false;
    return {
      shown: step.at,
      number: place + 1,
      count: among.length,
      moves: this.moves,
      isBusy: this.isBusy,
      ...(isReview && { review: () => among.slice(0, place).map((one) => this.review(one)) }),
      ...(place < among.length - 1 && { next: () => void this.next() }),
      ...(place > 0 && { back: () => this.back() }),
    };
  }

  private review(step: Step): ReviewedStep {
    const title = evaluateShown(step.plan.props?.['title'] ?? '', scopeOf(this.form));
    return {
      title: typeof title === 'string' ? settle(title) : '',
      answers: reviewStep(this.form, fieldsOfStep(this.form, step)),
      change: () => this.change(step),
    };
  }
}

/** A step is skipped if it is hidden, or if all its fields are. */
function exists(form: Form, step: Step): boolean {
  if (!areShown(withCondition([], step.plan.visible), scopeOf(form))) return false;
  if (step.names.size === 0) return true;
  // Server-chosen fields may still be loading.
  const isAwaited = [...step.names].some((name) => form.maps.get(name)?.state === 'loading');
  return (
    isAwaited || fieldsOfStep(form, step).some((field) => field.plan.type !== 'group' && field.isShown())
  );
}

function fieldsOfStep(form: Form, step: Step): readonly Field[] {
  return fieldsOf(form).filter(({ name }) => contains(step, name));
}

function contains({ names }: Step, name: string): boolean {
  return names.has(name.split('.', 1)[0] ?? '');
}

function findType({ slots }: NodePlan, type: string): NodePlan | undefined {
  for (const node of Object.values(slots ?? {}).flat()) {
    const found = node.type === type ? node : findType(node, type);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** First parts of the names of the fields in these nodes, without those in records. */
function* namesIn(slots: NodePlan['slots']): Generator<string> {
  for (const node of Object.values(slots ?? {}).flat()) {
    const name = node.props?.['name'];
    if (typeof name === 'string') yield name;
    else yield* namesIn(node.slots);
  }
}

function isSame(one: StepsView | undefined, other: StepsView | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  // The reviewed answers may have changed; comparing them would mean reading them all.
  if (one.review !== undefined || other.review !== undefined) return false;
  return (
    one.shown === other.shown &&
    one.number === other.number &&
    one.count === other.count &&
    one.moves === other.moves &&
    one.isBusy === other.isBusy
  );
}
