import * as v from 'valibot';
import { ERROR_KINDS } from '../plan/problem.ts';
import { STORED_TIME, STORED_VALUE } from './stored-value.ts';

/* Lists that wait and open overlays, as they are stored over a reload. */

/** An origin as it is stored over a reload. */
const SAVED_ORIGIN = v.object({
  list: v.string(),
  event: v.string(),
  run: v.exactOptional(v.string()),
  overlay: v.exactOptional(v.string()),
  /** The node's instance. */
  node: v.exactOptional(v.string()),
});
export type SavedOrigin = Readonly<v.InferOutput<typeof SAVED_ORIGIN>>;

const INDEX = v.pipe(v.number(), v.integer(), v.minValue(0));

const SAVED_FRAME = v.object({
  kind: v.picklist(['list', 'case', 'catch', 'default']),
  at: v.union([INDEX, v.string()]),
  index: INDEX,
  names: v.record(v.string(), STORED_VALUE),
  origin: v.exactOptional(SAVED_ORIGIN),
  error: v.exactOptional(
    v.object({
      kind: v.picklist(ERROR_KINDS),
      code: v.exactOptional(v.string()),
      message: v.exactOptional(v.string()),
      pointer: v.exactOptional(v.string()),
    }),
  ),
});
export type SavedFrame = Readonly<v.InferOutput<typeof SAVED_FRAME>>;

/** A run that waits, as it is stored over a reload. */
const SAVED_RUN = v.object({
  id: v.string(),
  origin: SAVED_ORIGIN,
  frames: v.array(SAVED_FRAME),
  /** By critical action in the order of `criticalsOf`; an amount that could not be computed has no `is`. */
  amounts: v.array(v.array(v.object({ is: v.exactOptional(STORED_VALUE) }))),
  written: v.array(v.string()),
  /** Of a pause; without it the run waits on its overlay. */
  until: v.exactOptional(STORED_TIME),
});
export type SavedRun = Readonly<v.InferOutput<typeof SAVED_RUN>>;

/** What is stored over a reload: overlays that are open, the lowest first, and lists that wait. */
export const SAVED_OVERLAYS = v.object({
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
export type SavedOverlays = Readonly<v.InferOutput<typeof SAVED_OVERLAYS>>;
