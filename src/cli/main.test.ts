import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runIn } from './testing.ts';

const WORLD = join(import.meta.dirname, '../../fixtures/bad/world');

let project: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'capiz-cli-'));
  cpSync(WORLD, project, { recursive: true });
  write('screens/broken.screen.json', BROKEN);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

const BROKEN = `{
  "$schema": "../schemas/screen.schema.json",
  "grammar": 1,
  "id": "broken",
  "title": "Broken",
  "body": [
    { "type": "ammount", "value": "1" }
  ]
}
`;

function write(path: string, text: string): void {
  writeFileSync(join(project, path), text);
}

const run = (args: readonly string[], folder = project) => runIn(folder, ...args);

it('--version prints the version of package.json', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(await run(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

describe('capiz check: exit 0 no errors, 1 errors, 2 could not run', () => {
  it('prints a code frame, the nearest right name, and a summary', async () => {
    const { code, out, err } = await run(['check']);
    expect(out).toBe(`error  widget/unknown-type  screens/broken.screen.json:7:15  /body/0/type
  5 |   "title": "Broken",
  6 |   "body": [
> 7 |     { "type": "ammount", "value": "1" }
    |               ^^^^^^^^^ No widget is called "ammount".
  help: did you mean "amount"?        explain: capiz explain widget/unknown-type
2 screens, 1 error, 0 warnings in 0.21 s
`);
    expect(err).toBe('');
    expect(code).toBe(1);
  });

  it('ends with 0 if there are no problems', async () => {
    const { code, out, err } = await run(['check'], WORLD);
    expect(out).toMatch(
      /^meant {2}messages\/missing .* because: .*\n1 screen, 0 errors, 0 warnings, 1 acknowledged in 0\.21 s\n$/,
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it('finds the project from a folder inside it, and by --root', async () => {
    expect((await run(['check'], join(project, 'screens/parts'))).code).toBe(1);
    expect((await run(['check', '--root', project], '/')).code).toBe(1);
  });

  it('reports only problems in the given paths', async () => {
    expect((await run(['check', 'screens/broken.screen.json'])).out).toMatch(/1 screen, 1 error/);
    expect((await run(['check', 'screens/shelf.screen.json', 'schemas'])).out).toMatch(/^1 screen, 0 errors/);
    expect((await run(['check', 'screens'])).out).toMatch(/2 screens, 1 error/);
  });

  it('prints the same as data with --json', async () => {
    const { code, out } = await run(['check', '--json']);
    const report: unknown = JSON.parse(out);
    expect(report).toMatchObject({
      version: 1,
      problems: [
        {
          code: 'widget/unknown-type',
          severity: 'error',
          file: 'screens/broken.screen.json',
          line: 7,
          column: 15,
          pointer: '/body/0/type',
        },
      ],
      summary: { screens: 2, errors: 1, warnings: 0 },
    });
    expect(code).toBe(1);
  });

  it('prints and counts warnings, and ends with 0', async () => {
    write(
      'screens/broken.screen.json',
      BROKEN.replace('    { "type": "ammount", "value": "1" }\n', '').replace(
        '"body"',
        '"overlays": { "ask": { "type": "dialog", "title": "Sure?", "body": [] } },\n  "body"',
      ),
    );
    const { code, out } = await run(['check']);
    write('screens/broken.screen.json', BROKEN);
    expect(out).toMatch(
      /^warn {3}overlay\/never-opened {2}screens\/broken\.screen\.json:6:17 {2}\S[^]*\n2 screens, 0 errors, 2 warnings, 1 acknowledged in/m,
    );
    expect(code).toBe(0);
  });

  it.each([
    [['check', 'screens/none.screen.json'], 'does not exist'],
    [['check', 'screens/../../'], 'no document of the project'],
    [['check', '--jsn'], '--jsn'],
    [['check', '--root'], 'root'],
    [['chekc'], 'Did you mean "check"?'],
    [['explain', 'widget/unknown-typ'], 'did you mean "widget/unknown-type"?'],
  ])('%j could not run', async (args, message) => {
    const { code, out, err } = await run(args);
    expect(err).toContain(message);
    expect(out).toBe('');
    expect(code).toBe(2);
  });

  it('cannot run outside a project', async () => {
    const { code, err } = await run(['check'], tmpdir());
    expect(err).toContain('screens/app.json');
    expect(code).toBe(2);
  });
});

describe('capiz explain gives the reason, with a bad and a good example', () => {
  it('prints the explanation of one code', async () => {
    const { code, out } = await run(['explain', 'property/unknown']);
    expect(out).toMatch(
      /^property\/unknown \(error\)\n\nA record has no property of this name\.\n[^]*\nbad {3}\{.*\ngood {2}\{.*\n$/,
    );
    expect(code).toBe(0);
  });

  it('lists all codes if none is named', async () => {
    expect((await run(['explain'])).out).toMatch(/^parse\/too-large +A file is larger/m);
  });
});

describe('capiz --help', () => {
  it.each([[[]], [['--help']], [['help']]])('%j lists the commands', async (args) => {
    const { code, out } = await run(args);
    expect(out).toMatch(/check .*\n[^]*explain /);
    expect(code).toBe(0);
  });

  it('prints the details of one command', async () => {
    expect((await run(['check', '--help'])).out).toMatch(/Exit: 0/);
  });
});

describe('every command has --quiet and --verbose', () => {
  it('--quiet prints only why a command could not run', async () => {
    const aloud = await run(['fmt', '--check', '--verbose'], WORLD);
    expect(await run(['fmt', '--quiet', '--check'], WORLD)).toEqual({ ...aloud, err: '' });
    expect((await run(['--quiet', 'check', '--root'])).err).toContain('root');
  });

  it('--verbose prints the project, the command and the duration', async () => {
    const { err } = await run(['check', '--verbose', '--json'], WORLD);
    expect(err).toMatch(/^node v\d.*\nproject .*world\n\d+ files of it\nended with 0 after \d+\.\d\d s\n$/);
  });

  it('refuses --quiet with --verbose, and suggests the nearest name for a misspelt option', async () => {
    expect(await run(['check', '--quiet', '--verbose'])).toMatchObject({ code: 2, out: '' });
    expect((await run(['check', '--verbos'])).err).toContain('did you mean "--verbose"?');
  });
});

describe('capiz explain <file:line:column> prints the type at that position', () => {
  const shelf = readFileSync(join(WORLD, 'screens/shelf.screen.json'), 'utf8').split('\n');
  /** Line and column behind the beginning of a text of the screen. */
  const placeOf = (text: string) => {
    const line = shelf.findIndex((one) => one.includes(text));
    return `screens/shelf.screen.json:${line + 1}:${(shelf[line]?.indexOf(text) ?? 0) + text.length + 1}`;
  };

  it.each([
    ['money(data.book.', 'data.book.price: Money'],
    ['money(data.', 'data.book: Record (book-details#)'],
    ['It costs ${', 'money(data.book.price): Text'],
    ['"text": "', 'It costs ${money(data.book.price)}.: Text'],
    ['"visibleWhen": "', 'has(data.book.fine): Boolean'],
    ['"fine": "${data.book.', 'data.book.fine: Money'],
    ['"isbn": "${', 'params: Record'],
  ])('%s', async (before, expected) => {
    const { code, out, err } = await run(['explain', placeOf(before)], WORLD);
    expect({ code, out: out.split('\n')[0], err }).toEqual({ code: 0, out: expected, err: '' });
  });

  it('prints the conditions under which the node is shown, and where else its value is read', async () => {
    const { out } = await run(['explain', placeOf('"fine": "${data.book.'), '--json'], WORLD);
    const found = JSON.parse(out) as { seenWhen: string[]; readAt: { line: number }[] };
    expect(found).toMatchObject({ version: 1, source: 'data.book.fine', type: 'Money' });
    expect(found.seenWhen).toEqual(['has(data.book.fine)']);
    expect(found.readAt).toHaveLength(2);
  });

  it('ends with 2 if nothing at the position has a type', async () => {
    const { code, err } = await run(['explain', 'screens/app.json:2:3'], WORLD);
    expect(err).toContain('there is nothing with a type at');
    expect(code).toBe(2);
  });
});
