import type { Expression } from '../../plan/expression.ts';
import type { NodePlan, OverlayPlan, StatePlan, TimerPlan } from '../../plan/plan.ts';
import type { Problem } from '../../plan/problem.ts';
import type { ProblemCode } from '../codes.ts';
import {
  elaborateExpression,
  elaboratePath,
  elaborateValue,
  type Located,
  presenceTests,
  type SlotExpectation,
} from '../expression/index.ts';
import { type Address, findAddresses } from '../flow/addresses.ts';
import { FlowFacts } from '../flow/facts.ts';
import { decidersOf, flowOf, flowsIn, isConstant } from '../flow/flow.ts';
import { isJson } from '../json.ts';
import { didYouMean } from '../nearest.ts';
import type { ParsedDocument } from '../parse.ts';
import { problemAt } from '../problems.ts';
import { laterGrammar, sinceOfFunction } from '../since.ts';
import type { Flow, StringProblem, Type, Typed } from '../type.ts';
import type { World } from '../world.ts';
import { showsMoney, visitOperations } from './plan-expression.ts';
import type { Scope, Watch } from './scope.ts';

/** Where a node of a plan comes from. */
export interface Origin {
  readonly file: string;
  readonly pointer: string;
}
export type Origins = { readonly [node: string]: Origin };

/** Names that a document gives to its own places. */
export interface OwnNames {
  readonly overlays: ReadonlySet<string>;
  readonly timers: ReadonlySet<string>;
  readonly data: ReadonlySet<string>;
  /** Types of fields by form; `isRequired`: a rule without a condition, on a field that is always shown. */
  readonly forms: ReadonlyMap<string, FormNames>;
  /** The root `form` where this one was found valid. */
  readonly validForms: (form: string) => Type;
}

export interface FormNames {
  readonly fields: ReadonlyMap<string, FieldNames>;
}

export interface FieldNames {
  /** Undefined where it could not be understood. */
  readonly type?: Type;
  /** Its type once the form was found valid: members of records that are required are there. */
  readonly filled?: Type;
  readonly isRequired: boolean;
  /** There whatever was filled in: a map, and a record or a list of records that is always shown. */
  readonly isGiven: boolean;
  /** Of a record: its members that are required. */
  readonly required?: readonly string[];
}

/** What a document is on the way to becoming a plan: what it found, and how strings are read in it. */
export class Draft {
  readonly world: World;
  readonly document: ParsedDocument;
  readonly problems: Problem[] = [];
  /** What was left out because it reads something broken: a problem each, where nothing else is wrong. */
  readonly unsettled: Problem[] = [];
  readonly flows = new FlowFacts();
  readonly origins: Record<string, Origin> = {};
  /** What parts in it bring along, by their names in this document. */
  readonly overlays: Record<string, OverlayPlan> = {};
  readonly state: Record<string, StatePlan> = {};
  readonly timers: Record<string, TimerPlan> = {};
  readonly opened = new Set<string>();
  /** Of a part: the parameters that flow into counting requests, with the name of the request's endpoint. */
  readonly counted = new Map<string, string>();
  /** Total size of its parts, each counted once per use. */
  readonly expanded = { nodes: 0, text: 0, depth: 0, isTooLarge: false };
  readonly #watch: Watch;
  readonly #ids: Set<string>;
  /** Set once, before anything is read: forms need a scope to be known, and a scope forms. */
  names: OwnNames = {
    overlays: new Set(),
    timers: new Set(),
    data: new Set(),
    forms: new Map(),
    validForms: () => ({ kind: 'record', members: new Map() }),
  };

  constructor(world: World, document: ParsedDocument, watch: Watch, ids: Iterable<string>) {
    this.world = world;
    this.document = document;
    this.#watch = watch;
    this.#ids = new Set(ids);
  }

  report(code: ProblemCode, pointer: string, message: string, help?: string): void {
    this.problems.push(problemAt(this.document.place(pointer), code, message, help));
  }

  /** Reports a name that is none of the known ones; `what` is the noun of what is missing. */
  reportUnknown(
    code: ProblemCode,
    pointer: string,
    what: string,
    name: string,
    known: Iterable<string>,
  ): void {
    this.report(code, pointer, `There is no ${what} "${name}".`, didYouMean(name, known));
  }

  /** Reports something that came with a later grammar than this document is written in. */
  demandGrammar(since: number, what: string, pointer: string): void {
    const grammar = isJson(this.document.value) ? this.document.value['grammar'] : undefined;
    // What is no number has its own problem.
    if (typeof grammar === 'number' && grammar < since) {
      this.report('document/later-grammar', pointer, ...laterGrammar(since, what, grammar));
    }
  }

  /** Reports each function that came with a later grammar than this document is written in. */
  #demandFunctions(typed: Typed | undefined, pointer: string): void {
    visitOperations(typed?.lowered ?? '', (operation) => {
      if (operation[0] !== 'call') return;
      const name = operation[1];
      const since = sinceOfFunction(name);
      if (since > 1) this.demandGrammar(since, `the function "${name}"`, pointer);
    });
  }

  /** A problem of a name rather than of what stands under it. */
  reportName(code: ProblemCode, pointer: string, message: string, help?: string): void {
    this.problems.push(problemAt(this.document.place(pointer, 'key'), code, message, help));
  }

  /** Takes back problems that hold elsewhere but not beneath this place. */
  withdraw(code: string, pointer: string): void {
    const isMeant = (problem: Problem): boolean =>
      problem.code === code && problem.pointer.startsWith(`${pointer}/`);
    this.problems.splice(0, this.problems.length, ...this.problems.filter((problem) => !isMeant(problem)));
  }

  /** An id made from a node's place; never one that the author gave to another. */
  makeId(place: string): string {
    let id = place;
    for (let count = 2; this.#ids.has(id); count += 1) id = `${place}-${count}`;
    this.#ids.add(id);
    return id;
  }

  /** A condition, or another bare expression. Undefined where it has errors, which are reported. */
  expression(
    source: unknown,
    pointer: string,
    scope: Scope,
    expected?: Type,
    mayBeAbsent = false,
  ): Typed | undefined {
    if (typeof source !== 'string' || source === '') return undefined;
    this.#watch.take();
    const { typed, problems } = elaborateExpression(source, scope, {
      ...(expected === undefined ? {} : { expected }),
      ...(mayBeAbsent ? { mayBeAbsent } : {}),
    });
    this.#note(source, pointer, scope, typed, false);
    const settled = this.#settle(
      typed,
      problems.map((problem) => ({ ...problem, pointer })),
      pointer,
    );
    this.#demandFunctions(settled, pointer);
    this.#noteAddresses(settled, expected, pointer, scope);
    return settled;
  }

  /**
   * A condition and what it proves. Where it has errors it is taken to prove what it tests, so that one
   * mistake does not cause one more in every line it guards.
   */
  condition(source: unknown, pointer: string, scope: Scope): Condition {
    const typed = this.expression(source, pointer, scope, { kind: 'boolean' });
    if (typed !== undefined) {
      return { lowered: typed.lowered, whenTrue: typed.provesTrue, whenFalse: typed.provesFalse };
    }
    const tested = typeof source === 'string' ? new Set(presenceTests(source)) : new Set<string>();
    return { lowered: undefined, whenTrue: tested, whenFalse: tested };
  }

  /** A path to be written. */
  path(source: unknown, pointer: string, scope: Scope): Typed | undefined {
    if (typeof source !== 'string') return undefined;
    this.#watch.take();
    const { typed, problems } = elaboratePath(source, scope);
    this.#note(source, pointer, scope, typed, false);
    return this.#settle(
      typed,
      problems.map((problem) => ({ ...problem, pointer })),
      pointer,
    );
  }

  /** A value as its slot says. Undefined where it is missing or has errors, which are reported. */
  value(
    raw: unknown,
    slot: SlotExpectation,
    pointer: string,
    scope: Scope,
    required: boolean,
  ): Typed | undefined {
    if (raw === undefined) return undefined;
    this.#watch.take();
    const { typed, problems } = elaborateValue(raw, slot, scope, { at: pointer, required });
    this.#note(raw, pointer, scope, typed, true);
    const settled = this.#settle(typed, problems, pointer);
    this.#demandFunctions(settled, pointer);
    this.#noteAddresses(settled, wantedOf(slot), pointer, scope);
    for (const when of choicesOfMoney(settled)) this.noteDeciding(when, pointer, scope);
    return settled;
  }

  #noteAddresses(typed: Typed | undefined, wanted: Type | undefined, pointer: string, scope: Scope): void {
    const addresses: Address[] = [];
    findAddresses(typed?.lowered, wanted, flowsIn(scope), addresses);
    for (const address of addresses) {
      if (address.parts.every(isConstant)) continue;
      this.flows.addresses.push({ document: this.document, pointer, address });
    }
  }

  /** Where a value comes from. */
  flowOf(value: Expression | undefined, scope: Scope): Flow {
    return flowOf(value, flowsIn(scope));
  }

  /** Records that a value is written, if the flow check follows values written there. */
  noteWritten(target: Flow, flow: Flow, pointer: string): void {
    if (target.kind !== 'read' || isConstant(flow)) return;
    const { writtenAs } = target.of;
    if (writtenAs === undefined) return;
    this.flows.noteWritten({ writtenAs, path: target.path, flow, document: this.document, pointer });
  }

  /** Records that a receiver may use a text as an address. */
  noteTaken(flow: Flow, pointer: string): void {
    if (!isConstant(flow)) this.flows.taken.push({ flow, document: this.document, pointer });
  }

  /** Records that all values that an expression depends on must be certain. */
  noteDeciding(expression: Expression | undefined, pointer: string, scope: Scope): void {
    for (const decider of decidersOf(expression, flowsIn(scope))) {
      if (isConstant(decider.flow)) continue;
      this.flows.deciding.push({ decider, document: this.document, pointer });
    }
  }

  #note(raw: unknown, pointer: string, scope: Scope, typed: Typed | undefined, isValue: boolean): void {
    this.world.readings?.push({ document: this.document, pointer, raw, isValue, scope, typed });
  }

  #settle(
    typed: Typed | undefined,
    problems: readonly Located<StringProblem>[],
    pointer: string,
  ): Typed | undefined {
    // What reads something broken is judged when that is mended.
    if (this.#watch.take()) {
      const message = 'This reads something whose type is not known, so it cannot be checked.';
      const help = 'find out what declares it, and give that a type';
      this.unsettled.push(problemAt(this.document.place(pointer), 'expression/unsettled', message, help));
      return undefined;
    }
    for (const problem of problems) {
      const place = this.document.place(problem.pointer, 'value', problem.at, problem.length);
      this.problems.push({
        code: problem.code,
        severity: problem.severity,
        ...place,
        message: problem.message,
        ...(problem.help === undefined ? {} : { help: problem.help }),
      });
    }
    return typed;
  }
}

/** The conditions in a value that choose between amounts. */
function choicesOfMoney(typed: Typed | undefined): Expression[] {
  const found: Expression[] = [];
  visitOperations(typed?.lowered ?? '', (operation) => {
    if (operation[0] !== 'choose') return;
    const entries = operation.slice(1) as (readonly [Expression, Expression])[];
    if (typed?.type.kind === 'money' || entries.some(([, value]) => showsMoney(value))) {
      found.push(...entries.map(([when]) => when));
    }
  });
  return found;
}

function wantedOf(slot: SlotExpectation): Type | undefined {
  if (slot.slot === 'url' || slot.slot === 'image') return { kind: 'url' };
  return 'expected' in slot ? slot.expected : undefined;
}

export interface Condition {
  /** Undefined where it has errors. */
  readonly lowered: Expression | undefined;
  readonly whenTrue: ReadonlySet<string>;
  readonly whenFalse: ReadonlySet<string>;
}

/** What a document has become: a screen's or a part's nodes, before the screen is put together. */
export interface Elaborated {
  readonly body: readonly NodePlan[];
  readonly bar: readonly NodePlan[];
  readonly overlays: { readonly [id: string]: OverlayPlan };
  readonly state: { readonly [name: string]: StatePlan };
  readonly timers: { readonly [name: string]: TimerPlan };
  readonly origins: Origins;
  readonly problems: readonly Problem[];
  readonly unsettled: readonly Problem[];
  readonly flows: FlowFacts;
}
