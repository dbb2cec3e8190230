import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommandLine } from '../main.ts';

const WORLD = join(import.meta.dirname, '../../../fixtures/bad/world');
const GERMAN = 'screens/messages/de.json';
const FINE = 'You owe {fine}.';

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'capiz-messages-'));
  cpSync(WORLD, project, { recursive: true });
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const read = (path: string): string => readFileSync(join(project, path), 'utf8');
const write = (path: string, text: string): void => writeFileSync(join(project, path), text);
const catalogue = (messages: object, more: object = {}): void =>
  write(
    GERMAN,
    JSON.stringify({ $schema: '../../schemas/messages.schema.json', language: 'de', messages, ...more }),
  );

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const code = await runCommandLine(['messages', ...args], {
    folder: project,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    hasColour: false,
    now: () => 0,
  });
  return { code, out, err };
}
const json = async (...args: string[]) => {
  const { code, out } = await run(...args, '--json');
  return { code, data: JSON.parse(out) as { version: number; [name: string]: unknown } };
};

describe('capiz messages shows how complete each language is', () => {
  it('with exit 1 while a translation is missing or stale', async () => {
    const { code, out } = await run();
    expect(out).toMatch(/^\d+ texts\nde +1 translated, 0 of them drafts, \d+ missing, 0 stale\n$/);
    expect(code).toBe(1);
  });
  it('with exit 0 for a catalogue that only overrides some texts', async () => {
    catalogue({ [FINE]: 'Sie schulden {fine}.' }, { partial: true });
    expect(await run()).toMatchObject({
      code: 0,
      out: expect.stringContaining('partial, 0 stale') as string,
    });
  });
  it('with --json as data with a version', async () => {
    const { data } = await json();
    expect(data).toMatchObject({
      version: 1,
      languages: [{ language: 'de', file: GERMAN, translated: 1, drafts: 0, stale: 0, partial: false }],
    });
  });
});

describe('capiz messages list', () => {
  it('gives the contract or app.json as the file of a text that is written there', async () => {
    write(
      'screens/hold.screen.json',
      JSON.stringify({
        $schema: '../schemas/screen.schema.json',
        grammar: 2,
        id: 'hold',
        routes: ['/hold'],
        title: 'Hold',
        body: [
          {
            type: 'button',
            text: 'Hold it',
            on: { tap: [{ do: 'request', endpoint: 'reserve-book', with: { isbn: '1' } }] },
          },
        ],
      }),
    );
    const app = read('screens/app.json').replace(
      '"desk": {',
      '"desk": { "note": { "type": "string", "text": true, "default": "Ask at the desk." },',
    );
    write(
      'screens/app.json',
      app.replace('"hosts":', '"help": { "text": "Ask us", "run": [{ "do": "back" }] }, "hosts":'),
    );
    const { out } = await run('list');
    expect(out).toMatch(/We got no answer\..*schemas\/api\/reserve-book\.endpoint\.json:12\n/);
    expect(out).toMatch(/"Ask at the desk\." {2}screens\/app\.json:\d+\n/);
    expect(out).toMatch(/"Ask us" {2}screens\/app\.json:\d+\n/);
    expect(out).toContain('"Try again"  the engine\n');
  });

  it('lists every text with its positions', async () => {
    const { code, data } = await json('list');
    const messages = data['messages'] as { source: string; uses: { file: string; line: number }[] }[];
    const fine = messages.find(({ source }) => source === FINE);
    expect(fine?.uses[0]?.file).toMatch(/^screens\//);
    const { file = '', line = 0 } = fine?.uses[0] ?? {};
    expect(read(file).split('\n')[line - 1]).toContain('You owe ${');
    expect(messages.find(({ source }) => source === 'Try again')?.uses).toEqual([]);
    expect(code).toBe(0);
  });
});

describe('capiz messages missing, stale', () => {
  it('lists an entry without words as missing', async () => {
    catalogue({ [FINE]: { text: '', draft: true } });
    const { code, data } = await json('missing', 'de');
    expect(JSON.stringify(data)).toContain(FINE);
    expect(code).toBe(1);
  });
  it('lists stale entries, and removes them on request; comments and other entries do not change', async () => {
    write(
      GERMAN,
      `{
  "$schema": "../../schemas/messages.schema.json",
  "language": "de",
  "messages": {
    // A reader asked for this.
    "You owe {fine}.": "Sie schulden {fine}.",
    "Gone": "Weg"
  }
}
`,
    );
    expect(await run('stale')).toMatchObject({ code: 1, out: 'de: 1\n  "Gone"\n' });
    const before = read(GERMAN);
    const { code, err } = await run('stale', '--remove');
    expect({ code, err }).toMatchObject({
      code: 0,
      err: expect.stringContaining('1 entry removed') as string,
    });
    expect(read(GERMAN)).toBe(before.replace(',\n    "Gone": "Weg"', ''));
    expect((await run('stale')).code).toBe(0);
  });
});

describe('capiz messages extract', () => {
  it('adds an empty draft for each missing text, and nothing the second time', async () => {
    expect((await run('extract', '--dry-run')).code).toBe(1);
    const { code, err } = await run('extract');
    expect(code).toBe(0);
    expect(err).toMatch(/de\.json: \d+ entries added; undo: git checkout screens\/messages\/de\.json\n$/);
    expect(read(GERMAN)).toContain('    "Try again": { "text": "", "draft": true }');
    expect(read(GERMAN)).toContain('"You owe {fine}.": "Sie schulden {fine}."');
    const after = read(GERMAN);
    expect(await run('extract')).toMatchObject({ code: 0, err: '' });
    expect(read(GERMAN)).toBe(after);
    expect((await run('missing')).code).toBe(1);
  });
  it('creates a missing catalogue', async () => {
    rmSync(join(project, GERMAN));
    const { code, err } = await run('extract');
    expect(err).toMatch(/entries added; undo: delete screens\/messages\/de\.json\n$/);
    expect(code).toBe(0);
    expect(existsSync(join(project, GERMAN))).toBe(true);
    expect((await run('stale')).code).toBe(0);
  });
});

describe('capiz messages export, import', () => {
  it('an unedited table changes nothing, for every form of entry', async () => {
    const forms = { one: '=1 {fine}', other: '"{fine}", schuldig\nSie' };
    catalogue({
      [FINE]: { plural: 'fine', forms, draft: true },
      'Try again': "'=Noch einmal",
      Close: { text: 'Schließen', draft: true },
    });
    const before = read(GERMAN);
    expect((await run('export', 'de', '--out', 'de.csv')).code).toBe(0);
    expect(await run('import', 'de', 'de.csv')).toMatchObject({ code: 0, err: '' });
    expect(read(GERMAN)).toBe(before);

    catalogue({});
    expect((await run('import', 'de', 'de.csv')).code).toBe(0);
    expect((JSON.parse(read(GERMAN)) as { messages: unknown }).messages).toEqual(
      (JSON.parse(before) as { messages: unknown }).messages,
    );
  });

  it('a new translation is written to its entry', async () => {
    const { out } = await run('export', 'de');
    write('de.csv', out.replace('Try again,,,,', 'Try again,,,Noch einmal,yes'));
    expect((await run('import', 'de', 'de.csv', '--dry-run')).out).toBe('1 translation differ\n');
    expect(read(GERMAN)).not.toContain('Noch einmal');
    expect((await run('import', 'de', 'de.csv')).code).toBe(0);
    expect(read(GERMAN)).toContain('"Try again": { "text": "Noch einmal", "draft": true }');
  });

  it('creates a missing catalogue', async () => {
    rmSync(join(project, GERMAN));
    write('de.csv', 'source,translation\nClose,Zu\n');
    const { code, err } = await run('import', 'de', 'de.csv');
    expect({ code, err }).toEqual({ code: 0, err: `${GERMAN}: 1 entry changed; undo: delete ${GERMAN}\n` });
    expect(read(GERMAN)).toContain('"Close": "Zu"');
  });

  it.each([
    ['a lost placeholder', `${FINE},,,Sie schulden etwas.,`, 'messages/placeholder', '{fine}'],
    ['a text that no screen shows', 'You owe {fines}.,,,Weg,', 'messages/unused', 'Did you mean'],
    ['a text in two rows', 'Close,,,Zu,\nClose,,,Schließen,', 'messages/table', 'line 2'],
    ['an unknown plural form', `${FINE},,fine:much,Sie schulden {fine}.,`, 'messages/table', 'fine:much'],
    [
      'a plural form that counts by an unknown placeholder',
      `${FINE},,days:other,Sie schulden {fine}.,`,
      'messages/plural',
      '{days}',
    ],
    ['an invalid draft mark', 'Close,,,Zu,maybe', 'messages/table', 'maybe'],
  ])(
    'with %s nothing is written, and every fault is reported with its line',
    async (_title, rows, code, words) => {
      const before = read(GERMAN);
      write('de.csv', `source,context,form,translation,draft\n${rows}\nTry again,,,Noch einmal,`);
      const result = await json('import', 'de', 'de.csv');
      expect(result.code).toBe(1);
      const [problem, ...more] = result.data['problems'] as { line: number; code: string; message: string }[];
      expect(more).toEqual([]);
      expect(problem).toMatchObject({ code, message: expect.stringContaining(words) as string });
      expect(problem?.line).toBeGreaterThan(1);
      expect(read(GERMAN)).toBe(before);
    },
  );

  it('a table without the required columns is refused', async () => {
    write('de.csv', 'text,translation\nClose,Zu\n');
    const { code, out } = await run('import', 'de', 'de.csv');
    expect(out).toContain('no column "source"');
    expect(code).toBe(1);
  });
});

describe('capiz messages ends with 2 and a reason if it cannot run', () => {
  it.each([
    [['lst'], 'did you mean "list"?'],
    [['missing', 'fr'], 'fr'],
    [['export'], 'name a language'],
    [['export', 'source'], 'source'],
    [['import', 'de'], 'import fil-PH fil.csv'],
    [['import', 'de', 'none.csv'], 'none.csv cannot be read'],
    [['list', 'de'], 'unexpected argument "de"'],
    [['--remov'], '--remov'],
  ])('%j', async (args, words) => {
    const { code, out, err } = await run(...args);
    expect(err).toContain(words);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });
  it('for a table that is not UTF-8', async () => {
    writeFileSync(join(project, 'de.csv'), Buffer.from([0x73, 0xe4, 0x2c]));
    const { code, err } = await run('import', 'de', 'de.csv');
    expect(err).toContain('it is not UTF-8');
    expect(code).toBe(2);
  });
  it('for a project with errors, because its texts are not known', async () => {
    write('screens/broken.screen.json', '{');
    const { code, err } = await run('stale', '--remove');
    expect(err).toContain('see npx capiz check');
    expect(code).toBe(2);
  });
});
