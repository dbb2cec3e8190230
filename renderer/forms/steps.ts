import type { Engine } from '../runtime/ports/engine.ts';
import { evaluateShown } from '../plan/evaluate.ts';
import { settle } from '../plan/isolate.ts';
import type { Expression, Scope } from '../plan/expression.ts';
import type { NodePlan } from '../plan/plan.ts';
import type { StepsView } from '../plan/steps.ts';
import type { Field, Form, FormSteps } from './form-state.ts';
import { reviewStep } from './review.ts';

/** The methods of the form that its steps need. */
export interface StepsHost {
  readonly engine: Engine;
  readonly form: Form;
  fields(): readonly Field[];
  /** Whether all conditions hold. */
  areShown(conditions: readonly Expression[], scope: Scope): boolean;
  /** Validates these fields and shows their problems. @returns whether all are valid. */
  check(names: readonly string[]): Promise<boolean>;
  /** Another step is shown: notifies listeners and stores it in the draft. */
  moved(): void;
  /** Notifies listeners only. */
  tell(): void;
}

interface Step {
  readonly at: number;
  readonly plan: NodePlan;
  /** First parts of the names of its fields. */
  readonly names: ReadonlySet<string>;
}

/**
 * The steps of a form: one section is shown, all exist. The rest of the form ignores steps, so validation, sending,
 * hiding and drafts are the same with and without them.
 */
export function createSteps(doors: StepsHost): FormSteps | undefined {
  const { engine, form, fields, areShown, check, moved, tell } = doors;
  const node = findType(form.plan, 'steps');
  if (node === undefined) return undefined;
  const steps = (node.slots?.['body'] ?? []).map(
    (plan, at): Step => ({ at, plan, names: new Set(namesIn(plan.slots)) }),
  );
  const reviewing = steps.find(({ plan }) => findType(plan, 'review') !== undefined);
  /** Steps that the person left forward. From the review, Next goes to the first unseen step. */
  const seen = new Set<number>();
  let isChanging = false;
  let isBusy = false;
  let moves = 0;
  let view: StepsView | undefined;

  function scope() {
    const live = engine.tree.find(form.id);
    return live ? engine.tree.scopeOf(live) : engine.scope;
  }

  function fieldsOf({ names }: Step): readonly Field[] {
    return fields().filter(({ name }) => names.has(name.split('.', 1)[0] ?? ''));
  }

  /** A step is skipped if it is hidden, or if all its fields are. */
  function exists(step: Step): boolean {
    if (!areShown(step.plan.visible === undefined ? [] : [step.plan.visible], scope())) return false;
    if (step.names.size === 0) return true;
    // Server-chosen fields may still be loading.
    const isAwaited = [...step.names].some((name) => form.maps.get(name)?.state === 'loading');
    return isAwaited || fieldsOf(step).some((field) => field.plan.type !== 'group' && field.isShown());
  }

  function there(): readonly Step[] {
    return steps.filter(exists);
  }

  /** The current step: the requested one, or the nearest existing one before it. */
  function current(among: readonly Step[]): Step | undefined {
    return among.filter(({ at }) => at <= form.step).at(-1) ?? among[0];
  }

  function go(step: Step | undefined): void {
    if (step === undefined) return;
    form.step = step.at;
    moves += 1;
    moved();
  }

  async function next(): Promise<void> {
    const step = current(there());
    if (step === undefined || isBusy) return;
    isBusy = true;
    tell();
    let isRight = false;
    try {
      isRight = await check(fieldsOf(step).map(({ name }) => name));
    } finally {
      isBusy = false;
      tell();
    }
    // The person may have gone back meanwhile.
    if (!isRight || current(there()) !== step) return;
    seen.add(step.at);
    const after = there().filter(({ at }) => at > step.at);
    const isAhead = ({ at }: Step) => !seen.has(at) || at === reviewing?.at;
    engine.store.batch(() => go(isChanging ? (after.find(isAhead) ?? after[0]) : after[0]));
  }

  function back(): void {
    const before = there();
    isChanging = false;
    go(before[before.findIndex((step) => step === current(before)) - 1]);
  }

  function change(step: Step): void {
    isChanging = true;
    go(step);
  }

  const on = () => void next();

  function compute(): StepsView | undefined {
    const among = there();
    const step = current(among);
    if (step === undefined) return undefined;
    const place = among.indexOf(step);
    const isLast = place === among.length - 1;
    const isReview = step.at === reviewing?.at;
    if (isReview) isChanging = false;
    return {
      shown: step.at,
      number: place + 1,
      count: among.length,
      moves,
      isBusy,
      ...(isReview && { review: () => among.slice(0, place).map(reviewOf) }),
      ...(!isLast && { next: on }),
      ...(place > 0 && { back }),
    };
  }

  function reviewOf(step: Step) {
    const title = evaluateShown(step.plan.props?.['title'] ?? '', scope());
    return {
      title: typeof title === 'string' ? settle(title) : '',
      answers: reviewStep(engine, form, fieldsOf(step)),
      change: () => change(step),
    };
  }

  return {
    view() {
      const fresh = compute();
      if (!isSame(view, fresh)) view = fresh;
      return view;
    },
    show(name) {
      const step = steps.find(({ names }) => names.has(name.split('.', 1)[0] ?? ''));
      if (step === undefined || step === current(there())) return;
      if (reviewing !== undefined && seen.has(step.at)) change(step);
      else go(step);
    },
    restart() {
      form.step = 0;
      seen.clear();
      isChanging = false;
      tell();
    },
  };
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
