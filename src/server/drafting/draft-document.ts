import type { Contract } from '../contract.ts';
import type { Scenario } from '../reference/scenario.ts';
import type { ServiceAnswers } from '../reference/service-fixtures.ts';

/**
 * What the document of a draft on a phone carries beside its release: what its page is answered with, so that nobody
 * else is asked. Written by the server, read by `src/workshop/draft.ts`.
 */
export interface DraftDocument {
  /** Where it is served: plans lie below, and nothing else may be fetched. */
  readonly base: string;
  /** What the page takes for its address. */
  readonly address: string;
  readonly contracts: readonly Contract[];
  readonly scenarios: readonly Scenario[];
  readonly service: ServiceAnswers;
  /** Rows of places, as `readPlaces` reads them. */
  readonly places: string;
}

/** Id of the element that holds the DraftDocument. */
export const DRAFT_ELEMENT_ID = 'capiz-draft';
/** On the element of a document that shows a draft: what else comes into its frame is sent away. */
export const DRAFT_ATTRIBUTE = 'data-capiz-draft';
