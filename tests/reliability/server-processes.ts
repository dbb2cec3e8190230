import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Failpoint } from './failpoints.ts';
import { filesOf } from './numbered-project.ts';

/* Server processes, and the staff and borrower APIs. */

export interface Server {
  readonly origin: string;
  /** Duration of the start in ms of CPU time. */
  readonly startMs: number;
  readonly child: ChildProcess;
}

/** Starts servers of a program; `endAll` stops them. */
export function createServers(program: string) {
  const running = new Set<ChildProcess>();
  return {
    /** @param database - Address, or `-` for the embedded one. */
    start(folder: string, database: string, point: Failpoint | '-' = '-'): Promise<Server> {
      const child = spawn('node', [program, folder, database, point], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      running.add(child);
      return new Promise((done, fail) => {
        child.once('exit', () => {
          running.delete(child);
          fail(new Error('The server did not start.'));
        });
        child.stdout.once('data', (chunk: Buffer) => {
          const [origin = '', startMs] = chunk.toString().trim().split(' ');
          done({ origin, startMs: Number(startMs), child });
        });
      });
    },
    endAll(): void {
      for (const child of running) child.kill('SIGKILL');
    },
  };
}

/** Bytes in use after a garbage collection. */
export function readInUse({ child }: Server): Promise<number> {
  return new Promise((done, fail) => {
    child.stdout?.once('data', (chunk: Buffer) => done(Number(chunk.toString())));
    if (!child.kill('SIGUSR2')) fail(new Error('The server is not there any more.'));
  });
}

export function ended({ child }: Server): Promise<unknown> {
  return child.exitCode === null && child.signalCode === null
    ? new Promise((done) => child.once('exit', done))
    : Promise.resolve();
}

/** An installation's staff API. */
export function staffOf(folder: string) {
  async function call<T = unknown>({ origin }: Server, path: string, body?: object): Promise<T> {
    const token = readFileSync(join(folder, 'staff-token'), 'utf8').trim();
    const reply = await fetch(`${origin}/capiz/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify({ reason: 'A test.', ...body }) }),
    });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as T;
  }
  return {
    call,
    async make(server: Server, count: number): Promise<string> {
      const encoded = [...filesOf(count)].map(([path, bytes]) => [path, bytes.toString('base64')]);
      const made = await call<{ hash: string }>(server, '/releases', { files: Object.fromEntries(encoded) });
      return made.hash;
    },
    publish: (server: Server, release: string) => call(server, `/releases/${release}/publish`, {}),
    live: async (server: Server) => (await call<{ release: string }>(server, '/live')).release,
    async know(server: Server): Promise<Set<string>> {
      const { releases } = await call<{ releases: { hash: string }[] }>(server, '/releases?limit=200');
      return new Set(releases.map(({ hash }) => hash));
    },
    /** The numbers on all live screens. */
    async numbers(server: Server): Promise<Set<string>> {
      const release = await call<{ release: string }>(server, '/live');
      const bundle = await call<{ files: { [path: string]: string } }>(
        server,
        `/releases/${release.release}/bundle`,
      );
      const texts = Object.values(bundle.files).map((text) => Buffer.from(text, 'base64').toString('utf8'));
      return new Set(texts.flatMap((text) => [...text.matchAll(/Release (\d+)/g)].map(([, n = '']) => n)));
    },
    verify: (server: Server) => call<{ isWhole: boolean }>(server, '/audit/verification'),
  };
}

export type Staff = ReturnType<typeof staffOf>;

/** The number that a borrower sees. */
export async function says({ origin }: Server): Promise<number> {
  const html = await (await fetch(`${origin}/shelf`)).text();
  return Number(/Release (\d+)/.exec(html)?.[1] ?? -1);
}

/** @returns The address of a new database. */
export async function createDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client(`${server}/postgres`);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return `${server}/${name}`;
}
