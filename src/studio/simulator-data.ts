import type { AppPlan } from '#renderer/plan/plan.ts';
import type { Contract } from '#src/shared/contract.ts';
import type { Places } from '#src/simulator/service/places.ts';
import type { Scenario } from '#src/simulator/scenarios/scenario.ts';
import type { ServiceAnswers } from '#src/simulator/service/service-fixtures.ts';
import type { StateFiles } from '#src/simulator/states/states.ts';

/** The application's plan in one language. */
export interface LanguageApp {
  readonly language: string;
  readonly plan: AppPlan;
}

/** Data of the simulated loan service, which runs in the page on fixtures. */
export interface SimulatorData {
  readonly contracts: readonly Contract[];
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly places: Places;
  readonly states: StateFiles;
  readonly service: ServiceAnswers;
}
