import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenedDev, openDev } from './dev.ts';

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

describe("capiz dev in a consumer's project", () => {
  let dev: OpenedDev;
  /** Longer than a change takes, shorter than a test. */
  const soon = { timeout: 10_000 };
  const change = (path: string, from: string, to: string) =>
    edit(join(consumer, path), (text) => text.replace(from, to));
  const sees = (text: string) => dev.frame.getByText(text, { exact: true }).waitFor(soon);
  const isNotReported = async () => dev.page.locator('.dev-faults').waitFor({ ...soon, state: 'detached' });
  const reported = async () => {
    await dev.page.locator('.dev-faults').waitFor(soon);
    return dev.page.locator('.dev-faults').textContent();
  };

  beforeAll(async () => {
    dev = await openDev(consumer, env);
  }, 60_000);
  afterAll(() => dev.close());

  it('lists the widgets and the states of screens, and opens the first that the filter finds', async () => {
    const { page, origin } = dev;
    await page.goto(origin);
    await page.getByRole('link', { name: 'Stamps' }).waitFor(soon);
    await page.getByRole('link', { name: 'Default' }).waitFor(soon);
    expect(await dev.findAxeFaults()).toEqual([]);
    await page.keyboard.press('/');
    await page.keyboard.type('fills with');
    await expect.poll(() => page.getByRole('link').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Stamps' }).waitFor(soon);
    await sees('0 of 5');
    expect(await dev.findAxeFaults()).toEqual([]);
  }, 40_000);

  it('shows an example with other members and another look, the events, and the node to copy', async () => {
    const { page, frame } = dev;
    await frame.getByRole('button', { name: 'Stamp' }).click();
    await sees('FIRST STAMP!');
    expect(await page.getByRole('log').textContent()).toBe('tap');
    await page.getByLabel('count').fill('3');
    await sees('3 of 5');
    await page.getByLabel('of', { exact: true }).fill('4');
    await sees('3 of 4');
    expect(await page.locator('aside pre').textContent()).toContain('"count": 3,\n  ');
    await page.getByLabel('Theme').selectOption('Dark');
    await page.getByLabel('Text').selectOption('200 %');
    await page.getByLabel('Width').selectOption('320 px');
    const html = frame.locator('html');
    await expect.poll(() => html.getAttribute('data-theme')).toBe('dark');
    expect(await html.getAttribute('lang')).toBe('en');
    expect(await html.evaluate(({ style, clientWidth }) => [style.fontSize, clientWidth])).toEqual([
      '32px',
      320,
    ]);

    await page.getByLabel('count').fill('3.5');
    const problems = page.getByRole('region', { name: 'Problems' });
    expect(await problems.textContent()).toContain('/count property/bad-type');
    // The last valid example stays.
    await sees('3 of 4');
    await page.getByLabel('count').fill('3');
    await problems.waitFor({ ...soon, state: 'detached' });
  }, 40_000);

  it('shows a changed component, schema and example with the chosen members, without loading the page again', async () => {
    const { page } = dev;
    await page.evaluate("window.isSamePage = 'yes'");
    change('widgets/stamps-view.mjs', ' of ', ' out of ');
    await sees('3 out of 4');
    await page.getByLabel('of', { exact: true }).fill('');
    await sees('3 out of 5');
    change('widgets/stamps.mjs', 'default: 5', 'default: 6');
    await sees('3 out of 6');
    change('widgets/stamps.mjs', "'Full'", "'A full card'");
    await page.getByRole('link', { name: 'A full card' }).waitFor(soon);
    await sees('3 out of 6');
    expect(await page.evaluate('window.isSamePage')).toBe('yes');
  }, 40_000);

  it('shows the error of a widget that throws in its frame; its other examples stay', async () => {
    const { page, frame } = dev;
    const before = dev.faults.length;
    const check = "if (props.count > 9) throw new Error('The card is overfull');\n  const words";
    change('widgets/stamps-view.mjs', 'const words', check);
    await page.getByLabel('count').fill('10');
    const alert = frame.getByRole('alert').filter({ hasText: 'Error: The card is overfull' });
    expect(await alert.textContent(soon)).toMatch(/widgets\/stamps-view\.mjs:\d+/);
    await page.getByRole('link', { name: 'A full card' }).click();
    await sees('5 out of 6');
    expect(await alert.count()).toBe(0);
    expect(dev.faults.slice(before)).toEqual([]);
  }, 40_000);

  it('reports a schema and a component that cannot be read, and a broken definition; the last version stays', async () => {
    const { page } = dev;
    change('widgets/stamps.mjs', '$defs/integer', '$defs/whole');
    expect(await reported()).toContain('$defs/whole" leads nowhere');
    await sees('5 out of 6');
    change('widgets/stamps.mjs', '$defs/whole', '$defs/integer');
    await isNotReported();

    change('widgets/stamps-view.mjs', 'return h(', 'return h((');
    expect(await reported()).toContain('widgets/stamps-view.mjs');
    change('widgets/stamps-view.mjs', 'return h((', 'return h(');
    await isNotReported();
    await sees('5 out of 6');

    change('screens/card.screen.json', '"label": "Rolls"', '"lable": "Rolls"');
    const said = await reported();
    expect(said).toMatch(
      /did you mean "label".*screens\/card\.screen\.json:\d+:\d+ \/body\/0\/lable property\/unknown/,
    );
    await page.reload();
    await sees('5 out of 6');
    change('screens/card.screen.json', '"lable": "Rolls"', '"label": "Rolls"');
    await isNotReported();
  }, 60_000);

  it('shows the states of a screen, and a changed definition and component', async () => {
    const { page, origin, frame } = dev;
    await page.goto(`${origin}/screens/card/content`);
    await sees('1 out of 3');
    await frame.getByRole('button', { name: 'Stamp' }).click();
    await sees('2 out of 3');
    change('screens/card.screen.json', '"of": 3', '"of": 8');
    await sees('1 out of 8');
    change('widgets/stamps-view.mjs', ' out of ', ' of ');
    await sees('1 of 8');
    change('screens/card.screen.json', '"of": 8', '"of": 3');
    await sees('1 of 3');
    expect(await dev.findAxeFaults()).toEqual([]);
  }, 40_000);

  it('lists a new widget at once, with its first example', async () => {
    await dev.page.goto(dev.origin);
    await dev.page.getByRole('link', { name: 'Stamps' }).waitFor(soon);
    expect(capiz('new', 'widget', 'opening-hours')).toMatchObject({ status: 0 });
    await dev.page.getByRole('link', { name: 'Opening hours' }).click(soon);
    await dev.page.getByRole('link', { name: 'On Sunday' }).waitFor(soon);
    await sees('Open on Sunday');
  }, 40_000);

  it('ends with 0 at Ctrl-C', async () => {
    expect(await dev.end()).toBe(0);
  });

  it('refuses a port that is no number, and says how to install Vite', () => {
    expect(capiz('dev', '--port', 'first')).toMatchObject({
      status: 2,
      said: 'capiz dev: --port takes a number up to 65535, not "first"\n',
    });
    const vite = join(consumer, 'node_modules/vite');
    renameSync(vite, `${vite}-away`);
    try {
      expect(capiz('dev')).toMatchObject({
        status: 2,
        said: 'capiz dev: Vite is not installed: npm install --save-dev vite\n',
      });
    } finally {
      renameSync(`${vite}-away`, vite);
    }
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
