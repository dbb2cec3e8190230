import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Database } from '#src/server/registry/database.ts';
import { findLive } from '#src/server/registry/manifests.ts';
import { openRegistry } from '#src/server/registry/open-registry.ts';
import { serveRegistry } from '#src/server/registry/serve-registry.ts';
import { readSettings, type Settings } from '#src/server/settings.ts';
import { startServer } from '#src/server/start.ts';
import { testProject } from '#src/server/testing.ts';
import type { Failpoint } from './failpoints.ts';
import { filesOf } from './numbered-project.ts';

/**
 * A server process: `node server.js <folder> <database or -> <failpoint or ->`. It prints its address. On SIGUSR2 it collects
 * garbage and prints the bytes in use. With a failpoint it kills itself there, at the first release that it makes live.
 */
const [folder = '', address = '-', point = '-'] = process.argv.slice(2);
const failpoint = point as Failpoint | '-';

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  // Blocks until the kill.
  for (;;);
}

/** Longer than sending an answer takes. */
const ANSWERING_MS = 500;

/** Dies around the commit that moves the live pointer. */
function dyingAtCommit(database: Database): Database {
  return {
    ...database,
    write: (run) =>
      new Promise((answer, fail) => {
        let isMoved = false;
        const done = database.write(async (queries, turn) => {
          const before = await findLive(queries);
          const result = await run(queries, turn);
          isMoved = before !== undefined && (await findLive(queries))?.release !== before.release;
          if (isMoved && failpoint === 'answers-first') {
            answer(result);
            await new Promise((over) => setTimeout(over, ANSWERING_MS));
            die();
          }
          if (isMoved && failpoint === 'before-commit') die();
          return result;
        });
        done.then((result) => {
          if (isMoved && failpoint === 'after-commit') die();
          answer(result);
        }, fail);
      }),
  };
}

const settings = readSettings({
  PORT: '0',
  CAPIZ_DATA: folder,
  ...(address !== '-' && { DATABASE_URL: address }),
}) as Settings;
const where = { address: settings.database, folder: settings.folder };
const { database } = await openRegistry(where, () => filesOf(0), Date.now);
const makeSource = await serveRegistry({ database: dyingAtCommit(database) }, () => {}, { reportSample: 0 });
/** Loading at the start does not count: the live release, and releases of open visits. */
let isStarted = false;
const everLive: unknown[] = [];
const { origin } = await startServer(
  settings,
  testProject,
  () => {},
  (make, ...means) =>
    makeSource(
      (definitions) => {
        if (isStarted && failpoint === 'in-refresh') die();
        const parts = make(definitions);
        if (failpoint === 'keeps-all') everLive.push(definitions, parts);
        return parts;
      },
      ...means,
    ),
);
isStarted = true;
const { user, system } = process.cpuUsage();
process.stdout.write(`${origin} ${Math.round((user + system) / 1_000)}\n`);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
process.on('SIGUSR2', () => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  process.stdout.write(`${heapUsed + external}\n`);
});
