import { spawn, spawnSync } from 'node:child_process';
import { chownSync, chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Started, watchStart } from '#tests/reliability/main-program.ts';

/** Another user than root. */
const USER = 65_534;

/**
 * A machine with Node, the system libraries that Node and the package's native code need, and nothing else: a folder that
 * programs get as their root (`chroot`), with another user than root. A process that is not root cannot do that; then it
 * is a folder, and programs only get an empty environment.
 */
export interface EmptyMachine {
  /** The path of a file of the machine, as programs see it. */
  pathOf(path: string): string;
  /** The same file, as this process sees it. */
  readonly folder: string;
  run(args: readonly string[]): { readonly status: number | null; readonly output: string };
  /** Starts a server. */
  start(args: readonly string[], environment: Readonly<Record<string, string>>): Started;
  remove(): void;
}

/** @param archive - Is unpacked at the root of the machine. */
export function createEmptyMachine(archive: string): EmptyMachine {
  const folder = mkdtempSync(join(tmpdir(), 'capiz-machine-'));
  const isRoot = process.getuid?.() === 0;
  for (const name of ['data', 'tmp', 'dev']) mkdirSync(join(folder, name));
  must('tar', ['-xzf', archive, '-C', folder, '--no-same-owner']);
  if (isRoot) {
    const node = join(folder, 'bin/node');
    mkdirSync(dirname(node));
    cpSync(process.execPath, node, { dereference: true });
    for (const program of [node, ...listNative(folder)]) copyLibraries(program, folder);
    must('mknod', ['-m', '666', join(folder, 'dev/null'), 'c', '1', '3']);
    chownSync(join(folder, 'data'), USER, USER);
    chmodSync(join(folder, 'tmp'), 0o1777);
    // mkdtemp makes a folder that only its owner may enter.
    chmodSync(folder, 0o755);
  }
  const pathOf = (path: string) => (isRoot ? `/${path}` : join(folder, path));
  const command = isRoot ? ['chroot', `--userspec=${USER}:${USER}`, folder, '/bin/node'] : [process.execPath];
  const [program = '', ...before] = command;
  // spawn looks for `chroot` in the PATH of this process only without an environment of its own.
  const path = isRoot ? (process.env['PATH'] ?? '') : dirname(process.execPath);
  const started: Started[] = [];
  return {
    folder,
    pathOf,
    run(args) {
      const { status, stdout, stderr } = spawnSync(program, [...before, ...args], {
        encoding: 'utf8',
        env: { PATH: path },
      });
      return { status, output: stdout + stderr };
    },
    start(args, environment) {
      const server = watchStart(
        spawn(program, [...before, ...args], { env: { PATH: path, ...environment } }),
      );
      started.push(server);
      return server;
    },
    remove() {
      // A test that failed has not stopped its server.
      for (const { child } of started) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listNative(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.node'))
    .map((path) => join(folder, path));
}

function copyLibraries(program: string, folder: string): void {
  for (const [library] of must('ldd', [program]).matchAll(/\/\S+(?= \()/g)) {
    mkdirSync(join(folder, dirname(library)), { recursive: true });
    cpSync(library, join(folder, library), { dereference: true });
  }
}

function must(command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
}
