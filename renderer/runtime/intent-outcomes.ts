import { evaluate } from '../plan/evaluate.ts';
import type { CriticalPlan } from '../plan/plan.ts';
import type { EndedWishes } from './ended-wishes.ts';
import { criticalsOf } from './frames.ts';
import type { IntentRecord } from './intent-record.ts';
import type { IntentStore } from './intent-store.ts';
import { own, walkNodes } from './lists.ts';
import type { Engine } from './ports/engine.ts';
import type { Origin } from './ports/runner.ts';

export interface Outcomes {
  /** Asks the service for an unknown outcome. An answer other than true or false leaves it unknown. */
  ask(place: string): Promise<void>;
  /** The list of this origin ended as "unknown". Its inline notices are removed when the outcome is known. */
  noteUnknown(place: string, origin: Origin): void;
}

export function createOutcomes(engine: Engine, store: IntentStore, wishes: EndedWishes): Outcomes {
  /** Places whose outcome is being asked about. */
  const asking = new Set<string>();
  const unknownOrigins = new Map<string, Origin>();

  /** The outcome is known: reads the screen's data, so that it is current before the person sends again. */
  function finish(place: string): void {
    store.remove(place);
    if (engine.navigation.isLeaving) return;
    const origin = unknownOrigins.get(place);
    unknownOrigins.delete(place);
    if (origin) engine.notices.begin(origin);
    void engine.data.reload();
  }

  return {
    async ask(place) {
      const record = store.read(place);
      if (!record?.ask || asking.has(place) || store.sending.has(place)) return;
      const endpoint = own(engine.plan.endpoints, record.ask.endpoint);
      const { done, wish } = criticalOf(engine, record) ?? {};
      if (!endpoint?.safe || done === undefined) return;
      asking.add(place);
      try {
        const { signal } = new AbortController();
        const reply = await engine.calls.call(endpoint, record.ask.request, { signal });
        const result = evaluate(done, engine.scope.with('reply', reply));
        if (typeof result !== 'boolean' || store.read(place)?.key !== record.key) return;
        const sent = own(engine.plan.endpoints, record.endpoint ?? '');
        // If the call is a part of another wish, only that part is known to be done.
        if (result && sent?.once && wish === undefined) wishes.note(place, sent.once.forMs);
        finish(place);
      } catch {
        // The outcome is still unknown: the service is asked again later.
      } finally {
        asking.delete(place);
      }
    },
    noteUnknown: (place, origin) => void unknownOrigins.set(place, origin),
  };
}

/** Several calls may share an intent; each plan names its own outcome question. */
function criticalOf({ plan }: Engine, { intent, endpoint }: IntentRecord): CriticalPlan | undefined {
  const lists = [
    ...Object.values(plan.on),
    ...Object.values(plan.data).map((resource) => resource.load ?? []),
    ...[...walkNodes(plan)].flatMap((node) => Object.values(node.plan.on ?? {})),
  ];
  const calls = lists
    .flatMap((list) => criticalsOf(plan, list ?? []))
    .filter(({ critical }) => critical.intent === intent);
  return (calls.find(({ props }) => props?.['endpoint'] === endpoint) ?? calls[0])?.critical;
}
