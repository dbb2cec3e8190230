import { didYouMean } from '#renderer/grammar/nearest.ts';
import type { DrawnState } from './drawn.ts';
import { createPool } from './pool.ts';
import { loadTestProject } from './project.ts';

export { UnsoundProject } from './project.ts';

/** The screen, state or language does not exist. */
export class UnknownState extends Error {}

/** A state in a language. */
export interface Sought {
  readonly screen: string;
  readonly state: string;
  readonly language: string;
}

/**
 * Finds a state of a project.
 *
 * @param language - Default: the state's own, or the project's first.
 * @throws UnsoundProject, UnknownState.
 */
export function findState(
  root: string,
  { screen, state: name, language }: Omit<Sought, 'language'> & { readonly language: string | undefined },
): Sought {
  const { states, release } = loadTestProject(root);
  const state = states.get(screen)?.find((one) => one.name === name);
  if (state === undefined) throw new UnknownState(sayUnknownState(states, screen, name));
  const spoken = state.lang === undefined ? [...release.languages.keys()] : [state.lang];
  const wanted = language ?? state.lang ?? release.language;
  if (!spoken.includes(wanted))
    throw new UnknownState(`${screen}/${name} is drawn in ${spoken.join(', ')}, not in "${wanted}"`);
  return { screen, state: name, language: wanted };
}

/** Renders a state, and keeps a copy of the page. */
export async function drawOne(root: string, { screen, state, language }: Sought): Promise<DrawnState> {
  const pool = createPool(root, { size: 1 });
  // Render all languages: the second one replays the waits of the first.
  const [drawn = []] = await pool
    .run([{ screen, names: [state], scripts: [], keepsPages: 'all' }])
    .finally(() => pool.close());
  const found = drawn.find((one) => one.language === language);
  if (found === undefined) throw new Error(`Nothing was drawn of ${screen}/${state}.`);
  return found;
}

/** The error message for an unknown state, with the most similar name. */
function sayUnknownState(
  states: ReadonlyMap<string, readonly { readonly name: string }[]>,
  screen: string,
  name: string,
): string {
  const own = states.get(screen);
  if (own === undefined) {
    const help = didYouMean(screen, [...states.keys()]);
    return `there is no screen "${screen}"${help === undefined ? '' : `; ${help}`}`;
  }
  const help = didYouMean(
    name,
    own.map((one) => one.name),
  );
  return `the screen ${screen} has no state "${name}"${help === undefined ? '' : `; ${help}`}`;
}
