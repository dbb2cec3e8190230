import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'jsonc-parser';

/*
 * The README's table: every definition has a row with its addresses and a journey that opens it.
 */

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Row {
  readonly id: string;
  readonly routes: readonly string[];
  readonly journey: string;
  readonly state: string;
}

const ROW =
  /^\| [^|]+ \| (?<routes>[^|]+) \| \[(?<id>[\w-]+)\]\(screens\/\k<id>\.screen\.json\) \| \[[\w-]+\]\((?<journey>tests\/journeys\/[\w-]+\.spec\.ts)\) \| (?<state>[^|]+) \|$/gm;

const rows: readonly Row[] = [...read('README.md').matchAll(ROW)].map(({ groups = {} }) => ({
  id: groups['id'] ?? '',
  routes: [...(groups['routes'] ?? '').matchAll(/`([^`]+)`/g)].map(([, route = '']) => route),
  journey: groups['journey'] ?? '',
  state: groups['state'] ?? '',
}));

const definitions = readdirSync(join(ROOT, 'screens'))
  .filter((name) => name.endsWith('.screen.json'))
  .map((name) => parse(read(`screens/${name}`)) as { readonly id: string; readonly routes?: string[] });

describe('the README’s table of screens', () => {
  it('has every definition once', () => {
    expect(rows.map(({ id }) => id).sort()).toEqual(definitions.map(({ id }) => id).sort());
  });

  it.each(definitions)('gives $id the addresses of its definition', ({ id, routes = [] }) => {
    expect(rows.find((row) => row.id === id)?.routes).toEqual(routes);
  });

  it.each(rows)('$id has a journey that opens its address', ({ routes, journey, state }) => {
    expect(existsSync(join(ROOT, journey))).toBe(true);
    const visited = routes.filter((route) => read(journey).includes(route));
    // The sweep opens every screen.
    if (routes.length > 0 && !journey.endsWith('/sweep.spec.ts')) expect(visited).not.toEqual([]);
    expect(state).toMatch(/^works/);
  });
});
