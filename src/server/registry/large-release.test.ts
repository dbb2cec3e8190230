import { expect, it } from 'vitest';
import { compileFiles } from './compile.ts';
import { makeRelease, publish } from './releases.ts';
import { approve } from './second-person.ts';
import { by, hire, onBothEngines, smallProject } from './testing.ts';

/** Enough contracts to make the steps of fixed cost a small share of the total. */
const CONTRACTS = 450;

/** CPU time of this process in microseconds. Unlike a clock, it does not depend on other processes. */
function used(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** The CPU time of a run in microseconds, and the longest stretch of it in which no request could be handled. */
async function measure(
  run: () => Promise<unknown>,
): Promise<{ readonly total: number; readonly gap: number }> {
  const began = used();
  let last = began;
  let gap = 0;
  let isSettled = false;
  const turn = () => {
    const now = used();
    gap = Math.max(gap, now - last);
    last = now;
    if (!isSettled) setImmediate(turn);
  };
  setImmediate(turn);
  await run();
  gap = Math.max(gap, used() - last);
  isSettled = true;
  return { total: used() - began, gap };
}

function largeProject(): Map<string, Buffer> {
  const files = smallProject();
  const path = 'schemas/api/book.endpoint.json';
  const contract = JSON.parse(files.get(path)?.toString() ?? '') as object;
  for (let at = 0; at < CONTRACTS; at += 1) {
    const members = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`m${n}`, { type: 'string' }]));
    const name = `book-${at}`;
    const request = { type: 'object', properties: members };
    const text = JSON.stringify({ ...contract, name, request });
    files.set(path.replace('book.', `${name}.`), Buffer.from(text));
  }
  return files;
}

onBothEngines('a release of many documents', ({ database }) => {
  it('is made and published in steps: requests are handled in between', async () => {
    await hire(database(), 'ana', 'ben');
    const first = await makeRelease(database(), { bytes: smallProject(), ...by('ana') });
    await publish(database(), { release: first.hash, ...by('ana') });
    const bytes = largeProject();
    // Another thread compiles this release; the result does not matter here.
    const texts = [...smallProject()].map(([path, content]) => ({ path, text: content.toString() }));
    const compiled = compileFiles(texts);
    let hash = '';
    const making = await measure(async () => {
      ({ hash } = await makeRelease(database(), { bytes, ...by('ana', 2_000) }, () =>
        Promise.resolve(compiled),
      ));
    });
    expect(making.gap / making.total).toBeLessThan(0.5);
    await approve(database(), { release: hash, ...by('ben', 3_000) });
    const publishing = await measure(() => publish(database(), { release: hash, ...by('ana', 4_000) }));
    expect(publishing.gap / publishing.total).toBeLessThan(0.5);
  });
});
