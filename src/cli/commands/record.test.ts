import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runIn } from '../testing.ts';

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'capiz-record-'));
  cpSync(join(import.meta.dirname, '../../../fixtures/bad/world'), project, { recursive: true });
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const BOOK = {
  title: 'Call Maria Santos on 0917 555 8812',
  status: 'out',
  price: 34_150,
  copies: 3,
  isLent: true,
  due: '2026-04-01',
  cover: 'https://covers.city.ph/readers/8812/front.png?key=8812',
  publisher: { name: 'Kapwa Books' },
  notes: { '09175558812': 'Ask for card 4539 1488 0343 6467' },
  readers: [{ name: 'Maria Santos', since: '2020-02-03' }, { name: 'Maria Santos' }],
  debugToken: 'abcDEF123456',
};
const PATH = 'fixtures/api/book-details/captured.json';

const capture = (name: string, value: unknown): void =>
  writeFileSync(join(project, name), JSON.stringify(value));
const written = (path = PATH): unknown => JSON.parse(readFileSync(join(project, path), 'utf8'));
const call = (path: string, text: string, headers: unknown[] = []) => ({
  request: { method: 'GET', url: `https://api.city.ph/v1${path}`, headers },
  response: { status: 200, content: { text } },
});

describe('capiz record turns a captured reply into a scrubbed fixture', () => {
  it('keeps harmless members of the contract; masks keep type, length and equality', async () => {
    capture('captured.json', BOOK);
    const { code, out, err } = await runIn(project, 'record', 'captured.json', '--endpoint', 'book-details');
    expect(out).toBe(`${PATH}\n`);
    expect(err).toContain(`${PATH} leaves out what no contract declares: /debugToken\n`);
    expect(code).toBe(0);
    expect(written()).toEqual({
      title: 'Sumd Olors Itamet co 0000 001 0000',
      status: 'out',
      price: 34_150,
      copies: 3,
      isLent: true,
      due: '2026-04-01',
      cover: 'https://example.com/rsitame/0003/tetur.adi?ipi=0003',
      publisher: { name: 'Gelit Seddo' },
      notes: { '00000070000': 'Mod tem pori 0000 0000 0008 0000' },
      readers: [{ name: 'Orinc Ididun', since: '2020-02-03' }, { name: 'Orinc Ididun' }],
    });
  });

  it('finds the contract by a path with a value, and makes a record of a list alone', async () => {
    cpSync(join(import.meta.dirname, '../../../fixtures/examples/rest-service'), project, {
      recursive: true,
    });
    const calls = [call('/notes', '[{"id":"7","text":"A"}]'), call('/notes/7', '{"text":"A"}')];
    capture('all.har', { log: { entries: calls } });
    const { code, err } = await runIn(project, 'record', 'all.har');
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(written('fixtures/api/list-notes/all.json')).toMatchObject({ notes: [{}] });
    expect(written('fixtures/api/read-note/all.json')).toMatchObject({ text: expect.any(String) });
  });

  it('the same capture gives the same bytes', async () => {
    capture('captured.json', BOOK);
    const record = (name: string) =>
      runIn(project, 'record', 'captured.json', '--endpoint', 'book-details', '--name', name);
    await record('one');
    await record('two');
    const read = (name: string) => readFileSync(join(project, `fixtures/api/book-details/${name}.json`));
    expect(read('one').equals(read('two'))).toBe(true);
    expect((await runIn(project, 'check')).out).not.toContain('fixture/secret');
  });

  it.each<readonly [string, string, object]>([
    ['a telephone number', 'publisher.name', { publisher: { name: 'Call 0917 555 8812' } }],
    ['a name in a form of address', 'title', { title: 'Dear Ligaya Reyes' }],
    ['a name that another member contains', 'title', { title: 'Santos', notes: { a: 'Dear Jun Santos' } }],
    ['a token', 'title', { title: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl' }],
    ['the number of a card', 'title', { title: '4539 1488 0343 6467' }],
  ])('nothing is written where %s is left', async (_what, keep, more) => {
    capture('captured.json', { ...BOOK, ...more });
    const ran = await runIn(project, 'record', 'captured.json', '--endpoint', 'book-details', '--keep', keep);
    expect(ran.err).toMatch(/captured\.json:\d+ would have .* in it\n/);
    expect(ran.err).toContain('nothing was written');
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(existsSync(join(project, PATH))).toBe(false);
  });

  it('nothing is written if a reply does not match its contract', async () => {
    capture('captured.json', { ...BOOK, copies: 'many' });
    const ran = await runIn(project, 'record', 'captured.json', '--endpoint', 'book-details', '--json');
    expect(JSON.parse(ran.out)).toMatchObject({
      version: 1,
      fixtures: [{ endpoint: 'book-details', path: PATH, misfit: '/copies is no integer' }],
      isWritten: false,
    });
    expect(ran.code).toBe(1);
    expect(existsSync(join(project, PATH))).toBe(false);
  });

  it('writes every call of an endpoint in an archive under a number, and equal calls once', async () => {
    const book = JSON.stringify(BOOK);
    const entries = [
      call('/books/details', book),
      call('/books/details', book),
      call('/books/details', JSON.stringify({ ...BOOK, status: 'in' })),
      call('/reader/card', '{"number":"91755588120033"}'),
      call('/elsewhere', '{}'),
      { response: {} },
    ];
    capture('visit.har', { log: { entries } });
    const { out, code } = await runIn(project, 'record', 'visit.har');
    expect(out).toBe(
      'fixtures/api/book-details/visit.json\nfixtures/api/book-details/visit-2.json\nfixtures/api/reader-card/visit.json\n',
    );
    expect(code).toBe(0);
    expect(written('fixtures/api/book-details/visit-2.json')).toMatchObject({ status: 'in' });
    expect(written('fixtures/api/reader-card/visit.json')).toEqual({
      number: expect.stringMatching(/^0+\d{1,2}0000$/),
    });
  });

  it('a value from a request is masked in the reply', async () => {
    const headers = [7, { name: 'X' }, { name: 'Authorization', value: 'kapwa-reader-77' }];
    const text = JSON.stringify({ ...BOOK, title: 'For kapwa-reader-77' });
    capture('visit.har', { log: { entries: [call('/books/details', text, headers)] } });
    const { err, code } = await runIn(project, 'record', 'visit.har', '--keep', 'title');
    expect(err).toContain('visit.json:2 would have what is masked elsewhere in it');
    expect(code).toBe(1);
  });

  it.each([
    [['missing.json'], 'missing.json cannot be read'],
    [['captured.json'], 'name the endpoint of the reply: --endpoint <id>'],
    [['captured.json', '--endpoint', 'book-detail'], 'did you mean "book-details"?'],
    [['captured.json', '--endpoint', 'book-details', '--name', 'A b'], '"A b" cannot be a fixture'],
    [['empty.har'], 'none of the 0 calls in empty.har has a successful reply of an endpoint'],
  ])('%j could not run', async (args, message) => {
    capture('captured.json', BOOK);
    capture('empty.har', { log: { entries: [] } });
    const { err, code } = await runIn(project, 'record', ...args);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });
});
