import { isJson } from '#renderer/grammar/json.ts';
import { listRecords } from '../registry/audit.ts';
import type { Queries } from '../registry/database.ts';
import { type Draft, listSaves } from '../registry/drafts.ts';
import { readManifest } from '../registry/manifests.ts';
import { refuse, type Refusal } from '#src/assistant/answer.ts';

/** Hash of each document of a draft that differs from its base; null for a deleted one. */
type Content = ReadonlyMap<string, string | null>;

/** Saves that the audit is read for; earlier ones cannot be undone. */
const READ = 200;

/**
 * What a save must contain to take back the last saves that this account made with an assistant.
 *
 * The draft stores no list of steps. A save that brings back an earlier content is an undo: it ends what was saved in
 * between, and is no step itself.
 *
 * @returns Hashes by path; null deletes the document.
 */
export async function findUndo(
  queries: Queries,
  draft: Draft,
  account: string,
  steps: number,
): Promise<{ readonly changes: Content } | { readonly refused: Refusal }> {
  const base = await readBase(queries, draft);
  const stack = [{ revision: 0, content: new Map<string, string | null>() }];
  for (const [revision, content] of await readRevisions(queries, draft, base)) {
    const earlier = stack.findIndex((one) => isSame(one.content, content));
    if (earlier >= 0) stack.splice(earlier + 1);
    else stack.push({ revision, content: new Map(content) });
  }
  const undone = stack.slice(1).slice(-steps);
  const target = stack[stack.length - 1 - undone.length];
  const last = stack.at(-1);
  if (undone.length === 0 || target === undefined || last === undefined)
    return refuse('nothing', 'The draft has no edit that is left.', 'Look at it with diff.');
  const own = await listOwnRevisions(queries, draft.id, account);
  const foreign = undone.find(({ revision }) => !own.has(revision));
  if (foreign !== undefined)
    return refuse(
      'changed',
      `Revision ${foreign.revision} of the draft was not saved by an assistant of ${account}.`,
      'Undo fewer steps, or ask the person.',
    );
  const paths = new Set([...last.content.keys(), ...target.content.keys()]);
  const changes = [...paths].flatMap((path): [string, string | null][] => {
    const before = target.content.get(path);
    const to = before === undefined ? (base[path] ?? null) : before;
    const now = last.content.get(path);
    return to === now ? [] : [[path, to]];
  });
  return { changes: new Map(changes) };
}

async function readBase(queries: Queries, { base }: Draft): Promise<{ readonly [path: string]: string }> {
  return base === undefined ? {} : (await readManifest(queries, base)).files;
}

/** The content after each revision that changed a document. */
async function readRevisions(
  queries: Queries,
  { id }: Draft,
  base: { readonly [path: string]: string },
): Promise<ReadonlyMap<number, Content>> {
  const revisions = new Map<number, Content>();
  const content = new Map<string, string | null>();
  for (const { revision, path, content: hash } of await listSaves(queries, id)) {
    const original = Object.hasOwn(base, path) ? (base[path] ?? null) : null;
    if (hash === original) content.delete(path);
    else content.set(path, hash);
    revisions.set(revision, new Map(content));
  }
  return revisions;
}

function isSame(one: Content, other: Content): boolean {
  return one.size === other.size && [...one].every(([path, hash]) => other.get(path) === hash);
}

/** Revisions that an assistant saved for the account, on the present base. */
async function listOwnRevisions(
  queries: Queries,
  draft: string,
  account: string,
): Promise<ReadonlySet<number>> {
  const records = await listRecords(queries, { subject: draft, actions: ['draft.save'], limit: READ });
  const own = new Set<number>();
  for (const { actor, details } of records) {
    if (!isJson(details)) break;
    // Everything before it was on another base.
    if (details['onto'] !== undefined) break;
    const { revision, assistant } = details;
    if (typeof revision === 'number' && actor === account && assistant !== undefined) own.add(revision);
  }
  return own;
}
