import type { Problem } from '../plan/problem.ts';
import type { Origins } from './compile/draft.ts';
import type { Walk } from './compile/plan-walk.ts';
import { problemAt } from './problems.ts';
import { laterGrammar, needsOf } from './since.ts';
import type { World } from './world.ts';

/** Reports features that a plan uses but that its document's grammar does not have, at their location. */
export function checkGrammar(world: World, walk: Walk, origins: Origins): Problem[] {
  const documents = [...world.screens.values(), ...world.parts.values()];
  return needsOf(walk).flatMap(({ since, what, node }) => {
    const origin = node === undefined ? undefined : origins[node];
    const found = documents.find(({ document }) => document !== undefined && document.file === origin?.file);
    const grammar = found?.value?.['grammar'];
    // A grammar that is no number is reported elsewhere.
    if (origin === undefined || found?.document === undefined || typeof grammar !== 'number') return [];
    if (grammar >= since) return [];
    const place = found.document.place(origin.pointer);
    return problemAt(place, 'document/later-grammar', ...laterGrammar(since, what, grammar));
  });
}
