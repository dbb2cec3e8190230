import type { SourceFile } from '#renderer/grammar/world.ts';
import { isPicture } from '#src/shared/project-paths.ts';

/** What the registry refused, in its words. */
export class Refused extends Error {
  /** `conflict`, `forbidden`, `problems`, …; `offline` where nobody was reached. */
  readonly code: string;
  readonly problems: readonly unknown[];
  constructor(code: string, message: string, problems: readonly unknown[] = []) {
    super(message);
    this.code = code;
    this.problems = problems;
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
  /** Of pictures the paths alone. */
  readonly files: readonly SourceFile[];
  /** Addresses of pictures, by the names that definitions call them. */
  readonly assets: { readonly [name: string]: string };
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
  }>;
  /** @returns the draft's new revision. @throws Refused `conflict` where it went on. */
  saveDraft(id: string, seen: number, changes: { readonly [path: string]: string | null }): Promise<number>;
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
        headers: {
          ...(method !== 'GET' && { 'X-Capiz-Csrf': csrf }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch {
      throw new Refused('offline', 'The server cannot be reached.');
    }
    const answer = (await reply.json()) as T & {
      error?: { code: string; message: string; problems?: readonly unknown[] };
    };
    if (reply.ok) return answer;
    const { code = 'failed', message = 'The server failed.', problems } = answer.error ?? {};
    throw new Refused(code, message, problems);
  };
}

export function createApi(ask: Ask): Api {
  const readContent = async (hash: string): Promise<string> =>
    decode((await ask<{ base64: string }>('GET', `/contents/${hash}`)).base64);

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
      const { files } = await ask<{ files: { readonly [path: string]: string } }>(
        'GET',
        `/releases/${release}/bundle`,
      );
      const pictures = Object.entries(files).filter(([path]) => isPicture(path));
      return {
        files: Object.entries(files).map(([path, base64]) => ({
          path,
          text: isPicture(path) ? '' : decode(base64),
        })),
        // Without https only the server's own machine has what hashes: elsewhere pictures stand as their words.
        assets: window.isSecureContext
          ? Object.fromEntries(await Promise.all(pictures.map(([path, base64]) => readAsset(path, base64))))
          : {},
      };
    },
    listDrafts: async () => (await ask<{ drafts: readonly Draft[] }>('GET', '/drafts')).drafts,
    openDraft: (title) => ask('POST', '/drafts', { title }),
    async readDraft(id) {
      const draft = await ask<Draft>('GET', `/drafts/${id}`);
      const { saves } = await ask<{
        saves: readonly { readonly path: string; readonly content: string | null }[];
      }>('GET', `/drafts/${id}/saves`);
      const last = new Map(saves.map(({ path, content }) => [path, content]));
      const changes = await Promise.all(
        [...last].map(
          async ([path, hash]) => [path, hash === null ? null : await readContent(hash)] as const,
        ),
      );
      return { draft, changes: Object.fromEntries(changes) };
    },
    async saveDraft(id, seen, changes) {
      const written = Object.entries(changes).map(([path, text]) => [path, text === null ? null : { text }]);
      const { revision } = await ask<{ revision: number }>('PUT', `/drafts/${id}/files`, {
        seen,
        changes: Object.fromEntries(written),
      });
      return revision;
    },
  };
}

function decode(base64: string): string {
  return new TextDecoder().decode(bytesOf(base64));
}

/** `screens/assets/help.svg` → its name in definitions, and where the server has it by its bytes. */
async function readAsset(path: string, base64: string): Promise<readonly [name: string, address: string]> {
  const [, name = '', ending = ''] = /([^/]+)(\.\w+)$/.exec(path) ?? [];
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(base64)));
  const hash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [name, `/capiz/assets/${name}-${hash.slice(0, 10)}${ending}`];
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));
}
