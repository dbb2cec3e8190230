import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'jsonc-parser';

/*
 * The README's tables: every definition has a row with its own addresses and a journey that goes there; every setting
 * that the programs read has one too.
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

  it.each(rows)('$id has a journey that goes there, and works', ({ routes, journey, state }) => {
    expect(existsSync(join(ROOT, journey))).toBe(true);
    const visited = routes.filter((route) => read(journey).includes(route));
    // The sweep opens every screen of the folder.
    if (routes.length > 0 && !journey.endsWith('/sweep.spec.ts')) expect(visited).not.toEqual([]);
    expect(state).toMatch(/^works/);
  });
});

/** What the programs read of the environment; what tests alone set is nobody's setting. */
function readSettingNames(): string[] {
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/(\.test|\/testing)\.tsx?$/.test(path))
    .map((path) => read(`src/${path}`));
  const names = sources.flatMap((text) => [...text.matchAll(/\b(?:CAPIZ_[A-Z_]+|DATABASE_URL)\b/g)]);
  return [...new Set(names.map(([name]) => name))].sort();
}

describe('the README’s table of settings', () => {
  it('has every setting that a program reads, and no other', () => {
    const cells = [...read('README.md').matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)];
    const named = cells.flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name),
    );
    const general = ['PORT', 'HOST'];
    expect(named.filter((name) => !general.includes(name)).sort()).toEqual(readSettingNames());
  });
});
