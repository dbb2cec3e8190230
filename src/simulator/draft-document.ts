import * as v from 'valibot';
import { isRecord } from '#renderer/plan/value.ts';
import type { Contract } from '#src/shared/contract.ts';
import type { Scenario } from './scenarios/scenario.ts';
import type { ServiceAnswers } from './service/service-fixtures.ts';

/**
 * What the document of a draft on a phone carries beside its release: what its page is answered with, so that nobody
 * else is asked. Written by the server, read by `src/workshop/draft.ts`.
 */
export const DRAFT_DOCUMENT = v.object({
  /** Where it is served: plans lie below, and nothing else may be fetched. */
  base: v.string(),
  /** What the page takes for its address. */
  address: v.string(),
  // The three below are definitions. The server has checked them by their JSON Schemas.
  contracts: v.pipe(v.array(v.custom<Contract>(isRecord)), v.readonly()),
  scenarios: v.pipe(v.array(v.custom<Scenario>(isRecord)), v.readonly()),
  service: v.custom<ServiceAnswers>(isRecord),
  /** Rows of places, as `readPlaces` reads them. */
  places: v.string(),
});
export type DraftDocument = Readonly<v.InferOutput<typeof DRAFT_DOCUMENT>>;

/** Id of the element that holds the DraftDocument. */
export const DRAFT_ELEMENT_ID = 'capiz-draft';
/** On the element of a document that shows a draft: what else comes into its frame is sent away. */
export const DRAFT_ATTRIBUTE = 'data-capiz-draft';
