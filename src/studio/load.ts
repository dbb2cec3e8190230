import * as v from 'valibot';
import { readPlaces } from '#src/server/reference/places.ts';
import type { StateFiles } from '#src/server/reference/states.ts';
import { REHEARSAL } from './answers.ts';
import type { Rehearsal } from './rehearsal.ts';

/** What a draft is rehearsed with; fetched once. */
export type Fixtures = Omit<Rehearsal, 'contracts'>;

export async function loadFixtures(): Promise<Fixtures> {
  const reply = await fetch('/studio/rehearsal.json');
  if (!reply.ok) throw new Error('The fixtures cannot be read.');
  const { scenarios, screens, sets, places, service } = v.parse(REHEARSAL, await reply.json());
  const states: StateFiles = {
    screens: new Map(Object.entries(screens)),
    sets: new Map(Object.entries(sets)),
  };
  return { scenarios: new Map(Object.entries(scenarios)), states, service, places: readPlaces(places) };
}
