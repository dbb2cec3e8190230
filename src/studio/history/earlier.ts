import { compareValues } from '#renderer/grammar/difference/compare.ts';
import { valueAt } from '#renderer/grammar/pointer.ts';
import { whereIs } from '../comments/where.ts';
import { describeChange } from '../review/words.ts';

/** A document as borrowers had it. */
export interface EarlierDocument {
  readonly actor: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly reason: string;
  /** The release that brought it. */
  readonly release: string;
  /** As JSON; undefined where it was not there, or cannot be read. */
  readonly value: unknown;
}

/** A node as it was once. */
export interface EarlierNode extends EarlierDocument {
  /** What it said otherwise than now, in words. */
  readonly said: readonly string[];
}

/**
 * A node of a document as it was in earlier versions, wherever it stood there; each form of it once, and not the one
 * that it has.
 *
 * @param versions - The newest first.
 */
export function earlierOf(
  document: unknown,
  pointer: string,
  versions: readonly EarlierDocument[],
): readonly EarlierNode[] {
  const now = { pointer, value: valueAt(document, pointer) };
  const known = new Set([JSON.stringify(now.value)]);
  const found: EarlierNode[] = [];
  let [place, young] = [pointer, document];
  for (const version of versions) {
    // Step by step, so that what was moved often is followed.
    const next = version.value === undefined ? undefined : whereIs(place, young, version.value);
    if (next === undefined) break;
    [place, young] = [next, version.value];
    const value: unknown = valueAt(version.value, place);
    const written = JSON.stringify(value);
    if (known.has(written)) continue;
    known.add(written);
    const own = describeChange({ after: { pointer: place, value } }, version.value).subject;
    const said = compareValues(now, { pointer: place, value }).map((difference) => {
      const root = difference.after === undefined ? document : version.value;
      const { subject, member, after } = describeChange(difference, root);
      // Of the node itself it goes without saying.
      const about = [subject === own && member !== '' ? '' : subject, member]
        .filter((words) => words !== '')
        .join(', ');
      return after === undefined ? `${about}: not there` : `${about}: ${after}`;
    });
    found.push({ ...version, value, said });
  }
  return found;
}
