import type { SourceFile } from '#renderer/grammar/world.ts';
import type { Conflict } from '#src/server/registry/failures.ts';
import { isPicture } from '#src/shared/project-paths.ts';

/** What the registry refused, in its words. */
export class Refused extends Error {
  /** `conflict`, `forbidden`, `problems`, …; `offline` where nobody was reached, `failed` where it did not answer so. */
  readonly code: string;
  readonly problems: readonly unknown[];
  /** Documents that somebody else has changed. */
  readonly conflict: Conflict | undefined;
  /** By the name of each member of the body, what is wrong with it: the rest of a sentence. */
  readonly members: { readonly [name: string]: string };
  constructor(
    code: string,
    message: string,
    problems: readonly unknown[] = [],
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

export interface Draft {
  readonly id: string;
  readonly title: string;
  readonly base?: string;
  readonly revision: number;
  readonly state: 'open' | 'published' | 'discarded';
}

export interface Release {
  readonly release: string;
}

export interface Bundle {
  /** The text of a picture is the hash of its bytes: that is what is undone, saved and compared. */
  readonly files: readonly SourceFile[];
}

/** The registry, as a page of staff's asks it: under the session of its browser. */
export interface Api {
  readLive(): Promise<Release | undefined>;
  /** Documents of a release with their texts; pictures by themselves. */
  readFiles(release: string): Promise<Bundle>;
  listDrafts(): Promise<readonly Draft[]>;
  openDraft(title: string): Promise<Draft>;
  /** What a draft says over its base: texts by path, null of one that it deletes. */
  readDraft(id: string): Promise<{
    readonly draft: Draft;
    readonly changes: { readonly [path: string]: string | null };
    /** Where somebody published another change of a document of the draft. */
    readonly conflict?: Conflict;
  }>;
  /**
   * @param onto - What is live, where the draft is to be one of changes to that.
   * @returns the draft's new revision. @throws Refused `conflict` where it went on.
   */
  saveDraft(
    id: string,
    seen: number,
    changes: { readonly [path: string]: string | null },
    onto?: string,
  ): Promise<number>;
  /** What was saved in a draft after a revision. */
  readSince(id: string, revision: number): Promise<Conflict>;
  /** A text by its hash; null of none, and of a picture the hash itself. */
  readText(path: string, hash: string | null): Promise<string | null>;
}

/** One document of a save. */
interface Save {
  readonly revision: number;
  readonly path: string;
  /** Null where it was taken away. */
  readonly content: string | null;
  readonly actor: string;
  readonly at: number;
}

const BASE = '/capiz/api/v1';

/** One call of the registry; answers what it says. @throws Refused. */
export type Ask = <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => Promise<T>;

/**
 * @param csrf - What the document was given to send with everything that changes something.
 * @param send - By which the registry is reached.
 */
export function createAsk(csrf: string, send: typeof fetch = (...call) => fetch(...call)): Ask {
  return async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    let reply: Response;
    try {
      reply = await send(BASE + path, {
        method,
        // What takes something back may be the last word of a page that is being closed.
        keepalive: method === 'DELETE',
        headers: {
          ...(method !== 'GET' && { 'X-Capiz-Csrf': csrf }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch {
      throw new Refused('offline', 'The server cannot be reached.');
    }
    const answer = await readAnswer<T>(reply);
    if (reply.ok && answer !== undefined) return answer;
    const {
      code = 'failed',
      message = 'The server failed.',
      problems,
      conflict,
      members,
    } = answer?.error ?? {};
    throw new Refused(code, message, problems, conflict, members);
  };
}

type Answer<T> = T & {
  error?: {
    code: string;
    message: string;
    problems?: readonly unknown[];
    conflict?: Conflict;
    members?: Refused['members'];
  };
};

/** Undefined of what somebody between us said. */
async function readAnswer<T>(reply: Response): Promise<Answer<T> | undefined> {
  try {
    return (await reply.json()) as Answer<T>;
  } catch {
    return undefined;
  }
}

export function createApi(ask: Ask): Api {
  const readBytes = (hash: string) => ask<{ base64: string }>('GET', `/contents/${hash}`);
  const readContent = async (hash: string): Promise<string> => decode((await readBytes(hash)).base64);

  const readText = async (path: string, hash: string | null): Promise<string | null> =>
    hash === null || isPicture(path) ? hash : readContent(hash);

  return {
    async readLive() {
      try {
        return await ask<Release>('GET', '/live');
      } catch (error) {
        if (error instanceof Refused && error.code === 'unknown') return undefined;
        throw error;
      }
    },
    async readFiles(release) {
      type Files = { readonly files: { readonly [path: string]: string } };
      const path = `/releases/${encodeURIComponent(release)}`;
      const [{ files }, { files: hashes }] = await Promise.all([
        ask<Files>('GET', `${path}/bundle`),
        ask<Files>('GET', path),
      ]);
      return {
        files: Object.entries(files).map(([path, base64]) => ({
          path,
          text: isPicture(path) ? (hashes[path] ?? '') : decode(base64),
        })),
      };
    },
    listDrafts: async () => (await ask<{ drafts: readonly Draft[] }>('GET', '/drafts')).drafts,
    openDraft: (title) => ask('POST', '/drafts', { title }),
    async readDraft(id) {
      const { conflict, ...draft } = await ask<Draft & { conflict?: Conflict }>(
        'GET',
        `/drafts/${encodeURIComponent(id)}`,
      );
      const { saves } = await ask<{ saves: readonly Save[] }>(
        'GET',
        `/drafts/${encodeURIComponent(id)}/saves`,
      );
      const last = new Map(saves.map(({ path, content }) => [path, content]));
      const changes = await Promise.all(
        [...last].map(async ([path, hash]) => [path, await readText(path, hash)] as const),
      );
      return { draft, changes: Object.fromEntries(changes), ...(conflict && { conflict }) };
    },
    async readSince(id, seen) {
      const { saves } = await ask<{ saves: readonly Save[] }>(
        'GET',
        `/drafts/${encodeURIComponent(id)}/saves`,
      );
      const later = saves.filter(({ revision }) => revision > seen);
      return {
        revision: Math.max(seen, ...later.map(({ revision }) => revision)),
        documents: Object.fromEntries(
          later.map(({ path, content, actor, at }) => [path, { seen: null, now: content, actor, at }]),
        ),
      };
    },
    readText,
    async saveDraft(id, seen, changes, onto) {
      const written = await Promise.all(
        Object.entries(changes).map(async ([path, text]) => [
          path,
          text === null ? null : isPicture(path) ? await readBytes(text) : { text },
        ]),
      );
      const { revision } = await ask<{ revision: number }>('PUT', `/drafts/${id}/files`, {
        seen,
        changes: Object.fromEntries(written),
        ...(onto !== undefined && { onto }),
      });
      return revision;
    },
  };
}

function decode(base64: string): string {
  const units = atob(base64);
  const bytes = new Uint8Array(units.length);
  // A callback for each byte of a whole release would be half a second.
  for (let at = 0; at < units.length; at += 1) bytes[at] = units.charCodeAt(at);
  return new TextDecoder().decode(bytes);
}
