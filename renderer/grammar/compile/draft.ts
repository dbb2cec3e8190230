import type { Expression } from '../../plan/expression.ts';
import type { NodePlan, OverlayPlan, StatePlan, TimerPlan } from '../../plan/plan.ts';
import type { Problem } from '../../plan/problem.ts';
import type { ProblemCode } from '../codes.ts';
import {
  compileExpression,
  compilePath,
  compileValue,
  type Located,
  presenceTests,
  type SlotExpectation,
  laterSyntax,
} from '../expression/index.ts';
import { type Address, findAddresses } from '../flow/addresses.ts';
import { FlowFacts } from '../flow/facts.ts';
import { decidersOf, flowOf, flowsIn, isConstant } from '../flow/flow.ts';
import { isJson } from '../json.ts';
import { unknownName } from '../nearest.ts';
import type { ParsedDocument } from '../parse.ts';
import { problemAt } from '../problems.ts';
import type { PropertyShape } from '../shapes.generated.ts';
import { formerName, laterGrammar, sinceOfFunction, writtenName } from '../since.ts';
import type { Flow, StringProblem, Type, Typed } from '../type.ts';
import type { World } from '../world.ts';
import type { NamedLists } from './named-lists.ts';
import { showsMoney, visitOperations } from './plan-expression.ts';
import type { SlotPlacing } from './part-slots.ts';
import type { Scope, Watch } from './scope.ts';

/** The file and pointer that a node of a plan comes from. */
export interface Origin {
  readonly file: string;
  readonly pointer: string;
}
export type Origins = { readonly [node: string]: Origin };

/** Names that a document defines. */
export interface OwnNames {
  readonly overlays: ReadonlySet<string>;
  readonly timers: ReadonlySet<string>;
  readonly data: ReadonlySet<string>;
  /** Data with `pages`. */
  readonly paged: ReadonlySet<string>;
  /** Types of fields by form. `isRequired`: the field has a rule without a condition and is always shown. */
  readonly forms: ReadonlyMap<string, FormNames>;
  /** The root `form` after the validation of this form succeeded. */
  readonly validForms: (form: string) => Type;
}

export interface FormNames {
  readonly fields: ReadonlyMap<string, FieldNames>;
  /** Whether expressions can read `isChanged` and `changes` of the form: since grammar 5. */
  readonly hasChanges: boolean;
}

export interface FieldNames {
  /** Undefined if it could not be read. */
  readonly type?: Type;
  /** Its type after validation: required members of records are present. */
  readonly filled?: Type;
  readonly isRequired: boolean;
  /** The value exists even if nothing was filled in: a map, or records that are always shown. */
  readonly isGiven: boolean;
  /** For a record: its required members. */
  readonly required?: readonly string[];
}

/** A document that is being compiled: its problems, and the readers of its expressions, values and paths. */
export class Draft {
  readonly world: World;
  /** The document whose pointers are read now: the draft's own, or app.json while a list of the application is read. */
  document: ParsedDocument;
  problems: Problem[] = [];
  /**
   * Problems of expressions that were left out because they read something broken; reported only if no other problem
   * explains them.
   */
  readonly unsettled: Problem[] = [];
  readonly flows = new FlowFacts();
  readonly origins: Record<string, Origin> = {};
  /** Overlays, state and timers that parts add, by their names in this document. */
  readonly overlays: Record<string, OverlayPlan> = {};
  readonly state: Record<string, StatePlan> = {};
  readonly timers: Record<string, TimerPlan> = {};
  /** Nodes that parts add to the bar. */
  readonly bar: NodePlan[] = [];
  /** Names of the parts with a bar that the document uses. */
  readonly barred = new Set<string>();
  /** For a part: the slots that have a place. */
  readonly placed = new Map<string, SlotPlacing>();
  /** Whether a part in it has a form. */
  hasForm = false;
  readonly opened = new Set<string>();
  /** For a part: the parameters that flow into counting requests, with the name of the request's endpoint. */
  readonly counted = new Map<string, string>();
  /** Total size of its parts, each counted once per use. */
  readonly expanded = { nodes: 0, text: 0, depth: 0, isTooLarge: false };
  /** The lists that `run` can name. Set once, before any list is read. */
  lists: NamedLists | undefined;
  readonly #watch: Watch;
  readonly #ids: Set<string>;
  /** True while a list is read for one `run`; see `apart`. */
  isApart = false;
  /** Set once, before anything is read: reading forms needs a scope, and a scope needs the forms. */
  names: OwnNames = {
    overlays: new Set(),
    timers: new Set(),
    data: new Set(),
    paged: new Set(),
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

  /** Reports an unknown name; `what` is the noun in the message. */
  reportUnknown(
    code: ProblemCode,
    pointer: string,
    what: string,
    name: string,
    known: Iterable<string>,
  ): void {
    this.report(code, pointer, ...unknownName(what, name, known));
  }

  /** The grammar that the document names; undefined if it names none, or no number, which is reported elsewhere. */
  get grammar(): number | undefined {
    const grammar = isJson(this.document.value) ? this.document.value['grammar'] : undefined;
    return typeof grammar === 'number' ? grammar : undefined;
  }

  /** Reports something that needs a later grammar than the document has. */
  demandGrammar(since: number, what: string, pointer: string): void {
    const { grammar } = this;
    if (grammar !== undefined && grammar < since) {
      this.report('document/later-grammar', pointer, ...laterGrammar(since, what, grammar));
    }
  }

  /**
   * Reports a renamed member whose name does not belong to the document's grammar.
   *
   * @param name - The name that is written.
   */
  checkName(name: string, { now, was, since }: PropertyShape, pointer: string): void {
    if (was !== undefined) this.demandGrammar(since ?? 1, `"${name}"`, pointer);
    const problem = now === undefined ? undefined : formerName(name, now, this.grammar);
    if (problem !== undefined) this.reportName('property/unknown', pointer, ...problem);
  }

  /** Reports each function that needs a later grammar than the document has. */
  #demandFunctions(typed: Typed | undefined, pointer: string): void {
    visitOperations(typed?.lowered ?? '', (operation) => {
      if (operation[0] !== 'call') return;
      const name = operation[1];
      const since = sinceOfFunction(name);
      if (since > 1) this.demandGrammar(since, `the function "${writtenName(name)}"`, pointer);
    });
  }

  /** Reports what needs a later grammar and is lowered to what earlier pages read, so that only the source shows it. */
  #demandSyntax(raw: unknown, pointer: string, isValue: boolean): void {
    for (const what of laterSyntax(raw, isValue)) this.demandGrammar(5, what, pointer);
  }

  /** Reports a problem of a named list at the `run` that uses it. */
  reportAs({ code, severity, help }: Problem, pointer: string, message: string): void {
    const place = this.document.place(pointer);
    this.problems.push({ code, severity, ...place, message, ...(help === undefined ? {} : { help }) });
  }

  /**
   * Reads a list of actions once more, for one use. Its problems are returned instead of reported, and its expressions are not collected
   * again in `world.readings`.
   *
   * @param document The document that declares the list.
   */
  apart<T>(
    document: ParsedDocument,
    read: () => T,
  ): { readonly result: T; readonly problems: readonly Problem[] } {
    const { document: own, problems: reported } = this;
    const wasApart = this.isApart;
    const found: Problem[] = [];
    this.document = document;
    this.problems = found;
    this.isApart = true;
    const result = read();
    this.document = own;
    this.problems = reported;
    this.isApart = wasApart;
    return { result, problems: found };
  }

  /** Reports a problem of a member's name, not of its value. */
  reportName(code: ProblemCode, pointer: string, message: string, help?: string): void {
    this.problems.push(problemAt(this.document.place(pointer, 'key'), code, message, help));
  }

  /** Removes problems with this code below this pointer, because they do not apply there. */
  withdraw(code: string, pointer: string): void {
    const isMeant = (problem: Problem): boolean =>
      problem.code === code && problem.pointer.startsWith(`${pointer}/`);
    this.problems.splice(0, this.problems.length, ...this.problems.filter((problem) => !isMeant(problem)));
  }

  /** Makes an id from a node's location. It differs from all ids that the author wrote. */
  makeId(place: string): string {
    let id = place;
    for (let count = 2; this.#ids.has(id); count += 1) id = `${place}-${count}`;
    this.#ids.add(id);
    return id;
  }

  /** Reads a condition or another bare expression. Returns undefined if it has errors, and reports them. */
  expression(
    source: unknown,
    pointer: string,
    scope: Scope,
    expected?: Type,
    mayBeAbsent = false,
  ): Typed | undefined {
    if (typeof source !== 'string' || source === '') return undefined;
    this.#watch.take();
    const { typed, problems } = compileExpression(source, scope, {
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
    this.#demandSyntax(source, pointer, false);
    this.#noteAddresses(settled, expected, pointer, scope);
    return settled;
  }

  /**
   * Reads a condition and what it proves. A condition with errors counts as proof of everything it tests, so
   * that one mistake does not cause more problems in the lines that depend on it.
   */
  condition(source: unknown, pointer: string, scope: Scope): Condition {
    const typed = this.expression(source, pointer, scope, { kind: 'boolean' });
    if (typed !== undefined) {
      return { lowered: typed.lowered, whenTrue: typed.provesTrue, whenFalse: typed.provesFalse };
    }
    const tested = typeof source === 'string' ? new Set(presenceTests(source)) : new Set<string>();
    return { lowered: undefined, whenTrue: tested, whenFalse: tested };
  }

  /** Reads a path to write to. */
  path(source: unknown, pointer: string, scope: Scope): Typed | undefined {
    if (typeof source !== 'string') return undefined;
    this.#watch.take();
    const { typed, problems } = compilePath(source, scope);
    this.#note(source, pointer, scope, typed, false);
    return this.#settle(
      typed,
      problems.map((problem) => ({ ...problem, pointer })),
      pointer,
    );
  }

  /** Reads a value of a slot. Returns undefined if it is missing or has errors, and reports them. */
  value(
    raw: unknown,
    slot: SlotExpectation,
    pointer: string,
    scope: Scope,
    required: boolean,
  ): Typed | undefined {
    if (raw === undefined) return undefined;
    this.#watch.take();
    const { typed, problems } = compileValue(raw, slot, scope, { at: pointer, required });
    this.#note(raw, pointer, scope, typed, true);
    const settled = this.#settle(typed, problems, pointer);
    this.#demandFunctions(settled, pointer);
    this.#demandSyntax(raw, pointer, true);
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

  /** Returns the data flow of a value: its sources. */
  flowOf(value: Expression | undefined, scope: Scope): Flow {
    return flowOf(value, flowsIn(scope));
  }

  /** Records that a value is written, if the flow check follows this target. */
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

  /** Records the values that an expression depends on as values that decide (`Deciding`). */
  noteDeciding(expression: Expression | undefined, pointer: string, scope: Scope): void {
    for (const decider of decidersOf(expression, flowsIn(scope))) {
      if (isConstant(decider.flow)) continue;
      this.flows.deciding.push({ decider, document: this.document, pointer });
    }
  }

  #note(raw: unknown, pointer: string, scope: Scope, typed: Typed | undefined, isValue: boolean): void {
    if (!this.isApart)
      this.world.readings?.push({ document: this.document, pointer, raw, isValue, scope, typed });
  }

  #settle(
    typed: Typed | undefined,
    problems: readonly Located<StringProblem>[],
    pointer: string,
  ): Typed | undefined {
    // An expression that reads something broken is checked once that is fixed.
    if (this.#watch.take()) {
      const message = 'This reads something whose type is not known, so it cannot be checked.';
      const help = 'give a type to its declaration';
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

/** The conditions in a value that select one of several amounts. */
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
  /** Undefined if the expression has errors. */
  readonly lowered: Expression | undefined;
  readonly whenTrue: ReadonlySet<string>;
  readonly whenFalse: ReadonlySet<string>;
}

/** The nodes and declarations of a checked document, before the plan is completed. */
export interface Compiled {
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

/** Adds the problems of expressions that were left out of the plans, unless another error explains them. */
export function withUnsettled(problems: Problem[], unsettled: readonly Problem[]): Problem[] {
  return problems.some(isError) ? problems : [...problems, ...unsettled];
}

export function isError({ severity }: Problem): boolean {
  return severity === 'error';
}
