import { isJson, type Json } from '#renderer/grammar/json.ts';
import { valueAt } from '#renderer/grammar/pointer.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { documentOf } from '../model/nodes.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { nameFor } from '../variants/variants.ts';
import { listScreens, routesOf, screenPath } from './all-screens.ts';

const SCHEMAS: { readonly [path: string]: Json } = import.meta.glob('../../../schemas/screen.schema.json', {
  eager: true,
  import: 'default',
});

const ROUTE = valueAt(Object.values(SCHEMAS)[0], '/properties/routes/items');
const PATTERN = new RegExp(isJson(ROUTE) ? String(ROUTE['pattern']) : '');
const LONGEST = isJson(ROUTE) ? Number(ROUTE['maxLength']) : 0;

/** A free id for a screen with this title: `How to pay` → `how-to-pay`. */
export function idFor(view: WorkspaceView, title: string): string {
  const taken = new Set(listScreens(view).map(({ id }) => id));
  // An id begins with a letter.
  const words = /^[^a-z]*\d/i.test(title) ? `screen ${title}` : title;
  return nameFor(words, (one) => taken.has(one) || ownerOf(view, `/${one}`) !== undefined, 'screen');
}

/** The title of the screen that has an address. */
function ownerOf(view: WorkspaceView, route: string): { id: string; title: string } | undefined {
  return listScreens(view).find(({ id }) => routesOf(documentOf(view, screenPath(id))).includes(route));
}

/**
 * Why a screen cannot have an address: a sentence without its subject "It". The checker knows the addresses that are
 * taken by the server and by services: `faultInProblems`.
 *
 * @param screen - The screen that gets the address; undefined for a new one.
 */
export function faultOfRoute(view: WorkspaceView, route: string, screen?: string): string | undefined {
  if (route.length > LONGEST) return `is too long: at most ${LONGEST} characters.`;
  if (!PATTERN.test(route))
    return 'is not in the expected form: it begins with “/”, and has letters, digits, “-” and “_”, as in “/how-to-pay”.';
  const owner = ownerOf(view, route);
  return owner === undefined || owner.id === screen
    ? undefined
    : `is the address of “${owner.title}” already. Choose another one.`;
}

/** As `faultOfRoute`, by the problems that the screen with this address would have. */
export function faultInProblems(problems: readonly Problem[]): string | undefined {
  const taken = problems.some(({ code }) => code === 'route/taken' || code === 'route/duplicate');
  return taken ? 'is used by the server or a service. Choose another one.' : undefined;
}
