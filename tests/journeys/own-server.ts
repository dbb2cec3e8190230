import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { findFreePorts } from '../free-ports.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const COPIED = [
  'screens',
  'schemas/api',
  'fixtures/api',
  'fixtures/places',
  'fixtures/scenarios',
  'fixtures/service.json',
  'fixtures/states',
  'dist/borrower',
  'dist/studio',
  'dist/devtools',
];

/** The folders of `COPIED` whose content becomes the first release. */
const PROJECT = ['screens', 'schemas/api', 'fixtures/api'];
/** Names the data folder of a server that has published the unchanged project. See `first-start.ts`. */
export const FIRST_DATA = 'CAPIZ_TEST_FIRST_DATA';

/** A separate server for a journey, over a copy of the project and the built page, which can be killed and restarted. */
export class OwnServer {
  readonly folder = mkdtempSync(join(tmpdir(), 'capiz-own-'));
  #port = 0;
  #process: ChildProcess | undefined;

  readonly #environment: { readonly [name: string]: string };

  /** @param environment - Settings of this server alone. */
  constructor(environment: { readonly [name: string]: string } = {}) {
    this.#environment = environment;
    for (const path of COPIED) cpSync(join(ROOT, path), join(this.folder, path), { recursive: true });
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The address, known before the server starts. */
  async reserve(): Promise<string> {
    // The payment page is on the next port.
    this.#port ||= await findFreePorts(2);
    return this.origin;
  }

  /**
   * Starts on the same port each time: for a browser it is the same server.
   *
   * @param settings - Settings that need the reserved port.
   */
  async start(settings: { readonly [name: string]: string } = {}): Promise<void> {
    await this.reserve();
    this.#copyFirstData();
    const started = spawn('node', [join(ROOT, 'dist/server/main.js'), this.folder], {
      env: {
        ...process.env,
        PORT: String(this.#port),
        CAPIZ_DATA: join(this.folder, '.capiz'),
        CAPIZ_REPORTS: '0',
        CAPIZ_DRAIN_SECONDS: '0',
        ...this.#environment,
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#process = started;
    await new Promise<void>((done, fail) => {
      let out = '';
      started.once('exit', () => fail(new Error('The server did not start.')));
      started.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString();
        if (out.includes('listens at')) done();
      });
    });
  }

  /** An unchanged project that has never been started gets the data of a server that has published it. */
  #copyFirstData(): void {
    const first = process.env[FIRST_DATA];
    const data = join(this.folder, '.capiz');
    if (first === undefined || existsSync(data) || !this.#isUnchanged()) return;
    cpSync(first, data, { recursive: true });
  }

  #isUnchanged(): boolean {
    return PROJECT.every((folder) => {
      const [own, shipped] = [listFiles(join(this.folder, folder)), listFiles(join(ROOT, folder))];
      return own.length === shipped.length && own.every((path, at) => isEqual(path, shipped[at] ?? ''));
    });
  }

  /** Kills the server without a shutdown. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Shuts the server down. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((done) => running.once('exit', done));
    running.kill(signal);
    await ended;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * Invites a person by the API that `capiz staff invite` uses: starting the command line takes seconds of CPU time.
   *
   * @returns The address where they set a password.
   */
  async invite(name: string, role: string): Promise<string> {
    const token = readFileSync(join(this.folder, '.capiz/staff-token'), 'utf8').trim();
    const reply = await fetch(`${this.origin}/capiz/api/v1/staff`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name, role }),
    });
    const answer = (await reply.json()) as { link?: string };
    if (answer.link === undefined) throw new Error(`Inviting ${name} answers ${JSON.stringify(answer)}.`);
    return new URL(answer.link, this.origin).href;
  }

  /** Runs a command as staff, with a reason. @returns Its output. */
  capiz(...args: string[]): string {
    return this.run(...args, '--reason', 'A journey.');
  }

  /** Runs a command as staff. @returns Its output. */
  run(...args: string[]): string {
    return execFileSync('node', [join(ROOT, 'bin/capiz.mjs'), ...args, '--server', this.origin], {
      cwd: this.folder,
      env: { ...process.env, CAPIZ_DATA: join(this.folder, '.capiz') },
      encoding: 'utf8',
    });
  }

  edit(path: string, change: (text: string) => string): void {
    const file = join(this.folder, path);
    const before = readFileSync(file, 'utf8');
    const after = change(before);
    if (after === before) throw new Error(`Nothing became another in ${path}.`);
    writeFileSync(file, after);
  }
}

/** Files of a folder and its folders, sorted. */
function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .sort();
}

function isEqual(one: string, other: string): boolean {
  return basename(one) === basename(other) && readFileSync(one).equals(readFileSync(other));
}
