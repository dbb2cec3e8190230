import type { Difference } from '#renderer/grammar/difference/compare.ts';
import { isJson } from '#renderer/grammar/json.ts';
import { valueAt } from '#renderer/grammar/pointer.ts';
import { titleOf } from '#src/shared/title-of.ts';
import type { Sentence } from './sentences.ts';
import type { Titles } from './titles.ts';

/** A node now shows a screen's own copy of a shared part, or shows the shared part again. */
export interface PartSwap {
  /** Names of the shown parts. */
  readonly from: string;
  readonly to: string;
  /** Whether the node shows the shared part again. */
  readonly isBack: boolean;
}

/** The documents of a project, before and after. */
export interface Sides {
  old(path: string): unknown;
  young(path: string): unknown;
  readonly formerTitles: Titles;
  readonly titles: Titles;
}

/** The path of a part. */
export const partAt = (name: string): string => `screens/parts/${name}.part.json`;

/** What a difference swaps; undefined if it is another one. @param root - The document after the change. */
export function findSwap({ before, after }: Difference, root: unknown, sides: Sides): PartSwap | undefined {
  if (after === undefined || !after.pointer.endsWith('/part')) return undefined;
  const node = valueAt(root, after.pointer.slice(0, -'/part'.length));
  if (!isJson(node) || node['type'] !== 'part') return undefined;
  const [from, to] = [before?.value, after.value];
  if (typeof from !== 'string' || typeof to !== 'string') return undefined;
  const { old, young, titles, formerTitles } = sides;
  const stays = (name: string): boolean =>
    old(partAt(name)) !== undefined && young(partAt(name)) !== undefined;
  const isOfOne = (names: Titles, name: string): boolean => names.screensOf(partAt(name)).length === 1;
  if (stays(from) && old(partAt(to)) === undefined && young(partAt(to)) !== undefined) {
    return isOfOne(titles, to) ? { from, to, isBack: false } : undefined;
  }
  if (stays(to) && young(partAt(from)) === undefined && old(partAt(from)) !== undefined) {
    return isOfOne(formerTitles, from) ? { from, to, isBack: true } : undefined;
  }
  return undefined;
}

/**
 * Adds to the sentences about a copy that they are about one screen.
 *
 * @param shared - Sentences about the shared part: what changed there as well is not about one screen.
 */
export function saySwap(
  { from, to, isBack }: PartSwap,
  sentences: readonly Sentence[],
  shared: readonly Sentence[],
): readonly Sentence[] {
  const name = `the shared part “${titleOf(isBack ? to : from)}”`;
  if (sentences.length === 0) {
    const said = isBack
      ? `Uses ${name} again instead of its own copy. Both are the same.`
      : `Uses its own copy of ${name}. Both are still the same.`;
    return [{ parts: [said] }];
  }
  const everywhere = new Set(shared.map(({ parts }) => JSON.stringify(parts)));
  const scope = isBack ? `As on other screens: it is ${name} again.` : `Only here: it was ${name}.`;
  return sentences.map((sentence) =>
    everywhere.has(JSON.stringify(sentence.parts)) ? sentence : { scope, ...sentence },
  );
}
