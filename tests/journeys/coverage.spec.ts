import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';

const ROOT = resolve(import.meta.dirname, '../..');
const SCREEN = 'screens/not-found.screen.json';
const project = mkdtempSync(join(tmpdir(), 'capiz-coverage-'));

test.afterAll(() => rmSync(project, { recursive: true, force: true }));

test('the coverage page opens from disk: a node that no state shows is marked where it would be, with its position', async ({
  page,
}) => {
  // The command line may have to be built first.
  test.setTimeout(120_000);
  for (const folder of ['screens', 'schemas/api', 'fixtures'])
    cpSync(join(ROOT, folder), join(project, folder), { recursive: true });
  const path = join(project, SCREEN);
  const text = readFileSync(path, 'utf8');
  const planted = text
    .replace('"body": [', '"state": { "isOdd": { "type": "boolean", "initial": false } }, "body": [')
    .replace(
      '"type": "part",',
      '"type": "text", "text": "For nobody", "visibleWhen": "state.isOdd" }, { "type": "part",',
    );
  expect(planted).toContain('"isOdd"');
  writeFileSync(path, planted);
  const html = join(project, 'coverage.html');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'bin/capiz.mjs'), 'coverage', 'not-found', '--html', html],
    { cwd: project, encoding: 'utf8', env: { ...process.env, CI: 'true' } },
  );
  expect(status, stdout + stderr).toBe(0);

  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const faults: string[] = [];
  page.on('console', (message) => faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(pathToFileURL(html).href);
  await expect(page.getByRole('listitem').filter({ hasText: 'is never drawn' })).toContainText(`${SCREEN}:`);
  const drawn = page.getByLabel('As it is drawn');
  const mark = drawn.getByRole('button', { name: /is never drawn/ });
  await expect(mark).toBeVisible();
  // On the screenshot the mark is between the neighbours of the node.
  const body = drawn.frameLocator('iframe');
  const [line, above, below] = await Promise.all(
    [
      drawn.locator('.box.below').first(),
      body.getByRole('heading', { name: 'We could not open this page' }),
      body.getByRole('button', { name: 'Customer service' }),
    ].map((one) => one.boundingBox()),
  );
  expect(line?.y).toBeGreaterThan(above?.y ?? Infinity);
  expect(line?.y).toBeLessThan((below?.y ?? 0) + (below?.height ?? 0));
  await mark.click();
  await expect(page.getByRole('listitem').filter({ hasText: 'is never drawn' })).toBeFocused();
  expect(faults).toEqual([]);
  expect(asked.filter((url) => !/^(?:file|data|about):/.test(url))).toEqual([]);
});
