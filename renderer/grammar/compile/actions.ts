import type { Expression } from '../../plan/expression.ts';
import type { ActionPlan, CasePlan } from '../../plan/plan.ts';
import { isJson, type Json } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import { shapes } from '../shapes.generated.ts';
import { laterMembers } from '../since.ts';
import type { Flow, Type } from '../type.ts';
import { ACTIONS } from './action-kinds.ts';
import type { Condition, Draft } from './draft.ts';
import { ensureLostCase } from './effects.ts';
import { bindName } from './elements.ts';
import { checkCatch, endsList, reportNeverRuns } from './never-runs.ts';
import { holdsCritical } from './guards.ts';
import { readProperties } from './properties.ts';
import { errorRoot, type Scope } from './scope.ts';

/** The context of a list of actions, at its beginning or after one of its actions. */
export interface ListPlace {
  readonly scope: Scope;
  /** The browser still treats the next actions as part of a tap. Also true if this is unknown. */
  readonly isTap: boolean;
  /** A person started the list, and it has not waited for a timer since. */
  readonly isBegun: boolean;
  /**
   * The list handles a failure: it is in a `catch`, or is a default of app.json. The engine runs no `catch`
   * in it.
   */
  readonly handlesFailure?: true;
}

export interface CompiledList extends ListPlace {
  readonly actions: ActionPlan[];
  /** Actions after this one in the outer list never run. */
  readonly ends: boolean;
}

/** What is needed to read one action. */
export interface Step {
  readonly draft: Draft;
  readonly raw: Json;
  readonly pointer: string;
  /** Includes what the action's `when` proves. */
  readonly scope: Scope;
  readonly isTap: boolean;
  readonly isBegun: boolean;
  /** Properties that are read in the same way for every kind. */
  readonly props: { readonly [name: string]: Expression };
}

/** What an action adds to its plan, and what it changes for the actions after it. */
export interface StepEnd {
  readonly props?: { readonly [name: string]: Expression };
  readonly critical?: ActionPlan['critical'];
  /** Type of the result that `as` names; `broken` if it could not be read. */
  readonly result?: Type | 'broken';
  /** A success may have no result. */
  readonly isResultAbsent?: boolean;
  readonly resultFlow?: Flow;
  /** The list waits for this action. */
  readonly isAsync?: boolean;
  /** The actions after it never run. */
  readonly ends?: boolean;
  /** A timer starts the actions after it. */
  readonly isTimed?: boolean;
  /** The text that the visitor reads if the answer is lost. */
  readonly lost?: string | undefined;
  /** Returns the scope after the action's write, with what is proven then. */
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
  'list',
]);

/** Reads a list of actions in order. Each action knows the results and proofs of the actions before it. */
export function compileActions(draft: Draft, raw: unknown, pointer: string, place: ListPlace): CompiledList {
  const actions: ActionPlan[] = [];
  let list: CompiledList = { ...place, actions, ends: false };
  // The parser did not take it for a list, for example in a slot of another package's widget that is called "value".
  if (isJson(raw) && typeof raw['do'] === 'string')
    draft.report(
      'property/bad-type',
      pointer,
      'Here an action must be an item of an array: [ … ].',
      'write a list: [{ … }]',
    );
  if (!Array.isArray(raw)) return list;
  if (draft.document.lone.has(pointer)) draft.demandGrammar(5, 'an action without a list around it', pointer);
  const conditions: (() => void)[] = [];
  let isEndReported = false;
  raw.forEach((action: unknown, index) => {
    if (!isJson(action)) return;
    const at = joinPointer(pointer, index);
    const { scope } = list;
    if (list.ends && !isEndReported) reportNeverRuns(draft, at);
    isEndReported = list.ends;
    const next = compileAction(draft, action, at, list);
    if (next === undefined) return;
    actions.push(next.action);
    conditions.push(() => draft.noteDeciding(next.action.when, `${at}/when`, scope));
    // The action's own condition and the conditions before it decide whether the critical request is sent, so they are
    // recorded.
    if (holdsCritical(next.action)) for (const note of conditions.splice(0)) note();
    list = { ...place, ...next, actions, ends: list.ends || next.ends };
  });
  return list;
}

interface CompiledAction extends ListPlace {
  readonly action: ActionPlan;
  readonly ends: boolean;
}

function compileAction(
  draft: Draft,
  raw: Json,
  pointer: string,
  place: ListPlace,
): CompiledAction | undefined {
  const kind = raw['do'];
  if (typeof kind !== 'string' || !Object.hasOwn(shapes.actions, kind)) return undefined;
  const shape = shapes.actions[kind];
  const read = ACTIONS[kind];
  if (shape === undefined) return undefined;
  draft.demandGrammar(shape.since, `the action "${kind}"`, pointer);
  for (const { since, what, name } of laterMembers(shape.properties, raw, kind)) {
    draft.demandGrammar(since, what, joinPointer(pointer, name));
  }

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
      : compileCases(draft, raw['catch'], `${pointer}/catch`, {
          scope: scope.bind('error', errorRoot(draft.grammar)),
          isTap,
          isBegun,
          handlesFailure: true,
        });
  const catches =
    end.lost === undefined ? caught?.cases : ensureLostCase(step, place, caught?.cases ?? [], end.lost);
  const inner = { ...place, scope, isTap, isBegun };
  const chosen =
    kind === 'choose'
      ? compileCases(draft, raw['cases'], `${pointer}/cases`, inner)
      : kind === 'run'
        ? runList(step, inner)
        : undefined;

  const all = { ...props, ...end.props };
  const action: ActionPlan = {
    // Older pages have no named lists, but run the only case of a choice.
    do: kind === 'run' ? 'choose' : kind,
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
  for (const path of chosen?.forgotten ?? []) after = after.forget(path);
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

/** For an action that may not run: removes proofs that it may invalidate, and adds none. */
function forgetOf(before: Scope, after: Scope): Scope {
  return [...forgottenIn(before, after)].reduce((scope, path) => scope.forget(path), before);
}

function nameResult(step: Step, end: StepEnd, scope: Scope, isUncertain: boolean): Scope {
  const { draft, raw, pointer } = step;
  const { as } = raw;
  if (typeof as !== 'string') return scope;
  if (raw['background'] === true) {
    draft.report(
      'action/no-result',
      `${pointer}/as`,
      'The list does not wait for a background call, so "as" has no result to name.',
    );
    return scope.bind(as, undefined);
  }
  if (end.result === undefined) {
    draft.report(
      'action/no-result',
      `${pointer}/as`,
      'This action has no result, so "as" has nothing to name.',
    );
    return scope.bind(as, undefined);
  }
  const type = end.result === 'broken' ? undefined : end.result;
  return bindName(draft, as, `${pointer}/as`, scope, type, {
    absent: isUncertain || end.isResultAbsent === true,
    ...(end.resultFlow && { flow: end.resultFlow }),
  });
}

interface CompiledCases {
  readonly cases: CasePlan[];
  readonly ends: boolean;
  readonly isTap: boolean;
  readonly isBegun: boolean;
  /** Paths that are present after the cases if no case ended the list. */
  readonly provenAfter: ReadonlySet<string>;
  /** Paths that may be absent after the cases, because a case writes them. */
  readonly forgotten: ReadonlySet<string>;
}

/** Reads the list that a `run` names, as the only case of a choice. */
function runList(step: Step, place: ListPlace): CompiledCases | undefined {
  const list = step.draft.lists?.run(step, place, compileActions);
  if (list === undefined) return undefined;
  const { actions, ends, isTap, isBegun } = list;
  const forgotten = forgottenIn(place.scope, list.scope);
  return { cases: [{ run: actions }], ends, isTap, isBegun, provenAfter: new Set(), forgotten };
}

/** Paths that are proven present before a list, and not after it. */
function forgottenIn(before: Scope, after: Scope): ReadonlySet<string> {
  return new Set([...before.proven].filter((path) => !after.proven.has(path)));
}

/** Reads cases in order. Each case knows that the conditions of earlier cases were false. */
function compileCases(
  draft: Draft,
  raw: unknown,
  pointer: string,
  place: ListPlace,
): CompiledCases | undefined {
  if (!Array.isArray(raw)) return undefined;
  const cases: CasePlan[] = [];
  const conditions: (() => void)[] = [];
  const provenAfter = new Set<string>();
  const forgotten = new Set<string>();
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
    const begin = when === undefined ? scope : scope.prove(when.whenTrue);
    const list = compileActions(draft, item['run'], `${at}/run`, { ...place, scope: begin });
    if (!list.ends) for (const path of forgottenIn(begin, list.scope)) forgotten.add(path);
    conditions.push(() => draft.noteDeciding(when?.lowered, `${at}/when`, asked));
    // The case's own condition and the conditions before it decide whether the critical request is sent, so they are
    // recorded.
    if (list.actions.some(holdsCritical)) for (const note of conditions.splice(0)) note();
    cases.push({ ...(when?.lowered === undefined ? {} : { when: when.lowered }), run: list.actions });
    if (when === undefined) hasDefault = true;
    else scope = scope.prove(when.whenFalse);
    allEnd &&= list.ends;
    isTap &&= list.isTap;
    isBegun &&= list.isBegun;
    if (allEnd && when !== undefined) for (const path of when.whenFalse) provenAfter.add(path);
  });
  return { cases, ends: allEnd && hasDefault, isTap, isBegun, provenAfter, forgotten };
}
