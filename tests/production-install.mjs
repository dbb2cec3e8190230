/**
 * Installs and runs the files of a deployment: the build and the definitions, without sources. Runs `npm ci
 * --omit=dev`, then the server and the command line. Exits with 1 if any of them fails.
 *
 * Run `node bin/build.mjs` and `node bin/capiz.mjs help` first; they make the build.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKED = ['bin', 'dist', 'fixtures', 'schemas', 'screens', 'package.json', 'package-lock.json'];

const folder = mkdtempSync(join(tmpdir(), 'capiz-production-'));
const data = join(folder, 'data');
const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', CAPIZ_DATA: data };
let server;

try {
  for (const name of PACKED) {
    if (!existsSync(name)) throw new Error(`${name} is missing: build first.`);
    cpSync(name, join(folder, name), { recursive: true });
  }
  run('npm', 'ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error');
  const origin = await start();
  for (const path of ['/healthz', '/readyz', '/order', '/capiz/demo']) {
    const { status } = await fetch(origin + path);
    if (status !== 200) throw new Error(`${path} answers ${status}.`);
  }
  const made = run('node', 'bin/capiz.mjs', 'check', '--max-warnings', '0');
  if (!made.includes('0 errors')) throw new Error(`capiz check says: ${made}`);
  const asked = ['--server', origin, '--token-file', join(data, 'staff-token')];
  // The first step of publishing: the server checks and compiles it.
  run('node', 'bin/capiz.mjs', 'plan', '--reason', 'As it is', ...asked);
  run('node', 'bin/capiz.mjs', 'history', ...asked);
  run('node', 'bin/capiz.mjs', 'backup', join(folder, 'kept.db'));
  if (!existsSync(join(folder, 'kept.db'))) throw new Error('capiz backup wrote nothing.');
  run('node', 'bin/capiz.mjs', 'recover', 'admin', '--reason', 'Nobody knows the password');
  console.log('a production install starts, and its command line runs');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  server?.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}

function run(command, ...args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' });
  if (status === 0) return stdout + stderr;
  throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${error?.message ?? stderr}${stdout}`);
}

/** @returns The address of the server. */
function start() {
  server = spawn('node', ['bin/start.mjs'], { cwd: folder, env });
  let said = '';
  return new Promise((done, fail) => {
    const hear = (chunk) => {
      said += chunk;
      const origin = /Capiz listens at (\S+)/.exec(said)?.[1];
      if (origin !== undefined) done(origin);
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
    server.on('exit', (code) => fail(new Error(`The server ended with ${code}: ${said}`)));
  });
}
