import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runIn } from '../testing.ts';

const WORLD = join(import.meta.dirname, '../../../fixtures/bad/world');
const LINT = join(import.meta.dirname, '../../../fixtures/lint');

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'capiz-check-'));
  cpSync(WORLD, project, { recursive: true });
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const write = (path: string, text: string): void => writeFileSync(join(project, path), text);
const read = (path: string): string => readFileSync(join(project, path), 'utf8');
const lay = (name: string): void => write(`screens/${name}`, readFileSync(join(LINT, name), 'utf8'));

const ORDER = ['meant', 'warn', 'error'];
const NO_WAY_OUT = 'no-way-out.screen.json';

describe('warnings can fail a run, acknowledged warnings cannot', () => {
  it('--max-warnings limits the number of warnings', async () => {
    lay(NO_WAY_OUT);
    expect((await runIn(project, 'check')).code).toBe(0);
    expect((await runIn(project, 'check', '--max-warnings', '1')).code).toBe(0);
    expect((await runIn(project, 'check', '--max-warnings', '0')).code).toBe(1);
  });

  it('an acknowledged warning is listed with its reason and counted separately', async () => {
    lay(NO_WAY_OUT);
    const path = `screens/${NO_WAY_OUT}`;
    write(
      path,
      read(path).replace(
        '"type": "dialog"',
        '"x-acknowledged": { "overlay/no-exit": "A trap it is." }, "type": "dialog"',
      ),
    );
    const { code, out } = await runIn(project, 'check', '--max-warnings', '0');
    expect(out).toMatch(
      /^meant {2}overlay\/no-exit .* because: A trap it is\.\n2 screens, 0 errors, 0 warnings, 2 acknowledged in /m,
    );
    expect(code).toBe(0);
  });

  it('acknowledged warnings are printed first and errors last, independent of their files', async () => {
    lay(NO_WAY_OUT);
    const ticked = 'box-already-ticked.screen.json';
    lay(ticked);
    const excuse = '"x-acknowledged": { "consent/prechecked": "A test." }, "type": "check"';
    write(`screens/${ticked}`, read(`screens/${ticked}`).replace('"type": "check"', excuse));
    write('screens/a-broken.screen.json', '{}');
    const { code, out } = await runIn(project, 'check');
    const kinds = out.split('\n').flatMap((line) => /^(meant|warn|error) {2}/.exec(line)?.[1] ?? []);
    expect(new Set(kinds)).toEqual(new Set(['meant', 'warn', 'error']));
    expect(kinds).toEqual([...kinds].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)));
    expect(code).toBe(1);
  });

  it('a secret in a fixture is a warning, test data is not', async () => {
    cpSync(join(WORLD, 'screens'), join(project, 'fixtures/api'), { recursive: true });
    write(
      'fixtures/api/captured.json',
      JSON.stringify({
        mail: 'somebody@mail.com.ph',
        invented: 'reader@library.example',
        phone: '09171234567',
        branch: '+63827654321',
        real: '+63 917 555 8812',
        orders: ['20260306000123456'],
        card: '4539 1488 0343 6467',
        testCard: '4242 4242 4242 4242',
      }).replaceAll(',', ',\n'),
    );
    const { out } = await runIn(project, 'check', '--json');
    const { problems } = JSON.parse(out) as {
      problems: { code: string; line: number; message: string; help?: string }[];
    };
    const secrets = problems.filter(({ code }) => code === 'fixture/secret');
    expect(secrets.map(({ code, line, message }) => `${code} ${line} ${message}`)).toEqual([
      'fixture/secret 1 This looks like somebody’s e-mail address.',
      'fixture/secret 5 This looks like somebody’s telephone number.',
      'fixture/secret 7 This looks like the number of a card.',
    ]);
    expect(secrets[1]?.help).toMatch(/^write a number that contains 1234567/);
  });
});

describe('capiz check checks the scripts of a screen', () => {
  const script = (more: object) => ({ name: 'lends', steps: [{ tap: 'Lend' }], ...more });
  const tell = async (...scripts: readonly object[]) => {
    mkdirSync(join(project, 'fixtures/scripts'), { recursive: true });
    write('fixtures/scripts/shelf.json', JSON.stringify({ $schema: '', scripts }));
    const { out } = await runIn(project, 'check', '--json');
    const { problems } = JSON.parse(out) as {
      problems: { code: string; pointer: string; message: string }[];
    };
    return problems.flatMap(({ code, pointer, message }) =>
      code === 'fixture/script' ? [`${pointer} ${message}`] : [],
    );
  };

  it.each<readonly [string, object]>([
    ['/scripts/0/steps/0 This is none of the steps that there are.', { steps: [{ tickle: 'Lend' }] }],
    ['/scripts/0/steps/0/tap It must NOT have fewer than 1 characters.', { steps: [{ tap: '' }] }],
    ['/scripts/0/from The screen has no state nowhere.', { from: 'nowhere' }],
    ['/scripts/0/scenario There is no scenario flood.', { scenario: 'flood' }],
    ['/scripts/0/steps/0/answer There is no endpoint lost.', { steps: [{ answer: 'lost', with: 'break' }] }],
    [
      '/scripts/0/steps/0/expect/requests/0 There is no endpoint lost.',
      { steps: [{ expect: { requests: ['lost'] } }] },
    ],
  ])('%s', async (message, more) => {
    expect(await tell(script(more))).toEqual([message]);
  });

  it('two scripts with the same name are refused', async () => {
    expect(await tell(script({}), script({}))).toEqual(['/scripts/1/name Another script is called lends.']);
  });
});

describe('--fix repairs problems with only one solution, and changes nothing else in the file', () => {
  const SCREEN = `// Kept.
{
  "$schema": "wrong.json",
  "grammar": 1,
  "id": "mended",
  "routes": ["/mended"],
  "title": "Mended",
  "body": [
    { "type": "text", "text": { "choose": ["Always", /* why */ "Never"] }, "x-acknowledged": { "data/unread": "Long ago." } },
    { "type": "text", "text": "A" }
  ]
}
`;

  it('prints what it changed', async () => {
    write('screens/mended.screen.json', SCREEN);
    const { code, out, err } = await runIn(project, 'check', '--fix');
    expect(read('screens/mended.screen.json')).toBe(`// Kept.
{
  "$schema": "../schemas/screen.schema.json",
  "grammar": 1,
  "id": "mended",
  "routes": ["/mended"],
  "title": "Mended",
  "body": [
    { "type": "text", "text": { "choose": ["Always"] } },
    { "type": "text", "text": "A" }
  ]
}
`);
    expect(err).toContain('fixed screens/mended.screen.json');
    expect(out).toMatch(/^2 screens, 0 errors, 0 warnings, 1 acknowledged in/m);
    expect(code).toBe(0);
  });

  it('leaves problems that only the author can solve', async () => {
    const screen = SCREEN.replace('"text": "A"', '"text": "A", "tone": "dangr"');
    write('screens/mended.screen.json', screen);
    const { code, out } = await runIn(project, 'check', '--fix');
    expect(read('screens/mended.screen.json')).toContain('"tone": "dangr"');
    expect(out).toContain('did you mean "danger"?');
    expect(code).toBe(1);
  });

  it('changes nothing the second time', async () => {
    write('screens/mended.screen.json', SCREEN);
    await runIn(project, 'check', '--fix');
    expect((await runIn(project, 'check', '--fix')).err).toBe('nothing to fix\n');
  });
});

describe('--format prints the findings for programs', () => {
  beforeEach(() => {
    lay(NO_WAY_OUT);
    write(
      'screens/broken.screen.json',
      read('screens/shelf.screen.json')
        .replace('"id": "shelf"', '"id": "broken"')
        .replace('/shelf', '/broken')
        .replace('data.book.price)', 'data.book.prize)'),
    );
  });

  it('sarif', async () => {
    const { out, code } = await runIn(project, 'check', '--format', 'sarif');
    const { version, runs } = JSON.parse(out) as {
      version: string;
      runs: {
        tool: { driver: { rules: { id: string }[] } };
        results: { ruleId: string; ruleIndex: number }[];
      }[];
    };
    expect(version).toBe('2.1.0');
    const [run] = runs;
    const ids = run?.tool.driver.rules.map(({ id }) => id);
    expect(ids).toEqual(['expression/unknown-member', 'overlay/no-exit']);
    expect(run?.results.map(({ ruleId, ruleIndex }) => [ruleId, ids?.[ruleIndex]])).toEqual([
      ['expression/unknown-member', 'expression/unknown-member'],
      ['overlay/no-exit', 'overlay/no-exit'],
    ]);
    expect(run?.results[0]).toMatchObject({
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'screens/broken.screen.json' },
            region: { startLine: 15 },
          },
        },
      ],
    });
    expect(code).toBe(1);
  });

  it('junit', async () => {
    const { out } = await runIn(project, 'check', '--format', 'junit');
    expect(out).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites tests="\d+" failures="2" /);
    expect(out).toContain('name="screens/shelf.screen.json" file="screens/shelf.screen.json" />');
    expect(out).toMatch(/<failure type="error" message="expression\/unknown-member: [^"]*&quot;/);
  });

  it('checkstyle', async () => {
    const { out, code } = await runIn(project, 'check', '--format', 'checkstyle');
    expect(out).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<checkstyle version="4.3">\n/);
    expect(out).toMatch(
      /<file name="screens\/broken\.screen\.json">\n +<error line="15" column="\d+" severity="error" message="[^"]*&quot;[^"]*" source="capiz\.expression\/unknown-member" \/>\n +<\/file>/,
    );
    expect(out).toContain('<file name="screens/no-way-out.screen.json">');
    expect(out.match(/<error /g)).toHaveLength(2);
    expect(code).toBe(1);
  });

  it('stylish', async () => {
    const { out } = await runIn(project, 'check', '--format', 'stylish');
    expect(out).toMatch(
      /^screens\/broken\.screen\.json\n {2}15:\d+ {2}error {2}.* {2}expression\/unknown-member\n\nscreens\/no-way-out\.screen\.json\n {2}8:\d+ +warn {3}.* {2}overlay\/no-exit\n\n3 screens, 1 error, 1 warning/,
    );
  });

  it('github', async () => {
    const { out } = await runIn(project, 'check', '--format', 'github');
    expect(out).toMatch(
      /^::error file=screens\/broken\.screen\.json,line=15,endLine=15,col=\d+,endColumn=\d+,title=expression\/unknown-member::/,
    );
    expect(out).toContain('\n::warning file=screens/no-way-out.screen.json,line=8,');
    expect(out.trimEnd().split('\n')).toHaveLength(2);
  });

  it('several formats at once, one to the terminal and the others to files', async () => {
    const { out } = await runIn(project, 'check', '--format', 'json', '--format', 'markdown=out/summary.md');
    expect(JSON.parse(out)).toMatchObject({ version: 1, summary: { errors: 1, warnings: 1 } });
    expect(read('out/summary.md')).toMatch(
      /^\*\*capiz check\*\*: 3 screens, 1 error, 1 warning\n\n\|.*\n\|---/,
    );
    expect((await runIn(project, 'check', '--format', 'sarif=out/a.sarif')).out).toMatch(
      /3 screens, 1 error/,
    );
  });

  it.each([
    [['--format', 'html'], 'takes one of codeframe, stylish, json'],
    [['--format', 'json', '--format', 'github'], 'only one format can be printed'],
    [['--max-warnings', 'none'], 'takes a number'],
    [['--max-warning', '1'], 'did you mean "--max-warnings"?'],
  ])('%j could not run', async (args, message) => {
    const { code, out, err } = await runIn(project, 'check', ...args);
    expect(err).toContain(message);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });
});
