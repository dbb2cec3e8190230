import { readPlaces } from '#src/server/reference/places.ts';
import type { Scenario } from '#src/server/reference/scenario.ts';
import type { ServiceAnswers } from '#src/server/reference/service-fixtures.ts';
import type { StateFile, StateFiles } from '#src/server/reference/states.ts';
import type { Rehearsal } from './rehearsal.ts';

interface Written {
  readonly scenarios: { readonly [name: string]: Scenario };
  readonly screens: { readonly [screen: string]: StateFile };
  readonly sets: { readonly [set: string]: StateFile };
  readonly places: string;
  readonly service: ServiceAnswers;
}

/** What a draft is rehearsed with; fetched once. */
export type Fixtures = Omit<Rehearsal, 'contracts'>;

export async function loadFixtures(): Promise<Fixtures> {
  const reply = await fetch('/studio/rehearsal.json');
  if (!reply.ok) throw new Error('The fixtures cannot be read.');
  const { scenarios, screens, sets, places, service } = (await reply.json()) as Written;
  const states: StateFiles = {
    screens: new Map(Object.entries(screens)),
    sets: new Map(Object.entries(sets)),
  };
  return { scenarios: new Map(Object.entries(scenarios)), states, service, places: readPlaces(places) };
}
