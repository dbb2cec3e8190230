import type { Value } from '../plan/expression.ts';
import type { Plan } from '../plan/plan.ts';
import { readStored } from '../plan/read-reply.ts';
import type { Reading } from '../plan/endings.ts';
import { own } from './lists.ts';
import type { Values } from './ports.ts';
import type { PageStorage } from './page-storage.ts';

/** What a return to a history entry brings back. */
export interface Visit {
  readonly state: Values;
  readonly timers: unknown;
  readonly overlays: unknown;
  readonly scrollTop: number | undefined;
}

interface SavedVisit {
  readonly plan: string;
  readonly owner: string;
  /** Null stands for what was taken away. */
  readonly state: { readonly [name: string]: Value | null };
  readonly timers?: unknown;
  readonly overlays?: unknown;
  readonly scrollTop: number;
  /** The reading at the time when the history entry was made. */
  readonly opening: Reading;
}

const PREFIX = 'capiz/visit/';

/**
 * Keeps state, countdowns, scroll and waiting overlays per history entry in session storage. What was
 * saved for another plan or by another person is not given back; state that does not fit is left out.
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
  const known = () => storage.read('session', key) as Partial<SavedVisit> | null | undefined;

  return {
    /**
     * The opening of this entry, whichever release made it: returning to the entry, or reloading it, does not change
     * it.
     */
    opening: () => known()?.opening,
    restore(): Visit | undefined {
      const saved = known();
      if (typeof saved !== 'object' || saved === null) return undefined;
      if (saved.plan !== hash || saved.owner !== owner) return undefined;
      return {
        state: readState(plan, saved.state),
        timers: saved.timers,
        overlays: saved.overlays,
        scrollTop: typeof saved.scrollTop === 'number' ? saved.scrollTop : undefined,
      };
    },
    save(visit: Pick<SavedVisit, 'opening' | 'scrollTop'> & Omit<Visit, 'scrollTop'>): void {
      const state: { [name: string]: Value | null } = {};
      for (const [name, value] of Object.entries(visit.state)) state[name] = value ?? null;
      const saved: SavedVisit = {
        plan: hash,
        owner,
        state,
        timers: visit.timers ?? undefined,
        overlays: visit.overlays ?? undefined,
        scrollTop: visit.scrollTop,
        opening: visit.opening,
      };
      if (storage.write('session', key, saved)) return;
      // Full: what is behind us matters less than where we are.
      for (const other of storage.keys('session')) {
        if (other.startsWith(PREFIX) && other !== key) storage.write('session', other, undefined);
      }
      storage.write('session', key, saved);
    },
  };
}

function readState(plan: Plan, saved: unknown): Values {
  const state: { [name: string]: Value | undefined } = {};
  if (typeof saved !== 'object' || saved === null) return state;
  for (const [name, value] of Object.entries(saved)) {
    // A part's state under `each` has the keys of its list in its name.
    const declared = own(plan.state, name.replace(/\[[^\]]*\]/g, ''));
    if (declared === undefined || declared.ofFrame) continue;
    const result = value === null ? undefined : readStored(value, declared.shape);
    if (result === undefined) state[name] = undefined;
    else if (result.ok) state[name] = result.value;
  }
  return state;
}
