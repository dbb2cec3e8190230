import { compareValues, type Difference, type Side } from '#renderer/grammar/difference/compare.ts';
import { isJson } from '#renderer/grammar/json.ts';

/** A difference in which a moved record is one difference, not a removed and an added one. */
export interface ReadDifference extends Difference {
  /** The record is the same on both sides, at another position. */
  readonly isMoved?: true;
}

/**
 * Finds the records that were moved within a document. What also changed in them follows as differences of its own.
 *
 * @param differences - Of one document.
 */
export function findMoves(differences: readonly Difference[]): readonly ReadDifference[] {
  const gone = new Set(differences.filter(isRemoval));
  const origins = new Map<Difference, Side>();
  for (const difference of differences) {
    const { before, after } = difference;
    if (before !== undefined || after === undefined || !isJson(after.value)) continue;
    const origin = [...gone].find((one) => isSame(one.before?.value, after.value));
    if (origin?.before === undefined) continue;
    gone.delete(origin);
    origins.set(difference, origin.before);
  }
  const moved = new Set([...origins.values()]);
  return differences.flatMap((difference): readonly ReadDifference[] => {
    const { before, after } = difference;
    if (before !== undefined && after === undefined && moved.has(before)) return [];
    const origin = origins.get(difference);
    if (origin === undefined || after === undefined) return [difference];
    return [{ before: origin, after, isMoved: true }, ...compareValues(origin, after)];
  });
}

function isRemoval({ before, after }: Difference): boolean {
  return after === undefined && isJson(before?.value);
}

/** Whether two records are the same one: equal, or of one kind with one id or name. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isJson(one) || !isJson(other) || one['type'] !== other['type'] || one['do'] !== other['do']) {
    return false;
  }
  const name = one['id'] ?? one['name'];
  if (typeof name === 'string') return name === (other['id'] ?? other['name']);
  return JSON.stringify(one) === JSON.stringify(other);
}
