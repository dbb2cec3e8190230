import * as v from 'valibot';
import { isRecord } from '#renderer/plan/value.ts';
import type { Contract } from '#src/shared/contract.ts';
import type { Scenario } from './scenarios/scenario.ts';
import type { ServiceAnswers } from './service/service-fixtures.ts';

/**
 * Data in a draft's preview page, besides its release: everything that its calls are answered with, so that no
 * service is called. Written by the server, read by `src/devtools/draft.ts`.
 */
export const DRAFT_DOCUMENT = v.object({
  /** Prefix of the draft's plans; the page may fetch nothing else. */
  base: v.string(),
  /** The address that the page uses in place of its URL. */
  address: v.string(),
  // The next three are definitions. The server has checked them by their JSON Schemas.
  contracts: v.pipe(v.array(v.custom<Contract>(isRecord)), v.readonly()),
  scenarios: v.pipe(v.array(v.custom<Scenario>(isRecord)), v.readonly()),
  service: v.custom<ServiceAnswers>(isRecord),
  /** CSV of places, for `readPlaces`. */
  places: v.string(),
});
export type DraftDocument = Readonly<v.InferOutput<typeof DRAFT_DOCUMENT>>;

/** Id of the element that holds the DraftDocument. */
export const DRAFT_ELEMENT_ID = 'capiz-draft';
/** Attribute of the root element of a draft's preview; other documents are removed from its frame. */
export const DRAFT_ATTRIBUTE = 'data-capiz-draft';
