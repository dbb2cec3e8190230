import { readingsOf } from '#renderer/grammar/project.ts';
import { scopeAt } from '#renderer/grammar/scope-at.ts';
import type { Type } from '#renderer/grammar/type.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { wordsOf } from '../properties/describe.ts';

/** A value that a text may name. */
export interface TextValue {
  /** In words: `Pay code`. */
  readonly label: string;
  readonly path: string;
  /** As it stands in the text. */
  readonly written: string;
}

/** What no text of a product names: what only steers it, and what tells borrowers apart. */
const UNSAID: ReadonlySet<string> = new Set(['device', 'session', 'state', 'timer', 'entry']);
/** Likeliest first; names that the document itself gives come before all. */
const ROOTS = ['params', 'kept', 'data', 'config'];
const DEEPEST = 4;

/** Values that are there for certain where a text stands, each in the way in which borrowers read it. */
export function valuesAt(files: readonly SourceFile[], file: string, pointer: string): readonly TextValue[] {
  const scope = scopeAt(readingsOf(files, file).readings, pointer)?.scope;
  if (scope === undefined) return [];
  const names = scope.names().filter((name) => !UNSAID.has(name));
  const rank = (name: string): number => ROOTS.indexOf(name);
  const found = names
    .sort((one, other) => rank(one) - rank(other))
    .flatMap((name) => {
      const root = scope.root(name);
      return root === undefined ? [] : [...valuesIn(root, name, scope.proven, 0)];
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
  depth: number,
): Iterable<TextValue> {
  if (absent && !proven.has(path)) return;
  if (type.kind === 'record') {
    if (depth === DEEPEST) return;
    for (const [name, member] of type.members) yield* valuesIn(member, `${path}.${name}`, proven, depth + 1);
    return;
  }
  const written = writeValue(type, path);
  if (written !== undefined) yield { label: wordsOf(path.split('.').at(-1) ?? ''), path, written };
}

function writeValue(type: Type, path: string): string | undefined {
  switch (type.kind) {
    case 'text':
      // One of a few known words is a code, which nobody reads.
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
