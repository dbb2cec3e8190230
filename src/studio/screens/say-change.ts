import { parseFile } from '#renderer/grammar/parse.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { titleOfScreen } from '#src/shared/screen-title.ts';
import { routesOf, screenAt } from './all-screens.ts';
import { LIST } from '../words/list.ts';

type Files = readonly SourceFile[];

/** What happened to a screen as a whole. */
export interface ScreenChange {
  /** `New screen “Help”, at /help.`, `Moved from /a to /b. …`; empty if only its content changed. */
  readonly sentences: readonly string[];
  /** Whether the sentences tell everything: the screen is new or deleted. */
  readonly isAll: boolean;
  /** Pointers of the members that the sentences tell. */
  readonly told: readonly string[];
}

const NOTHING: ScreenChange = { sentences: [], isAll: false, told: [] };

/** Describes a new, deleted, renamed or moved screen. @param path - Of any document. */
export function sayScreenChange(path: string, before: Files, after: Files): ScreenChange {
  const id = screenAt(path);
  if (id === undefined) return NOTHING;
  const [old, young] = [readScreen(path, before), readScreen(path, after)];
  if (old === undefined && young === undefined) return NOTHING;
  if (old === undefined) {
    const at = young?.routes[0] === undefined ? 'without an address' : `at ${young.routes[0]}`;
    return { sentences: [`New screen “${young?.title}”, ${at}.`], isAll: true, told: [] };
  }
  if (young === undefined) {
    const deleted = `Deleted: the screen “${old.title}”.`;
    return {
      sentences: [[deleted, ...old.routes.map((one) => sayRoute(one, after))].join(' ')],
      isAll: true,
      told: [],
    };
  }
  const isRenamed = old.title !== young.title;
  const [from, to] = [old.routes[0], young.routes[0]];
  const isMoved = from !== to && to !== undefined;
  return {
    isAll: false,
    sentences: [
      ...(isRenamed ? [`Renamed from “${old.title}” to “${young.title}”.`] : []),
      ...(isMoved ? [sayMoved(old.routes, young.routes)] : []),
    ],
    told: [...(isRenamed ? ['/title'] : []), ...(isMoved ? ['/routes'] : [])],
  };
}

function sayMoved(before: readonly string[], after: readonly string[]): string {
  const [to] = after;
  if (before.length === 0) return `Has an address now: ${to}.`;
  const gone = before.filter((route) => !after.includes(route));
  const left =
    gone.length === 0 ? 'The earlier address still opens it.' : `${LIST.format(gone)} is not found any more.`;
  return `Moved from ${before[0]} to ${to}. ${left}`;
}

/** What opens at an address of a deleted screen. */
function sayRoute(route: string, after: Files): string {
  const owner = after
    .map(({ path }) => readScreen(path, after))
    .find((screen) => screen?.routes.includes(route) === true);
  return owner === undefined ? `${route} is not found any more.` : `${route} now opens “${owner.title}”.`;
}

function readScreen(path: string, files: Files): { title: string; routes: readonly string[] } | undefined {
  const id = screenAt(path);
  const file = files.find((one) => one.path === path);
  const value = file && parseFile(file).document?.value;
  return id === undefined || value === undefined
    ? undefined
    : { title: titleOfScreen(id, value), routes: routesOf(value) };
}
