import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Migration } from '#renderer/grammar/migrate/migrate.ts';
import { recordsIn } from '#renderer/grammar/pointer.ts';
import { runCommand } from '../testing.ts';
import { migrateCommand } from './migrate.ts';

const WORLD = join(import.meta.dirname, '../../../fixtures/bad/world');
const SHELF = 'screens/shelf.screen.json';

const friendlier: Migration = {
  name: 'friendlier',
  summary: 'Routes of the shelf begin with books',
  kinds: ['screen'],
  change(value, edits) {
    for (const { record, pointer } of recordsIn(value)) {
      const routes = record['routes'];
      if (!Array.isArray(routes)) continue;
      routes.forEach((route: unknown, index) => {
        if (route === '/shelf') edits.replaceText(`${pointer}/routes/${index}`, '/books/shelf');
      });
    }
  },
};

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'capiz-migrate-'));
  cpSync(WORLD, project, { recursive: true });
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const read = (): string => readFileSync(join(project, SHELF), 'utf8');
const migrate = (...args: readonly string[]) => runCommand(migrateCommand([friendlier]), project, ...args);

describe('capiz migrate', () => {
  it('shows the changes and ends with 1; --write writes them; a further run has nothing to migrate', async () => {
    const before = read();
    expect(before).toContain('"/shelf"');
    const shown = await migrate();
    expect(shown.code).toBe(1);
    expect(shown.out).toContain(`friendlier\n--- ${SHELF}\n+++ ${SHELF}\n`);
    expect(shown.out).toMatch(/\n-.*"\/shelf".*\n\+.*"\/books\/shelf"/);
    expect(read()).toBe(before);

    expect((await migrate('--write')).code).toBe(0);
    expect(read()).toBe(before.replace('"/shelf"', '"/books/shelf"'));
    expect(await migrate()).toEqual({ code: 0, out: '', err: 'nothing to migrate\n' });
  });

  it('--json lists what changed, by which migration, and whether it was written', async () => {
    const { out } = await migrate('--json');
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      changed: [{ path: SHELF, by: ['friendlier'], before: read() }],
      isWritten: false,
    });
    expect(JSON.parse((await migrate('--list', '--json')).out)).toMatchObject({
      version: 1,
      migrations: [{ name: 'friendlier', kinds: ['screen'] }],
    });
  });

  it('--only refuses an unknown name', async () => {
    const refused = await migrate('--only', 'friendly').catch((error: unknown) => String(error));
    expect(refused).toContain('did you mean "friendlier"?');
    expect((await migrate('--only', 'friendlier')).code).toBe(1);
  });
});
