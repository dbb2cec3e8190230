import * as v from 'valibot';
import type { Value } from '../plan/expression.ts';
import type { EndpointPlan } from '../plan/plan.ts';
import { readStored } from '../plan/read-reply.ts';
import { fingerprint } from './fingerprint.ts';
import type { Values } from './ports/store.ts';
import { type PageStorage, UNREADABLE } from './page-storage.ts';
import { STORED_TIME } from './stored-value.ts';

/** The last good replies of `offline` resources, stored on the device by endpoint and inputs. */
export interface OfflineReplies {
  /** The stored reply for these inputs, if it is this visitor's, not too old and of the contract's shape. */
  find(endpoint: EndpointPlan, inputs: Values): OfflineReply | undefined;
  store(endpoint: EndpointPlan, inputs: Values, reply: OfflineReply): void;
  forget(endpoint: EndpointPlan, inputs: Values): void;
}

export interface OfflineReply {
  readonly value: Value;
  /** When it was read, in milliseconds since the epoch. */
  readonly readAt: number;
}

const PREFIX = 'capiz/offline/';
/** The contract of the endpoint defines the shape of the value. */
const ENTRY = v.object({ owner: v.string(), readAt: STORED_TIME, value: v.unknown() });
/** Covers a long weekend offline. Older amounts would be wrong because of interest. */
const MAX_AGE_MS = 7 * 86_400_000;
/** In UTF-16 units. The whole origin has about five million, drafts and intents included. */
const MAX_UNITS = 65_536;
const MAX_REPLIES = 20;

export function createOfflineReplies(
  storage: PageStorage,
  owner: string,
  now: () => number,
  report: (code: string, detail: string) => void,
): OfflineReplies {
  function forget(key: string): void {
    storage.write('device', key, undefined);
  }

  function dropOldest(): void {
    const keys = storage.keys('device').filter((key) => key.startsWith(PREFIX));
    if (keys.length <= MAX_REPLIES) return;
    const byAge = keys
      .map((key) => ({ key, readAt: storage.read('device', key, ENTRY)?.readAt ?? 0 }))
      .sort((one, other) => other.readAt - one.readAt);
    for (const { key } of byAge.slice(MAX_REPLIES)) forget(key);
  }

  return {
    find(endpoint, inputs) {
      const key = keyOf(endpoint, inputs);
      const entry = storage.find('device', key, ENTRY);
      if (entry === undefined) return undefined;
      const read = entry === UNREADABLE ? entry : readStored(entry.value, endpoint.reply);
      const isMisfit = read === UNREADABLE || !read.ok;
      if (entry !== UNREADABLE && !isMisfit && entry.owner === owner && now() - entry.readAt <= MAX_AGE_MS) {
        return { value: read.value, readAt: entry.readAt };
      }
      if (isMisfit) report('offline/misfit', endpoint.name);
      forget(key);
      return undefined;
    },
    store(endpoint, inputs, { value, readAt }) {
      const key = keyOf(endpoint, inputs);
      // The new reply is too large. Removes the old one, which is outdated.
      if (JSON.stringify(value).length > MAX_UNITS) forget(key);
      else if (storage.write('device', key, { owner, readAt, value })) dropOldest();
    },
    forget: (endpoint, inputs) => forget(keyOf(endpoint, inputs)),
  };
}

/** Hashed: inputs name orders and products, which must not be readable in keys. */
function keyOf(endpoint: EndpointPlan, inputs: Values): string {
  const sorted = Object.entries(inputs).sort(([one], [other]) => (one < other ? -1 : 1));
  return `${PREFIX}${endpoint.name}/${fingerprint(JSON.stringify(sorted))}`;
}
