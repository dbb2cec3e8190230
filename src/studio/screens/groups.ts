import type { LiveScreen } from '#src/shared/registry/home.ts';
import { titleOf } from '#src/shared/title-of.ts';

export interface ScreenGroup {
  readonly title: string;
  readonly screens: readonly LiveScreen[];
}

/**
 * Groups screens whose ids begin with the same word, as `repay` and `repay-code`, or that have the same title. Screens
 * without such a neighbour are one group, the last.
 */
export function groupScreens(screens: readonly LiveScreen[]): readonly ScreenGroup[] {
  let groups: readonly (readonly LiveScreen[])[] = [];
  for (const screen of screens) {
    const near = groups.filter((group) => group.some((one) => areNear(one, screen)));
    groups = [...groups.filter((group) => !near.includes(group)), [...near.flat(), screen]];
  }
  const several = groups.filter(({ length }) => length > 1);
  const alone = groups.filter(({ length }) => length === 1).flat();
  const named = several
    .map((group) => ({ title: nameGroup(group), screens: group }))
    .sort((one, other) => one.title.localeCompare(other.title));
  if (alone.length === 0) return named;
  return [...named, { title: named.length === 0 ? 'All screens' : 'Other screens', screens: alone }];
}

function areNear(one: LiveScreen, other: LiveScreen): boolean {
  return firstWord(one) === firstWord(other) || one.title === other.title;
}

function firstWord({ id }: LiveScreen): string {
  return id.split('-', 1)[0] ?? id;
}

/** The words that all ids begin with; without one, the most frequent title. */
function nameGroup(screens: readonly LiveScreen[]): string {
  const [first = [], ...others] = screens.map(({ id }) => id.split('-'));
  const end = first.findIndex((word, at) => others.some((words) => words[at] !== word));
  const common = end < 0 ? first : first.slice(0, end);
  if (common.length > 0) return titleOf(common.join('-'));
  const counts = new Map<string, number>();
  for (const { title } of screens) counts.set(title, (counts.get(title) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}

/** Screens whose title or id contains every word. */
export function findScreens(screens: readonly LiveScreen[], wanted: string): readonly LiveScreen[] {
  const words = wanted.toLowerCase().split(/\s+/);
  return screens.filter(({ id, title }) => {
    const text = `${title} ${id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
