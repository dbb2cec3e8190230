import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '../main.ts';
import { runIn } from '../testing.ts';

const WORLD = join(import.meta.dirname, '../../../fixtures/bad/world');

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'capiz-commands-'));
  cpSync(WORLD, project, { recursive: true });
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const write = (path: string, text: string): void => writeFileSync(join(project, path), text);
const read = (path: string): string => readFileSync(join(project, path), 'utf8');
const SHELF = 'screens/shelf.screen.json';

describe('capiz fmt', () => {
  it('--check names the files that would change and writes nothing; without --check they are written', async () => {
    const before = read(SHELF);
    const checked = await runIn(project, 'fmt', '--check', SHELF);
    expect(checked).toMatchObject({ code: 1, out: `${SHELF}\n` });
    expect(read(SHELF)).toBe(before);
    expect((await runIn(project, 'fmt')).code).toBe(0);
    expect(read(SHELF)).not.toBe(before);
    expect(await runIn(project, 'fmt', '--check')).toMatchObject({ code: 0, out: '', err: '' });
  });
});

describe('capiz new', () => {
  it.each(['screen', 'part'])('creates a %s that check and fmt accept without edits', async (kind) => {
    expect((await runIn(project, 'new', kind, 'statement', '--dry-run')).out).toContain('statement');
    expect(existsSync(join(project, 'screens/statement.screen.json'))).toBe(false);
    const { code, out } = await runIn(project, 'new', kind, 'statement');
    expect(code).toBe(0);
    expect((await runIn(project, 'check', '--max-warnings', '0')).code).toBe(0);
    expect((await runIn(project, 'fmt', '--check', out.split('\n')[0] ?? '')).code).toBe(0);
    expect((await runIn(project, 'new', kind, 'statement')).err).toContain('is there already');
  });

  it.each([
    [['screen', 'Big Name'], 'cannot be its name'],
    [['fixture', 'nowhere'], 'there is no screen "nowhere"'],
    [['window', 'a'], 'name a kind and a name'],
  ])('%j could not run', async (args, message) => {
    const { code, err } = await runIn(project, 'new', ...args);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });
});

describe('capiz new, for a project that has the package', () => {
  it('refers to schemas as the project’s app.json does', async () => {
    write(
      'screens/app.json',
      read('screens/app.json').replace('"../schemas/app', '"../node_modules/capiz/schemas/app'),
    );
    for (const kind of ['screen', 'part', 'fixture']) await runIn(project, 'new', kind, 'statement');
    expect(read('screens/statement.screen.json')).toContain(
      '"../node_modules/capiz/schemas/screen.schema.json"',
    );
    for (const path of ['screens/parts/statement.part.json', 'fixtures/states/statement.json'])
      expect(read(path)).toMatch(/"\.\.\/\.\.\/node_modules\/capiz\/schemas\/(?:part|states)\.schema\.json"/);
  });

  it("adds a widget's lines to the config, or prints them", async () => {
    const dry = await runIn(project, 'new', 'widget', 'gauge', '--dry-run', '--json');
    expect(JSON.parse(dry.out)).toEqual({
      version: 1,
      files: ['widgets/gauge.mjs', 'widgets/gauge-view.mjs', 'widgets/gauge.test.mjs', 'capiz.config.mjs'],
      changed: [],
    });
    expect(existsSync(join(project, 'widgets'))).toBe(false);
  });
});

describe('capiz init', () => {
  it('creates a project that check accepts, and changes no existing file', async () => {
    const { code, err } = await runIn(project, 'init', 'shop', '--language', 'fil-PH');
    expect(code).toBe(0);
    expect(err).toContain('not installed yet: @capiz/renderer, capiz, react');
    // The project's config imports the package, which is not installed here.
    rmSync(join(project, 'shop/capiz.config.mjs'));
    const checked = await runIn(join(project, 'shop'), 'check', '--max-warnings', '0');
    expect(checked).toMatchObject({ code: 0, out: expect.stringMatching(/^1 screen, 0 errors, 0 warnings/) });
    expect((await runIn(join(project, 'shop'), 'fmt', '--check')).code).toBe(0);
    expect(read('shop/screens/app.json')).toContain('"name": "Shop"');
    // A form shows its errors at its fields and in its summary, so it needs no notice.
    expect(JSON.parse(read('shop/screens/app.json'))).toMatchObject({ failures: { invalid: [] } });
    expect(await runIn(project, 'init', 'shop')).toMatchObject({
      code: 2,
      err: expect.stringContaining('screens/app.json is there already'),
    });
    expect((await runIn(project, 'init', 'other', '--language', 'no language')).code).toBe(2);
    expect(existsSync(join(project, 'other'))).toBe(false);
  });
});

describe('capiz search', () => {
  it('finds names and values with their positions, and ends with 1 without a match', async () => {
    const { code, out } = await runIn(project, 'search', 'book-details');
    expect(out).toContain('screens/shelf.screen.json:12:27  /data/book/endpoint  book-details\n');
    expect(code).toBe(0);
    expect((await runIn(project, 'search', 'book-detail', '--exact')).code).toBe(1);
    const { out: json } = await runIn(project, 'search', 'signedIn', '--json');
    expect(JSON.parse(json)).toMatchObject({
      version: 1,
      matches: [{ file: 'screens/app.json', part: 'key', pointer: '/signedIn' }],
    });
  });
});

describe('capiz graph', () => {
  beforeEach(async () => {
    await runIn(project, 'new', 'screen', 'end');
    const path = 'screens/end.screen.json';
    write(
      path,
      read(path).replace(
        '"title": "End",',
        '"title": "End", "bar": [{ "type": "button", "text": "On", "on": { "tap": [{ "do": "go", "to": "shelf", "replace": true, "with": { "isbn": "1" } }] } }],',
      ),
    );
  });

  it('shows which screen leads to which, and by which action', async () => {
    const { out } = await runIn(project, 'graph', '--json');
    expect(JSON.parse(out)).toEqual({
      version: 1,
      screens: [
        { id: 'end', paths: ['/end'], isUnreachable: false, isEnd: false },
        { id: 'shelf', paths: ['/shelf'], isUnreachable: false, isEnd: true },
      ],
      edges: [{ from: 'end', to: 'shelf', by: 'On', replaces: true }],
    });
  });

  it('escapes names that are Mermaid keywords', async () => {
    const { out } = await runIn(project, 'graph');
    expect(out).toMatch(/^flowchart LR\n/);
    expect(out).toContain('  screen-end -.->|"On"| screen-shelf\n');
  });
});

describe('capiz rename', () => {
  it('a screen: its file, its uses, its states', async () => {
    await runIn(project, 'new', 'fixture', 'shelf');
    const { code, out } = await runIn(project, 'rename', 'screen', 'shelf', 'book');
    expect(out).toContain('screens/shelf.screen.json → screens/book.screen.json\n');
    expect(code).toBe(0);
    expect(existsSync(join(project, 'fixtures/states/book.json'))).toBe(true);
    expect((await runIn(project, 'check')).code).toBe(0);
  });

  it('a screen: its scripts and snapshots, and references in tests and documents', async () => {
    const files: { readonly [path: string]: string } = {
      'fixtures/scripts/shelf.json': '{ "scripts": [] }\n',
      'fixtures/snapshots/source/shelf.txt': '# shelf in source: told\n\n  "shelf"\n',
      'fixtures/snapshots/scripts/shelf.txt': '# shelf by scripts: done\n',
      'fixtures/snapshots/source/hall.txt':
        '# hall in source: told\non the screen shelf\n  "on the screen shelf"\n',
      'tests/shelf.spec.ts': `open('screens/shelf.screen.json', '/gallery/shelf/content');\nexpect('shelf');\ngo('/shelf', 'book-shelf.screen.json');\n`,
      'README.md': '| [shelf](screens/shelf.screen.json) |\n| shelf, hall |\n| shelf.json |\n',
      'fixtures/survivors.json': '{ "held": ["screens/shelf.screen.json"], "survivors": [] }\n',
      'node_modules/a/readme.md': 'shelf.screen.json\n',
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      write(path, text);
    }
    const { out } = await runIn(project, 'rename', 'screen', 'shelf', 'book', '--json');
    expect(JSON.parse(out)).toMatchObject({
      moved: {
        'screens/shelf.screen.json': 'screens/book.screen.json',
        'fixtures/scripts/shelf.json': 'fixtures/scripts/book.json',
        'fixtures/snapshots/scripts/shelf.txt': 'fixtures/snapshots/scripts/book.txt',
        'fixtures/snapshots/source/shelf.txt': 'fixtures/snapshots/source/book.txt',
      },
      mentions: ['README.md:2', 'tests/shelf.spec.ts:2'],
    });
    expect(existsSync(join(project, 'fixtures/scripts/shelf.json'))).toBe(false);
    expect(read('fixtures/scripts/book.json')).toBe('{ "scripts": [] }\n');
    expect(read('fixtures/snapshots/source/book.txt')).toBe('# book in source: told\n\n  "shelf"\n');
    expect(read('fixtures/snapshots/scripts/book.txt')).toBe('# book by scripts: done\n');
    expect(read('fixtures/snapshots/source/hall.txt')).toContain(
      '\non the screen book\n  "on the screen shelf"\n',
    );
    expect(read('tests/shelf.spec.ts')).toBe(
      `open('screens/book.screen.json', '/gallery/book/content');\nexpect('shelf');\ngo('/shelf', 'book-shelf.screen.json');\n`,
    );
    expect(read('README.md')).toBe('| [book](screens/book.screen.json) |\n| shelf, hall |\n| shelf.json |\n');
    expect(read('fixtures/survivors.json')).toContain('"screens/book.screen.json"');
    expect(read('node_modules/a/readme.md')).toBe('shelf.screen.json\n');
  });

  it('a state: keeps comments, and renames the translations of texts that show it', async () => {
    write(
      'screens/count.screen.json',
      `// Counts.
{
  "$schema": "../schemas/screen.schema.json", "grammar": 1, "id": "count", "routes": ["/count"], "title": "Count",
  "state": { "count": { "type": "integer", "initial": 0 } }, // from nothing
  "body": [{ "type": "text", "text": "You have \${state.count} of \${state.count + 1}", "visibleWhen": "state.count > 0" }]
}
`,
    );
    const german = 'screens/messages/de.json';
    write(
      german,
      read(german).replace(
        '"messages": {',
        '"messages": { "You have {count} of {count2}": "{count} von {count2}",',
      ),
    );
    expect((await runIn(project, 'check')).out).toMatch(/0 errors, 0 warnings/);
    const { code } = await runIn(project, 'rename', 'state', 'screens/count.screen.json#count', 'books');
    expect(code).toBe(0);
    const text = read('screens/count.screen.json');
    expect(text).toMatch(/^\/\/ Counts\.\n/);
    expect(text).toContain('} }, // from nothing');
    expect(text).toContain(
      '"You have ${state.books} of ${state.books + 1}", "visibleWhen": "state.books > 0"',
    );
    expect(read(german)).toContain('"You have {books} of {books2}": "{books} von {books2}"');
    expect((await runIn(project, 'check')).out).toMatch(/0 errors, 0 warnings/);
  });

  it.each([
    [['screen', 'shelv', 'book'], 'There is no screen "shelv"'],
    [['screen', 'shelf', 'Not a name'], 'cannot be the name'],
    [['part', 'fine', 'hall'], 'There is already a part "hall"'],
    [['state', 'shelf#a', 'b'], 'has no state "a"'],
    [['widget', 'a', 'b'], 'cannot be renamed'],
  ])('%j could not run and changes nothing', async (args, message) => {
    const before = read(SHELF);
    const { code, err } = await runIn(project, 'rename', ...args);
    expect(err).toContain(message);
    expect(code).toBe(2);
    expect(read(SHELF)).toBe(before);
  });
});

describe('capiz diff', () => {
  it('compares two folders, and a revision with the working folder', async () => {
    expect(await runIn(project, 'diff', WORLD, '.')).toMatchObject({ code: 0, out: '' });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: project });
    git('init', '-q');
    git('add', '-A');
    git('commit', '-q', '-m', 'first');
    write(
      SHELF,
      read(SHELF).replace('It costs', 'It is').replace('"routes": ["/shelf"]', '"routes": ["/shelves"]'),
    );
    const { code, out, err } = await runIn(project, 'diff');
    expect(out).toContain('~ text      screens/shelf.screen.json /body/0/text\n');
    expect(err).toBe('2 differences, 1 of them breaking\n');
    expect(code).toBe(1);
    expect((await runIn(project, 'diff', '--breaking')).out).toMatch(
      /^~ behaviour .*breaking: an address leads nowhere\n/,
    );
    expect((await runIn(project, 'diff', 'no-such-revision')).code).toBe(2);
  });
});

describe('capiz completion', () => {
  it.each(['bash', 'zsh', 'fish'])('%s knows every command and its options', async (shell) => {
    const { out, code } = await runIn(project, 'completion', shell);
    for (const { name } of COMMANDS) expect(out).toContain(name);
    expect(out).toContain('max-warnings');
    expect(code).toBe(0);
  });

  it('bash completes', async () => {
    const { out } = await runIn(project, 'completion', 'bash');
    const script = `${out}\nCOMP_WORDS=(capiz ch); COMP_CWORD=1; _capiz; echo "\${COMPREPLY[@]}"`;
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe('check\n');
  });
});

describe('capiz init', () => {
  it('writes pages for assistants and a .gitignore, and changes none that exists', async () => {
    const folder = join(project, 'fresh');
    mkdirSync(folder);
    writeFileSync(join(folder, 'AGENTS.md'), 'Ours.\n');
    const { code, out, err } = await runIn(folder, 'init', '--name', 'Shop');
    expect(code).toBe(0);
    expect(out).toContain('llms.txt');
    expect(err).toContain('there already: AGENTS.md');
    expect(readFileSync(join(folder, 'AGENTS.md'), 'utf8')).toBe('Ours.\n');
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toContain('.capiz/');
    // What the pages tell must exist.
    const pages = (await runIn(join(project), 'init', 'other', '--name', 'Shop')).out;
    expect(pages).toContain('AGENTS.md');
    const text = readFileSync(join(project, 'other/AGENTS.md'), 'utf8');
    const names = COMMANDS.map(({ name }) => name);
    for (const [, command] of text.matchAll(/npx capiz ([a-z]+)/g)) expect(names).toContain(command);
  });
});
