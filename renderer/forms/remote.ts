import type { RemoteState } from '../runtime/ports/field-state.ts';
import { readsOf } from '../runtime/reads.ts';
import { firstTwo } from '../runtime/store.ts';
import type { ElementPlan } from '../plan/plan.ts';
import { type Field, isNest } from './fields.ts';
import { fieldsOf, type Form, type RemoteChecks, touch, valueOf } from './form-state.ts';
import { findProblem, isEmpty, isRemote, messageOf } from './validate-value.ts';
import { RemoteCalls } from './remote-calls.ts';
import { type Rule, rulesOf } from './rules.ts';

const USUAL_PAUSE_MS = 400;

const IDLE: RemoteState = { phase: 'idle', retry: () => {} };

/** Validates field values of one form at services. */
export class RemoteFields implements RemoteChecks {
  private readonly form: Form;
  private readonly calls: RemoteCalls;
  private readonly states = new Map<string, RemoteState>();
  /** Fields whose problem came from an answer. */
  private readonly blamed = new Set<string>();
  private readonly watched = new WeakSet<ElementPlan>();
  private readonly watchedKeys = new Set<string>();
  private lists: readonly unknown[] | undefined;
  private known: readonly Field[] = [];

  constructor(form: Form) {
    this.form = form;
    this.calls = new RemoteCalls(form.engine, (name) => this.answered(name));
    form.engine.store.subscribe([`form.${form.id}`], this.consider);
    this.consider();
  }

  findProblem(rule: Rule): string | undefined {
    const verdict = this.calls.verdict(rule);
    if (verdict === 'right') return undefined;
    if (verdict === 'wrong') return messageOf(rule);
    return this.form.engine.scope.locale.message('This could not be checked. Try again.');
  }

  state({ name, plan }: Field): RemoteState | undefined {
    return this.states.get(name) ?? (rulesOf(plan).some(isRemote) ? IDLE : undefined);
  }

  async settle(names: readonly string[]): Promise<void> {
    const { engine } = this.form;
    const meant = new Set(names);
    const tried = new Set<string>();
    let ready: (() => void) | undefined;
    for (;;) {
      const open = this.fields().flatMap((field) =>
        meant.has(field.name) ? this.sendNow(field, tried) : [],
      );
      if (open.length === 0) {
        ready?.();
        return;
      }
      ready ??= engine.notices.busy(engine.scope.locale.message('Checking…'));
      await Promise.all(open);
    }
  }

  clear(): void {
    this.calls.clear();
    this.blamed.clear();
    this.states.clear();
  }

  /** Fields with remote rules. The list changes only with server-chosen fields and with records. */
  private fields(): readonly Field[] {
    const { form } = this;
    const now = [
      ...[...form.maps.values()].map((map) => map.fields),
      form.parts.some(isNest) ? {} : undefined,
    ];
    if (this.lists === undefined || now.some((list, index) => list !== this.lists?.[index])) {
      this.known = fieldsOf(form).filter(({ plan }) => rulesOf(plan).some(isRemote));
    }
    this.lists = now;
    return this.known;
  }

  /** Remote rules of a field whose other rules are satisfied; otherwise no request is needed. */
  private rulesToSend(field: Field): readonly Rule[] {
    const value = valueOf(this.form, field.name);
    if (isEmpty(value) || !field.isShown()) return [];
    const rules = field.rulesNow();
    return findProblem(rules, value) === undefined ? rules.filter(({ plan }) => isRemote(plan)) : [];
  }

  /**
   * Sends the pending requests of a field.
   *
   * @param tried - Requests of this validation. Each is sent once: a new failure is shown, and the person decides about
   * a retry.
   * @returns a promise for the end of each request.
   */
  private sendNow(field: Field, tried: Set<string>): readonly Promise<void>[] {
    const { calls, blamed } = this;
    const rules = this.rulesToSend(field);
    const isSettled = (rule: Rule) => {
      const verdict = calls.verdict(rule);
      return verdict === 'failed' ? tried.has(calls.keyOf(rule) ?? '') : verdict !== undefined;
    };
    if (rules.every(isSettled)) return [];
    const begun = calls.match(field.name, rules, undefined);
    for (const { key } of begun) tried.add(key);
    if (begun.length > 0) blamed.delete(field.name);
    this.update(field, begun.length > 0 ? '' : undefined);
    return begun.map(({ ended }) => ended);
  }

  private readonly consider = (): void => {
    for (const field of this.fields()) {
      this.watch(field);
      const { name } = field;
      if (!this.states.has(name) && !this.form.library.isTouched(name)) continue;
      this.calls.match(name, this.rulesToSend(field), USUAL_PAUSE_MS);
      const isBlamed = this.blamed.has(name);
      const isWrong = this.phaseOf(field) === 'wrong';
      if (isWrong && !isBlamed) this.answered(name);
      else if (isWrong || !isBlamed) this.update(field);
      else {
        this.blamed.delete(name);
        this.update(field, '');
      }
    }
  };

  /** Watches the values outside the form that the rules and the visibility of a field read. */
  private watch({ plan, shownWhen }: Field): void {
    for (const rule of rulesOf(plan)) {
      if (!isRemote(rule) || this.watched.has(rule)) continue;
      this.watched.add(rule);
      const reads = new Set<string>();
      for (const expression of [...Object.values(rule.props), ...shownWhen, plan.enabled]) {
        readsOf(expression, reads);
      }
      const keys = [...reads].map(firstTwo);
      const fresh = keys.filter((key) => !this.watchedKeys.has(key) && !key.startsWith('reply'));
      for (const key of fresh) this.watchedKeys.add(key);
      this.form.engine.store.subscribe(fresh, this.consider);
    }
  }

  private answered(name: string): void {
    const field = this.fields().find((one) => one.name === name);
    if (field === undefined) return;
    const wrong = this.rulesToSend(field).find((rule) => this.calls.verdict(rule) === 'wrong');
    if (wrong !== undefined) this.blamed.add(name);
    this.update(field, wrong === undefined ? undefined : messageOf(wrong));
  }

  private phaseOf(field: Field): RemoteState['phase'] {
    if (this.calls.isRunning(field.name)) return 'asking';
    const verdicts = this.rulesToSend(field).map((rule) => this.calls.verdict(rule));
    if (verdicts.includes('failed')) return 'failed';
    if (verdicts.includes('wrong')) return 'wrong';
    return verdicts.length > 0 && !verdicts.includes(undefined) ? 'right' : 'idle';
  }

  /** Shows the state of a field, and the problem if it is given; an empty problem removes the former one. */
  private update(field: Field, problem?: string): void {
    const { name } = field;
    const { library } = this.form;
    const phase = this.phaseOf(field);
    const isOther = this.states.get(name)?.phase !== phase;
    if (isOther) this.states.set(name, { phase, retry: () => void this.settle([name]) });
    if (problem === '') library.clearProblem(name);
    else if (problem !== undefined) library.setProblem(name, problem);
    if (isOther || problem !== undefined) touch(this.form, [name]);
  }
}
