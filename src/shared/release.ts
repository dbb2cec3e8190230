import type { AppPlan, Plan } from '#renderer/plan/plan.ts';

/**
 * What the address document carries for the page: `<script type="application/json" id="capiz-release">`.
 * Written by the server's delivery, read by the page at boot. Data, never run. Plans carry the messages of
 * one language: another language is another document.
 */
export interface ReleaseDocument {
  readonly language: string;
  readonly app: { readonly hash: string; readonly plan: AppPlan };
  readonly screens: { readonly [id: string]: ScreenPointer };
  /** The plan of the address that was asked for: the first screen costs one round trip. */
  readonly first?: { readonly screen: string; readonly hash: string; readonly plan: Plan };
  /** Pictures of the product: `asset:<name>` in a definition → address. */
  readonly assets: { readonly [name: string]: string };
  /** The server's clock, milliseconds since the epoch, when the document was written. */
  readonly now: number;
  /** Answered by the reference loan service, or marked as a demonstration. */
  readonly demo: boolean;
}

export interface ScreenPointer {
  /** The plan stands at `planAddress(hash)`, for ever. */
  readonly hash: string;
  readonly paths: readonly string[];
  readonly params: readonly string[];
}

/** Id of the element that holds the ReleaseDocument. */
export const RELEASE_ELEMENT_ID = 'capiz-release';

/** Where a page sends reports of faults, `POST` of JSON. */
export const REPORTS_ADDRESS = '/capiz/reports';

export function planAddress(hash: string): string {
  return `/capiz/plans/${hash}.json`;
}
