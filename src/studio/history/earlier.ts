import { compareValues } from '#renderer/grammar/difference/compare.ts';
import { valueAt } from '#renderer/grammar/pointer.ts';
import type { Decision } from '#src/shared/registry/act.ts';
import { whereIs } from '../comments/where.ts';
import { describeChange } from '../review/words.ts';

/** A document in an earlier release. */
export interface EarlierDocument {
  readonly actor: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly reason: string;
  /** The release that published it. */
  readonly release: string;
  /** Who rolled it back, and why. */
  readonly rolledBack?: Decision;
  /** For a version of a related part: where it was, such as `Only on “Repayment”`. */
  readonly where?: string;
  /** The JSON value; undefined if the document did not exist or cannot be parsed. */
  readonly value: unknown;
}

/** A node in an earlier release. */
export interface EarlierNode extends EarlierDocument {
  /** Differences to the current node, as sentences. */
  readonly said: readonly string[];
}

/**
 * The versions of a document together with those of a part that it was copied from, or that was copied from it.
 *
 * @param own - Of the document, newest first, like the others.
 * @param original - Of the shared part, if the document is a copy of it.
 * @param copy - Of the copy that a screen had, if the document is the shared part.
 */
export function joinVersions(
  own: readonly EarlierDocument[],
  original: readonly EarlierDocument[] | undefined,
  copy: readonly EarlierDocument[] | undefined,
): readonly EarlierDocument[] {
  const exists = ({ value }: EarlierDocument): boolean => value !== undefined;
  if (original !== undefined) {
    const begun = own.at(-1)?.at ?? Infinity;
    // A copy that was rolled back is not there in between.
    return [...own.filter(exists), ...original.filter(({ at }) => at < begun)];
  }
  if (copy === undefined) return own;
  return [...own, ...copy.filter(exists)].sort((one, other) => other.at - one.at);
}

/**
 * Earlier values of a node, also if it was moved. Each value is listed once; the current one is left out.
 *
 * @param versions - Newest first.
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
    // Follow the pointer from version to version, so that several moves are found.
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
      // Leave out the name of the node itself.
      const about = [subject === own && member !== '' ? '' : subject, member]
        .filter((words) => words !== '')
        .join(', ');
      return after === undefined ? `${about}: not there` : `${about}: ${after}`;
    });
    found.push({ ...version, value, said });
  }
  return found;
}
