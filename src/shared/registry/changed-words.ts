import { titleOf } from '#src/shared/title-of.ts';
import type { LiveScreen } from './home.ts';

const SCREEN = /^screens\/([^/]+)\.screen\.json$/;

/** What a path is about, if it is no screen. The first match counts. */
const OTHERS: readonly (readonly [path: RegExp, words: string])[] = [
  [/^screens\/messages\//, 'texts'],
  [/^screens\/parts\//, 'shared parts'],
  [/^screens\/assets\//, 'pictures'],
  [/^screens\/theme\//, 'the theme'],
  [/^screens\/app\.json$/, 'settings of the application'],
  [/^schemas\/api\//, 'contracts'],
];

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });
/** More screens are counted and not named. */
const MOST_NAMED = 3;

/** The screens among these paths. */
export function screensIn(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => SCREEN.exec(path)?.[1] ?? []);
}

/** The changed documents in words: `Repayment, Order Details and texts`. */
export function writeChanged(paths: readonly string[], screens: readonly LiveScreen[]): string {
  const titles = screensIn(paths).map((id) => screens.find((one) => one.id === id)?.title ?? titleOf(id));
  const left = titles.length - MOST_NAMED;
  const named = left > 1 ? [...titles.slice(0, MOST_NAMED), `${left} more screens`] : titles;
  const rest = paths.filter((path) => !SCREEN.test(path));
  const kinds = rest.map((path) => OTHERS.find(([of]) => of.test(path))?.[1] ?? 'states');
  return LIST.format([...named, ...new Set(kinds)]);
}
