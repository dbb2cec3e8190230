import type { Expression } from '../../plan/expression.ts';
import { limits } from '../../plan/limits.generated.ts';
import type { ActionPlan } from '../../plan/plan.ts';
import type { Problem } from '../../plan/problem.ts';
import { flowOf, flowsIn, heldApart } from '../flow/flow.ts';
import { isJson } from '../json.ts';
import type { ParsedDocument } from '../parse.ts';
import { joinPointer } from '../pointer.ts';
import type { Flow, Rooted, Typed } from '../type.ts';
import type { Declarations, ListWorld } from '../world.ts';
import type { CompiledList, ListPlace, Step } from './actions.ts';
import type { Draft } from './draft.ts';
import { readWith, takenOf } from './members.ts';
import { ABSENT, literalExpression, readsOf } from './plan-expression.ts';
import { actionsOf } from './plan-walk.ts';
import { declaredRoot } from './roots.ts';
import type { Scope, Watch } from './scope.ts';

/** Reads the actions of a list; see `compileActions`. */
type ReadActions = (draft: Draft, raw: unknown, pointer: string, place: ListPlace) => CompiledList;

/** The lists that one document declares. */
export interface DeclaredLists {
  readonly lists: ReadonlyMap<string, ListWorld>;
  /** Undefined if the document does not parse. */
  readonly document: ParsedDocument | undefined;
  /** What all actions of the document can read. */
  readonly scope: Scope;
}

/** A list that `run` can name. */
interface Known {
  readonly list: ListWorld;
  readonly document: ParsedDocument;
  readonly scope: Scope;
}

/**
 * The named lists that the actions of one document can run: its own, and those of the application. The plan contains the actions of a list
 * wherever it is run, so that older pages can run it.
 */
export class NamedLists {
  readonly #own: DeclaredLists;
  readonly #known = new Map<string, Known>();
  readonly #taken: ReadonlySet<string>;
  readonly #circular: ReadonlySet<string>;
  readonly #watch: Watch;
  /** Problems that a list has wherever it is run. */
  readonly #problems = new Map<string, ReadonlySet<string>>();
  /** Number of actions in all copies so far. */
  #actions = 0;
  #isTooLarge = false;

  /** @param shared The lists of app.json, for a screen or a part. */
  constructor(own: DeclaredLists, watch: Watch, shared?: DeclaredLists) {
    this.#own = own;
    this.#watch = watch;
    this.#taken = new Set([...own.lists.keys()].filter((name) => shared?.lists.has(name)));
    for (const { lists, document, scope } of shared === undefined ? [own] : [shared, own]) {
      if (document === undefined) continue;
      for (const [name, list] of lists) this.#known.set(name, { list, document, scope });
    }
    this.#circular = findCircular(this.#known);
  }

  /** Checks the document's own lists as if a person had begun them by a tap, and reports their problems. */
  report(draft: Draft, read: ReadActions): void {
    for (const name of this.#own.lists.keys()) {
      const pointer = joinPointer('/lists', name);
      const known = this.#known.get(name);
      if (this.#taken.has(name)) {
        draft.reportName('name/taken', pointer, `app.json has a list "${name}", too.`);
      }
      if (this.#circular.has(name)) {
        draft.reportName('list/circular', pointer, `The list "${name}" runs itself.`);
      } else if (known !== undefined) this.#readDeclared(draft, name, known, read);
    }
  }

  /** The actions of the list that a `run` names, for this use. Undefined if they cannot be read, which is reported. */
  run(step: Step, place: ListPlace, read: ReadActions): CompiledList | undefined {
    const { draft, raw, pointer, scope } = step;
    const name = raw['list'];
    if (typeof name !== 'string') return undefined;
    const known = this.#known.get(name);
    if (known === undefined) {
      draft.reportUnknown('list/unknown', `${pointer}/list`, 'list', name, this.#known.keys());
      return undefined;
    }
    // The problem is reported where the list is declared.
    if (this.#circular.has(name)) return undefined;
    const given = readWith(draft, raw['with'], takenOf(known.list.inputs), pointer, scope, {
      missing: 'list/missing-input',
      unknown: 'list/unknown-input',
      owner: `The list "${name}"`,
      noun: 'input',
      property: 'list',
    });
    if (this.#actions > limits.nodes) return undefined;
    const own = this.#problems.get(name) ?? this.#findProblems(draft, name, known, read);
    const inside = scope.bind('inputs', inputsGiven(known.list.inputs, given, scope, this.#watch));
    const { result: list, problems } = this.#read(draft, name, known, { ...place, scope: inside }, read);
    this.#reportSize(draft, pointer);
    for (const problem of problems) {
      if (own.has(keyOf(problem)) || problem.severity !== 'error') continue;
      draft.reportAs(problem, `${pointer}/list`, `In the list "${name}": ${problem.message}`);
    }
    for (const [input, { lowered }] of given) {
      const changed = changedBy(list.actions, lowered);
      if (changed === undefined) continue;
      const message = `The list "${name}" writes "${changed}", which this input reads, so the value of the input would change while the list runs.`;
      draft.report('list/input-changes', joinPointer(`${pointer}/with`, input), message);
    }
    return list;
  }

  /** Reports once, at a `run` outside named lists, that all copies have too many actions. */
  #reportSize(draft: Draft, pointer: string): void {
    if (this.#actions <= limits.nodes || this.#isTooLarge || draft.isApart) return;
    this.#isTooLarge = true;
    const message = `The named lists that run here have more than ${limits.nodes} actions.`;
    draft.report('limit/list-actions', `${pointer}/list`, message);
  }

  #readDeclared(draft: Draft, name: string, { list, scope }: Known, read: ReadActions): void {
    const root = declaredRoot(list.inputs, this.#watch);
    this.#count(list);
    read(draft, list.raw['run'], `${joinPointer('/lists', name)}/run`, {
      scope: list.inputs.size === 0 ? scope : scope.bind('inputs', root),
      isTap: true,
      isBegun: true,
    });
  }

  #findProblems(draft: Draft, name: string, known: Known, read: ReadActions): ReadonlySet<string> {
    const { problems } = draft.apart(known.document, () => this.#readDeclared(draft, name, known, read));
    const found = new Set(problems.map(keyOf));
    this.#problems.set(name, found);
    return found;
  }

  #count({ raw: { run } }: ListWorld): void {
    if (Array.isArray(run)) this.#actions += run.length;
  }

  #read(draft: Draft, name: string, { list, document }: Known, place: ListPlace, read: ReadActions) {
    this.#count(list);
    return draft.apart(document, () =>
      read(draft, list.raw['run'], `${joinPointer('/lists', name)}/run`, place),
    );
  }
}

/** Names of lists that run themselves, also by way of others. */
function findCircular(known: ReadonlyMap<string, Known>): ReadonlySet<string> {
  const runs = new Map([...known].map(([name, { list }]) => [name, namesRun(list.raw['run'])]));
  const reaches = (from: string, to: string, seen: Set<string>): boolean =>
    (runs.get(from) ?? []).some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, to, seen);
    });
  return new Set([...known.keys()].filter((name) => reaches(name, name, new Set())));
}

/** The lists that actions name in `run`, at any depth. */
function namesRun(raw: unknown): string[] {
  if (Array.isArray(raw)) return raw.flatMap(namesRun);
  if (!isJson(raw)) return [];
  const own = raw['do'] === 'run' && typeof raw['list'] === 'string' ? [raw['list']] : [];
  return [...own, ...Object.values(raw).flatMap(namesRun)];
}

/** The root `inputs` of one use: each input is the expression that the use gives for it. */
function inputsGiven(
  inputs: Declarations,
  given: ReadonlyMap<string, Typed>,
  scope: Scope,
  watch: Watch,
): Rooted {
  const root = declaredRoot(inputs, watch);
  const flows: [string, Flow][] = [];
  const values = new Map<string, Typed>();
  for (const [name, { declared, initial, required }] of inputs) {
    if (declared === undefined) continue;
    const typed = given.get(name);
    const fallback = initial === undefined ? undefined : literalExpression(initial);
    const lowered: Expression =
      typed === undefined
        ? (fallback ?? ABSENT)
        : typed.absent && fallback !== undefined
          ? ['or', typed.lowered, fallback]
          : typed.lowered;
    values.set(name, {
      type: declared.type,
      absent: !required && initial === undefined,
      lowered,
      provesTrue: typed?.provesTrue ?? new Set(),
      provesFalse: typed?.provesFalse ?? new Set(),
      cost: (typed?.cost ?? 1) + 1,
    });
    flows.push([name, flowOf(lowered, flowsIn(scope))]);
  }
  return {
    ...root,
    flow: heldApart(flows),
    memberAt: (name) => values.get(name),
  };
}

/** The path that a list writes and an expression reads. */
function changedBy(actions: readonly ActionPlan[], expression: Expression): string | undefined {
  const reads = readsOf(expression);
  for (const { do: kind, props } of actionsOf(actions)) {
    if (kind !== 'set' && kind !== 'reset') continue;
    const written = readsOf(props?.['target']);
    const found = written.find((path) =>
      reads.some((read) => read === path || read.startsWith(`${path}.`) || path.startsWith(`${read}.`)),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

function keyOf({ code, pointer, message }: Problem): string {
  return `${code} ${pointer} ${message}`;
}
