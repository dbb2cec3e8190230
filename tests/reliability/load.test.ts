import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BY_NUMBER, LONG } from '#tests/property/settings.ts';
import { buildProgram } from './build-program.ts';
import { reportFigures } from './figures.ts';
import type { Failpoint } from './failpoints.ts';
import { type Held, judgeInUse, judgeLoad, judgeSoak, load, readHeld } from './load.ts';
import { createServers, ended, readInUse, says, type Server, staffOf } from './server-processes.ts';

/* Check 25: load, load while releases go live, and load for a long time. The generator runs on the same two cores. */

const CONNECTIONS = 50;
/** Duration of a stretch; a soak has several. */
const STRETCH_MS = LONG ? 20_000 : 1_500;
const STRETCHES = LONG ? 60 : 3;
const PUBLISH_EVERY_MS = LONG ? 2_000 : 700;
const MINUTE_MS = 60_000;
/** The number of the stretch that begins after ten minutes, when memory has settled. */
const SETTLED = LONG ? Math.ceil((10 * MINUTE_MS) / STRETCH_MS) : undefined;
/** Speed is asserted only without other tests on the machine; with them, only that nothing fails. */
const ALONE = LONG || BY_NUMBER;
const PLAIN = ALONE ? { perSecond: 2_000, p99Ms: 25 } : { perSecond: 1, p99Ms: Infinity };
const PUBLISHING = { perSecond: 1, p99Ms: ALONE ? 50 : Infinity };

const folder = mkdtempSync(join(tmpdir(), 'capiz-load-'));
let servers: ReturnType<typeof createServers>;

beforeAll(async () => {
  servers = createServers(await buildProgram('server', folder));
});
afterAll(() => {
  servers.endAll();
  rmSync(folder, { recursive: true, force: true });
});

/** The document and a plan of it, which a borrower loads. */
async function addressesOf({ origin }: Server): Promise<string[]> {
  const html = await (await fetch(`${origin}/shelf`)).text();
  return [`${origin}/shelf`, `${origin}/capiz/plans/${/"shelf":"([\w-]+)"/.exec(html)?.[1]}.json`];
}

/** Publishes one release after another until stopped. @returns The number of releases. */
function publishAlong(server: Server, home: string): () => Promise<number> {
  const staff = staffOf(home);
  let isOver = false;
  const work = (async () => {
    for (let count = 1; ; count += 1) {
      await staff.publish(server, await staff.make(server, count));
      if (isOver) return count;
      await new Promise((later) => setTimeout(later, PUBLISH_EVERY_MS));
    }
  })();
  // The caller gets the error of a failed publish when it stops the loop. Until then the rejection must not count as
  // unhandled: the load test itself must report a dead server.
  work.catch(() => undefined);
  return () => {
    isOver = true;
    return work;
  };
}

describe('borrowers are answered', () => {
  it('fast, and while releases go live, by a server that does not use more memory afterwards', {
    timeout: LONG ? 40 * MINUTE_MS : MINUTE_MS,
  }, async () => {
    const home = join(folder, 'soak');
    const server = await servers.start(home, '-');
    const urls = await addressesOf(server);
    const stretch = { connections: CONNECTIONS, ms: STRETCH_MS };
    const handles = () => readHeld(server.child.pid, home).handles;
    // Warm-up: lazy parts are opened, compiled and compressed.
    await load(urls, ALONE ? stretch : { ...stretch, ms: 500 });
    await publishAlong(server, home)();
    await expect.poll(handles, { timeout: 10_000 }).toBeLessThan(CONNECTIONS);
    const before = readHeld(server.child.pid, home);
    const plain = await load(urls, stretch);
    const end = publishAlong(server, home);
    const publishing = [];
    const held: Held[] = [];
    const memoryMb: number[] = [];
    for (let at = 0; at < STRETCHES; at += 1) {
      publishing.push(await load(urls, stretch));
      const now = readHeld(server.child.pid, home);
      memoryMb.push(Math.round(now.memory / 1_000_000));
      // Resident memory includes uncollected garbage; a leak shows in the memory in use.
      held.push({ ...now, memory: await readInUse(server) });
    }
    const releases = await end();
    await expect.poll(handles, { timeout: 10_000 }).toBeLessThanOrEqual(before.handles);
    const after = readHeld(server.child.pid, home);
    const worst = publishing.reduce((a, b) => (b.p99Ms > a.p99Ms ? b : a));
    const errors = publishing.reduce((sum, one) => sum + one.errors, 0);
    const figures = { plain, publishing: { ...worst, errors }, releases, before, after, memoryMb };
    reportFigures({ check: 25, ...figures });
    expect(await says(server)).toBe(releases);
    expect(judgeLoad(plain, PLAIN)).toEqual([]);
    expect(publishing.flatMap((one) => judgeLoad(one, PUBLISHING))).toEqual([]);
    expect(judgeSoak(before, held, after, SETTLED)).toEqual([]);
  });
});

describe('planted faults', () => {
  it('the check detects a server that dies when another release goes live', async () => {
    const home = join(folder, 'dies');
    const server = await servers.start(home, '-', 'in-refresh');
    const urls = await addressesOf(server);
    const staff = staffOf(home);
    const release = await staff.make(server, 1);
    const stretch = load(urls, { connections: 4, ms: 1_000 });
    await staff.publish(server, release).catch(() => undefined);
    await ended(server);
    expect(judgeLoad(await stretch, { perSecond: 1, p99Ms: Infinity })).toEqual([
      expect.stringMatching(/^\d+ errors$/),
    ]);
  });

  it('the check detects a server that keeps in memory every release that was once live', {
    timeout: 2 * MINUTE_MS,
  }, async () => {
    const grow = async (point: Failpoint | '-') => {
      const home = join(folder, `grows ${point}`);
      const server = await servers.start(home, '-', point);
      const staff = staffOf(home);
      let count = 0;
      const publish = async (times: number) => {
        for (const end = count + times; count < end; ) {
          count += 1;
          await staff.publish(server, await staff.make(server, count));
          // Things that are made lazily from a release are held with it.
          for (const url of await addressesOf(server)) await (await fetch(url)).arrayBuffer();
        }
        return await readInUse(server);
      };
      // Until then memory grows: releases stay loaded for open pages, and plans for the next release.
      return judgeInUse(await publish(120), await publish(80));
    };
    expect(await grow('-')).toEqual([]);
    expect(await grow('keeps-all')).toEqual([expect.stringMatching(/^what is in use grew/)]);
  });

  it('the check detects a slow server, a memory leak and a log that grows without limit', () => {
    const slow = { requests: 10, errors: 0, perSecond: 1_999, p50Ms: 1, p99Ms: 26 };
    expect(judgeLoad(slow, { perSecond: 2_000, p99Ms: 25 })).toEqual(['1999 a second', '26 ms']);
    const at = (memory: number, more = {}) => ({ memory, handles: 30, log: 0, ...more });
    const before = at(90);
    expect(judgeSoak(before, [at(100), at(105)], at(105), 0)).toEqual([]);
    expect(judgeSoak(before, [at(100), at(106)], at(106), 0)).toEqual(['memory grew to 1.06 of it']);
    expect(judgeSoak(before, [at(100), at(90), at(94)], at(94), 2)).toEqual([]);
    expect(judgeSoak(before, [at(100), at(90), at(106), at(90)], at(90), 2)).toEqual([
      'memory grew to 1.06 of it',
    ]);
    expect(judgeSoak(before, [at(100)], at(100, { handles: 31 }), 0)).toEqual(['1 handles were left']);
    expect(judgeSoak(before, [at(100, { log: 2 ** 27 })], at(100), 0)).toEqual([`a log of ${2 ** 27} bytes`]);
  });
});
