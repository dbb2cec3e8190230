import * as v from 'valibot';
import type { Value } from '../plan/expression.ts';
import { namedRecord } from '../plan/named-record.ts';
import type { Plan } from '../plan/plan.ts';
import { readStored } from '../plan/read-reply.ts';
import type { Reading } from '../plan/endings.ts';
import { own } from './lists.ts';
import type { Values } from './ports/store.ts';
import { createPageStorage, type PageStorage, UNREADABLE } from './page-storage.ts';
import type { Services } from './services.ts';
import { READING } from './stored-value.ts';

/** What a return to a history entry restores. */
export interface Visit {
  readonly state: Values;
  readonly timers: unknown;
  readonly overlays: unknown;
  readonly scrollTop: number;
  /** How many pages of each list were read. */
  readonly pages: { readonly [name: string]: number };
}

const SAVED_VISIT = v.object({
  plan: v.string(),
  owner: v.string(),
  /** Null is a removed value. The plan defines the shape of each. */
  state: namedRecord(v.unknown()),
  /** `TimerPort` and `OverlayPort` parse these. */
  timers: v.exactOptional(v.unknown()),
  overlays: v.exactOptional(v.unknown()),
  scrollTop: v.number(),
  /** Missing in visits of an earlier release. */
  pages: v.exactOptional(namedRecord(v.number())),
  /** The reading when the history entry was created; missing in visits of an earlier release. */
  opening: v.exactOptional(READING),
});
type SavedVisit = Readonly<v.InferOutput<typeof SAVED_VISIT>>;

const PREFIX = 'capiz/visit/';

/** Whether a history entry was left with an open overlay, which `openScreen` opens again. */
export function hasOverlays(services: Pick<Services, 'storage' | 'report'>, entry: string): boolean {
  return createPageStorage(services).read('session', PREFIX + entry, SAVED_VISIT)?.overlays !== undefined;
}

/**
 * Stores state, countdowns, scroll position and waiting overlays per history entry in session storage. What was
 * stored for another plan or person is not restored; state that does not match its shape is left out.
 */
export function createVisits(options: {
  readonly storage: PageStorage;
  readonly plan: Plan;
  readonly hash: string;
  readonly owner: string;
  readonly entry: string;
}) {
  const { storage, plan, hash, owner, entry } = options;
  const key = PREFIX + entry;

  return {
    /**
     * When this history entry was first opened, with any release. Returning or reloading does not change it. An
     * unreadable time counts as older than every successful critical call.
     */
    opening(): Reading | undefined {
      const saved = storage.find('session', key, SAVED_VISIT);
      return saved === UNREADABLE ? { endings: 0, at: 0 } : saved?.opening;
    },
    restore(): Visit | undefined {
      const saved = storage.read('session', key, SAVED_VISIT);
      if (saved?.plan !== hash || saved.owner !== owner) return undefined;
      return {
        state: readState(plan, saved.state),
        timers: saved.timers,
        overlays: saved.overlays,
        scrollTop: saved.scrollTop,
        pages: saved.pages ?? {},
      };
    },
    save(visit: Visit & { readonly opening: Reading }): void {
      const state: { [name: string]: Value | null } = {};
      for (const [name, value] of Object.entries(visit.state)) state[name] = value ?? null;
      const saved: SavedVisit = {
        plan: hash,
        owner,
        state,
        ...(visit.timers !== null && { timers: visit.timers }),
        ...(visit.overlays !== null && { overlays: visit.overlays }),
        scrollTop: visit.scrollTop,
        pages: visit.pages,
        opening: visit.opening,
      };
      if (storage.write('session', key, saved)) return;
      // Storage is full: removes the visits of other entries, because this entry matters more.
      for (const other of storage.keys('session')) {
        if (other.startsWith(PREFIX) && other !== key) storage.write('session', other, undefined);
      }
      storage.write('session', key, saved);
    },
  };
}

function readState(plan: Plan, saved: SavedVisit['state']): Values {
  const state: { [name: string]: Value | undefined } = {};
  for (const [name, value] of Object.entries(saved)) {
    // State of a part under `each` has the list's keys in its name.
    const declared = own(plan.state, name.replace(/\[[^\]]*\]/g, ''));
    if (declared === undefined || declared.ofFrame) continue;
    const result = value === null ? undefined : readStored(value, declared.shape);
    if (result === undefined) state[name] = undefined;
    else if (result.ok) state[name] = result.value;
  }
  return state;
}
