import { resolve } from 'node:path';
import { build, type Rolldown } from 'vite';
import { describe, expect, it, vi } from 'vitest';

/** Packages with code in the page. */
async function packagesOf(drawnBy: string): Promise<ReadonlySet<string>> {
  vi.stubEnv('CAPIZ_REACT', drawnBy);
  vi.stubEnv('NODE_ENV', 'production');
  try {
    const root = resolve('src/borrower');
    const options = { root, configFile: resolve(root, 'vite.config.ts'), logLevel: 'error' } as const;
    const { output } = (await build({ ...options, build: { write: false } })) as Rolldown.RolldownOutput;
    const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
    return new Set(modules.flatMap((id) => /node_modules\/((?:@[\w-]+\/)?[\w-]+)/.exec(id)?.[1] ?? []));
  } finally {
    vi.unstubAllEnvs();
  }
}

describe('a build setting selects what renders the page', () => {
  it('the page contains React and no code of Preact by default', async () => {
    const packages = await packagesOf('react');
    expect([...packages]).toEqual(expect.arrayContaining(['react', 'react-dom']));
    expect(packages).not.toContain('preact');
  });

  it('the page contains Preact and no code of React with the setting', async () => {
    const packages = await packagesOf('preact');
    expect(packages).toContain('preact');
    for (const name of ['react', 'react-dom', 'scheduler']) expect(packages).not.toContain(name);
  });
});
