import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'jsonc-parser';
import * as v from 'valibot';
import { ENVIRONMENT } from '#src/server/settings.schema.ts';

/*
 * The README's tables: every definition has a row with its addresses and a journey that opens it; every setting has a row.
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

/** The settings that programs read, without the settings that only tests set. */
function readSettingNames(): string[] {
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/(\.test|\/testing)\.tsx?$/.test(path))
    .map((path) => read(`src/${path}`));
  const names = sources.flatMap((text) => [...text.matchAll(/\b(?:CAPIZ_[A-Z_]+|DATABASE_URL)\b/g)]);
  return [...new Set([...names.map(([name]) => name), ...Object.keys(ENVIRONMENT.entries)])].sort();
}

function writeSettingsTable(): string {
  const rows = Object.entries(ENVIRONMENT.entries).map(([name, schema]) => {
    const { unset } = v.getMetadata(schema) as { readonly unset?: string };
    return `| \`${name}\` | ${v.getDescription(schema)} | ${unset ?? `\`${v.getDefault(schema)}\``} |\n`;
  });
  return `| setting | meaning | default |\n|---|---|---|\n${rows.join('')}`;
}

describe('the README’s table of settings', () => {
  it('is made from the schema of the settings', async () => {
    const table = `<!-- settings -->\n${writeSettingsTable()}<!-- /settings -->`;
    const current = read('README.md').replace(/<!-- settings -->[^]*<!-- \/settings -->/, () => table);
    await expect(current).toMatchFileSnapshot(join(ROOT, 'README.md'));
  });

  it('has every setting that a program reads, and no other', () => {
    const cells = [...read('README.md').matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)];
    const named = cells.flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name),
    );
    expect(named.sort()).toEqual(readSettingNames());
  });
});
