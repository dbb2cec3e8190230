import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readProjectBytes } from '#src/shared/project-files.ts';

/** A project of one screen, and the server bundled as `npm start` does it. */
const folder = mkdtempSync(join(tmpdir(), 'capiz-server-'));
const screen = {
  $schema: '../schemas/screen.schema.json',
  grammar: 1,
  id: 'order',
  routes: ['/order'],
  title: 'Order',
  body: [{ type: 'text', text: 'Hello' }],
};

beforeAll(async () => {
  // As `npm run build` does: what draws pictures is loaded with React's production build.
  vi.stubEnv('NODE_ENV', 'production');
  await build({
    root: process.cwd(),
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: join(folder, 'bundle'),
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: ['src/server/main.ts', 'src/server/registry/compile-thread.ts', 'renderer/first-picture.tsx'],
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  vi.unstubAllEnvs();
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeProject('sound', screen);
  const box = { type: 'check', name: 'agreed', label: 'I agree.', initial: true };
  writeProject('lawless', { ...screen, body: [{ type: 'form', id: 'join', body: [box] }] });
  writeProject('broken', { ...screen, body: [{ type: 'txet', text: 'Hello' }] });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeProject(name: string, definition: object): void {
  const root = join(folder, name);
  mkdirSync(join(root, 'screens'), { recursive: true });
  mkdirSync(join(root, 'dist/borrower'), { recursive: true });
  cpSync('fixtures/scenarios', join(root, 'fixtures/scenarios'), { recursive: true });
  cpSync('fixtures/api', join(root, 'fixtures/api'), { recursive: true });
  cpSync('schemas/api', join(root, 'schemas/api'), { recursive: true });
  const app = JSON.parse(readFileSync('screens/app.json', 'utf8')) as object;
  const own = { ...app, bridge: {}, kept: {}, failures: {}, special: undefined, help: undefined };
  writeFileSync(join(root, 'screens/app.json'), JSON.stringify(own));
  writeFileSync(join(root, 'screens/order.screen.json'), JSON.stringify(definition));
  writeFileSync(join(root, 'dist/borrower/index.html'), '<head><!--capiz-release--></head>');
}

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function run(
  project: string,
  environment: Record<string, string>,
  onLine?: (line: string, child: ChildProcess) => void,
) {
  return new Promise<Ended>((done) => {
    const { PATH = '' } = process.env;
    const child = spawn('node', [join(folder, 'bundle/main.js'), join(folder, project)], {
      env: { PATH, PORT: '0', CAPIZ_DATA: join(folder, 'data', project), ...environment },
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      onLine?.(out, child);
    });
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.on('close', (code) => done({ code, out, err }));
  });
}

describe('starting', () => {
  it('an address other than loopback without upstream and without CAPIZ_DEMO=1 does not start: exit 2, one clear line', async () => {
    const { code, out, err } = await run('sound', { HOST: '0.0.0.0' });
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^Not started: HOST 0\.0\.0\.0 [^\n]*CAPIZ_DEMO=1[^\n]*\n$/);
  });

  it('definitions with errors are named and nothing is served: exit 1', async () => {
    const { code, err } = await run('broken', {});
    expect(code).toBe(1);
    expect(err).toMatch(/error {2}\S+ {2}screens\/order\.screen\.json:1:\d+ {2}.*txet/);
    expect(err).toMatch(/Not started: the definitions have errors\.\n$/);
  });

  it('what is a matter of law is not served without a reason: exit 1', async () => {
    const { code, err } = await run('lawless', {});
    expect(code).toBe(1);
    expect(err).toMatch(/warning {2}consent\/prechecked {2}screens\/order\.screen\.json:1:\d+ {2}/);
    expect(err).toMatch(/Not started: A warning is a matter of law, and nobody said why [^\n]*\n$/);
  });

  it('a folder that is no project is refused by the file that it lacks: exit 1', async () => {
    const { code, err } = await run('nowhere', {});
    expect(code).toBe(1);
    expect(err).toContain('screens/app.json');
  });

  it('the addresses are printed, an order can be opened, and SIGTERM ends cleanly', async () => {
    let order: Promise<Response> | undefined;
    const { code, out, err } = await run('sound', {}, (text, child) => {
      const address = /An order: +(\S+)\n/.exec(text)?.[1];
      if (address === undefined || order) return;
      order = fetch(address);
      void order.then(() => child.kill('SIGTERM'));
    });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect((await order)?.status).toBe(200);
    expect(out).toMatch(
      /^The staff token .*\nCapiz listens at http:\/\/127\.0\.0\.1:\d+\nDemonstration: .*\nGallery: .*\nPayment page: .*\nAn order: /,
    );
  });

  it('nothing in the working folder keeps what is published from being served', async () => {
    writeProject('spoilt', screen);
    const root = join(folder, 'spoilt');
    const read = async () => {
      let reply: Promise<string> | undefined;
      const { code, err } = await run('spoilt', {}, (text, child) => {
        const origin = /Capiz listens at (\S+)\n/.exec(text)?.[1];
        if (origin === undefined || reply) return;
        reply = fetch(`${origin}/order`).then((answer) => answer.text());
        void reply.finally(() => child.kill('SIGTERM'));
      });
      return { code, err, page: await reply };
    };
    expect((await read()).page).toContain('"Hello"');
    const spoilers = [
      () => {
        writeFileSync(join(root, 'screens/app.json'), '[[');
        rmSync(join(root, 'schemas'), { recursive: true });
      },
      () => {
        rmSync(join(root, 'screens'), { recursive: true });
        writeFileSync(join(root, 'screens'), 'no folder');
      },
    ];
    for (const spoil of spoilers) {
      spoil();
      const { code, page } = await read();
      expect([code, page]).toEqual([0, expect.stringContaining('"Hello"')]);
    }
  }, 120_000);

  it('a release is made by the thread beside it; one that is lost costs a release, not the server', async () => {
    const files = Object.fromEntries(
      [...readProjectBytes(join(folder, 'sound'))].map(([path, bytes]) => [
        path,
        Buffer.from(bytes).toString('base64'),
      ]),
    );
    const statuses: number[] = [];
    async function makeReleases(origin: string): Promise<void> {
      const token = readFileSync(join(folder, 'data/sound/staff-token'), 'utf8').trim();
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ files, reason: 'A test.' });
      const make = () => fetch(`${origin}/capiz/api/v1/releases`, { method: 'POST', headers, body });
      statuses.push((await make()).status);
      rmSync(join(folder, 'bundle/compile-thread.js'));
      statuses.push((await make()).status, (await fetch(`${origin}/order`)).status);
    }
    let making: Promise<void> | undefined;
    await run('sound', {}, (text, child) => {
      const origin = /Capiz listens at (\S+)\n/.exec(text)?.[1];
      if (origin === undefined || making) return;
      making = makeReleases(origin).finally(() => child.kill('SIGTERM'));
    });
    await making;
    expect(statuses).toEqual([200, 500, 200]);
  });
});
