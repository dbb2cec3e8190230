import * as v from 'valibot';
import type { Value } from '../plan/expression.ts';
import type { AppPlan, KeptPlan } from '../plan/plan.ts';
import { readStored } from '../plan/read-reply.ts';
import { keepEqual } from './keep-equal.ts';
import type { Store, Values } from './ports/store.ts';
import type { PageStorage } from './page-storage.ts';
import type { LiveStore } from './store.ts';

/** Values that outlive a screen, stored under `capiz:<name>` as JSON. */
export interface Kept {
  /** Reads the stored values. A value that no longer matches its type is absent and reported. */
  load(): Values;
  /** Stores every later change. */
  follow(store: LiveStore): void;
  /** Reads what other screens stored while this one was in the background. */
  reload(store: Store): void;
}

export function createKept(
  app: AppPlan,
  storage: PageStorage,
  report: (code: string, detail: string) => void,
): Kept {
  function load(): Values {
    return Object.fromEntries(Object.entries(app.kept).map(([name, plan]) => [name, read(name, plan)]));
  }

  function read(name: string, plan: KeptPlan): Value | undefined {
    const stored = storage.read(plan.for, keyOf(name), v.unknown());
    if (stored === undefined) return plan.initial;
    const result = readStored(stored, plan.shape);
    for (const { pointer } of result.drops) report('kept/misfit', `${name}: ${pointer}`);
    if (result.ok) return result.value;
    report('kept/misfit', name);
    return undefined;
  }

  return {
    load,
    follow(store) {
      store.react((commit) => {
        for (const [name, plan] of Object.entries(app.kept)) {
          if (!commit.keys.has(`kept.${name}`)) continue;
          storage.write(plan.for, keyOf(name), commit.after.kept[name]);
        }
      });
    },
    reload(store) {
      const old = store.get().kept;
      const fresh = load();
      store.change((draft) => {
        for (const [name, plan] of Object.entries(app.kept)) {
          const value = keepEqual(old[name], fresh[name]);
          // Without storage the store has the only copy.
          if (storage.holds(plan.for) && value !== old[name]) draft.kept[name] = value;
        }
      });
    },
  };
}

function keyOf(name: string): string {
  return `capiz:${name}`;
}
