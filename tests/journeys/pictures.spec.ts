import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';

const ROOT = resolve(import.meta.dirname, '../..');
const SCREEN = 'screens/signed-out.screen.json';
const project = mkdtempSync(join(tmpdir(), 'capiz-pictures-'));

test.afterAll(() => rmSync(project, { recursive: true, force: true }));

test('screenshots against a revision: the edited screen differs, all others are equal to the pixel, and the report opens from disk', async ({
  page,
}) => {
  // Starts two servers and two browsers besides this one.
  test.setTimeout(180_000);
  for (const folder of ['screens', 'schemas/api', 'fixtures'])
    cpSync(join(ROOT, folder), join(project, folder), { recursive: true });
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.test', ...args], { cwd: project });
  git('init', '-q');
  git('add', 'screens', 'schemas', 'fixtures');
  git('commit', '-qm', 'As it was');
  const text = readFileSync(join(project, SCREEN), 'utf8');
  const title = /"title": "(?<words>[^"]+)"/.exec(text)?.groups?.['words'] ?? '';
  writeFileSync(join(project, SCREEN), text.replaceAll(title, 'Another title'));
  const report = join(project, 'report.html');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(ROOT, 'bin/capiz.mjs'),
      ...['test', 'signed-out', 'not-found', '-t', '/content', '--json'],
      ...['--pictures', '--against', 'HEAD', '--report', report],
    ],
    { cwd: project, encoding: 'utf8', env: { ...process.env, CI: 'true' }, maxBuffer: 1 << 26 },
  );
  expect(status, stderr).toBe(1);
  const { pictures } = JSON.parse(stdout) as {
    readonly pictures: readonly {
      readonly screen: string;
      readonly theme: string;
      readonly verdict: string;
    }[];
  };
  expect(pictures.map(({ screen, theme, verdict }) => `${screen} ${theme} ${verdict}`).sort()).toEqual([
    'not-found dark passed',
    'not-found light passed',
    'signed-out dark mismatched',
    'signed-out light mismatched',
  ]);

  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const faults: string[] = [];
  page.on('console', (message) => faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(pathToFileURL(report).href);
  await expect(page.getByRole('heading', { level: 1, name: 'signed-out › content' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'heading 1 "Another title"' })).toBeVisible();
  await page.getByRole('button', { name: /content pictures/ }).click();
  const stage = page.locator('.stage').first();
  await expect(stage.getByRole('img', { name: 'as it is' })).toBeVisible();
  await page.getByRole('slider').first().fill('25');
  await expect(stage.locator('.after')).toHaveCSS('clip-path', 'inset(0px 0px 0px 75%)');
  expect(faults).toEqual([]);
  expect(asked.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([]);
});
