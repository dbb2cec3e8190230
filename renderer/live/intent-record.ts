import * as v from 'valibot';
import { namedRecord } from '../plan/named-record.ts';
import { STORED_VALUE } from './stored-value.ts';

/** What is stored on the device before the first send of an intent. */
export const INTENT_RECORD = v.object({
  /** Whose intent it is: nobody else repeats or asks about it. */
  owner: v.string(),
  intent: v.string(),
  /** The endpoint of its call; missing in records of an earlier release. */
  endpoint: v.exactOptional(v.string()),
  key: v.string(),
  /** The path of the address; its query could name the session. */
  path: v.string(),
  body: v.exactOptional(v.string()),
  ask: v.exactOptional(v.object({ endpoint: v.string(), request: namedRecord(STORED_VALUE) })),
});

export type IntentRecord = Readonly<v.InferOutput<typeof INTENT_RECORD>>;
