import { readingsOf } from '#renderer/grammar/project.ts';
import type { Type } from '#renderer/grammar/type.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';

/** A value that a condition can read. */
export interface ConditionPath {
  /** Expression, such as `data.order.orderStatus`. */
  readonly path: string;
  readonly kind: 'text' | 'number' | 'boolean' | 'list' | 'other';
  /** Known values of a text. */
  readonly known: readonly string[];
}

/** Roots by priority. */
const ROOTS = ['params', 'session', 'data', 'state', 'kept', 'device', 'config'];
const DEEPEST = 4;
const MOST = 400;

/** All typed values that conditions of a document can read. */
export function listPaths(files: readonly SourceFile[], file: string): readonly ConditionPath[] {
  const [reading] = readingsOf(files, file).readings;
  const scope = reading?.scope;
  if (scope === undefined) return [];
  const names = new Set(scope.names());
  return ROOTS.filter((root) => names.has(root))
    .flatMap((root) => {
      const rooted = scope.root(root);
      return rooted === undefined ? [] : [...pathsOf(rooted.type, root, 0)];
    })
    .slice(0, MOST);
}

function* pathsOf(type: Type, path: string, depth: number): Iterable<ConditionPath> {
  if (type.kind === 'record') {
    if (depth === DEEPEST) return;
    for (const [name, member] of type.members) yield* pathsOf(member.type, `${path}.${name}`, depth + 1);
    return;
  }
  if (depth === 0) return;
  yield { path, kind: kindOf(type), known: type.kind === 'text' ? (type.known ?? []) : [] };
}

function kindOf({ kind }: Type): ConditionPath['kind'] {
  switch (kind) {
    case 'text':
    case 'boolean':
    case 'list':
      return kind;
    case 'number':
    case 'integer':
      return 'number';
    default:
      return 'other';
  }
}
