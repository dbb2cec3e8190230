import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const FOLDER = 'tests/assistants';
const wishes = readdirSync(`${FOLDER}/wishes`).flatMap((name) => /^(.+)\.md$/.exec(name)?.[1] ?? []);

interface Wanted {
  readonly screen: string;
  readonly calls: readonly string[];
  readonly states: { readonly [state: string]: readonly string[] };
  readonly journey: { readonly name: string };
}

describe('the pages of wishes', () => {
  it('are twelve', () => expect(wishes).toHaveLength(12));

  it.each(wishes)('%s says everything that is checked', (wish) => {
    const page = readFileSync(`${FOLDER}/wishes/${wish}.md`, 'utf8');
    // The files are ours.
    const wanted = JSON.parse(readFileSync(`${FOLDER}/wishes/${wish}.json`, 'utf8')) as Wanted;
    const words = Object.values(wanted.states)
      .flat()
      .map((text) => text.replace(/^(?:heading 1|button) /, '').replaceAll(/^= |"/g, ''));
    const names = [wanted.screen, wanted.journey.name, ...Object.keys(wanted.states)].map(
      (name) => `\`${name}`,
    );
    for (const text of [...words, ...names, ...wanted.calls]) expect(page).toContain(text);
  });
});

// It starts eight processes.
describe.runIf(process.env['CAPIZ_LONG'] === '1')('a try', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'capiz-try-'));
  });
  afterEach(() => {
    run('call', folder, '--stop');
    rmSync(folder, { recursive: true, force: true });
  });
  const run = (script: string, ...args: readonly string[]) =>
    spawnSync(process.execPath, [`${FOLDER}/${script}.mjs`, ...args], { encoding: 'utf8' });

  it('passes with the screen of the wish, made in few calls, and fails without a text of it', () => {
    expect(run('begin', folder, 'hardship-request').status).toBe(0);
    expect(run('check', folder, 'hardship-request').stdout).toContain('no state missing');
    const edit = readFileSync(`${FOLDER}/hardship-request.edit.json`, 'utf8');
    expect(run('call', folder, 'edit', edit).stdout).toContain('No problems.');
    run('call', folder, 'propose', '{"title":"Ask for help"}');
    const good = run('check', folder, 'hardship-request');
    expect(JSON.parse(good.stdout)).toMatchObject({ faults: [], calls: 2, isFirstProposalClean: true });
    expect(good.status).toBe(0);
    const pointer = '/body/0/title';
    const path = 'screens/hardship.screen.json';
    run('call', folder, 'edit', JSON.stringify({ edits: [{ op: 'replace', path, pointer, value: 'Done' }] }));
    expect(run('check', folder, 'hardship-request').status).toBe(1);
  });
});
