import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

it('a new contract makes no build stale: npm start reads contracts when it runs', () => {
  const list =
    "import('./bin/build.mjs').then((b) => console.log(JSON.stringify(['borrower', 'studio', 'server'].map(b.listSources))))";
  const lists = JSON.parse(
    execFileSync(process.execPath, ['-e', list], { cwd: ROOT, encoding: 'utf8' }),
  ) as string[][];
  for (const files of lists) {
    expect(files).toContain(join(ROOT, 'schemas/endpoint.schema.json'));
    expect(files.filter((file) => file.startsWith(join(ROOT, 'schemas/api')))).toEqual([]);
  }
});
