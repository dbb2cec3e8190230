import type { LiveScreen } from '#src/shared/registry/home.ts';
import { titleOf } from '#src/shared/title-of.ts';

export interface ScreenGroup {
  readonly name: string;
  readonly title: string;
  readonly screens: readonly LiveScreen[];
}

const OTHER = 'other';

/** Groups screens by the first word of their ids, as `repay` and `repay-code`. Screens alone in their group are last. */
export function groupScreens(screens: readonly LiveScreen[]): readonly ScreenGroup[] {
  const groups = new Map<string, LiveScreen[]>();
  for (const screen of screens) {
    const name = nameOf(screen);
    groups.set(name, [...(groups.get(name) ?? []), screen]);
  }
  const several = [...groups].filter(([, own]) => own.length > 1);
  const alone = [...groups].flatMap(([, own]) => (own.length > 1 ? [] : own));
  const named = several.map(([name, own]) => ({ name, title: titleOf(name), screens: own }));
  if (alone.length === 0) return named;
  return [...named, { name: OTHER, title: named.length === 0 ? 'Screens' : 'Other screens', screens: alone }];
}

function nameOf({ id }: LiveScreen): string {
  return id.split('-', 1)[0] ?? id;
}

/** Screens whose title or id contains every word. */
export function findScreens(screens: readonly LiveScreen[], wanted: string): readonly LiveScreen[] {
  const words = wanted.toLowerCase().split(/\s+/);
  return screens.filter(({ id, title }) => {
    const text = `${title} ${id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
