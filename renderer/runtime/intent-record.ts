import * as v from 'valibot';
import { namedRecord } from '../plan/named-record.ts';
import { STORED_VALUE } from './stored-value.ts';

/** What is stored on the device before the first send of an intent. */
export const INTENT_RECORD = v.object({
  /** Id of the person. Other people may neither retry the request nor request its outcome. */
  owner: v.string(),
  intent: v.string(),
  /** The endpoint of the call; missing in records of an earlier release. */
  endpoint: v.exactOptional(v.string()),
  key: v.string(),
  /** Without the query, which could identify the session. */
  path: v.string(),
  body: v.exactOptional(v.string()),
  ask: v.exactOptional(v.object({ endpoint: v.string(), request: namedRecord(STORED_VALUE) })),
});

export type IntentRecord = Readonly<v.InferOutput<typeof INTENT_RECORD>>;
