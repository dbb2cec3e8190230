import { partName } from '#src/shared/project-paths.ts';
import { isJson } from '#renderer/grammar/json.ts';
import { parseFile } from '#renderer/grammar/parse.ts';
import { recordsIn } from '#renderer/grammar/pointer.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { titleOfScreen } from '#src/shared/screen-title.ts';
import { titleOf as titleOfName } from '#src/shared/title-of.ts';
import { originalOf } from '../model/copy-names.ts';
import { cut, titleOf } from './words.ts';

const SCREEN = /^screens\/([^/]+)\.screen\.json$/;

/** Documents by what people call them: screens by their titles. */
export interface Titles {
  /**
   * `Repayment` for the path or the id of a screen, `Shared part “Lender”` for a part, `Copy of the shared part “Lender”`
   * for the copy that one screen has.
   */
  of(document: string): string;
  /** Titles of the screens that show a part, also inside of other parts; of a screen its own title. */
  screensOf(path: string): readonly string[];
}

export function readTitles(files: readonly SourceFile[]): Titles {
  const documents = new Map(
    files
      .filter(({ path }) => SCREEN.test(path) || partName(path) !== undefined)
      .map((file) => [file.path, parseFile(file).document?.value] as const),
  );
  const uses = new Map([...documents].map(([path, value]) => [path, partsIn(value)]));
  const of = (document: string): string => {
    const path = document.includes('/') ? document : `screens/${document}.screen.json`;
    const [, screen] = SCREEN.exec(path) ?? [];
    if (screen !== undefined) return titleOfScreen(screen, documents.get(path));
    const part = partName(path);
    if (part === undefined) return titleOf(path);
    const original = copiedFrom(part);
    return original === undefined ? namePart(part) : `Copy of the ${namePart(original, 's')}`;
  };
  const showsPart = (path: string, part: string, seen = new Set<string>()): boolean => {
    if (seen.has(path)) return false;
    seen.add(path);
    return (uses.get(path) ?? []).some(
      (name) => name === part || showsPart(`screens/parts/${name}.part.json`, part, seen),
    );
  };
  const showing = (part: string): readonly string[] =>
    [...documents.keys()].filter((one) => SCREEN.test(one) && showsPart(one, part));
  const copiedFrom = (part: string): string | undefined => {
    const [path = '', ...others] = showing(part);
    const [, screen] = SCREEN.exec(path) ?? [];
    const parts = [...documents.keys()].flatMap((one) => partName(one) ?? []);
    return screen === undefined || others.length > 0 ? undefined : originalOf(part, screen, parts);
  };
  return {
    of,
    screensOf(path) {
      if (SCREEN.test(path)) return [of(path)];
      const part = partName(path);
      return part === undefined ? [] : showing(part).map(of);
    },
  };
}

/** `Shared part “Lender”` */
function namePart(part: string, first: 'S' | 's' = 'S'): string {
  return `${first}hared part “${titleOfName(part)}”`;
}

/** Maximum length of a title that the studio suggests. */
const LONGEST_TITLE = 60;

/**
 * A short title for changes: `Repayment`, `Repayment and Order Details`, `Repayment and 2 more`. Screens come first; the
 * part that only one screen has counts as that screen.
 *
 * @param former - The titles before the changes, for what is deleted.
 */
export function titleOfChanges(changed: Iterable<string>, titles: Titles, former: Titles): string {
  const paths = [...changed];
  const isScreen = (path: string): boolean => SCREEN.test(path);
  const named = [...paths.filter(isScreen), ...paths.filter((path) => !isScreen(path))].map((path) => {
    const shown = titles.screensOf(path);
    const [only = '', ...others] = shown.length === 0 ? former.screensOf(path) : shown;
    return only === '' || others.length > 0 ? titles.of(path) : only;
  });
  const [first = '', second = '', ...more] = new Set(named);
  const pair = `${first} and ${second}`;
  if (second === '') return cut(first, LONGEST_TITLE);
  if (more.length === 0 && pair.length <= LONGEST_TITLE) return pair;
  const end = ` and ${more.length + 1} more`;
  return `${cut(first, LONGEST_TITLE - end.length)}${end}`;
}

function partsIn(value: unknown): readonly string[] {
  if (!isJson(value)) return [];
  return [...recordsIn(value)].flatMap(({ record: { type, part } }) =>
    type === 'part' && typeof part === 'string' ? [part] : [],
  );
}
