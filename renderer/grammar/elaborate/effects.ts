import { evaluate } from '../../plan/evaluate.ts';
import { PENDING, type Scope as Readable } from '../../plan/expression.ts';
import type { ActionPlan, CasePlan } from '../../plan/plan.ts';
import type { ErrorKind } from '../../plan/problem.ts';
import { extendScope, SOURCE_LOCALE } from '../../plan/scope.ts';
import type { Contract } from '../contracts.ts';
import { isJson } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import type { Typed } from '../type.ts';
import type { Step } from './actions.ts';
import type { Draft } from './draft.ts';
import type { NodePlace } from './node-place.ts';
import type { PartTemplate } from './parts.ts';
import { readsOf } from './plan-expression.ts';
import type { Scope } from './scope.ts';

/** Events of nodes by which a person begins a list: a tap, sending a form (also in vain), picking a file. */
export const BEGINNINGS: ReadonlySet<string> = new Set(['tap', 'submit', 'invalid', 'uploaded']);

/** How a call fails of which nobody knows whether it arrived. */
const LOST: readonly ErrorKind[] = ['network', 'timeout', 'server', 'invalid-reply'];

/** Actions that neither fail nor take the borrower away: what stands behind them is read. */
const QUIET: ReadonlySet<string> = new Set(['notice', 'set', 'reset', 'timer', 'choose']);

/** Refuses what only a person may begin, in a list that nobody began. */
export function checkBegun({ draft, pointer, isBegun }: Step, property: string, what: string): void {
  if (isBegun) return;
  draft.report(
    'action/not-begun',
    `${pointer}/${property}`,
    `${what}, but nobody began this list: no tap, no sending, no picking of a file.`,
    'put it in the list of a tap or of a form, before any "wait"',
  );
}

/**
 * A request that is not safe: who began it, and what keeps it from taking effect twice.
 *
 * @param values What it is given, by member.
 * @returns What the borrower reads when its answer is lost, where the contract says that.
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
  if (raw['critical'] !== undefined) return undefined;
  if (effect === undefined) {
    draft.report(
      'request/not-critical',
      `${pointer}/endpoint`,
      isKeyed
        ? `The endpoint "${name}" takes a key, so sending it is critical.`
        : `Sending "${name}" twice may have two effects.`,
      isKeyed ? 'add "critical"' : 'add "critical", or say by "effect" in its contract why it has one',
    );
    return undefined;
  }
  for (const property of ['background', 'optional']) {
    if (raw[property] !== true) continue;
    draft.reportName(
      'request/lost-untold',
      `${pointer}/${property}`,
      `Nobody would read that the answer of "${name}" was lost.`,
      `take away "${property}"`,
    );
  }
  return effect.lost;
}

/** Lists of the application belong to no screen: nobody knows who began what leads to them. */
function isOfApplication({ world, document }: Draft): boolean {
  return world.app?.document === document;
}

/** Nothing that somebody typed, picked or left behind flows into a count, save where the contract says so. */
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

function checkCountedValue(draft: Draft, name: string, { lowered }: Typed, at: string, scope: Scope): void {
  const reads = readsOf(lowered).map((path) => path.split('.'));
  for (const [root, param] of reads)
    if (root === 'params' && param !== undefined) draft.counted.set(param, name);
  const typed = reads.find(([root = '']) => scope.isTyped(root));
  if (typed === undefined) return;
  const what = `"${typed.join('.')}" is what somebody typed or picked; "${name}" only counts.`;
  draft.report('request/counts-typed', at, what);
}

/** What a use of a part gives to those of its calls that only count. */
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

/** The catch of a request whose answer may be lost: what the definition says of that has to be the truth, else it is added. */
export function tellLost(
  { draft, raw, pointer }: Step,
  own: readonly CasePlan[],
  lost: string,
): readonly CasePlan[] {
  const written: readonly unknown[] = Array.isArray(raw['catch']) ? raw['catch'] : [];
  const untold = new Set<number>();
  const open = LOST.filter((kind) => {
    const scope = failed(kind);
    for (const [index, { when, run }] of own.entries()) {
      const given = written[index];
      // A condition that is broken is judged when it is mended.
      if (when === undefined && isJson(given) && given['when'] !== undefined) continue;
      const isTaken = when === undefined ? true : evaluate(when, scope);
      if (isTaken === false) continue;
      if (!shows(run, lost, scope)) untold.add(index);
      if (isTaken === true) return false;
    }
    return true;
  });
  for (const index of untold) {
    draft.report(
      'request/lost-untold',
      `${pointer}/catch/${index}`,
      'Where the answer is lost this does not show what the contract says of that.',
      `show it by a notice: "${lost}"`,
    );
  }
  return open.length === 0 ? own : [...own, lostCase(open, lost)];
}

/** A failure of this kind without words of the service; nothing else is known. */
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
    const isSaid = (kind === 'notice' || kind === 'stop') && evaluate(props?.['text'] ?? '', scope) === lost;
    if (isSaid && runs === true) return true;
    if (!QUIET.has(kind)) return false;
    if (kind !== 'choose' || runs !== true) continue;
    const taken = cases?.find((one) => one.when === undefined || evaluate(one.when, scope) !== false);
    if (taken !== undefined && (taken.when === undefined || evaluate(taken.when, scope) === true)) {
      if (shows(taken.run, lost, scope)) return true;
    }
  }
  return false;
}

/** Inline what the contract says; the words of a service that has some are said beside it. */
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
