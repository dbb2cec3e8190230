import type { ReleaseParts, ReleaseSource } from '../delivery/release-source.ts';
import type { Definitions } from '../project.ts';
import type { Database } from './database.ts';
import { findLive } from './manifests.ts';
import { readCompiled, readFiles } from './releases.ts';

/** So many releases stay at hand for pages that were opened with them. */
const MOST_RETAINED = 6;

export interface RegistrySource extends ReleaseSource {
  /**
   * Looks what is live. Where that cannot be had, what was live stays so: a server that has lost its database goes on.
   *
   * @returns whether another release is live than before.
   */
  refresh(): Promise<boolean>;
}

/** What is live now, whole. */
export async function readLive({ queries }: Database): Promise<{ hash: string; definitions: Definitions }> {
  const live = await findLive(queries);
  if (live === undefined) throw new Error('Nothing is live.');
  return { hash: live.release, definitions: await readDefinitions(queries, live.release) };
}

async function readDefinitions(queries: Database['queries'], hash: string): Promise<Definitions> {
  const { app, plans } = await readCompiled(queries, hash);
  return { app, plans, files: await readFiles(queries, hash) };
}

/**
 * Serves what the registry says is live.
 *
 * @param first - What was live a moment ago.
 * @param log - A line for the operator.
 */
export function createRegistrySource(
  { queries }: Database,
  first: { readonly hash: string; readonly definitions: Definitions },
  make: (definitions: Definitions) => ReleaseParts,
  log: (line: string) => void,
): RegistrySource {
  let current = first.hash;
  let live = make(first.definitions);
  // In the order in which they were live last; the last one is live.
  const retained = new Map([[current, live]]);
  let refreshing: Promise<boolean> = Promise.resolve(false);

  async function look(): Promise<boolean> {
    try {
      const found = await findLive(queries);
      if (found === undefined || found.release === current) return false;
      const parts = retained.get(found.release) ?? make(await readDefinitions(queries, found.release));
      retained.delete(found.release);
      retained.set(found.release, parts);
      current = found.release;
      live = parts;
      for (const hash of retained.keys()) {
        if (retained.size <= MOST_RETAINED) break;
        retained.delete(hash);
      }
      log(`Live is release ${current.slice(0, 12)}`);
      return true;
    } catch (error) {
      log(`The registry cannot be read: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  }

  return {
    live: () => live,
    choose: () => live,
    retained: () => retained.values(),
    refresh() {
      // One at a time: two would make the same release twice.
      refreshing = refreshing.then(look);
      return refreshing;
    },
  };
}
