import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ViteDevServer } from 'vite';
import { galleryPlugin } from './plugin.ts';
import { Threads } from './threads.ts';

export interface ServeOptions {
  /** Absolute. */
  readonly root: string;
  /** Undefined: 5180, or the next free port. */
  readonly port: number | undefined;
  /** Opens the browser. */
  readonly opens: boolean;
}

/** A running server. */
export interface Served {
  readonly address: string;
  close(): Promise<void>;
}

/** Vite is not installed. */
export class NoVite extends Error {}

const PORT = 5180;
/** Modules of the browser that Vite bundles once, because they are CommonJS or many files. */
const BUNDLED = [
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/client',
  'react-hook-form',
  '@capiz/renderer > valibot',
  '@capiz/renderer > wouter',
];

/**
 * Serves the gallery of a project with the Vite that the project has, and with its vite.config.
 *
 * @throws NoVite; Error if the port is taken.
 */
export async function serveGallery({ root, port, opens }: ServeOptions): Promise<Served> {
  // Vite and React choose their builds by it; the command set it for rendering.
  process.env['NODE_ENV'] = 'development';
  const { createServer, parseSync, searchForWorkspaceRoot } = await loadVite();
  const threads = new Threads(root);
  // The folder with this package and the renderer: a link may lead to it.
  const packages = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
  let server: ViteDevServer;
  try {
    server = await createServer({
      root,
      base: '/',
      appType: 'custom',
      clearScreen: false,
      // The application's own server has another one.
      cacheDir: `${root}/node_modules/.vite-capiz`,
      plugins: [galleryPlugin(root, threads, parseSync)],
      server: {
        port: port ?? PORT,
        strictPort: port !== undefined,
        open: opens,
        // The page shows the error above the frame, so that the controls stay usable.
        hmr: { overlay: false },
        fs: { allow: [searchForWorkspaceRoot(root), root, packages] },
      },
      optimizeDeps: {
        // One copy of the renderer, in which the project's widgets are registered.
        exclude: ['@capiz/renderer', 'capiz'],
        include: BUNDLED,
        entries: [],
      },
    });
    await server.listen();
  } catch (error) {
    await threads.close();
    throw error;
  }
  return {
    address: server.resolvedUrls?.local[0] ?? `http://localhost:${port ?? PORT}/`,
    async close() {
      await Promise.all([server.close(), threads.close()]);
    },
  };
}

/** @throws NoVite */
async function loadVite(): Promise<typeof import('vite')> {
  try {
    return await import('vite');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')
      throw new NoVite('Vite is not installed: npm install --save-dev vite', { cause: error });
    throw error;
  }
}
