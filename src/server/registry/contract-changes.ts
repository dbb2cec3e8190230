import type { Action } from '#src/review/roles.ts';
import { hashOf } from './contents.ts';
import { type Changes, readChanges, readDraft } from './drafts.ts';
import type { Queries } from './database.ts';
import { findLive, readManifest } from './manifests.ts';

/** A right that an operation needs in addition to its own, with the error message for accounts without it. */
export interface FurtherRight {
  readonly may: Action;
  readonly message: string;
}

const CONTRACTS = 'schemas/api/';

/**
 * The right to change contracts, if a save changes one. The comparison is with the revision that the person has
 * seen: a save of any other revision is refused, so it cannot replace anything else.
 */
export async function rightForSave(
  queries: Queries,
  { draft: id, seen, changes }: { readonly draft: string; readonly seen: number; readonly changes: Changes },
): Promise<FurtherRight | undefined> {
  const paths = Object.keys(changes).filter((path) => path.startsWith(CONTRACTS));
  if (paths.length === 0) return undefined;
  const { base, revision } = await readDraft(queries, id);
  const saved = await readChanges(queries, id, seen);
  const files = base === undefined ? {} : (await readManifest(queries, base)).files;
  return rightFor(
    paths.filter((path) => {
      const before = saved.has(path) ? saved.get(path) : Object.hasOwn(files, path) ? files[path] : null;
      return seen > revision || hash(changes[path]) !== before;
    }),
  );
}

/**
 * The right to change contracts, if a project's contracts differ from the live release's. The first release of an
 * installation needs no such right.
 */
export async function rightForProject(
  queries: Queries,
  project: ReadonlyMap<string, Uint8Array>,
): Promise<FurtherRight | undefined> {
  const live = await findLive(queries);
  if (live === undefined) return undefined;
  const { files } = await readManifest(queries, live.release);
  const paths = new Set([...Object.keys(files), ...project.keys()]);
  return rightFor(
    [...paths].filter((path) => {
      const before = Object.hasOwn(files, path) ? files[path] : null;
      return path.startsWith(CONTRACTS) && hash(project.get(path)) !== before;
    }),
  );
}

function rightFor(paths: readonly string[]): FurtherRight | undefined {
  if (paths.length === 0) return undefined;
  const named = [...paths].sort().join(', ');
  return {
    may: 'change-contract',
    message: `Publishers change contracts of the loan service, because every screen that makes the call depends on them. Changed here: ${named}. Leave these files as they are, or ask a publisher to save them.`,
  };
}

function hash(content: string | Uint8Array | null | undefined): string | null {
  return content === null || content === undefined ? null : hashOf(content);
}
