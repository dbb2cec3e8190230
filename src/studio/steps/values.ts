import { readingsOf } from '#renderer/grammar/project.ts';
import { scopeAt, scopeNear } from '#renderer/grammar/scope-at.ts';
import type { Type, TypeContext } from '#renderer/grammar/type.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { wordsOf } from '../properties/describe.ts';

/** A value that can be inserted into a text. */
export interface TextValue {
  /** Label, such as `Pay code`. */
  readonly label: string;
  readonly path: string;
  /** Template for the text. */
  readonly written: string;
}

/** Roots without values for people to read. */
const UNSAID: ReadonlySet<string> = new Set(['device', 'session', 'state', 'timer', 'entry']);
/** Roots without values to pass on. */
const UNPASSED: ReadonlySet<string> = new Set(['device', 'timer', 'entry']);
/** Roots by priority; the document's own names come before them. */
const ROOTS = ['params', 'kept', 'data', 'config'];
const DEEPEST = 4;

/** Values that are always present at a pointer, formatted for their type. */
export function valuesAt(files: readonly SourceFile[], file: string, pointer: string): readonly TextValue[] {
  const scope = scopeAt(readingsOf(files, file).readings, pointer)?.scope;
  return scope === undefined ? [] : valuesOf(scope, (name) => !UNSAID.has(name), writeValue);
}

/** Values of a type that are always present at a pointer or beside it, as they are passed on. */
export function valuesFor(
  files: readonly SourceFile[],
  file: string,
  pointer: string,
  wanted: Type,
): readonly TextValue[] {
  const { readings } = readingsOf(files, file);
  const scope = scopeAt(readings, pointer)?.scope ?? scopeNear(readings, pointer);
  if (scope === undefined) return [];
  const isWanted = ({ kind }: Type): boolean =>
    kind === wanted.kind || (wanted.kind === 'number' && kind === 'integer');
  return valuesOf(
    scope,
    (name) => !UNPASSED.has(name),
    (type, path) => (isWanted(type) ? `\${${path}}` : undefined),
  );
}

type Write = (type: Type, path: string) => string | undefined;

function valuesOf(
  scope: TypeContext,
  isOffered: (name: string) => boolean,
  write: Write,
): readonly TextValue[] {
  const names = scope.names().filter(isOffered);
  const rank = (name: string): number => ROOTS.indexOf(name);
  const found = names
    .sort((one, other) => rank(one) - rank(other))
    .flatMap((name) => {
      const root = scope.root(name);
      return root === undefined ? [] : [...valuesIn(root, name, scope.proven, write)];
    });
  const counted = new Map<string, number>();
  for (const { label } of found) counted.set(label, (counted.get(label) ?? 0) + 1);
  return found.map((one) =>
    counted.get(one.label) === 1 ? one : { ...one, label: `${one.label} (${aroundOf(one.path)})` },
  );
}

function* valuesIn(
  { type, absent }: { readonly type: Type; readonly absent: boolean },
  path: string,
  proven: ReadonlySet<string>,
  write: Write,
  depth = 0,
): Iterable<TextValue> {
  if (absent && !proven.has(path)) return;
  if (type.kind === 'record') {
    if (depth === DEEPEST) return;
    for (const [name, member] of type.members)
      yield* valuesIn(member, `${path}.${name}`, proven, write, depth + 1);
    return;
  }
  const written = write(type, path);
  if (written !== undefined) yield { label: wordsOf(path.split('.').at(-1) ?? ''), path, written };
}

function writeValue(type: Type, path: string): string | undefined {
  switch (type.kind) {
    case 'text':
      // A text with known values is a code that people do not read.
      return type.known === undefined ? `\${${path}}` : undefined;
    case 'integer':
      return `\${${path}}`;
    case 'money':
      return `\${money(${path})}`;
    case 'date':
      return `\${date(${path})}`;
    default:
      return undefined;
  }
}

function aroundOf(path: string): string {
  return path.split('.').slice(0, -1).join('.');
}
