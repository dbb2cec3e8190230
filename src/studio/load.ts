import { readPlaces } from '#src/simulator/service/places.ts';
import type { StateFiles } from '#src/simulator/states/states.ts';
import { SIMULATOR_FIXTURES } from './answers.ts';
import { readAnswer, readAs } from './api.ts';
import type { SimulatorData } from './simulator-data.ts';

/** Fixtures and scenarios for the preview; fetched once. */
export type Fixtures = Omit<SimulatorData, 'contracts'>;

export async function loadFixtures(): Promise<Fixtures> {
  const answer = readAnswer(fetch('/studio/rehearsal.json'));
  const { scenarios, screens, sets, places, service } = await readAs(SIMULATOR_FIXTURES, answer);
  const states: StateFiles = {
    screens: new Map(Object.entries(screens)),
    sets: new Map(Object.entries(sets)),
  };
  return { scenarios: new Map(Object.entries(scenarios)), states, service, places: readPlaces(places) };
}
