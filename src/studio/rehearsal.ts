import type { AppPlan } from '#renderer/plan/plan.ts';
import type { Contract } from '#src/shared/contract.ts';
import type { Places } from '#src/simulator/service/places.ts';
import type { Scenario } from '#src/simulator/scenarios/scenario.ts';
import type { ServiceAnswers } from '#src/simulator/service/service-fixtures.ts';
import type { StateFiles } from '#src/simulator/states/states.ts';

/** The application as it speaks one language. */
export interface LanguageApp {
  readonly language: string;
  readonly plan: AppPlan;
}

/** Who answers the calls of a draft: the reference service, over fixtures alone, in the page. */
export interface Rehearsal {
  readonly contracts: readonly Contract[];
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly places: Places;
  readonly states: StateFiles;
  readonly service: ServiceAnswers;
}
