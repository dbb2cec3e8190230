import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '#src/server/registry/database.ts';
import { act, ACTS } from './acts.ts';
import { filesOf } from './numbered-project.ts';

/**
 * A process that does one act after the other until it is killed, publishing where nothing else is asked for, and says
 * so after each, as a server answers: `<number> <release that is live>` on a line. Started as
 * `node publisher.js <address> <first number>`, then the mode and how many, where it is to end by itself. Two modes are
 * for what must be found out: `unsynced` answers before the disk has it, `naive` writes file by file into a folder.
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
    // An act never leaves the microtasks: without a turn nothing native is freed, and that nobody reads is never noticed.
    await setImmediate();
  }
  await database.close();
}

/** What nobody may build: every file by itself, the pointer last. */
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
