import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { GRAMMAR } from '#renderer/plan/grammar.ts';

/*
 * Follows docs/start/first-screen.md and docs/start/first-endpoint.md as a reader would, in a copy of the project: writes the files, runs
 * the commands, and compares their output with the page. Screens of the pages have the number of the current grammar, as `capiz new` writes it.
 */

const ROOT = join(import.meta.dirname, '../..');
const project = mkdtempSync(join(tmpdir(), 'capiz-first-screen-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));

const BLOCK = /^```(?<language>\w+)(?: (?<path>\S+))?\n(?<text>[\s\S]*?)^```$/gm;

/** The output of a command, without its duration. */
function answer(command: string): { readonly status: number | null; readonly said: string } {
  const [program, ...args] = command
    .replace(/^npx capiz/, `${process.execPath} ${join(ROOT, 'bin/capiz.mjs')}`)
    .split(' ');
  const { CI: _ci, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(program ?? '', args, {
    cwd: project,
    encoding: 'utf8',
    env: { ...env, NO_COLOR: '1' },
  });
  return { status, said: (stdout + stderr).replaceAll(/ in \d+\.\d+ s$/gm, ' in … s') };
}

const withCurrentGrammar = (document: string): string =>
  document.replace(/^ {2}"grammar": \d+,$/m, `  "grammar": ${GRAMMAR},`);

describe('a first screen, made with nothing but the pages of docs/start', () => {
  // Exit codes: new, broken, explained, fixed, recorded, read twice, explained, changed, accepted, covered, played.
  const ofScreen = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0];
  // Exit codes: three new documents, broken, fixed, recorded, read.
  const ofEndpoint = [0, 0, 0, 1, 0, 0, 0];

  it.each([
    ['docs/start/first-screen.md', ofScreen],
    ['docs/start/first-endpoint.md', ofEndpoint],
  ])('every command of %s prints what the page shows', { timeout: 240_000 }, async (name, expected) => {
    const page = join(ROOT, name);
    for (const folder of [
      'screens',
      'schemas/api',
      'fixtures/api',
      'fixtures/scenarios',
      'fixtures/service.json',
      'fixtures/states',
      'fixtures/snapshots',
      'fixtures/places',
    ])
      cpSync(join(ROOT, folder), join(project, folder), { recursive: true });
    const statuses: (number | null)[] = [];
    const written = readFileSync(page, 'utf8').replaceAll(BLOCK, (block, language, path, text) => {
      if (language === 'json') {
        mkdirSync(dirname(join(project, path)), { recursive: true });
        const current = withCurrentGrammar(text);
        writeFileSync(join(project, path), current);
        return `\`\`\`json ${path}\n${current}\`\`\``;
      }
      if (language === 'replace') {
        const [from = '', to = ''] = String(text).trim().split(' → ');
        const before = readFileSync(join(project, path), 'utf8');
        expect(before).toContain(from);
        writeFileSync(join(project, path), before.replace(from, to));
      }
      if (language !== 'console') return block;
      const [line = ''] = String(text).split('\n');
      const { status, said } = answer(line.replace('$ ', ''));
      statuses.push(status);
      return `\`\`\`console\n${line}\n${said}\`\`\``;
    });
    await expect(written).toMatchFileSnapshot(page);
    expect(statuses).toEqual(expected);
  });
});
