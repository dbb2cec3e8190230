import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runIn } from '../testing.ts';

const SHELF = 'screens/shelf.screen.json';
const FINE = 'screens/parts/fine.part.json';

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'capiz-mutate-'));
  cpSync('fixtures/bad/world', project, { recursive: true });
  git('init', '--quiet');
  git('add', '.');
  commit();
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function git(...args: readonly string[]): void {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.test', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...who, ...args], { cwd: project, stdio: 'ignore' });
}
const commit = (): void => git('commit', '--quiet', '--allow-empty', '--message', 'Change');
function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}
const change = (path: string): void => write(path, `${readFileSync(join(project, path), 'utf8')}\n`);

/** The documents whose faults are listed. */
async function listed(...args: readonly string[]) {
  const { code, out, err } = await runIn(project, 'mutate', '--list', ...args);
  const lines = out.split('\n').filter((line) => line !== '');
  return { code, err, count: lines.length, files: [...new Set(lines.map((line) => line.split(':')[0]))] };
}

describe('capiz mutate --since selects', () => {
  it('a screen or part that changed since the commit, also if the change is not committed', async () => {
    change(FINE);
    expect(await listed('--since', 'HEAD', 'shelf')).toMatchObject({ code: 0, files: [FINE], err: '' });
    git('commit', '--quiet', '--all', '--message', 'Change');
    expect((await listed('--since', 'HEAD~1', 'shelf')).files).toEqual([FINE]);
  });

  it.each(['fixtures/states/shelf.json', 'fixtures/scripts/shelf.json'])(
    'the screen whose %s changed',
    async (path) => {
      write(path, '{}');
      git('add', '.');
      expect((await listed('--since', 'HEAD', FINE)).files).toEqual([SHELF]);
    },
  );

  it.each(['HEAD', 'HEAD~1', 'HEAD~7', 'nothing'])(
    'the documents that the command names, if no screen changed since %s or git does not know this revision',
    async (ref) => {
      commit();
      const { files, err } = await listed('--since', ref, 'shelf');
      expect(files).toEqual([SHELF]);
      expect(err).toBe(`no screen changed since ${ref}: shelf instead\n`);
      expect((await listed('--since', ref)).err).toContain('name screens to plant faults in if none changed');
    },
  );

  it('with --held only changed documents with a held score', async () => {
    write('fixtures/survivors.json', JSON.stringify({ held: [FINE], survivors: [] }));
    change(SHELF);
    const none = await listed('--since', 'HEAD', '--held', FINE);
    expect(none).toMatchObject({
      files: [FINE],
      err: expect.stringContaining('no screen with a held score changed'),
    });
    write('fixtures/survivors.json', JSON.stringify({ held: [SHELF], survivors: [] }));
    expect(await listed('--since', 'HEAD', '--held', FINE)).toMatchObject({ files: [SHELF], err: '' });
  });

  it('the documents that the command names, in a folder without git', async () => {
    rmSync(join(project, '.git'), { recursive: true });
    expect((await listed('--since', 'HEAD~1', 'shelf')).files).toEqual([SHELF]);
  });
});

describe('capiz mutate', () => {
  it('--most limits the number of faults, and chooses the same faults each time', async () => {
    const first = await runIn(project, 'mutate', 'shelf', '--list', '--most', '7');
    expect(first.out.trim().split('\n')).toHaveLength(7);
    expect((await runIn(project, 'mutate', 'shelf', '--list', '--most', '7')).out).toBe(first.out);
  });

  it.each([
    [['nowhere'], 'there is no screen, part or contract "nowhere"'],
    [['shelf', '--most', 'few'], '--most takes a number, not "few"'],
    [['shelf', '--min', '-1'], '--min'],
  ])('%j could not run', async (args, message) => {
    const { code, err } = await runIn(project, 'mutate', '--list', ...args);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });
});
