import type { MakeSource } from '../start.ts';
import { createRegistryApi } from './api.ts';
import type { OpenRegistry } from './open-registry.ts';
import { createRegistrySource, readLive } from './source.ts';

/** What is live in the registry, and the API by which it becomes another. */
export async function serveRegistry(
  { database }: Pick<OpenRegistry, 'database'>,
  log: (line: string) => void,
): Promise<MakeSource> {
  const first = await readLive(database);
  return (make) => {
    const releases = createRegistrySource(database, first, make, log);
    database.onChange(() => void releases.refresh());
    return {
      releases,
      // Whoever published sees it at once, on the server that answers.
      api: createRegistryApi({ database, now: Date.now, afterChange: () => releases.refresh() }),
    };
  };
}
