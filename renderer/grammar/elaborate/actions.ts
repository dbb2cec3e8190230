import type { Expression } from '../../plan/expression.ts';
import type { ActionPlan, CasePlan } from '../../plan/plan.ts';
import { isJson, type Json } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import { shapes } from '../shapes.generated.ts';
import type { Flow, Type } from '../type.ts';
import { ACTIONS } from './action-kinds.ts';
import type { Condition, Draft } from './draft.ts';
import { tellLost } from './effects.ts';
import { bindName } from './elements.ts';
import { checkCatch, endsList, reportNeverRuns } from './never-runs.ts';
import { holdsCritical } from './guards.ts';
import { readProperties } from './properties.ts';
import { ERROR_ROOT, type Scope } from './scope.ts';

/** Where a list stands, or what is left of it after an action. */
export interface ListPlace {
  readonly scope: Scope;
  /** The browser still counts it as the tap; also true where it is not known. */
  readonly isTap: boolean;
  /** A person started the list, and it has not waited for a clock since. */
  readonly isBegun: boolean;
  /** The list handles a failure: a `catch`, or a default of app.json. The engine runs no `catch` in it. */
  readonly handlesFailure?: true;
}

export interface ElaboratedList extends ListPlace {
  readonly actions: ActionPlan[];
  /** What follows it in the list around it never runs. */
  readonly ends: boolean;
}

/** What one kind of action needs to be read. */
export interface Step {
  readonly draft: Draft;
  readonly raw: Json;
  readonly pointer: string;
  /** With what its `when` proves. */
  readonly scope: Scope;
  readonly isTap: boolean;
  readonly isBegun: boolean;
  /** Properties that every kind reads in the same way. */
  readonly props: { readonly [name: string]: Expression };
}

/** What an action adds to its plan, and leaves to those after it. */
export interface StepEnd {
  readonly props?: { readonly [name: string]: Expression };
  readonly critical?: ActionPlan['critical'];
  /** Type of what `as` names; `broken` where it could not be understood. */
  readonly result?: Type | 'broken';
  readonly resultFlow?: Flow;
  /** The list waits for it. */
  readonly isAsync?: boolean;
  /** Nothing after it runs. */
  readonly ends?: boolean;
  /** The clock starts the actions that follow. */
  readonly isTimed?: boolean;
  /** The text that the visitor reads when its answer is lost. */
  readonly lost?: string | undefined;
  /** What writing changes in what is known. */
  after?(scope: Scope): Scope;
}

const COMMON = new Set([
  'when',
  'optional',
  'catch',
  'cases',
  'as',
  'background',
  'critical',
  'with',
  'value',
]);

/** Reads a list of actions in order: each knows what the ones before it proved and named. */
export function elaborateActions(
  draft: Draft,
  raw: unknown,
  pointer: string,
  place: ListPlace,
): ElaboratedList {
  const actions: ActionPlan[] = [];
  let list: ElaboratedList = { ...place, actions, ends: false };
  if (!Array.isArray(raw)) return list;
  const conditions: (() => void)[] = [];
  let isEndTold = false;
  raw.forEach((action: unknown, index) => {
    if (!isJson(action)) return;
    const at = joinPointer(pointer, index);
    const { scope } = list;
    if (list.ends && !isEndTold) reportNeverRuns(draft, at);
    isEndTold = list.ends;
    const next = elaborateAction(draft, action, at, list);
    if (next === undefined) return;
    actions.push(next.action);
    conditions.push(() => draft.noteDeciding(next.action.when, `${at}/when`, scope));
    // Its own condition and those before it decide whether it is sent.
    if (holdsCritical(next.action)) for (const note of conditions.splice(0)) note();
    list = { ...place, ...next, actions, ends: list.ends || next.ends };
  });
  return list;
}

interface ElaboratedAction extends ListPlace {
  readonly action: ActionPlan;
  readonly ends: boolean;
}

function elaborateAction(
  draft: Draft,
  raw: Json,
  pointer: string,
  place: ListPlace,
): ElaboratedAction | undefined {
  const kind = raw['do'];
  if (typeof kind !== 'string' || !Object.hasOwn(shapes.actions, kind)) return undefined;
  const shape = shapes.actions[kind];
  const read = ACTIONS[kind];
  if (shape === undefined) return undefined;
  draft.demandGrammar(shape.since, `the action "${kind}"`, pointer);

  const when =
    raw['when'] === undefined ? undefined : draft.condition(raw['when'], `${pointer}/when`, place.scope);
  const scope = when === undefined ? place.scope : place.scope.prove(when.whenTrue);
  const { props } = readProperties(draft, shape.properties, raw, pointer, scope, COMMON);
  const { isTap: wasTap, isBegun: wasBegun } = place;
  const step: Step = { draft, raw, pointer, scope, isTap: wasTap, isBegun: wasBegun, props };
  const end = read?.(step) ?? {};
  checkCatch(step, place);
  const isTap = wasTap && end.isAsync !== true;
  const isBegun = wasBegun && end.isTimed !== true;
  const caught =
    raw['catch'] === undefined
      ? undefined
      : elaborateCases(draft, raw['catch'], `${pointer}/catch`, {
          scope: scope.bind('error', ERROR_ROOT),
          isTap,
          isBegun,
          handlesFailure: true,
        });
  const catches =
    end.lost === undefined ? caught?.cases : tellLost(step, place, caught?.cases ?? [], end.lost);
  const chosen =
    kind === 'choose'
      ? elaborateCases(draft, raw['cases'], `${pointer}/cases`, { ...place, scope, isTap, isBegun })
      : undefined;

  const all = { ...props, ...end.props };
  const action: ActionPlan = {
    do: kind,
    ...(when?.lowered === undefined ? {} : { when: when.lowered }),
    ...(Object.keys(all).length === 0 ? {} : { props: all }),
    ...(typeof raw['as'] === 'string' ? { as: raw['as'] } : {}),
    ...(raw['optional'] === true ? { optional: true as const } : {}),
    ...(raw['background'] === true ? { background: true as const } : {}),
    ...(catches === undefined ? {} : { catch: catches }),
    ...(chosen === undefined ? {} : { cases: chosen.cases }),
    ...(end.critical === undefined ? {} : { critical: end.critical }),
  };

  const isCertain = when === undefined && raw['optional'] !== true;
  const ends = endsList(step, end);
  let after = place.scope;
  if (isCertain) after = end.after?.(after) ?? after;
  else if (end.after !== undefined) after = forgetOf(after, end.after(after));
  if (when !== undefined && ends) after = after.prove(when.whenFalse);
  if (chosen !== undefined && isCertain) after = after.prove(chosen.provenAfter);
  after = nameResult(step, end, after, !isCertain);
  return {
    action,
    scope: after,
    isTap: isTap && (chosen?.isTap ?? true),
    isBegun: isBegun && (chosen?.isBegun ?? true),
    ends: (ends && when === undefined) || (isCertain && chosen?.ends === true),
  };
}

/** Of an action that may not have run, only what it may have undone holds. */
function forgetOf(before: Scope, after: Scope): Scope {
  let scope = before;
  for (const path of before.proven) if (!after.proven.has(path)) scope = scope.forget(path);
  return scope;
}

function nameResult(step: Step, end: StepEnd, scope: Scope, isUncertain: boolean): Scope {
  const { draft, raw, pointer } = step;
  const { as } = raw;
  if (typeof as !== 'string') return scope;
  if (raw['background'] === true) {
    draft.report(
      'action/no-result',
      `${pointer}/as`,
      'The list does not wait for a background call, so it has no result.',
    );
    return scope.bind(as, undefined);
  }
  if (end.result === undefined) {
    draft.report('action/no-result', `${pointer}/as`, 'This has no result to name.');
    return scope.bind(as, undefined);
  }
  const type = end.result === 'broken' ? undefined : end.result;
  return bindName(draft, as, `${pointer}/as`, scope, type, {
    absent: isUncertain,
    ...(end.resultFlow && { flow: end.resultFlow }),
  });
}

interface ElaboratedCases {
  readonly cases: CasePlan[];
  readonly ends: boolean;
  readonly isTap: boolean;
  readonly isBegun: boolean;
  /** What holds where none of the cases that end the list was taken. */
  readonly provenAfter: ReadonlySet<string>;
}

/** Cases in order: each knows that those before it did not fit. */
function elaborateCases(
  draft: Draft,
  raw: unknown,
  pointer: string,
  place: ListPlace,
): ElaboratedCases | undefined {
  if (!Array.isArray(raw)) return undefined;
  const cases: CasePlan[] = [];
  const conditions: (() => void)[] = [];
  const provenAfter = new Set<string>();
  let scope = place.scope;
  let { isTap, isBegun } = place;
  let allEnd = true;
  let hasDefault = false;
  raw.forEach((item: unknown, index) => {
    if (!isJson(item)) return;
    const at = joinPointer(pointer, index);
    const asked = scope;
    const when: Condition | undefined =
      item['when'] === undefined ? undefined : draft.condition(item['when'], `${at}/when`, asked);
    const list = elaborateActions(draft, item['run'], `${at}/run`, {
      ...place,
      scope: when === undefined ? scope : scope.prove(when.whenTrue),
    });
    conditions.push(() => draft.noteDeciding(when?.lowered, `${at}/when`, asked));
    // Its own condition and those before it decide whether it is sent.
    if (list.actions.some(holdsCritical)) for (const note of conditions.splice(0)) note();
    cases.push({ ...(when?.lowered === undefined ? {} : { when: when.lowered }), run: list.actions });
    if (when === undefined) hasDefault = true;
    else scope = scope.prove(when.whenFalse);
    allEnd &&= list.ends;
    isTap &&= list.isTap;
    isBegun &&= list.isBegun;
    if (allEnd && when !== undefined) for (const path of when.whenFalse) provenAfter.add(path);
  });
  return { cases, ends: allEnd && hasDefault, isTap, isBegun, provenAfter };
}
