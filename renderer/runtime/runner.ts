import { evaluate } from '../plan/evaluate.ts';
import { criticalsOf, reviveRun, saveRun } from './frames.ts';
import type { Engine } from './ports/engine.ts';
import type { RunnerPort } from './ports/runner.ts';
import { awaitOutcome, pause, startList } from './run-list.ts';
import { createRuns } from './runs.ts';

/** Events that fire again after a reload: their lists are not stored. */
const REPEATED_EVENTS: readonly string[] = ['load', 'enter'];

/** Events by which a person starts a list. */
const PERSON_EVENTS: readonly string[] = ['tap', 'submit', 'invalid', 'uploaded'];

/** Runs lists of actions. */
export function createRunner(engine: Engine): RunnerPort {
  const runs = createRuns(engine);
  const lists = { engine, runs };

  return {
    ...runs,
    run(list, origin) {
      return startList(lists, list, origin, PERSON_EVENTS.includes(origin.event) ? 'person' : 'engine');
    },
    measure: (list, scope) =>
      new Map(
        criticalsOf(engine.plan, list).map(({ critical }) => [
          critical,
          critical.amounts.map((amount) => evaluate(amount, scope)),
        ]),
      ),
    save: () =>
      runs
        .all()
        .filter((run) => run.waits !== undefined && !REPEATED_EVENTS.includes(run.origin.event))
        .map(saveRun),
    restore(saved) {
      for (const item of saved) {
        const run = reviveRun(engine, item);
        const waits = run?.waits;
        if (!run || waits === undefined || runs.find(run.origin)) continue;
        const ended = waits === 'overlay' ? engine.overlays.rejoin(run.id) : undefined;
        if (waits === 'overlay' && !ended) continue;
        runs.add(run);
        runs.setBehind(run, waits === 'overlay');
        if (ended) awaitOutcome(lists, run, ended);
        else if (waits !== 'overlay') pause(lists, run, waits.until);
      }
    },
  };
}
