import type { MakeSource } from '../start.ts';
import { createRegistryApi } from './api.ts';
import { createCountBuffer } from './count-buffer.ts';
import type { OpenRegistry } from './open-registry.ts';
import { stepRollout } from './rollouts.ts';
import { createRegistrySource, readLive } from './source.ts';

/** So often what pages reported is written, and looked at by whoever decides about a rollout. */
const EVERY_MS = 5_000;

/** What is live in the registry, what is on its way, and the API by which they become others. */
export async function serveRegistry(
  { database }: Pick<OpenRegistry, 'database'>,
  log: (line: string) => void,
  { reportSample, now = Date.now }: { readonly reportSample: number; readonly now?: () => number },
): Promise<MakeSource> {
  const first = await readLive(database);
  return (make) => {
    const releases = createRegistrySource({ database, first, make, sample: reportSample, now, log });
    const counts = createCountBuffer(database, now);
    let last = 0;
    async function work(): Promise<void> {
      await releases.refresh();
      // Told of every change, its own too.
      if (now() - last < EVERY_MS) return;
      last = now();
      try {
        await counts.flush();
        const step = await stepRollout(database, now());
        if (step !== undefined) log(`The rollout was ${step}`);
      } catch (error) {
        log(`The rollout was not looked at: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    database.onChange(() => void work());
    void releases.refresh();
    return {
      releases,
      counts,
      // Whoever published sees it at once, on the server that answers.
      api: createRegistryApi({ database, now, afterChange: () => releases.refresh() }),
    };
  };
}
