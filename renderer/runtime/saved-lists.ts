import * as v from 'valibot';
import type { Value } from '../plan/expression.ts';
import { namedRecord } from '../plan/named-record.ts';
import { type ActionError, ERROR_KINDS } from '../plan/problem.ts';
import { STORED_TIME, STORED_VALUE } from './stored-value.ts';

/* Stored for a reload: waiting lists and open overlays. */

const SAVED_ORIGIN = v.object({
  list: v.string(),
  event: v.string(),
  run: v.exactOptional(v.string()),
  overlay: v.exactOptional(v.string()),
  /** The node's instance. */
  node: v.exactOptional(v.string()),
});
export interface SavedOrigin {
  readonly list: string;
  readonly event: string;
  readonly run?: string;
  readonly overlay?: string;
  readonly node?: string;
}

const INDEX = v.pipe(v.number(), v.integer(), v.minValue(0));

const SAVED_FRAME = v.object({
  kind: v.picklist(['list', 'case', 'catch', 'default']),
  at: v.union([INDEX, v.string()]),
  index: INDEX,
  names: namedRecord(STORED_VALUE),
  origin: v.exactOptional(SAVED_ORIGIN),
  error: v.exactOptional(
    v.object({
      kind: v.picklist(ERROR_KINDS),
      code: v.exactOptional(v.string()),
      message: v.exactOptional(v.string()),
      pointer: v.exactOptional(v.string()),
      status: v.exactOptional(v.number()),
    }),
  ),
});
export interface SavedFrame {
  readonly kind: 'list' | 'case' | 'catch' | 'default';
  readonly at: number | string;
  readonly index: number;
  readonly names: { readonly [name: string]: Value };
  readonly origin?: SavedOrigin;
  readonly error?: ActionError;
}

const SAVED_RUN = v.object({
  id: v.string(),
  origin: SAVED_ORIGIN,
  frames: v.array(SAVED_FRAME),
  /** One entry per critical action, in the order of `criticalsOf`. Without `is` the amount could not be computed. */
  amounts: v.array(v.array(v.object({ is: v.exactOptional(STORED_VALUE) }))),
  written: v.array(v.string()),
  /** End of a pause; without it the run waits for its overlay. */
  until: v.exactOptional(STORED_TIME),
});
export interface SavedRun {
  readonly id: string;
  readonly origin: SavedOrigin;
  readonly frames: readonly SavedFrame[];
  readonly amounts: readonly (readonly { readonly is?: Value }[])[];
  readonly written: readonly string[];
  readonly until?: number;
}

/** `open`: overlays, bottom first. `lists`: waiting runs. */
export const SAVED_OVERLAYS: v.GenericSchema<unknown, SavedOverlays> = v.object({
  open: v.array(
    v.object({
      id: v.string(),
      key: v.string(),
      origin: SAVED_ORIGIN,
      until: v.exactOptional(STORED_TIME),
    }),
  ),
  lists: v.array(SAVED_RUN),
});
export interface SavedOverlays {
  readonly open: readonly {
    readonly id: string;
    readonly key: string;
    readonly origin: SavedOrigin;
    readonly until?: number;
  }[];
  readonly lists: readonly SavedRun[];
}
