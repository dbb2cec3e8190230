import { parseDocument } from '../parse.ts';
import { documentKind, type SourceFile } from '../world.ts';
import { breakingReason, type Category, categoryOf } from './categorize.ts';
import { compareValues, type Difference } from './compare.ts';

/** One difference between two projects. */
export interface ProjectDifference extends Difference {
  readonly file: string;
  readonly category: Category;
  /** Why it may break clients of the old project. */
  readonly breaking?: string;
}

/**
 * Compares two projects by meaning; formatting is ignored.
 *
 * @returns The files that do not parse, if there are any.
 */
export function diffProjects(
  before: readonly SourceFile[],
  after: readonly SourceFile[],
): readonly ProjectDifference[] | { readonly unreadable: readonly string[] } {
  const [old, young] = [readValues(before), readValues(after)];
  const unreadable = [...old.unreadable, ...young.unreadable];
  if (unreadable.length > 0) return { unreadable };
  const files = [...new Set([...old.values.keys(), ...young.values.keys()])].sort();
  return files.flatMap((file) => {
    const one = { pointer: '', value: old.values.get(file) };
    const other = { pointer: '', value: young.values.get(file) };
    return differencesOf(one, other).map((difference): ProjectDifference => {
      const breaking = breakingReason(file, difference);
      return {
        file,
        category: categoryOf(file, difference),
        ...(breaking === undefined ? {} : { breaking }),
        ...difference,
      };
    });
  });
}

function differencesOf(
  before: { pointer: string; value: unknown },
  after: { pointer: string; value: unknown },
): Difference[] {
  if (before.value === undefined) return [{ after }];
  return after.value === undefined ? [{ before }] : compareValues(before, after);
}

function readValues(files: readonly SourceFile[]): {
  readonly values: ReadonlyMap<string, unknown>;
  readonly unreadable: readonly string[];
} {
  const values = new Map<string, unknown>();
  const unreadable: string[] = [];
  for (const { path, text } of files) {
    if (documentKind(path) === undefined) continue;
    const { document } = parseDocument(text, path);
    if (document === undefined) unreadable.push(path);
    else values.set(path, document.value);
  }
  return { values, unreadable };
}
