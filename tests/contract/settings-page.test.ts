import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { ENVIRONMENT } from '#src/server/settings.schema.ts';

/* docs/operating/settings.md has every setting that a program reads. */

const ROOT = join(import.meta.dirname, '../..');
const PAGE = 'docs/operating/settings.md';
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

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

describe('the table of settings', () => {
  it('is made from the schema of the settings', async () => {
    const table = `<!-- settings -->\n${writeSettingsTable()}<!-- /settings -->`;
    const current = read(PAGE).replace(/<!-- settings -->[^]*<!-- \/settings -->/, () => table);
    await expect(current).toMatchFileSnapshot(join(ROOT, PAGE));
  });

  it('has every setting that a program reads, and no other', () => {
    const cells = [...read(PAGE).matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)];
    const named = cells.flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name),
    );
    expect(named.sort()).toEqual(readSettingNames());
  });
});
