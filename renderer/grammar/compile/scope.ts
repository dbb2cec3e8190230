import { ERROR_KINDS } from '../../plan/problem.ts';
import { ofError } from '../flow/vessels.ts';
import type { Member, Rooted, Type, TypeContext } from '../type.ts';

/**
 * Notes that an expression read something with a broken declaration. The expression's problems are then
 * follow-up problems.
 */
export class Watch {
  #touched = false;

  touch(): void {
    this.#touched = true;
  }

  /** Whether a broken name was read since the last call. */
  take(): boolean {
    const touched = this.#touched;
    this.#touched = false;
    return touched;
  }
}

/** Members of a root. Reading a member whose declaration is broken notifies the watch. */
export class WatchedMembers extends Map<string, Member> {
  readonly #broken: ReadonlySet<string>;
  readonly #watch: Watch;

  constructor(members: Iterable<readonly [string, Member]>, broken: Iterable<string>, watch: Watch) {
    super();
    this.#watch = watch;
    this.#broken = new Set(broken);
    for (const [name, member] of members) this.set(name, member);
    for (const name of this.#broken) this.set(name, { type: { kind: 'any' }, absent: false });
  }

  override get(name: string): Member | undefined {
    // `#broken` is not set yet while Map's constructor runs.
    if (this.#broken?.has(name)) this.#watch.touch();
    return super.get(name);
  }
}

/** The names in scope at one location of a document. Immutable. */
export class Scope implements TypeContext {
  readonly proven: ReadonlySet<string>;
  readonly #roots: ReadonlyMap<string, Rooted>;
  readonly #broken: ReadonlySet<string>;
  readonly #watch: Watch;
  readonly #typed: ReadonlySet<string>;

  constructor(
    roots: ReadonlyMap<string, Rooted>,
    watch: Watch,
    proven: ReadonlySet<string> = new Set(),
    broken: ReadonlySet<string> = new Set(),
    typed: ReadonlySet<string> = TYPED,
  ) {
    this.#roots = roots;
    this.#watch = watch;
    this.proven = proven;
    this.#broken = broken;
    this.#typed = typed;
  }

  /**
   * Whether the visitor may have typed, picked or, on an earlier visit, stored the value of a root or a name.
   */
  isTyped(name: string): boolean {
    return this.#typed.has(name);
  }

  root(name: string): Rooted | undefined {
    if (this.#broken.has(name)) {
      this.#watch.touch();
      return { type: { kind: 'any' }, absent: false };
    }
    return this.#roots.get(name);
  }

  names(): readonly string[] {
    return [...this.#roots.keys(), ...this.#broken];
  }

  /**
   * Returns a scope with one more name. Without `rooted` the name is in scope, but its type is unknown
   * because of an error.
   */
  bind(name: string, rooted: Rooted | undefined, isTyped = this.#typed.has(name)): Scope {
    const roots = new Map(this.#roots);
    const broken = new Set(this.#broken);
    if (rooted === undefined) broken.add(name);
    else {
      roots.set(name, rooted);
      broken.delete(name);
    }
    const typed = isTyped === this.#typed.has(name) ? this.#typed : new Set([...this.#typed, name]);
    return new Scope(roots, this.#watch, without(this.proven, name), broken, typed);
  }

  /** Returns a scope without a root, and without the named values that read it. */
  without(root: string): Scope {
    const roots = new Map(this.#roots);
    roots.delete(root);
    for (const [name, rooted] of roots)
      if (rooted.without !== undefined) roots.set(name, rooted.without(root));
    const broken = new Set(this.#broken);
    broken.delete(root);
    return new Scope(roots, this.#watch, without(this.proven, root), broken, this.#typed);
  }

  prove(paths: Iterable<string>): Scope {
    const proven = new Set(this.proven);
    for (const path of paths) proven.add(path);
    return proven.size === this.proven.size
      ? this
      : new Scope(this.#roots, this.#watch, proven, this.#broken, this.#typed);
  }

  /** Returns a scope without proofs of this path or of paths below it. */
  forget(path: string): Scope {
    return new Scope(this.#roots, this.#watch, without(this.proven, path), this.#broken, this.#typed);
  }
}

/** Roots whose values come from the visitor. */
const TYPED: ReadonlySet<string> = new Set(['form', 'state', 'kept']);

function without(proven: ReadonlySet<string>, path: string): ReadonlySet<string> {
  return new Set([...proven].filter((known) => known !== path && !known.startsWith(`${path}.`)));
}

const TEXT: Type = { kind: 'text' };

function record(members: Iterable<readonly [string, Member]>): Type {
  return { kind: 'record', members: new Map(members) };
}

const ERROR_MEMBERS: readonly (readonly [string, Member])[] = [
  ['kind', { type: { kind: 'text', known: ERROR_KINDS }, absent: false }],
  ['code', { type: TEXT, absent: true }],
  ['message', { type: TEXT, absent: true }],
  ['pointer', { type: TEXT, absent: true }],
];

function makeErrorRoot(type: Type): Rooted {
  return { absent: false, type, flow: ofError(type) };
}

const ERROR_ROOT = makeErrorRoot(
  record([...ERROR_MEMBERS, ['status', { type: { kind: 'integer' }, absent: true }]]),
);
const EARLIER_ERROR_ROOT = makeErrorRoot(record(ERROR_MEMBERS));

/** `error` in a catch case, in `failed` and in a form's `invalid`. It has a `status` since grammar 5. */
export function errorRoot(grammar: number | undefined): Rooted {
  return (grammar ?? 5) < 5 ? EARLIER_ERROR_ROOT : ERROR_ROOT;
}

export const DEVICE_ROOT: Rooted = {
  absent: false,
  type: record([
    ['online', { type: { kind: 'boolean' }, absent: false }],
    ['inShell', { type: { kind: 'boolean' }, absent: false }],
    ['inApp', { type: { kind: 'boolean' }, absent: false }],
    ['keyboardInset', { type: { kind: 'number' }, absent: false }],
    ['language', { type: TEXT, absent: false }],
    ['dark', { type: { kind: 'boolean' }, absent: false }],
    ['textScale', { type: { kind: 'number' }, absent: false }],
  ]),
};

/** `timer.<id>` of a document's timers. */
export function timerRoot(names: Iterable<string>): Rooted {
  const timer = record([
    ['left', { type: { kind: 'integer' }, absent: false }],
    ['running', { type: { kind: 'boolean' }, absent: false }],
  ]);
  return { absent: false, type: record([...names].map((name) => [name, { type: timer, absent: false }])) };
}
