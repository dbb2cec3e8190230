import { readingsOf } from '#renderer/grammar/project.ts';
import { scopeNear } from '#renderer/grammar/scope-at.ts';
import type { Type } from '#renderer/grammar/type.ts';
import type { ValueTitles } from '#renderer/grammar/expression/sentence.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';

/** A value that a condition can read. */
export interface ConditionPath {
  /** Expression, such as `data.order.orderStatus`. */
  readonly path: string;
  readonly kind: 'text' | 'number' | 'boolean' | 'list' | 'other';
  /** Of a named value. */
  readonly title?: string;
  /** Known values of a text. */
  readonly known: readonly string[];
}

/** Roots by priority. */
const ROOTS = ['values', 'params', 'session', 'data', 'state', 'kept', 'device', 'config'];
/** Roots that are no names of the document. */
const OTHERS: ReadonlySet<string> = new Set([...ROOTS, 'entry', 'timer', 'pages']);
const DEEPEST = 4;
const MOST = 400;

/**
 * All typed values that conditions of a document can read.
 *
 * @param titles - Of named values.
 * @param pointer - Of what has the condition. Without it, only values that every condition of the document can read.
 */
export function listPaths(
  files: readonly SourceFile[],
  file: string,
  titles: ValueTitles = new Map(),
  pointer?: string,
): readonly ConditionPath[] {
  const { readings } = readingsOf(files, file);
  const scope = (pointer === undefined ? undefined : scopeNear(readings, pointer)) ?? readings[0]?.scope;
  if (scope === undefined) return [];
  const names = new Set(scope.names());
  // Names of results and items are the nearest, so they are offered first.
  const own = pointer === undefined ? [] : [...names].filter((name) => !OTHERS.has(name));
  return [...own, ...ROOTS.filter((root) => names.has(root))]
    .flatMap((root) => {
      const rooted = scope.root(root);
      return rooted === undefined ? [] : [...pathsOf(rooted.type, root, 0)];
    })
    .slice(0, MOST)
    .map((one) => {
      const title = one.path.startsWith('values.') ? titles.get(one.path.slice('values.'.length)) : undefined;
      return title === undefined ? one : { ...one, title };
    });
}

function* pathsOf(type: Type, path: string, depth: number): Iterable<ConditionPath> {
  if (type.kind === 'record') {
    if (depth === DEEPEST) return;
    // A named value has its type only when it is asked for.
    for (const name of type.members.keys()) {
      const member = type.members.get(name);
      if (member !== undefined) yield* pathsOf(member.type, `${path}.${name}`, depth + 1);
    }
    return;
  }
  if (depth === 0 && ROOTS.includes(path)) return;
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
