import * as v from 'valibot';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Problem } from '#renderer/plan/problem.ts';
import { messageOf } from '#src/shared/message-of.ts';
import { type ExitCode, type Terminal, UsageError } from './command.ts';
import { printResult } from './print-result.ts';

/** Options of every command that calls a server. */
export const SERVER_OPTIONS = {
  '--server <address>': 'default: CAPIZ_SERVER, else http://127.0.0.1:4173',
  '--token-file <file>': `file with your token; the audit records its account; default: CAPIZ_TOKEN, else
    staff-token in CAPIZ_DATA (default: .capiz), the token of the installation`,
};

export interface ServerValues {
  readonly server?: string;
  readonly 'token-file'?: string;
  readonly json?: boolean;
}

/** The server refused the request; `code` is its error code. */
export class ServerRefusal extends Error {
  readonly code: string;
  readonly problems: readonly Problem[];
  constructor(code: string, message: string, problems: readonly Problem[] = []) {
    super(message);
    this.code = code;
    this.problems = problems;
  }
}

export interface RegistryClient {
  /** The base address of the server. */
  readonly server: string;
  /** @throws ServerRefusal, or UsageError if no registry answers at the address. */
  get<Answer>(path: string, schema: AnswerSchema<Answer>): Promise<Answer>;
  post<Answer>(path: string, body: unknown, schema: AnswerSchema<Answer>): Promise<Answer>;
  put<Answer>(path: string, body: unknown, schema: AnswerSchema<Answer>): Promise<Answer>;
  /** Posts, and ignores the content of the response. */
  send(path: string, body?: unknown): Promise<void>;
  remove(path: string): Promise<void>;
}

/** Schema of a response. A response that is printed whole has a loose one, because a newer server may send more. */
type AnswerSchema<Answer> = v.GenericSchema<unknown, Answer>;

const PROBLEM = v.object({
  code: v.string(),
  severity: v.picklist(['error', 'warning']),
  file: v.string(),
  line: v.number(),
  column: v.number(),
  length: v.exactOptional(v.number()),
  pointer: v.string(),
  message: v.string(),
  help: v.exactOptional(v.string()),
});
const REFUSAL = v.object({
  error: v.object({
    code: v.string(),
    message: v.string(),
    problems: v.exactOptional(v.array(PROBLEM)),
  }),
});

const LOCAL_SERVER = 'http://127.0.0.1:4173';
/** The server's default of CAPIZ_DATA. */
const LOCAL_DATA = '.capiz';
const TOKEN_FILE = 'staff-token';
const TIMEOUT_MS = 60_000;
/** Longest part of a server's text that is printed. */
const LONGEST_LINE = 200;

/**
 * A client of an installation's registry API.
 *
 * @param root - The project, or the working folder.
 * @throws UsageError without a token.
 */
export function connectRegistry(values: ServerValues, root: string): RegistryClient {
  const server = values.server ?? process.env['CAPIZ_SERVER'] ?? LOCAL_SERVER;
  const token = readToken(values['token-file'], root);

  async function ask<Answer>(path: string, init: RequestInit, schema: AnswerSchema<Answer>): Promise<Answer> {
    let reply: Response;
    let text: string;
    try {
      reply = await fetch(new URL(`/capiz/api/v1${path}`, server), {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
        },
      });
      text = await reply.text();
    } catch (error) {
      throw new UsageError(`${server} does not answer: ${reasonOf(error)}. ${adviceFor(error)}`);
    }
    const answer = parseJson(text);
    if (reply.ok && answer === undefined) {
      throw new UsageError(
        `${server} answers without JSON, so it is no server of Capiz. Name the server with --server or CAPIZ_SERVER.`,
      );
    }
    if (reply.ok) {
      const read = v.safeParse(schema, answer);
      if (read.success) return read.output;
      const done =
        init.method === 'GET'
          ? ''
          : ' The server has made the change: see npx capiz history before you repeat it.';
      throw new UsageError(
        `${server} sent an unexpected response.${done} Use the same version of capiz as the server.\n${v.summarize(read.issues)}`,
      );
    }
    const refusal = v.safeParse(REFUSAL, answer);
    if (!refusal.success) throw new UsageError(describeFailure(server, reply, text));
    const { code, message, problems } = refusal.output.error;
    throw new ServerRefusal(code, message, problems);
  }

  return {
    server,
    get: (path, schema) => ask(path, { method: 'GET' }, schema),
    post: (path, body, schema) => ask(path, { method: 'POST', body: JSON.stringify(body) }, schema),
    put: (path, body, schema) => ask(path, { method: 'PUT', body: JSON.stringify(body) }, schema),
    async send(path, body = {}) {
      await ask(path, { method: 'POST', body: JSON.stringify(body) }, v.unknown());
    },
    async remove(path) {
      await ask(path, { method: 'DELETE' }, v.unknown());
    },
  };
}

/**
 * Calls a registry and prints the result: as data, or in words. A refusal is printed and returns exit code 1.
 *
 * @param refused - Printed before the reason: `Not approved`.
 */
export async function askRegistry(
  terminal: Terminal,
  values: ServerValues,
  refused: string,
  ask: (client: RegistryClient) => Promise<{ readonly data: object; readonly words: string }>,
): Promise<ExitCode> {
  const client = connectRegistry(values, terminal.folder);
  try {
    const { data, words } = await ask(client);
    printResult(terminal, values, data, words);
    return 0;
  } catch (error) {
    if (!(error instanceof ServerRefusal)) throw error;
    printResult(terminal, values, { refused: { code: error.code, message: error.message } }, '');
    terminal.err(`${refused}: ${error.message}\n`);
    return 1;
  }
}

function readToken(file: string | undefined, root: string): string {
  const given = process.env['CAPIZ_TOKEN'];
  if (file === undefined && given) return given;
  const path = file ?? join(resolve(root, process.env['CAPIZ_DATA'] || LOCAL_DATA), TOKEN_FILE);
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new UsageError(
      `no token: ${path} cannot be read. Start the server here first (npm start), set CAPIZ_DATA as the server has it, ` +
        'set CAPIZ_TOKEN, or name the file of your token with --token-file',
    );
  }
}

/** The reason of a failed `fetch` is its cause. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}

function reasonOf(error: unknown): string {
  return messageOf(causeOf(error));
}

/** Starting a server helps only if there is none at the address. */
function adviceFor(error: unknown): string {
  const cause = causeOf(error);
  const isAbsent = cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
  return isAbsent
    ? 'Start it with npm start, or name it with --server or CAPIZ_SERVER'
    : 'Look at its log, or name another server with --server or CAPIZ_SERVER';
}

/** @returns undefined for a text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `… answers 503: The database cannot be reached.` A page of HTML or JSON of another program has no useful first line. */
function describeFailure(server: string, { status, headers }: Response, text: string): string {
  const isPlain = (headers.get('content-type') ?? '').startsWith('text/plain');
  const line = isPlain ? text.trim().split('\n')[0]?.slice(0, LONGEST_LINE) : '';
  const said = line ? `${status}: ${line.replace(/[.\s]*$/, '')}.` : `${status}.`;
  const help =
    status < 500 ? '' : ` Its log says why; ${new URL('/readyz', server).href} says whether it is ready.`;
  return `${server} answers ${said}${help}`;
}

/** The parts of a release that commands show. */
export const RELEASE = v.object({
  hash: v.string(),
  needs: v.array(v.looseObject({ kind: v.string(), subject: v.string() })),
});
export type ReleaseAnswer = v.InferOutput<typeof RELEASE>;

/** The live release. */
export const LIVE = v.object({ release: v.string() });

/** The live release of all borrowers; undefined if nothing is live. */
export async function findLive(client: RegistryClient): Promise<string | undefined> {
  try {
    return (await client.get('/live', LIVE)).release;
  } catch (error) {
    if (error instanceof ServerRefusal && error.code === 'unknown') return undefined;
    throw error;
  }
}

/** Shortens a hash, for display. */
export function shorten(hash: string): string {
  return hash.slice(0, 12);
}

const RELEASES = v.object({ releases: v.array(v.object({ hash: v.string() })) });

/**
 * Finds a release by the first characters of its hash.
 *
 * @throws UsageError if no release, or more than one, matches.
 */
export async function findRelease(client: RegistryClient, beginning: string): Promise<string> {
  const { releases } = await client.get('/releases?limit=200', RELEASES);
  const found = releases.filter(({ hash }) => hash.startsWith(beginning));
  if (found.length === 1 && found[0] !== undefined) return found[0].hash;
  throw new UsageError(
    found.length === 0
      ? `no release begins with ${beginning}`
      : `${found.length} releases begin with ${beginning}`,
  );
}

/** `2026-03-06 09:00`, in the local time zone. */
export function writeTime(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return (
    `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ` +
    `${two(date.getHours())}:${two(date.getMinutes())}`
  );
}
