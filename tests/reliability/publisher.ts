import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '#src/server/registry/database.ts';
import { act, ACTS } from './acts.ts';
import { filesOf } from './numbered-project.ts';

/**
 * A process that repeats one act until it is killed (default: publishing), and prints `<number> <live release>` after each, as
 * a server would answer. Usage: `node publisher.js <address> <first number> [mode] [count]`. Two modes are planted faults:
 * `unsynced` answers before the data is on disk, `naive` writes file by file into a folder.
 */
const [address = '', first = '0', mode = 'registry', most = 'Infinity'] = process.argv.slice(2);

async function actAll(): Promise<void> {
  const database = await openDatabase(address);
  if (mode === 'unsynced') {
    const careless =
      database.engine === 'sqlite' ? sql`pragma synchronous = NORMAL` : sql`set synchronous_commit = off`;
    await careless.execute(database.queries);
  }
  const acts = ACTS.find((one) => one === mode) ?? 'registry';
  for (let count = Number(first); count < Number(first) + Number(most); count += 1) {
    const live = await act(database, acts, count);
    process.stdout.write(`${count} ${live}\n`);
    // Without this turn only microtasks run: native memory is not freed, and a closed pipe is not noticed.
    await setImmediate();
  }
  await database.close();
}

/** The planted fault: writes each file separately, the pointer last. */
function publishNaively(): never {
  mkdirSync(address, { recursive: true });
  for (let count = Number(first); ; count += 1) {
    for (const [path, bytes] of filesOf(count)) {
      const file = join(address, path.replaceAll('/', '_'));
      writeFileSync(file, bytes, { flush: true });
    }
    writeFileSync(join(address, 'pointer.new'), String(count));
    renameSync(join(address, 'pointer.new'), join(address, 'pointer'));
    process.stdout.write(`${count} -\n`);
  }
}

await (mode === 'naive' ? publishNaively() : actAll());
