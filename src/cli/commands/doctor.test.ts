import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { examineDatabase } from '../doctor/database.ts';
import type { Examination, Patient } from '../doctor/finding.ts';
import { examineBrowser, examineClock, examineFolders, examineFonts } from '../doctor/machine.ts';
import { examinePackages } from '../doctor/packages.ts';
import { examineDefinitions, examineGenerated } from '../doctor/project.ts';
import { runIn } from '../testing.ts';

const NOW = Date.parse('2026-03-06T01:00:00Z');
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'capiz-doctor-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const app = (text: object) => ({ path: 'screens/app.json', text: JSON.stringify(text) });
const look = async (examine: Examination, patient: Partial<Patient> = {}) =>
  examine({ root, documents: [], environment: {}, now: NOW, ...patient });
const install = (name: string, version: string) => {
  mkdirSync(join(root, 'node_modules', name), { recursive: true });
  writeFileSync(join(root, 'node_modules', name, 'package.json'), JSON.stringify({ version }));
};

/** Without its generators the folder is a package for operators. */
const makeEngine = (...generators: readonly string[]) => {
  mkdirSync(join(root, 'schemas'));
  for (const file of ['schemas/widget.schema.json', ...generators]) writeFileSync(join(root, file), '{}');
};

describe('capiz doctor', () => {
  it('reports on a project, for people and for programs, and ends with 1 for a fault', async () => {
    cpSync(join(import.meta.dirname, '../../../fixtures/bad/world'), root, { recursive: true });
    const { code, out } = await runIn(root, 'doctor', '--json');
    const report = JSON.parse(out) as { version: number; findings: { name: string; verdict: string }[] };
    expect(report).toMatchObject({ version: 1, about: { grammar: expect.any(Number) as number } });
    expect(report.findings.map(({ name }) => name)).toEqual([
      'node',
      'packages',
      'generated files',
      'definitions',
      'permissions',
      'clock',
      'fonts',
      'browser',
      'database',
    ]);
    // This folder is no installation: no packages are installed.
    expect(report.findings.find(({ name }) => name === 'packages')?.verdict).toBe('fault');
    expect(report.findings.find(({ name }) => name === 'definitions')?.verdict).toBe('ok');
    expect(code).toBe(1);
    const told = await runIn(root, 'doctor');
    expect(told.out).toContain('fault    packages');
    expect(told.out).not.toContain(root);
  });

  it('cannot run outside a project', async () => {
    expect((await runIn(root, 'doctor')).code).toBe(2);
  });
});

describe('packages', () => {
  it('reports missing and outdated packages in a project that uses the package', async () => {
    expect(await look(examinePackages)).toMatchObject({
      verdict: 'fault',
      says: /react, react-dom, @capiz\/renderer, capiz/,
    });
    for (const name of ['@capiz/renderer', 'capiz']) install(name, '0.1.0');
    for (const name of ['react', 'react-dom']) install(name, '18.2.0');
    expect(await look(examinePackages)).toMatchObject({ verdict: 'fault', says: /React 19/ });
    for (const name of ['react', 'react-dom']) install(name, '19.3.1');
    expect(await look(examinePackages)).toMatchObject({ verdict: 'warning', says: /capiz test needs jsdom/ });
    for (const name of ['jsdom', '@testing-library/dom', '@testing-library/user-event'])
      install(name, '26.1.0');
    expect(await look(examinePackages)).toMatchObject({ verdict: 'ok' });
  });

  it("compares the engine's packages with its lock file", async () => {
    makeEngine('schemas/generate.mjs');
    const lock = (path: string, packages: object) =>
      writeFileSync(join(root, path), JSON.stringify({ packages }));
    lock('package-lock.json', {
      '': {},
      'node_modules/a': { version: '1.0.0' },
      'node_modules/a/node_modules/b': { version: '2.0.0' },
      'node_modules/c': { version: '3.0.0', optional: true },
    });
    expect(await look(examinePackages)).toMatchObject({ verdict: 'fault', help: 'npm ci' });
    mkdirSync(join(root, 'node_modules'));
    lock('node_modules/.package-lock.json', { 'node_modules/a': { version: '1.0.0' } });
    expect(await look(examinePackages)).toMatchObject({ verdict: 'fault', says: /^1 not as .*: b$/ });
    lock('node_modules/.package-lock.json', {
      'node_modules/a': { version: '1.0.0' },
      'node_modules/a/node_modules/b': { version: '2.0.0' },
    });
    expect(await look(examinePackages)).toMatchObject({ verdict: 'ok' });
  });
});

it('expects no sources, lock file, pictures or writable programs in a package for operators', async () => {
  makeEngine();
  const manifest = { dependencies: { pg: '8.16.3', hono: '4.10.4' } };
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
  install('pg', '8.16.3');
  expect(await look(examinePackages)).toEqual({
    name: 'packages',
    verdict: 'fault',
    says: '1 not as package.json has them: hono',
    help: 'unpack the package again',
  });
  install('hono', '4.10.4');
  for (const examine of [
    ...[examinePackages, examineGenerated, examineBrowser, examineFonts],
    examineFolders((path) => path.endsWith('of-somebody')),
  ]) {
    const { verdict } = await look(examine, { environment: { CAPIZ_DATA: '/srv/of-somebody' } });
    expect([examine, verdict]).toEqual([examine, 'ok']);
  }
});

it('reports schemas that editors do not find', async () => {
  const documents = [
    { path: 'screens/a.screen.json', text: '{ "$schema": "../node_modules/capiz/a.json" }' },
  ];
  expect(await look(examineGenerated, { documents })).toMatchObject({
    verdict: 'warning',
    says: /a\.screen\.json/,
  });
  install('capiz', '1.0.0');
  writeFileSync(join(root, 'node_modules/capiz/a.json'), '{}');
  expect(await look(examineGenerated, { documents })).toMatchObject({ verdict: 'ok' });
});

it('reports definitions with errors', async () => {
  const documents = [{ path: 'screens/a.screen.json', text: '{' }];
  expect(await look(examineDefinitions, { documents })).toMatchObject({
    verdict: 'fault',
    help: 'npx capiz check',
  });
});

it('reports a clock before the last commit, and unknown time zones and languages', async () => {
  expect(await look(examineClock, { documents: [app({ timeZone: 'Asia/Manila' })] })).toMatchObject({
    verdict: 'ok',
    says: '2026-03-06T01:00:00Z, screens in Asia/Manila',
  });
  expect(await look(examineClock, { documents: [app({ timeZone: 'Asia/Atlantis' })] })).toMatchObject({
    verdict: 'fault',
    says: /Asia\/Atlantis/,
  });
  expect(await look(examineClock, { documents: [app({ languages: { default: 'tlh' } })] })).toMatchObject({
    verdict: 'fault',
    says: /tlh/,
  });
  const here = join(import.meta.dirname, '../../..');
  expect(await look(examineClock, { root: here, now: 0 })).toMatchObject({
    verdict: 'fault',
    help: 'set the clock',
  });
});

it('reports whether a font has the currency sign of the project', async () => {
  const { says } = await look(examineFonts, { documents: [app({ currency: { sign: '€' } })] });
  expect(says).toMatch(/€ \(U\+20AC\)|those of the system/);
  expect((await look(examineFonts)).says).toMatch(/₱ \(U\+20B1\)|those of the system/);
});

it('reports folders that cannot be written, without the paths of private ones', async () => {
  makeEngine('schemas/generate.mjs');
  const environment = { CAPIZ_DATA: '/srv/of-somebody' };
  const may = (...folders: readonly string[]) =>
    examineFolders((path) => folders.some((folder) => path.endsWith(folder)));
  expect(await look(may('screens', 'fixtures', 'dist', 'of-somebody'), { environment })).toEqual({
    name: 'permissions',
    verdict: 'ok',
    says: '4 folders can be written to',
  });
  expect(await look(may('fixtures', 'dist'), { environment })).toMatchObject({
    verdict: 'fault',
    says: 'cannot be written to: screens, the folder of CAPIZ_DATA',
  });
});

describe("capiz doctor checks the database in the server's settings", () => {
  it('a missing database, refused settings, and an unreachable database', async () => {
    const database = (environment: Patient['environment']) => look(examineDatabase, { environment });
    expect(await database({ CAPIZ_DATA: 'data' })).toMatchObject({ verdict: 'ok', says: /none yet/ });
    expect(await database({ DATABASE_URL: 'mysql://a' })).toMatchObject({
      verdict: 'fault',
      says: /DATABASE_URL/,
    });
    expect(await database({ DATABASE_URL: 'postgres://somebody:secret@127.0.0.1:9/capiz' })).toMatchObject({
      verdict: 'fault',
      says: 'PostgreSQL cannot be opened (ECONNREFUSED)',
    });
  });
});
