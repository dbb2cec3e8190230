import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { vi } from 'vitest';
import { build } from 'vite';

/** Bundles the server as `npm start` does. @returns The path of the bundle. */
export async function buildMain(folder: string): Promise<string> {
  // Like `npm run build`: the module that renders placeholders is loaded with React's production build.
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
        input: [
          'src/server/main.ts',
          'src/server/content/render-thread.ts',
          'src/server/registry/compile-thread.ts',
          'src/server/staff/password-thread.js',
          'renderer/render-html.tsx',
        ],
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  vi.unstubAllEnvs();
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return join(folder, 'bundle/main.js');
}

/** A project with one screen and the product's calls. */
export const ORDER_SCREEN = {
  $schema: '../schemas/screen.schema.json',
  grammar: 1,
  id: 'order',
  routes: ['/order'],
  title: 'Order',
  body: [{ type: 'text', text: 'Hello' }],
};

export function writeProject(root: string, screen: object = ORDER_SCREEN): void {
  mkdirSync(join(root, 'screens'), { recursive: true });
  mkdirSync(join(root, 'dist/borrower'), { recursive: true });
  cpSync('fixtures/scenarios', join(root, 'fixtures/scenarios'), { recursive: true });
  cpSync('fixtures/service.json', join(root, 'fixtures/service.json'));
  cpSync('fixtures/api', join(root, 'fixtures/api'), { recursive: true });
  cpSync('schemas/api', join(root, 'schemas/api'), { recursive: true });
  const app = JSON.parse(readFileSync('screens/app.json', 'utf8')) as object;
  const unset = { lists: undefined, special: undefined, help: undefined, review: undefined, exit: undefined };
  const own = { ...app, bridge: {}, kept: {}, failures: {}, ...unset };
  writeFileSync(join(root, 'screens/app.json'), JSON.stringify(own));
  writeFileSync(join(root, 'screens/order.screen.json'), JSON.stringify(screen));
  writeFileSync(join(root, 'dist/borrower/index.html'), '<head><!--capiz-release--></head>');
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A running server process. */
export interface Started {
  readonly child: ChildProcess;
  /** The address of the server. Rejects with the output of the process if it ended instead. */
  readonly origin: Promise<string>;
  readonly ended: Promise<Ended>;
}

export function startMain(program: string, project: string, environment: Record<string, string>): Started {
  const { PATH = '' } = process.env;
  return watchStart(
    spawn('node', [program, project], {
      env: { PATH, PORT: '0', CAPIZ_DRAIN_SECONDS: '0', ...environment },
    }),
  );
}

/** Waits for the address of a server process. */
export function watchStart(child: ChildProcessWithoutNullStreams): Started {
  let out = '';
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const ended = new Promise<Ended>((done) => child.on('close', (code) => done({ code, out, err })));
  const origin = new Promise<string>((done, fail) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      const found = /Capiz listens at (\S+)\n/.exec(out)?.[1];
      if (found !== undefined) done(found);
    });
    void ended.then(() => fail(new Error(`It ended.\n${out}${err}`)));
  });
  // Callers that only wait for its end do not get the error a second time.
  origin.catch(() => undefined);
  return { child, origin, ended };
}
