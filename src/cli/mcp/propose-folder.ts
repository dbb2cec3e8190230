import * as v from 'valibot';
import { inspectProject } from '#renderer/grammar/lint/inspect.ts';
import { refuse, type Result } from '#src/assistant/answer.ts';
import { sayProblems } from '#src/assistant/say-problems.ts';
import { writeDraftAddress } from '#src/shared/studio-address.ts';
import type { Proposal } from '#src/assistant/workspace.ts';
import type { ProjectFile } from '#src/shared/project-files.ts';
import { isAsset, isProjectPath, variantName } from '#src/shared/project-paths.ts';
import { UsageError } from '../command.ts';
import {
  connectRegistry,
  findLive,
  type RegistryClient,
  ServerRefusal,
  type ServerValues,
} from '../registry-client.ts';
import type { Propose } from './folder-workspace.ts';

const BUNDLE = v.object({ files: v.record(v.string(), v.string()) });
const DRAFT = v.object({ id: v.string(), revision: v.number(), state: v.string() });
const SAVED = v.object({ revision: v.number() });

/** The server cannot be reached, or there is no token. */
const CONNECT =
  'Ask the person to start capiz mcp with --server, and with their token in CAPIZ_TOKEN or --token-file.';

/** The draft that this session has opened. */
interface Opened {
  readonly id: string;
  /** Every path that was sent; a path that is as before again must be sent too. */
  readonly sent: ReadonlySet<string>;
}

/**
 * Sends the edits of a session to the server as one draft; later proposals save into the same draft while it is open.
 *
 * @param clientOf - Name of the client program, which the audit records.
 */
export function createPropose(values: ServerValues, root: string, clientOf: () => string): Propose {
  let opened: Opened | undefined;
  return async (proposal, base, now) => {
    try {
      const client = connectRegistry(values, root);
      const live = await readLive(client);
      const chosen = choose(proposal, base, now, live, opened?.sent ?? new Set());
      if ('refused' in chosen) return chosen;
      const fault = findFault(chosen, live);
      if (fault !== undefined) return fault;
      const draft = await openOrReuse(client, proposal.title, opened?.id, clientOf());
      const changes = Object.fromEntries(
        [...chosen].map(([path, text]) => [path, text === undefined ? null : { text }]),
      );
      const body = { seen: draft.revision, changes, assistant: clientOf() };
      const { revision } = await client.put(`/drafts/${draft.id}/files`, body, SAVED);
      opened = { id: draft.id, sent: new Set([...(opened?.sent ?? []), ...chosen.keys()]) };
      const address = new URL(writeDraftAddress(draft.id), client.server).href;
      const paths = [...chosen.keys()];
      return {
        text: `Draft ${draft.id}, revision ${revision}: ${paths.join(', ')}. People review it at ${address}. Fixtures are not part of it: they stay in the folder, to be committed.`,
        data: { draft: draft.id, revision, address, paths },
      };
    } catch (error) {
      if (error instanceof ServerRefusal)
        return refuse(error.code, error.message, 'Correct what it says, or ask the person.');
      if (error instanceof UsageError)
        return refuse(
          'no-server',
          `The documents have no errors and could be proposed. ${error.message}`,
          CONNECT,
        );
      throw error;
    }
  };
}

type Texts = ReadonlyMap<string, string>;

/** The documents of the live release, with the names of its images; undefined if nothing is live. */
async function readLive(client: RegistryClient): Promise<Texts | undefined> {
  const live = await findLive(client);
  if (live === undefined) return undefined;
  const { files } = await client.get(`/releases/${live}/bundle`, BUNDLE);
  return new Map(
    Object.entries(files).map(([path, base64]) => [
      path,
      isAsset(path) ? '' : Buffer.from(base64, 'base64').toString('utf8'),
    ]),
  );
}

/** The documents of the proposal by path; undefined for a deleted one. */
function choose(
  { paths }: Proposal,
  base: readonly ProjectFile[],
  now: readonly ProjectFile[],
  live: Texts | undefined,
  sent: ReadonlySet<string>,
): ReadonlyMap<string, string | undefined> | Extract<Result, { refused: unknown }> {
  const [before, after] = [textsOf(base), textsOf(now)];
  const edited = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
  const missing = paths.find((path) => !after.has(path));
  if (missing !== undefined)
    return refuse('unknown', `There is no document ${missing} for a draft.`, 'Name documents and variants.');
  const moved = edited.filter((path) => {
    const published = live?.get(path);
    return (
      live !== undefined &&
      variantName(path) === undefined &&
      published !== before.get(path) &&
      published !== after.get(path) &&
      !paths.includes(path)
    );
  });
  if (moved.length > 0)
    return refuse(
      'moved',
      `The live release has other versions of ${moved.join(', ')} than this folder had when the session began.`,
      'Ask the person to bring the folder up to date with the live release. To replace the live version all the same, name the path in "paths".',
    );
  // Nothing is live: the draft is the whole project.
  const wanted = live === undefined ? [...after.keys()] : [...new Set([...edited, ...paths, ...sent])];
  const chosen = wanted.filter((path) => live?.get(path) !== after.get(path) || sent.has(path));
  if (chosen.length === 0)
    return refuse(
      'nothing',
      'There is nothing to propose: the live release has the same documents.',
      'Edit first.',
    );
  return new Map(chosen.map((path) => [path, after.get(path)]));
}

/** The draft must be sound on top of the live release, which may lack what the folder has. */
function findFault(
  chosen: ReadonlyMap<string, string | undefined>,
  live: Texts = new Map(),
): Result | undefined {
  const files = new Map<string, string | undefined>([...live, ...chosen]);
  const composed = [...files].flatMap(([path, text]) =>
    text === undefined || !isProjectPath(path) ? [] : [{ path, text }],
  );
  const errors = inspectProject(composed).problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return undefined;
  return refuse(
    'incomplete',
    `On top of the live release the draft has errors: ${sayProblems(errors, () => true).text}`,
    'Name the further documents that belong to it in "paths".',
  );
}

async function openOrReuse(
  client: RegistryClient,
  title: string,
  id: string | undefined,
  assistant: string,
): Promise<v.InferOutput<typeof DRAFT>> {
  const former = id === undefined ? undefined : await client.get(`/drafts/${id}`, DRAFT);
  if (former?.state !== 'open') return client.post('/drafts', { title, assistant }, DRAFT);
  await client.put(`/drafts/${former.id}/title`, { title }, v.unknown());
  return former;
}

/** The documents and variants that a draft can have. */
function textsOf(files: readonly ProjectFile[]): Texts {
  return new Map(
    files
      .filter(({ path }) => (isProjectPath(path) && !isAsset(path)) || variantName(path) !== undefined)
      .map(({ path, text }) => [path, text]),
  );
}
