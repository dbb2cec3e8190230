import type { Expression } from '../../plan/expression.ts';
import { compileExpression, compileValue, isForbiddenName } from '../expression/index.ts';
import { flowOf, flowsIn, heldApart } from '../flow/flow.ts';
import { isJson, type Json } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import type { Flow, Member, Rooted, Typed } from '../type.ts';
import type { Draft, Origin } from './draft.ts';
import { readsOf } from './plan-expression.ts';
import type { Scope, Watch } from './scope.ts';

/** Where a named value has its expression, its `choose`, or its words. */
interface Written {
  readonly kind: 'expression' | 'choose' | 'text';
  readonly source: unknown;
  /** Below the value's own pointer. */
  readonly at: string;
}

const places = new WeakMap<object, Origin>();

/** Where the named value with this expression is written. Known only for plans that were compiled in this process and not copied. */
export function placeOfNamedValue(expression: Expression): Origin | undefined {
  return typeof expression === 'object' ? places.get(expression) : undefined;
}

/**
 * The named values of one document: the root `values`. Each is checked when an expression reads it for the first time, because values may
 * read each other in any order. The plan contains their expressions wherever they are read, so that older pages can read it.
 */
export class NamedValues {
  readonly #file: string;
  readonly #raw: Json;
  readonly #outer: NamedValues | undefined;
  readonly #watch: Watch;
  readonly #known = new Map<string, Typed | undefined>();
  /** Values that are being checked, each read by the one before it. */
  readonly #reading: string[] = [];
  readonly #circular = new Set<string>();
  #scope: Scope | undefined;

  /**
   * @param raw `values` of the document.
   * @param file Of the document.
   * @param outer The values of the application, for a screen or a part.
   */
  constructor(raw: unknown, file: string, watch: Watch, outer?: NamedValues) {
    this.#file = file;
    this.#raw = isJson(raw) ? raw : {};
    this.#outer = outer;
    this.#watch = watch;
  }

  /** All names, also those of the application. */
  get names(): readonly string[] {
    return [...Object.keys(this.#raw), ...(this.#outer?.names ?? [])];
  }

  /** Returns the scope with the root `values`. A document without values, in an application without values, has none. */
  enter(scope: Scope): Scope {
    this.#scope = this.names.length === 0 ? scope : scope.bind('values', this.#root());
    return this.#scope;
  }

  /** The checked value. Undefined if it has an error, or reads itself. */
  get(name: string): Typed | undefined {
    if (!Object.hasOwn(this.#raw, name)) return this.#outer?.get(name);
    if (this.#known.has(name)) return this.#known.get(name);
    const begin = this.#reading.indexOf(name);
    if (begin >= 0) {
      for (const one of this.#reading.slice(begin)) this.#circular.add(one);
      return undefined;
    }
    this.#reading.push(name);
    const typed = this.#check(writtenIn(this.#raw[name]));
    this.#reading.pop();
    const known = this.#circular.has(name) ? undefined : typed;
    if (typeof known?.lowered === 'object') {
      const { at } = writtenIn(this.#raw[name]);
      places.set(known.lowered, { file: this.#file, pointer: `${joinPointer('/values', name)}${at}` });
    }
    this.#known.set(name, known);
    return known;
  }

  /** Reports all problems of the document's own values. */
  report(draft: Draft): void {
    const scope = this.#scope;
    if (scope === undefined) return;
    for (const [name, raw] of Object.entries(this.#raw)) {
      const pointer = joinPointer('/values', name);
      if (isForbiddenName(name)) {
        draft.reportName('expression/forbidden-name', pointer, `"${name}" is not allowed as a name.`);
      } else if (this.#outer?.names.includes(name) === true) {
        draft.reportName('name/taken', pointer, `app.json has a value "${name}", too.`);
      }
      this.get(name);
      if (this.#circular.has(name)) {
        draft.report('value/circular', pointer, `The value "${name}" reads itself.`);
        continue;
      }
      const { kind, source, at } = writtenIn(raw);
      if (kind === 'expression') draft.expression(source, `${pointer}${at}`, scope, undefined, true);
      else draft.value(source, { slot: kind === 'text' ? 'text' : 'any' }, `${pointer}${at}`, scope, false);
    }
  }

  #check({ kind, source }: Written): Typed | undefined {
    const scope = this.#scope;
    if (scope === undefined) return undefined;
    const before = this.#watch.take();
    const { typed } =
      kind === 'expression'
        ? compileExpression(typeof source === 'string' ? source : '', scope, { mayBeAbsent: true })
        : compileValue(source, { slot: kind === 'text' ? 'text' : 'any' }, scope);
    const isBroken = this.#watch.take();
    if (before) this.#watch.touch();
    if (typed === undefined || isBroken) return undefined;
    return kind === 'text' ? { ...typed, type: { kind: 'text', isWords: true } } : typed;
  }

  /** @param isReadable Whether a value can be read here. */
  #root(isReadable: (name: string) => boolean = () => true): Rooted {
    const checked = () => this.#checked().filter(([name]) => isReadable(name));
    const flow = () => {
      const flows = flowsIn(this.#scope ?? { root: () => undefined });
      return heldApart(checked().map(([name, { lowered }]) => [name, flowOf(lowered, flows)] as const));
    };
    return {
      type: { kind: 'record', members: new CheckedMembers(this, isReadable, this.#watch) },
      absent: false,
      memberAt: (name) => this.get(name),
      without: (root) => this.#root((name) => isReadable(name) && !reads(this.get(name), root)),
      // Found when it is asked for, because the values read each other.
      get flow(): Flow {
        return flow();
      },
    };
  }

  #checked(): (readonly [string, Typed])[] {
    return this.names.flatMap((name) => {
      const typed = this.get(name);
      return typed === undefined ? [] : [[name, typed] as const];
    });
  }
}

/** The types of named values, each found when it is asked for. */
class CheckedMembers extends Map<string, Member> {
  readonly #values: NamedValues;
  readonly #isReadable: (name: string) => boolean;
  readonly #watch: Watch;

  constructor(values: NamedValues, isReadable: (name: string) => boolean, watch: Watch) {
    super(values.names.map((name) => [name, { type: { kind: 'any' }, absent: false }]));
    this.#isReadable = isReadable;
    this.#values = values;
    this.#watch = watch;
  }

  override get(name: string): Member | undefined {
    if (!this.has(name) || !this.#isReadable(name)) return undefined;
    const typed = this.#values.get(name);
    if (typed !== undefined) return { type: typed.type, absent: typed.absent };
    // The problem is reported at the value, not where it is read.
    this.#watch.touch();
    return super.get(name);
  }
}

function writtenIn(raw: unknown): Written {
  if (!isJson(raw)) return { kind: 'expression', source: raw, at: '' };
  if (raw['text'] !== undefined) return { kind: 'text', source: raw['text'], at: '/text' };
  if (raw['choose'] !== undefined) return { kind: 'choose', source: { choose: raw['choose'] }, at: '' };
  return { kind: 'expression', source: raw['value'], at: '/value' };
}

function reads(typed: Typed | undefined, root: string): boolean {
  return readsOf(typed?.lowered).some((path) => path === root || path.startsWith(`${root}.`));
}
