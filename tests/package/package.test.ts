import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import * as formats from 'ajv-formats';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningPostgres, startPostgres } from '#tests/postgres.mjs';
import { createDatabase } from '#tests/reliability/server-processes.ts';
import { createEmptyMachine, type EmptyMachine } from './empty-machine.ts';

/* `npm run package`: what is in the package, and that its operator can run it. */

const MOST_INSTALLED = 60;
/** Also for what is part of bundles (tests/contract/licences.test.ts checks the packages of the lock file). */
const LICENCES = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'MIT-0', 'Unlicense'];

const out = mkdtempSync(join(tmpdir(), 'capiz-package-'));
let machine: EmptyMachine;
let unpacked = '';
let archive = '';
beforeAll(() => {
  execFileSync(process.execPath, ['bin/package.mjs', '--out', out], { stdio: 'pipe' });
  archive = join(out, readdirSync(out).find((name) => name.endsWith('.tgz')) ?? '');
  machine = createEmptyMachine(archive);
  unpacked = join(machine.folder, 'capiz-0.1.0');
}, 240_000);
afterAll(() => {
  machine.remove();
  rmSync(out, { recursive: true, force: true });
});

const SBOM = v.object({
  specVersion: v.literal('1.6'),
  components: v.array(
    v.object({
      group: v.optional(v.string()),
      name: v.string(),
      version: v.string(),
      purl: v.string(),
      licenses: v.tuple([
        v.union([v.object({ license: v.object({ id: v.string() }) }), v.object({ expression: v.string() })]),
      ]),
      properties: v.array(v.object({ name: v.string(), value: v.string() })),
    }),
  ),
});

const readSbom = () => {
  const name = readdirSync(out).find((one) => one.endsWith('.sbom.json')) ?? '';
  return readFileSync(join(out, name), 'utf8');
};
const listComponents = () => v.parse(SBOM, JSON.parse(readSbom())).components;

/** Paths of the properties with this name. */
const placesOf = (property: string) =>
  listComponents().flatMap(({ properties }) =>
    properties.flatMap(({ name, value }) => (name === property ? [value] : [])),
  );

const files = () => readdirSync(unpacked, { recursive: true, encoding: 'utf8' });

describe('the package', () => {
  it(`has at most ${MOST_INSTALLED} installed packages, and its list names exactly these`, () => {
    const found = files()
      .filter((path) => /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
      .map((path) => path.slice(0, -'/package.json'.length));
    expect(found.length).toBeGreaterThan(5);
    expect(found.length).toBeLessThanOrEqual(MOST_INSTALLED);
    expect(placesOf('capiz:installed').sort()).toEqual(found.sort());
  });

  it('lists the packages inside each bundle, with a file that is there', () => {
    const places = [...new Set(placesOf('capiz:bundled-into'))];
    const here = new Set(files());
    expect(places.filter((file) => !here.has(file))).toEqual([]);
    for (const folder of ['borrower', 'studio', 'devtools', 'docs', 'server', 'cli'])
      expect(places.some((file) => file.startsWith(`dist/${folder}/`))).toBe(true);
    expect(places.some((file) => file.startsWith('dist/docs/live/'))).toBe(true);
    const worker = listComponents().filter(({ properties }) =>
      properties.some(({ value }) => value === 'dist/borrower/worker.js'),
    );
    expect(worker.map(({ purl }) => purl)).toEqual([expect.stringMatching(/^pkg:npm\/valibot@/)]);
  });

  it('lists every package that a bundle names in its source maps', () => {
    const listed = new Set(listComponents().map(({ group, name }) => (group ? `${group}/${name}` : name)));
    const maps = files().filter((path) => path.startsWith('dist/') && path.endsWith('.map'));
    const named = maps.flatMap((path) => [
      ...readFileSync(join(unpacked, path), 'utf8').matchAll(
        /node_modules\/((?:@[^/"]+\/)?[^/"@]+)\/[^"]*"/g,
      ),
    ]);
    const missing = new Set(named.map(([, name = '']) => name).filter((name) => !listed.has(name)));
    expect(named.length).toBeGreaterThan(100);
    expect([...missing]).toEqual([]);
  });

  it('has a list that is valid CycloneDX 1.6, which a list with a fault is not', () => {
    const read = (name: string) =>
      JSON.parse(
        readFileSync(
          `node_modules/@cyclonedx/cyclonedx-library/res/schema/${name}.SNAPSHOT.schema.json`,
          'utf8',
        ),
      ) as object;
    const ajv = new Ajv({ strict: false });
    formats.default.default(ajv, { formats: ['date-time', 'email', 'uri'] });
    ajv.addFormat('idn-email', true);
    ajv.addFormat('iri-reference', true);
    for (const name of ['spdx', 'jsf-0.82'])
      ajv.addSchema(read(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    const isValid = ajv.compile(read('bom-1.6'));
    const list = JSON.parse(readSbom()) as object;
    isValid(list);
    expect(isValid.errors).toBeNull();
    expect(isValid({ ...list, components: [{ type: 'library' }] })).toBe(false);
    expect(isValid({ ...list, specVersion: 1.6 })).toBe(false);
  });

  it('has only packages whose licence allows to ship them, and the text of each bundled one', () => {
    const bad = listComponents().filter(({ licenses: [one] }) =>
      'license' in one ? !LICENCES.includes(one.license.id) : true,
    );
    expect(bad.map(({ purl }) => purl)).toEqual([]);
    const notices = readFileSync(join(unpacked, 'NOTICES.txt'), 'utf8');
    const bundled = listComponents().filter(({ properties }) =>
      properties.some(({ name }) => name === 'capiz:bundled-into'),
    );
    for (const { group, name, version } of bundled)
      expect(notices).toContain(`${group === undefined ? '' : `${group}/`}${name} ${version} (`);
  });

  it('has no sources of ours, no tests and no toolchain', () => {
    const ours = files().filter((path) => !path.startsWith('node_modules/'));
    expect(
      ours.filter((path) => /\.(?:tsx?|css\.map)$|\.test\.|(?:^|\/)(?:src|renderer|tests)\//.test(path)),
    ).toEqual([]);
    expect(
      files().filter((path) => /node_modules\/(?:vite|typescript|vitest|rolldown)\//.test(path)),
    ).toEqual([]);
    const maps = ours.filter((path) => path.endsWith('.map'));
    expect(maps.length).toBeGreaterThan(0);
    expect(
      maps.filter((path) => readFileSync(join(unpacked, path), 'utf8').includes('"sourcesContent"')),
    ).toEqual([]);
  });

  it('has the hashes of its files in SHA256SUMS', () => {
    const check = () =>
      spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: out, encoding: 'utf8' });
    expect(check().status).toBe(0);
    const hash = createHash('sha256').update(readFileSync(archive)).digest('hex');
    expect(readFileSync(join(out, 'SHA256SUMS'), 'utf8')).toContain(hash);
  });
});

describe('an operator with Node alone', () => {
  let postgres: RunningPostgres;
  beforeAll(() => {
    postgres = startPostgres(['fsync=off']);
  }, 60_000);
  afterAll(() => postgres.stop());

  const capiz = (...args: string[]) => machine.run([machine.pathOf('capiz-0.1.0/bin/capiz.mjs'), ...args]);

  it.each(['sqlite', 'postgres'])(
    'starts the server on %s, publishes, and stops it',
    async (engine) => {
      const data = `data/${engine}`;
      const database: Record<string, string> =
        engine === 'postgres' ? { DATABASE_URL: await createDatabase(postgres.address, 'package') } : {};
      const server = machine.start([machine.pathOf('capiz-0.1.0/server.js')], {
        ...{ PORT: '0', CAPIZ_DATA: machine.pathOf(data), CAPIZ_DRAIN_SECONDS: '0', ...database },
      });
      const origin = await server.origin;
      const read = async (path: string) => {
        const answer = await fetch(origin + path);
        return { status: answer.status, text: await answer.text() };
      };
      expect((await read('/readyz')).status).toBe(200);
      expect(await read('/aboutUs')).toMatchObject({
        status: 200,
        text: expect.stringContaining('A decision within one day') as string,
      });
      expect((await read('/studio')).status).toBe(200);
      expect((await read('/capiz/docs/guide/lists')).text).toContain('/capiz/docs/live/list/books');
      expect((await read('/capiz/docs/live/list/books')).status).toBe(200);

      // A folder of the customer's own definitions.
      const project = `customer-${engine}`;
      for (const folder of ['screens', 'schemas/api', 'fixtures'])
        cpSync(join(unpacked, folder), join(machine.folder, project, folder), { recursive: true });
      const screen = join(machine.folder, project, 'screens/about-us.screen.json');
      const text = readFileSync(screen, 'utf8');
      writeFileSync(screen, text.replace('A decision within one day', 'A decision within an hour'));
      const root = ['--root', machine.pathOf(project)];
      expect(capiz('check', ...root)).toMatchObject({
        status: 0,
        output: expect.stringContaining('0 errors') as string,
      });
      const remote = ['--server', origin, '--token-file', machine.pathOf(`${data}/staff-token`)];
      expect(capiz('publish', '--reason', 'We are faster now', ...root, ...remote)).toMatchObject({
        status: 0,
      });
      await expect
        .poll(async () => (await read('/aboutUs')).text, { timeout: 10_000 })
        .toContain('A decision within an hour');
      expect(capiz('history', ...remote).output).toContain('We are faster now');

      server.child.kill('SIGTERM');
      expect(await server.ended).toMatchObject({
        code: 0,
        err: expect.not.stringContaining('Error') as string,
      });
    },
    120_000,
  );

  it('copies the embedded database and recovers an admin', () => {
    const data = ['--data', machine.pathOf('data/sqlite')];
    expect(capiz('backup', machine.pathOf('tmp/kept.db'), ...data)).toMatchObject({ status: 0 });
    expect(readdirSync(join(machine.folder, 'tmp'))).toContain('kept.db');
    expect(capiz('recover', 'admin', '--reason', 'Nobody knows the password', ...data)).toMatchObject({
      status: 0,
      output: expect.stringContaining('/capiz/staff/links/') as string,
    });
  });

  it('checks the definitions of the package, and is told what it cannot do here', () => {
    const root = ['--root', machine.pathOf('capiz-0.1.0')];
    expect(capiz('check', '--max-warnings', '0', ...root)).toMatchObject({ status: 0 });
    expect(capiz('test', 'about-us', ...root)).toMatchObject({
      status: 2,
      output:
        'capiz test: jsdom is not installed here, so no screen can be rendered: run this where screens are developed\n',
    });
  });
});
