import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/*
 * Packs the packages for other teams as for publishing, and installs them in a consumer's folder (fixtures/consumer) with
 * its own widget and action.
 */

const ROOT = join(import.meta.dirname, '../..');
const RENDERER = join(ROOT, 'dist/library/renderer');
const TOOLS = join(ROOT, 'dist/library/capiz');
const consumer = mkdtempSync(join(tmpdir(), 'capiz-consumer-'));

/** The environment without this run's variables, which a consumer's shell does not have. */
const env: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV$|TEST$|TZ$|npm_)/.test(name)),
);
const { CI: _ci, ...withoutPipeline } = env;

function run(
  command: string,
  args: readonly string[],
  cwd = consumer,
  more: NodeJS.ProcessEnv = { CI: 'true' },
): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...withoutPipeline, ...more, NO_COLOR: '1' },
  });
  return { status, said: stdout + stderr };
}
const capiz = (...args: readonly string[]) =>
  run(process.execPath, ['node_modules/capiz/bin/capiz.mjs', ...args]);

/** The modules of other packages, and of Node, that a package imports. */
function importsIn(folder: string): string[] {
  const files = readdirSync(join(folder, 'dist')).filter((name) => name.endsWith('.js'));
  return files.flatMap((name) => {
    const text = readFileSync(join(folder, 'dist', name), 'utf8');
    const found = [...text.matchAll(/^(?:import|export)\b[^;'"\n]*"([^".\n][^"\n]*)";$/gm)];
    return found.flatMap(([, module]) => module ?? []);
  });
}

const packageOf = (module: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? '';

/** @returns The old text. */
function edit(file: string, change: (text: string) => string): string {
  const text = readFileSync(file, 'utf8');
  const changed = change(text);
  expect(changed).not.toBe(text);
  writeFileSync(file, changed);
  return text;
}

/** Replaces a file of the consumer while `look` runs. */
function edited<T>(path: string, change: (text: string) => string, look: () => T): T {
  const file = join(consumer, path);
  const text = edit(file, change);
  try {
    return look();
  } finally {
    writeFileSync(file, text);
  }
}

beforeAll(() => {
  execFileSync(process.execPath, ['bin/library.mjs'], { cwd: ROOT, env, stdio: 'pipe' });
  cpSync(join(ROOT, 'fixtures/consumer'), consumer, { recursive: true });
  const pack = ['pack', '--silent', '--pack-destination', consumer, RENDERER, TOOLS];
  execFileSync('npm', pack, { env, stdio: 'pipe' });
  const packed = readdirSync(consumer).filter((name) => name.endsWith('.tgz'));
  const files = packed.map((name) => `./${name}`);
  execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...files], {
    cwd: consumer,
    env,
    stdio: 'pipe',
  });
}, 180_000);

afterAll(() => rmSync(consumer, { recursive: true, force: true }));

describe('the packages for other teams', () => {
  it('installs no server and no native code, and two other packages, whose types it uses', () => {
    const manifest = (folder: string) =>
      JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object;
    const { valibot, wouter } = (manifest(ROOT) as { dependencies: Record<string, string> }).dependencies;
    expect(manifest(RENDERER)).toMatchObject({
      dependencies: { valibot, wouter },
      peerDependencies: { react: '^19.0.0', 'react-dom': '^19.0.0' },
    });
    // The exact version, because it imports the renderer's own files.
    expect(manifest(TOOLS)).toHaveProperty('dependencies', { '@capiz/renderer': '0.1.0', valibot, wouter });
    for (const folder of [RENDERER, TOOLS]) {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      expect(files.filter((path) => path.endsWith('.node'))).toEqual([]);
      expect(readFileSync(join(folder, 'NOTICES.txt'), 'utf8')).not.toMatch(/^(?:libsql|pg|kysely) \d/m);
      // Calls in a test are answered in the same process: nothing listens on a port.
      const needed = importsIn(folder);
      expect(needed.filter((name) => /^(?:node:)?(?:http|https|http2|net|tls)$/.test(name))).toEqual([]);
    }
    expect(importsIn(TOOLS)).toContain('node:fs');
  });

  it('the renderer needs nothing of Node, and has each module that both packages need', () => {
    expect(new Set(importsIn(RENDERER).map(packageOf))).toEqual(
      new Set(['react', 'react-hook-form', 'valibot', 'wouter']),
    );
    const shared = importsIn(TOOLS).filter((name) => name.startsWith('@capiz/renderer/dist/'));
    expect(shared.length).toBeGreaterThan(20);
    const names = readdirSync(join(TOOLS, 'dist'));
    expect(readdirSync(join(RENDERER, 'dist')).filter((name) => names.includes(name))).toEqual([]);
  });

  it.each([RENDERER, TOOLS])('publint finds nothing to improve in %s', async (pkgDir) => {
    const { messages } = await publint({ pkgDir, strict: true });
    expect(messages).toEqual([]);
  });

  it.each(['capiz-renderer', 'capiz'])('every way to import %s that exists finds its types', async (name) => {
    const packed = new Uint8Array(readFileSync(join(consumer, `${name}-0.1.0.tgz`)));
    const checked = await checkPackage(createPackageFromTarballData(packed));
    // Only ES modules: no `require`, and no resolution without `exports`.
    const others = ['node10', 'node16-cjs'];
    const problems = checked.types === false ? [{ kind: 'no types' }] : checked.problems;
    const isOther = (one: object) =>
      others.some((kind) => 'resolutionKind' in one && one.resolutionKind === kind);
    expect(problems.filter((one) => !isOther(one))).toEqual([]);
  });

  it("its type declarations work in a consumer's page", () => {
    const { status, said } = run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', '.']);
    expect(said.replace(/^npm warn.*\n/gm, '')).toBe('');
    expect(status).toBe(0);
  });

  it("generated types are current, and renaming a property or state breaks the consumer's compile", () => {
    expect(capiz('types', '--check')).toMatchObject({ status: 0 });
    const compile = () => {
      expect(capiz('types')).toMatchObject({ status: 0 });
      return run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', '.']);
    };
    const renamed = edited(
      'widgets/stamps.mjs',
      (text) => text.replaceAll(/\bcount\b/g, 'filled'),
      () =>
        edited(
          'screens/card.screen.json',
          (text) => text.replace('"count":', '"filled":').replaceAll(/\bstamps\b(?!",\n)/g, 'rolls'),
          compile,
        ),
    );
    expect(renamed.status).not.toBe(0);
    expect(renamed.said).toContain("Property 'stamps' does not exist on type");
    expect(renamed.said).toContain("Property 'count' does not exist on type");
    expect(capiz('types')).toMatchObject({ status: 0 });
  });

  it("checks a screen with the consumer's own widget and action", () => {
    expect(capiz('check', '--max-warnings', '0')).toMatchObject({ status: 0 });
  });

  it('reports faults in the use of own widgets like those of built-in ones', () => {
    const { status, said } = edited(
      'screens/card.screen.json',
      (text) => text.replace('"count": "${state.stamps}"', '"cuont": "${state.stamps}"'),
      () => capiz('check', '--json'),
    );
    expect(status).toBe(1);
    expect(JSON.parse(said)).toMatchObject({
      problems: [
        {
          code: 'property/unknown',
          file: 'screens/card.screen.json',
          help: expect.stringContaining('count'),
        },
      ],
    });
    const action = edited(
      'screens/card.screen.json',
      (text) => text.replace('"text": "A free roll"', '"text": "${state.stamp}"'),
      () => capiz('check', '--json'),
    );
    expect(JSON.parse(action.said)).toMatchObject({ problems: [{ code: 'expression/unknown-member' }] });
  });

  it('refuses a widget with an unreadable schema, or with a taken name', () => {
    const unread = edited(
      'widgets/stamps.mjs',
      (text) => text.replace('$defs/text', '$defs/words'),
      () => capiz('check'),
    );
    expect(unread).toMatchObject({ status: 2, said: expect.stringContaining('stamps') });
    const taken = edited(
      'widgets/stamps.mjs',
      (text) => text.replace("name: 'stamps'", "name: 'rows'"),
      () => capiz('check'),
    );
    expect(taken).toMatchObject({
      status: 2,
      said: expect.stringContaining('A widget "rows" already exists'),
    });
  });

  it('tests own widgets: the accepted snapshot passes, and a changed component fails', () => {
    expect(capiz('test')).toMatchObject({ status: 0, said: expect.stringContaining('2 passed') });
    const changed = edited(
      'widgets/stamps-view.mjs',
      (text) => text.replace(' of ', ' out of '),
      () => capiz('test'),
    );
    expect(changed.status).toBe(1);
    expect(changed.said).toContain('"1 out of 3"');
  });

  it("renders own widgets in the consumer's test, where a tap runs its action", () => {
    const { status, said } = run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run']);
    expect(said).toContain('1 passed');
    expect(status, `${basename(consumer)}: ${said}`).toBe(0);
  });
});

describe('a new project of a consumer', () => {
  const fresh = mkdtempSync(join(tmpdir(), 'capiz-fresh-'));
  afterAll(() => rmSync(fresh, { recursive: true, force: true }));
  const here = (...args: readonly string[]) =>
    run(process.execPath, ['node_modules/capiz/bin/capiz.mjs', ...args], fresh);

  it('a new project passes its own pipeline, with a new widget and action', () => {
    symlinkSync(join(consumer, 'node_modules'), join(fresh, 'node_modules'));
    const begun = here('init', '--name', 'Corner shop', '--json');
    expect(begun.status, `init: ${begun.said}`).toBe(0);
    expect(JSON.parse(begun.said.slice(0, begun.said.lastIndexOf('}') + 1))).toMatchObject({ missing: [] });
    // Run as in a pipeline (CI=true), where missing snapshots fail and none are written.
    expect(here('test')).toMatchObject({ status: 0, said: expect.stringMatching(/^4 passed in/) });

    expect(here('new', 'widget', 'opening-hours')).toMatchObject({ status: 0 });
    expect(here('new', 'action', 'ring')).toMatchObject({ status: 0 });
    edit(join(fresh, 'screens/welcome.screen.json'), (text) =>
      text.replace(
        '"bar": [',
        '"x-note": "both are in use", "on": { "enter": [{ "do": "ring", "txet": "Hi" }] }, "bar": [',
      ),
    );
    expect(here('check')).toMatchObject({ status: 1, said: expect.stringContaining('did you mean "text"') });
    edit(join(fresh, 'screens/welcome.screen.json'), (text) => text.replace(/"x-note".*"bar"/, '"bar"'));

    // The steps of docs/start/first-endpoint.md, which first-screen.test.ts runs in a clone.
    expect(here('new', 'endpoint', 'hardship-list')).toMatchObject({ status: 0 });
    expect(here('new', 'endpoint', 'hardship-send', '--post')).toMatchObject({ status: 0 });
    expect(here('new', 'scenario', 'hardship')).toMatchObject({ status: 0 });
    const page = readFileSync(join(ROOT, 'docs/start/first-endpoint.md'), 'utf8');
    for (const [, path = '', text = ''] of page.matchAll(/^```json (\S+)\n([\s\S]*?)^```$/gm))
      writeFileSync(join(fresh, path), text);
    const misspelt = here('check');
    expect(misspelt).toMatchObject({ status: 1, said: expect.stringContaining('did you mean "letters"') });
    edit(join(fresh, 'fixtures/scenarios/hardship.json'), (text) => text.replace('leters', 'letters'));
    expect(here('fmt', 'screens/hardship.screen.json')).toMatchObject({ status: 0 });
    // Run without CI=true, because a pipeline writes no snapshots.
    const bin = 'node_modules/capiz/bin/capiz.mjs';
    const drawnAtDesk = run(process.execPath, [bin, 'test', '-u', 'hardship'], fresh, {});
    expect(drawnAtDesk.status, `test: ${drawnAtDesk.said}`).toBe(0);
    const told = readFileSync(join(fresh, 'fixtures/snapshots/en/hardship.txt'), 'utf8');
    expect(told).toMatch(/^## sent: [\s\S]*"A flood in March"\n[\s\S]*"I lost my job"/m);

    const pipeline = readFileSync(join(fresh, '.github/workflows/capiz.yml'), 'utf8');
    const steps = [...pipeline.matchAll(/run: npx capiz (.+)/g)].map(([, args = '']) => args.split(' '));
    expect(steps.map(([name]) => name)).toEqual(['fmt', 'check', 'test']);
    for (const step of steps) expect(here(...step), `capiz ${step.join(' ')}`).toMatchObject({ status: 0 });
    const drawn = run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run'], fresh);
    expect(drawn.said).toContain('2 passed');
    expect(drawn.status, `vitest: ${drawn.said}`).toBe(0);
  }, 240_000);
});
