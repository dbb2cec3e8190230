import { evaluate } from '../../plan/evaluate.ts';
import { PENDING, type Scope as Readable } from '../../plan/expression.ts';
import type { ActionPlan, CasePlan } from '../../plan/plan.ts';
import type { ErrorKind } from '../../plan/problem.ts';
import { extendScope, SOURCE_LOCALE } from '../../plan/scope.ts';
import type { Contract } from '../contracts.ts';
import { isJson } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import type { Typed } from '../type.ts';
import type { ListPlace, Step } from './actions.ts';
import type { Draft } from './draft.ts';
import type { NodePlace } from './node-place.ts';
import type { PartTemplate } from './parts.ts';
import { readsOf } from './plan-expression.ts';
import type { Scope } from './scope.ts';

/** Events by which a person starts a list: a tap, sending a form (also an invalid one), picking a file. */
export const BEGINNINGS: ReadonlySet<string> = new Set(['tap', 'submit', 'invalid', 'uploaded']);

/** Kinds of failure after which it is unknown whether the request arrived. */
const LOST: readonly ErrorKind[] = ['network', 'timeout', 'server', 'invalid-reply'];

/** Actions that cannot fail and do not leave the screen, so a notice after them is shown. */
const QUIET: ReadonlySet<string> = new Set(['notice', 'set', 'reset', 'timer', 'choose']);

/** Reports an action that only a person may start, in a list that no person started. */
export function checkBegun({ draft, pointer, isBegun }: Step, property: string, what: string): void {
  if (isBegun) return;
  draft.report(
    'action/not-begun',
    `${pointer}/${property}`,
    `${what}, but this list does not start with a tap, a sent form or a chosen file.`,
    'put it in the list of a tap or of a form, before any "wait"',
  );
}

/**
 * Checks a request that is not safe: a person must start it, and something must prevent a second effect.
 *
 * @param values The values of its members, by name.
 * @returns The contract's text for a lost answer, if it has one.
 */
export function checkEffect(
  step: Step,
  contract: Contract | undefined,
  values: ReadonlyMap<string, Typed>,
): string | undefined {
  if (contract === undefined || contract.isSafe || contract.file !== undefined) return undefined;
  const { draft, raw, pointer } = step;
  const { name, effect, isKeyed } = contract;
  if (effect?.is === 'counting') {
    if (isOfApplication(draft)) checkBegun(step, 'endpoint', `The endpoint "${name}" is not safe`);
    checkCounted(step, name, effect.typed, values);
    return undefined;
  }
  checkBegun(step, 'endpoint', `The endpoint "${name}" is not safe`);
  if (raw['critical'] !== undefined) {
    checkYes(step, contract);
    return undefined;
  }
  if (effect === undefined) {
    draft.report(
      'request/not-critical',
      `${pointer}/endpoint`,
      isKeyed
        ? `The endpoint "${name}" is "keyed", so each request to it is critical.`
        : `The endpoint "${name}" is not safe, and its contract has no "effect": a second request may have a second effect.`,
      isKeyed ? 'add "critical"' : 'add "critical", or an "effect" to its contract',
    );
    return undefined;
  }
  for (const property of ['background', 'optional']) {
    if (raw[property] !== true) continue;
    draft.reportName(
      'request/lost-untold',
      `${pointer}/${property}`,
      `With "${property}", the visitor is not told if the answer of "${name}" is lost.`,
      `remove "${property}"`,
    );
  }
  return effect.lost;
}

/**
 * Checks that the contract of a critical request has `once`, which says how long a repeated request is
 * refused after a success. An idempotent request needs no `once`: its `effect` says why the same body sent
 * twice has one effect.
 */
function checkYes({ draft, pointer }: Step, { name, document, effect, raw }: Contract): void {
  if (effect !== undefined || raw['once'] !== undefined) return;
  draft.report(
    'endpoint/once',
    `${pointer}/endpoint`,
    `The contract of "${name}" does not say how long a success is remembered, so a second tab can send the same request again.`,
    `add "once": { "forMinutes": 1440 } to ${document.file}, or "once": { "never": "…" } with the reason`,
  );
}

/** Lists of app.json belong to no screen, so it is unknown who started the list before them. */
function isOfApplication({ world, document }: Draft): boolean {
  return world.app?.document === document;
}

/**
 * Reports values that the visitor typed, picked or stored and that flow into a counting request, unless the
 * contract allows them.
 */
function checkCounted(
  { draft, pointer, scope, isBegun }: Step,
  name: string,
  typed: ReadonlySet<string>,
  values: ReadonlyMap<string, Typed>,
): void {
  for (const [member, value] of values) {
    if (isBegun && typed.has(member)) continue;
    checkCountedValue(draft, name, value, joinPointer(`${pointer}/with`, member), scope);
  }
}

export function checkCountedValue(
  draft: Draft,
  name: string,
  { lowered }: Typed,
  at: string,
  scope: Scope,
): void {
  const reads = readsOf(lowered).map((path) => path.split('.'));
  for (const [root, param] of reads)
    if (root === 'params' && param !== undefined) draft.counted.set(param, name);
  const typed = reads.find(([root = '']) => scope.isTyped(root));
  if (typed === undefined) return;
  const what = `"${typed.join('.')}" is a value that the visitor typed or chose, and "${name}" is a counting call.`;
  draft.report('request/counts-typed', at, what);
}

/** Checks the values that a use of a part passes to counting requests inside the part. */
export function checkCountedUse(
  { counted }: PartTemplate,
  given: ReadonlyMap<string, Typed>,
  pointer: string,
  { draft, scope }: NodePlace,
): void {
  for (const [param, name] of counted) {
    const value = given.get(param);
    if (value !== undefined)
      checkCountedValue(draft, name, value, joinPointer(`${pointer}/with`, param), scope);
  }
}

/**
 * Checks the `catch` of a request whose answer may be lost: its cases must show the contract's text. Adds a
 * case for kinds of failure that have none.
 */
export function ensureLostCase(
  { draft, raw, pointer, isBegun }: Step,
  { handlesFailure }: ListPlace,
  own: readonly CasePlan[],
  lost: string,
): readonly CasePlan[] {
  if (handlesFailure === true) {
    // A list that no person started has another problem already, with the same solution.
    if (!isBegun) return own;
    draft.report(
      'request/lost-untold',
      `${pointer}/endpoint`,
      'Inside a "catch" no other "catch" runs, so the visitor is not told if the answer is lost.',
      'send it in a list of its own, for example by a button or a form that is submitted',
    );
    return own;
  }
  const written: readonly unknown[] = Array.isArray(raw['catch']) ? raw['catch'] : [];
  const withoutText = new Set<number>();
  const open = LOST.filter((kind) => {
    const scope = failed(kind);
    for (const [index, { when, run }] of own.entries()) {
      const given = written[index];
      // A broken condition is checked once it is repaired.
      if (when === undefined && isJson(given) && given['when'] !== undefined) continue;
      const isTaken = when === undefined ? true : evaluate(when, scope);
      if (isTaken === false) continue;
      if (!shows(run, lost, scope)) withoutText.add(index);
      if (isTaken === true) return false;
    }
    return true;
  });
  for (const index of withoutText) {
    draft.report(
      'request/lost-untold',
      `${pointer}/catch/${index}`,
      'When the answer is lost, this case does not show the text of "effect.lost" in the contract.',
      `show that text with a notice: "${lost}"`,
    );
  }
  return open.length === 0 ? own : [...own, lostCase(open, lost)];
}

/** A scope that has only an `error` of this kind, without a message of the service. */
function failed(kind: ErrorKind): Readable {
  const nothing: Readable = {
    locale: SOURCE_LOCALE,
    read: () => PENDING,
    with: (name, value) => extendScope(nothing, name, value),
  };
  return nothing.with('error', { kind });
}

function shows(list: readonly ActionPlan[], lost: string, scope: Readable): boolean {
  for (const { do: kind, when, props, cases } of list) {
    const runs = when === undefined ? true : evaluate(when, scope);
    if (runs === false) continue;
    const isShown = (kind === 'notice' || kind === 'stop') && evaluate(props?.['text'] ?? '', scope) === lost;
    if (isShown && runs === true) return true;
    if (!QUIET.has(kind)) return false;
    if (kind !== 'choose' || runs !== true) continue;
    const taken = cases?.find((one) => one.when === undefined || evaluate(one.when, scope) !== false);
    if (taken !== undefined && (taken.when === undefined || evaluate(taken.when, scope) === true)) {
      if (shows(taken.run, lost, scope)) return true;
    }
  }
  return false;
}

/** Shows the contract's text inline, and the service's message, if there is one, as a toast. */
function lostCase(kinds: readonly ErrorKind[], lost: string): CasePlan {
  const words: ActionPlan['props'] = {
    text: ['text', lost],
    tone: 'warning',
    look: 'inline',
    durationMs: 2000,
  };
  const service = ['choose', [true, ['get', 'error', 'message']], [true, ['text', lost]]] as const;
  return {
    when: ['in', ['get', 'error', 'kind'], ['list', ...kinds]],
    run: [
      { do: 'notice', props: words },
      { do: 'notice', props: { text: service, tone: 'warning', look: 'toast', durationMs: 2000 } },
    ],
  };
}
