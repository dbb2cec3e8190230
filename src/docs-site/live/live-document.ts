import * as v from 'valibot';
import { isRecord } from '#renderer/plan/value.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { DOCS_ADDRESS } from '#src/shared/docs-address.ts';
import type { Contract } from '#src/shared/contract.ts';
import type { Scenario } from '#src/simulator/scenarios/scenario.ts';
import type { ServiceAnswers } from '#src/simulator/service/service-fixtures.ts';

/** Below this address each screen of each example has its document: `/capiz/docs/live/list/books`. */
export const LIVE_ADDRESS = `${DOCS_ADDRESS}/live`;

/** Id of the element that holds the LiveDocument. */
export const LIVE_ELEMENT_ID = 'capiz-example';

/** Data in the document of a live example: its compiled screens, and everything that its calls are answered with. */
// The build has compiled and checked all of it.
export const LIVE_DOCUMENT = v.object({
  app: v.custom<AppPlan>(isRecord),
  /** By screen. */
  plans: v.custom<{ readonly [screen: string]: Plan }>(isRecord),
  contracts: v.array(v.custom<Contract>(isRecord)),
  scenarios: v.array(v.custom<Scenario>(isRecord)),
  service: v.custom<ServiceAnswers>(isRecord),
});
export type LiveDocument = Readonly<v.InferOutput<typeof LIVE_DOCUMENT>>;
