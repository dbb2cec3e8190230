import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileFiles, compileHere } from './compile.ts';
import { COMPILE_LIMITS, compileInThread } from './compile-in-thread.ts';
import { createCompileQueue } from './compile-queue.ts';
import { screenWithText, smallProject } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'capiz-thread-'));
const files = [...smallProject(screenWithText('Hello'))].map(([path, bytes]) => ({
  path,
  text: Buffer.from(bytes).toString('utf8'),
}));

beforeAll(async () => {
  const ssr = 'src/server/registry/compile-thread.ts';
  const outDir = join(folder, 'bundle');
  const options = { ssr, outDir, target: 'node20', minify: false };
  await build({ root: process.cwd(), configFile: false, logLevel: 'error', build: options });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** How many other tasks ran until the promise was settled. */
async function countTurns(promise: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isSettled = false;
  const turn = () => {
    turns += 1;
    if (!isSettled) setImmediate(turn);
  };
  setImmediate(turn);
  await promise;
  isSettled = true;
  return turns;
}

describe('a project compiled in a thread', () => {
  const inThread = compileInThread(join(folder, 'bundle/compile-thread.js'));

  it('has the same result as in this thread, including problems', async () => {
    expect(await inThread(files)).toEqual(compileFiles(files));
    const broken = files.map((file) => ({ ...file, text: file.text.replace('"text"', '"txet"') }));
    const compilation = await inThread(broken);
    expect(compilation.app).toBeUndefined();
    expect(compilation.problems.length).toBeGreaterThan(0);
    expect(compilation).toEqual(compileFiles(broken));
  });

  it('does not block the event loop, unlike a compile in this thread', async () => {
    expect(await countTurns(compileHere(files))).toBe(0);
    expect(await countTurns(inThread(files))).toBeGreaterThan(1);
  });

  it('is refused if its thread fails or ends without a result', async () => {
    writeFileSync(join(folder, 'throws.mjs'), "throw new Error('No memory.');");
    await expect(compileInThread(join(folder, 'throws.mjs'))(files)).rejects.toThrow('No memory.');
    writeFileSync(join(folder, 'ends.mjs'), 'process.exit(3);');
    await expect(compileInThread(join(folder, 'ends.mjs'))(files)).rejects.toThrow('ended with 3');
  });

  it('is refused at its limits of time and memory, and its thread ends', async () => {
    writeFileSync(join(folder, 'loops.mjs'), 'for (;;);');
    const limits = { ...COMPILE_LIMITS, ms: 300, heapMb: 16 };
    await expect(compileInThread(join(folder, 'loops.mjs'), limits)(files)).rejects.toMatchObject({
      code: 'problems',
      message: expect.stringContaining('longer than 0.3 s') as string,
    });
    writeFileSync(join(folder, 'grows.mjs'), 'const kept = []; for (;;) kept.push({ a: [1, 2, 3] });');
    const grows = compileInThread(join(folder, 'grows.mjs'), { ...limits, ms: 30_000 });
    await expect(grows(files)).rejects.toMatchObject({
      code: 'problems',
      message: expect.stringContaining('more than 16 MB') as string,
    });
  });

  it('stops when its caller disconnects, also while it waits in the queue', async () => {
    writeFileSync(join(folder, 'waits.mjs'), 'setInterval(() => {}, 1000);');
    const waits = compileInThread(join(folder, 'waits.mjs'), { ...COMPILE_LIMITS, atOnce: 1 });
    const [first, second] = [new AbortController(), new AbortController()];
    const both = [
      waits(files, { who: 'ana', signal: first.signal }),
      waits(files, { who: 'ben', signal: second.signal }),
    ].map((compile) => compile.catch((error: unknown) => (error as Error).message));
    second.abort();
    expect(await both[1]).toContain('The caller disconnected');
    first.abort();
    expect(await both[0]).toContain('The caller disconnected');
    await expect(waits(files, { who: 'cy', signal: AbortSignal.abort() })).rejects.toThrow(
      'The caller disconnected',
    );
  });
});

/** Names of languages. */
function languages(count: number): string[] {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  return Array.from({ length: count }, (_, at) => {
    const places = [Math.floor(at / 26 / 26), Math.floor(at / 26), at];
    return places.map((place) => letters[place % 26]).join('');
  });
}

it('a release in more languages than a server can load is refused before it is loaded', async () => {
  const spoken = (count: number) =>
    files.map((file) => {
      if (file.path !== 'screens/app.json') return file;
      const app = JSON.parse(file.text) as { languages?: { list: string[] } };
      const list = [...(app.languages?.list ?? ['source']), ...languages(count)];
      return {
        ...file,
        text: JSON.stringify({ ...app, languages: { default: 'source', ...app.languages, list } }),
      };
    });
  expect((await compileHere(spoken(20))).unservable).toBeUndefined();
  expect(compileFiles(spoken(16_000)).unservable).toMatch(
    /^Its \d+ screens in \d+ languages are \d+ characters/,
  );
});

describe('queued compiles of several people', () => {
  /** The started compiles in order; the test ends each. */
  function given(limits = { atOnce: 2, waiting: 3 }) {
    const queue = createCompileQueue(limits);
    const began: string[] = [];
    const ends = new Map<string, () => void>();
    const ask = (name: string) =>
      queue({ who: name.slice(0, 3) }, () => {
        began.push(name);
        return new Promise<void>((done) => ends.set(name, done));
      });
    const end = async (name: string) => {
      ends.get(name)?.();
      await new Promise(setImmediate);
    };
    return { began, ask, end };
  }

  it('take turns: a person with many compiles does not delay others', async () => {
    const { began, ask, end } = given();
    for (const name of ['ana1', 'ana2', 'ana3', 'ben1', 'cyd1']) void ask(name);
    expect(began).toEqual(['ana1', 'ben1']);
    await end('ana1');
    expect(began).toEqual(['ana1', 'ben1', 'cyd1']);
    await end('ben1');
    expect(began).toEqual(['ana1', 'ben1', 'cyd1', 'ana2']);
    await end('ana2');
    await end('cyd1');
    expect(began.at(-1)).toBe('ana3');
  });

  it('are refused to a person who already has four', async () => {
    const { ask } = given();
    for (const name of ['ana1', 'ana2', 'ana3', 'ana4']) void ask(name);
    await expect(ask('ana5')).rejects.toMatchObject({ code: 'delayed' });
  });
});
