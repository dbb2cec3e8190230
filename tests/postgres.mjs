import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackages } from './apt.mjs';
import { TRACING } from './strace.mjs';

const PROGRAMS = ['initdb', 'pg_ctl', 'postgres'];
/** Debian installs several versions side by side, outside the PATH. */
const VERSIONS = '/usr/lib/postgresql';

function findFolder() {
  const folders = (process.env.PATH ?? '').split(':').filter(Boolean);
  if (existsSync(VERSIONS)) {
    const newest = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a));
    folders.unshift(...newest.map((version) => join(VERSIONS, version, 'bin')));
  }
  return folders.find((folder) => PROGRAMS.every((program) => existsSync(join(folder, program))));
}

/** PostgreSQL refuses to run as root: it then runs as the package's user, or as nobody. */
function findUser() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const ids = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
    if (ids.every(({ status }) => status === 0)) {
      const [uid, gid] = ids.map(({ stdout }) => Number(stdout));
      return { uid, gid };
    }
  }
  return {};
}

/** Process ids of the children of this process. */
function childrenOf(pid) {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      // After the name in brackets: the state, then the parent.
      const [, parent] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return parent === pid;
    } catch {
      return false;
    }
  });
}

/** The eighth line of a server's status file is its state. */
function waitUntilReady(file) {
  for (let again = 0; again < 600; again += 1) {
    if (existsSync(file) && readFileSync(file, 'utf8').split('\n')[7]?.startsWith('ready')) return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  throw new Error('It did not become ready.');
}

let programs;

/** The folder of PostgreSQL's programs. Without one, prints how to install it and exits with 2. */
export function findPostgres() {
  programs ??= findFolder();
  if (programs === undefined) {
    // The package also starts a server for the machine, which our tests do not use.
    installPackages(['postgresql']);
    programs = findFolder();
  }
  if (programs !== undefined) return programs;
  console.error('No PostgreSQL was found. Install one, for example: sudo apt-get install -y postgresql');
  process.exit(2);
}

/**
 * Starts a server with an empty cluster. It is as durable as a production one, unless `settings` (`name=value`) change it.
 *
 * @param trace - Name of a file in its folder; strace writes the system calls of all its processes there.
 */
export function startPostgres(settings = [], trace) {
  const bin = findPostgres();
  const user = findUser();
  const folder = mkdtempSync(join(tmpdir(), 'capiz-postgres-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  // Output goes to files: the server would keep a pipe open.
  const run = (program, args) =>
    execFileSync(join(bin, program), args, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] });
  try {
    run('initdb', ['-D', data, '-U', 'capiz', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
    for (let attempt = 1; ; attempt += 1) {
      // Below the ports that Linux uses for outgoing connections.
      const port = 10_240 + Math.floor(Math.random() * 21_000);
      const options = [
        ['listen_addresses', '127.0.0.1'],
        ['port', String(port)],
        ['unix_socket_directories', folder],
        ...settings.map((setting) => setting.split('=')),
      ].map(([name, value]) => `-c ${name}=${value}`);
      const start = () => {
        const log = join(folder, 'log');
        const args = ['-D', data, '-l', log, '-w', '-t', '60', '-o', options.join(' '), 'start'];
        if (trace === undefined) return run('pg_ctl', args);
        // strace ends with the last traced process, long after this call.
        const traced = ['-o', join(folder, trace), ...TRACING, join(bin, 'pg_ctl'), ...args];
        spawn('strace', traced, { ...user, cwd: folder, stdio: 'ignore', detached: true }).unref();
        waitUntilReady(join(data, 'postmaster.pid'));
      };
      try {
        start();
      } catch (error) {
        // The port was probably taken.
        if (attempt === 5) throw error;
        continue;
      }
      /** Sends a signal to all its processes. */
      const signal = (name) => {
        const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
        for (const one of [pid, ...childrenOf(pid)]) {
          try {
            process.kill(Number(one), name);
          } catch {
            // The process had ended already.
          }
        }
      };
      return {
        address: `postgres://capiz@127.0.0.1:${port}`,
        folder,
        /** Simulates a power failure, as far as that is possible with a process. */
        kill: () => signal('SIGKILL'),
        /** Pauses the server, like a machine that hangs: connections stay open without answers. */
        pause: () => signal('SIGSTOP'),
        resume: () => signal('SIGCONT'),
        start() {
          for (let again = 0; ; again += 1) {
            try {
              start();
              return;
            } catch (error) {
              // A killed server releases its shared memory a moment later.
              if (again === 50) throw error;
              Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
            }
          }
        },
        stop() {
          try {
            run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']);
          } finally {
            rmSync(folder, { recursive: true, force: true });
          }
        },
      };
    }
  } catch (error) {
    const log = join(folder, 'log');
    const said = existsSync(log) ? readFileSync(log, 'utf8') : '';
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start.\n${said}`, { cause: error });
  }
}
