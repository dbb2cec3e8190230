import * as v from 'valibot';
import type { SourceFile } from '#renderer/grammar/world.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import type { Conflict } from '#src/shared/registry/conflict.ts';
import type { Role } from '#src/review/roles.ts';
import { isAsset } from '#src/shared/project-paths.ts';
import { CONTENT, DRAFT, DRAFTS, FILES, LIVE, READ_DRAFT, REFUSAL, REVISION, SAVES } from './answers.ts';

/** The server refused a request; `message` is the server's. */
export class Refused extends Error {
  /**
   * The server's code, such as `conflict`, `forbidden` or `problems`; `offline` if there was no reply; `failed` if
   * the reply is not from the server.
   */
  readonly code: string;
  readonly problems: readonly Problem[];
  /** Documents that another person has changed. */
  readonly conflict: Conflict | undefined;
  /** Errors by the name of the request's member. Each is a sentence without its subject "It". */
  readonly members: { readonly [name: string]: string };
  constructor(
    code: string,
    message: string,
    problems: readonly Problem[] = [],
    conflict?: Conflict,
    members: Refused['members'] = {},
  ) {
    super(message);
    this.members = members;
    this.code = code;
    this.problems = problems;
    this.conflict = conflict;
  }
}

export type Draft = Readonly<v.InferOutput<typeof DRAFT>>;

/** The signed-in person. */
export interface Account {
  readonly name: string;
  readonly role: Role;
}

export interface Bundle {
  /** The text of an asset is the hash of its bytes: undo, save and diff work with the hash. */
  readonly files: readonly SourceFile[];
}

const BASE = '/capiz/api/v1';

/** Sends one request to the registry and returns its JSON, which `readAs` validates. @throws Refused. */
export type Ask = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<unknown>;

/** Validates a reply. @throws Refused if the request failed or the reply does not match the schema. */
export async function readAs<T>(schema: v.GenericSchema<unknown, T>, answer: Promise<unknown>): Promise<T> {
  const read = v.safeParse(schema, await answer);
  if (read.success) return read.output;
  throw new Refused('unreadable', "The server's reply has an unexpected format. Reload the page.");
}

/** Longer bodies end with their page: browsers limit what may outlive it to 64 KiB altogether. */
const MOST_KEPT_ALIVE = 8_000;

/**
 * @param csrf - Token from the document; sent with every request that changes something.
 * @param send - Sends the request; tests replace it.
 * @param onEnded - Called if the server answers that the session has ended.
 */
export function createAsk(
  csrf: string,
  send: typeof fetch = (...call) => fetch(...call),
  onEnded: () => void = () => undefined,
): Ask {
  const sendTold: typeof fetch = async (...call) => {
    const reply = await send(...call);
    if (reply.status === 401) onEnded();
    return reply;
  };
  return (method, path, body) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    return readAnswer(
      sendTold(BASE + path, {
        method,
        // A change is finished although its page is left, as when a release is made.
        keepalive: method !== 'GET' && text.length <= MOST_KEPT_ALIVE,
        headers: {
          ...(method !== 'GET' && { 'X-Capiz-Csrf': csrf }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: text }),
      }),
    );
  };
}

/**
 * @throws Refused with `offline`, with `failed` if the reply is not JSON of this server, or with the server's code.
 */
export async function readAnswer(request: Promise<Response>): Promise<unknown> {
  let reply: Response;
  try {
    reply = await request;
  } catch {
    throw new Refused('offline', 'The server cannot be reached.');
  }
  // A proxy may answer in place of the server.
  const answer: unknown = await reply.json().catch(() => undefined);
  if (reply.ok && answer !== undefined) return answer;
  const read = v.safeParse(REFUSAL, answer);
  if (!read.success) throw new Refused('failed', 'The server failed.');
  const { code, message, problems, conflict, members } = read.output.error;
  throw new Refused(code, message, problems, conflict, members);
}

/** The registry's HTTP API under the session of the browser. */
export type Api = ReturnType<typeof createApi>;

export function createApi(ask: Ask) {
  const readBytes = (hash: string) => readAs(CONTENT, ask('GET', `/contents/${hash}`));
  const readContent = async (hash: string): Promise<string> => decode((await readBytes(hash)).base64);

  /** Reads a text by its hash. Returns null for null, and the hash itself for an asset. */
  const readText = async (path: string, hash: string | null): Promise<string | null> =>
    hash === null || isAsset(path) ? hash : readContent(hash);

  return {
    async readLive() {
      try {
        return await readAs(LIVE, ask('GET', '/live'));
      } catch (error) {
        if (error instanceof Refused && error.code === 'unknown') return undefined;
        throw error;
      }
    },
    /** Documents of a release with their texts; assets by their hashes. */
    async readFiles(release: string): Promise<Bundle> {
      const path = `/releases/${encodeURIComponent(release)}`;
      const [{ files }, { files: hashes }] = await Promise.all([
        readAs(FILES, ask('GET', `${path}/bundle`)),
        readAs(FILES, ask('GET', path)),
      ]);
      return {
        files: Object.entries(files).map(([path, base64]) => ({
          path,
          text: isAsset(path) ? (hashes[path] ?? '') : decode(base64),
        })),
      };
    },
    listDrafts: async () => (await readAs(DRAFTS, ask('GET', '/drafts'))).drafts,
    openDraft: (title: string): Promise<Draft> => readAs(DRAFT, ask('POST', '/drafts', { title })),
    /** The changes of a draft since its base: texts by path, null for a deleted document. `conflict` is set if another release
     * changed one of the draft's documents. */
    async readDraft(id: string) {
      const { conflict, ...draft } = await readAs(
        READ_DRAFT,
        ask('GET', `/drafts/${encodeURIComponent(id)}`),
      );
      const { saves } = await readAs(SAVES, ask('GET', `/drafts/${encodeURIComponent(id)}/saves`));
      const last = new Map(saves.map(({ path, content }) => [path, content]));
      const changes = await Promise.all(
        [...last].map(async ([path, hash]) => [path, await readText(path, hash)] as const),
      );
      return { draft, changes: Object.fromEntries(changes), ...(conflict && { conflict }) };
    },
    /** Reads which documents were saved in the draft after revision `seen`. */
    async readSince(id: string, seen: number): Promise<Conflict> {
      const { saves } = await readAs(SAVES, ask('GET', `/drafts/${encodeURIComponent(id)}/saves`));
      const later = saves.filter(({ revision }) => revision > seen);
      return {
        revision: Math.max(seen, ...later.map(({ revision }) => revision)),
        documents: Object.fromEntries(
          later.map(({ path, content, actor, at }) => [path, { seen: null, now: content, actor, at }]),
        ),
      };
    },
    readText,
    /**
     * @param onto - The live release, if the draft is rebased to it.
     * @returns the draft's new revision. @throws Refused `conflict` if the draft was saved since `seen`.
     */
    async saveDraft(
      id: string,
      seen: number,
      changes: { readonly [path: string]: string | null },
      onto?: string,
    ): Promise<number> {
      const written = await Promise.all(
        Object.entries(changes).map(async ([path, text]) => [
          path,
          text === null ? null : isAsset(path) ? await readBytes(text) : { text },
        ]),
      );
      const body = { seen, changes: Object.fromEntries(written), ...(onto !== undefined && { onto }) };
      const { revision } = await readAs(REVISION, ask('PUT', `/drafts/${id}/files`, body));
      return revision;
    },
  };
}

function decode(base64: string): string {
  const units = atob(base64);
  const bytes = new Uint8Array(units.length);
  // A loop, because `Uint8Array.from` with a callback per byte takes half a second for a whole release.
  for (let at = 0; at < units.length; at += 1) bytes[at] = units.charCodeAt(at);
  return new TextDecoder().decode(bytes);
}
