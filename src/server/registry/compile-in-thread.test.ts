import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileFiles, compileHere } from './compile.ts';
import { compileInThread } from './compile-in-thread.ts';
import { saying, smallProject } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'capiz-thread-'));
const files = [...smallProject(saying('Hello'))].map(([path, bytes]) => ({
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

/** How often something else had its turn until the promise was settled. */
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

  it('is what it is here, problems too', async () => {
    expect(await inThread(files)).toEqual(compileFiles(files));
    const broken = files.map((file) => ({ ...file, text: file.text.replace('"text"', '"txet"') }));
    const compilation = await inThread(broken);
    expect(compilation.app).toBeUndefined();
    expect(compilation.problems.length).toBeGreaterThan(0);
    expect(compilation).toEqual(compileFiles(broken));
  });

  it('keeps nobody waiting, as one that is compiled here does', async () => {
    expect(await countTurns(compileHere(files))).toBe(0);
    expect(await countTurns(inThread(files))).toBeGreaterThan(1);
  });

  it('is refused where its thread fails or ends without a word', async () => {
    writeFileSync(join(folder, 'throws.mjs'), "throw new Error('No memory.');");
    await expect(compileInThread(join(folder, 'throws.mjs'))(files)).rejects.toThrow('No memory.');
    writeFileSync(join(folder, 'ends.mjs'), 'process.exit(3);');
    await expect(compileInThread(join(folder, 'ends.mjs'))(files)).rejects.toThrow('ended with 3');
  });
});
