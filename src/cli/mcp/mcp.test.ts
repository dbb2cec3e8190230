import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/* Starts the real command as a process, and calls it with the client of the MCP SDK. */

const EXAMPLE = 'fixtures/examples/edit-form';
const SCREEN = 'screens/profile.screen.json';
const NEW = 'screens/hello.screen.json';

let root: string;
let client: Client;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'capiz-mcp-'));
  cpSync(EXAMPLE, root, { recursive: true });
  client = new Client({ name: 'test-client', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['bin/capiz.mjs', 'mcp', '--root', root],
      env: {
        ...(process.env as Record<string, string>),
        CAPIZ_SERVER: 'http://127.0.0.1:9',
        CAPIZ_TOKEN: 'secret-token',
      },
    }),
  );
});

afterAll(async () => {
  await client.close();
  rmSync(root, { recursive: true, force: true });
});

interface Answer {
  readonly text: string;
  readonly data: { readonly [member: string]: unknown };
}

async function call(name: string, given: Record<string, unknown> = {}): Promise<Answer> {
  const { content, structuredContent } = await client.callTool({ name, arguments: given });
  const [first] = content;
  // Every answer of the server has data.
  return { text: first?.type === 'text' ? first.text : '', data: structuredContent as Answer['data'] };
}

const edit = (...edits: object[]) => call('edit', { edits });
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const HELLO = {
  $schema: '../node_modules/capiz/schemas/screen.schema.json',
  grammar: 5,
  id: 'hello',
  routes: ['/hello'],
  public: true,
  title: 'Hello',
  state: { isReady: { type: 'boolean', initial: false } },
  body: [
    { type: 'text', text: 'Good morning.' },
    { type: 'text', text: 'Ready', visibleWhen: 'state.isReady' },
  ],
  bar: [
    {
      type: 'button',
      text: 'Go',
      emphasis: 'primary',
      on: { tap: [{ do: 'set', target: 'state.isReady', value: '${true}' }] },
    },
  ],
};
const STATES = {
  $schema: '../../node_modules/capiz/schemas/states.schema.json',
  states: [{ name: 'ready', steps: [{ tap: 'Go' }, { see: 'Ready' }] }],
};

describe('capiz mcp', () => {
  it('has tools to read, edit, check, render and propose, and none that publishes or approves', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...['overview', 'read', 'reference', 'search', 'edit', 'undo', 'check', 'explain'],
      ...['render', 'test', 'coverage', 'diff', 'propose'],
    ]);
    for (const { inputSchema, description } of tools) {
      expect(inputSchema.type).toBe('object');
      expect(description).not.toBe('');
    }
    expect(client.getInstructions()).toContain('You cannot publish or approve');
  });

  it('lists screens with states, contracts, what a new screen needs, and hazards', async () => {
    const { data, text } = await call('overview');
    expect(data).toMatchObject({
      stale: false,
      app: 'Library',
      screens: [{ id: 'profile', routes: ['/profile'] }],
      problems: { errors: 0, warnings: 0 },
    });
    expect(text).toContain('reader');
    expect(text).toContain('money: needs ');
  });

  it('reads documents, parts of them, and refuses others with what to do next', async () => {
    expect((await call('read', { paths: [SCREEN] })).text).toContain(read(SCREEN));
    expect((await call('read', { paths: [SCREEN], pointer: '/title' })).text).toContain('"Your profile"');
    expect((await call('read', { paths: ['screens/profil.screen.json'] })).data).toMatchObject({
      refused: { code: 'unknown', next: `did you mean "${SCREEN}"?` },
    });
    for (const path of ['../../etc/passwd', '/etc/passwd', '.capiz/staff-token', 'README.md'])
      expect((await call('read', { paths: [path] })).data).toMatchObject({ refused: { code: 'unknown' } });
  });

  it('writes a screen with its states in one call, reports its problems, and takes it back', async () => {
    const made = await edit(
      { op: 'write', path: NEW, value: { ...HELLO, body: [{ type: 'txt', text: 'Good morning.' }] } },
      { op: 'write', path: 'fixtures/states/hello.json', value: STATES },
    );
    expect(made.data).toMatchObject({ changed: [NEW, 'fixtures/states/hello.json'], stale: false });
    expect(made.data['errors']).toBeGreaterThan(0);
    expect(made.text).toContain('did you mean "text"?');
    expect((await call('propose', { title: 'Hello' })).data).toMatchObject({ refused: { code: 'errors' } });
    const good = await edit({ op: 'replace', path: NEW, pointer: '/body', value: HELLO.body });
    expect(good.data).toMatchObject({ errors: 0, warnings: 0 });
    await call('undo', { steps: 2 });
    expect(existsSync(join(root, NEW))).toBe(false);
    expect((await call('undo')).data).toMatchObject({ refused: { code: 'nothing' } });
  });

  it('renders, tests and covers the states, compares them with before, and takes the snapshots back', async () => {
    await edit(
      { op: 'write', path: NEW, value: HELLO },
      { op: 'write', path: 'fixtures/states/hello.json', value: STATES },
    );
    const { data, text } = await call('render', { screen: 'hello', states: ['content', 'ready'] });
    expect(text).toContain('"Good morning."');
    expect(data).toMatchObject({ trees: [{ states: ['content'] }, { states: ['ready'] }], failures: [] });
    expect((await call('test', { screens: ['hello'] })).data).toMatchObject({
      isClean: true,
      summary: { failed: 0, mismatched: 0 },
    });
    expect(existsSync(join(root, 'fixtures/snapshots/en/hello.txt'))).toBe(true);
    expect((await call('coverage', { screens: ['hello'] })).data).toMatchObject({
      total: { conditions: { seen: 2, of: 2 } },
    });
    expect((await call('diff')).data).toMatchObject({ count: 1, changes: [{ file: NEW }] });
    await edit({ op: 'replace', path: NEW, pointer: '/body/0/text', value: 'Good evening.' });
    const differs = await call('test', { screens: ['hello'] });
    expect(differs.data).toMatchObject({ isClean: false });
    expect(differs.text).toContain('Good evening.');
    expect((await call('test', { screens: ['hello'], accept: true })).data).toMatchObject({ isClean: true });
    await call('undo', { steps: 4 });
    expect(existsSync(join(root, 'fixtures/snapshots/en/hello.txt'))).toBe(false);
    expect(existsSync(join(root, NEW))).toBe(false);
  });

  it('edits and tests a screen in one call: problems, what a borrower reads, what nothing reaches', async () => {
    const files = [
      { op: 'write', path: NEW, value: HELLO },
      { op: 'write', path: 'fixtures/states/hello.json', value: STATES },
    ];
    const [screen, states] = files;
    const broken = { ...screen, value: { ...HELLO, title: 3 } };
    const refused = await call('edit', { edits: [broken, states], test: ['hello'] });
    expect(refused.text).toContain('Not tested: correct the errors first.');
    const { text, data } = await call('edit', { edits: files, test: ['hello'] });
    expect(data).toMatchObject({
      errors: 0,
      tested: { isClean: true, coverage: { total: { conditions: { seen: 2, of: 2 } } } },
    });
    expect(text).toContain('--- written to fixtures/snapshots/en/hello.txt: ready (');
    expect(text).toContain('"Good morning."');
    expect(text).not.toContain('--all');
    const unknown = await call('edit', { edits: [screen], test: ['helo'] });
    expect(unknown.data).toMatchObject({ errors: 0, notTested: expect.stringContaining('helo') });
    expect((await call('diff')).text).toMatch(/new document[\s\S]*Changed fixtures: .*states\/hello\.json/);
    await call('undo', { steps: 3 });
    await call('undo', { steps: 1 });
    expect(existsSync(join(root, NEW))).toBe(false);
  });

  it('gives pages of the reference as far as they fit', async () => {
    expect((await call('reference', { names: ['document/scripts'] })).text).toContain('As in states: ');
    const { data } = await call('reference');
    const names = (data['names'] as readonly { name: string }[]).map(({ name }) => name);
    const asked = names.filter((name) => /^(?:document|guide)\//.test(name)).slice(0, 40);
    const some = await call('reference', { names: asked });
    const given = (some.data['pages'] as readonly { name: string }[]).map(({ name }) => name);
    expect([...given, ...(some.data['left'] as readonly string[])]).toEqual(asked);
    expect(given).not.toEqual(asked);
    expect(some.text).toContain('Ask again for: ');
  });

  // Renders an old and a new version of a screen in threads of their own: ten seconds.
  it.runIf(process.env['CAPIZ_LONG'] === '1')(
    'compares what borrowers read before and after the edits',
    async () => {
      await edit({ op: 'replace', path: SCREEN, pointer: '/body/0/body/0/label', value: 'Name and surname' });
      const { text, data } = await call('diff', { trees: true });
      expect(text).toContain('Name and surname');
      expect(data).toMatchObject({ count: 1, states: { changed: expect.any(Array) } });
      await call('undo');
    },
  );

  it('says that an answer is stale after somebody else changed a document that it has read', async () => {
    await call('read', { paths: [SCREEN] });
    const before = read(SCREEN);
    writeFileSync(join(root, SCREEN), before.replace('"Your profile"', '"My profile"'));
    const { data, text } = await call('check');
    expect(data).toMatchObject({ stale: { why: expect.stringContaining(SCREEN), next: 'Read it again.' } });
    expect(text).toMatch(/^STALE: /);
    expect(
      (await edit({ op: 'replace', path: SCREEN, pointer: '/title', value: 'Profile' })).data,
    ).toMatchObject({ refused: { code: 'changed' } });
    expect(read(SCREEN)).toContain('"My profile"');
    await call('read', { paths: [SCREEN] });
    const again = await edit({ op: 'replace', path: SCREEN, pointer: '/title', value: 'Profile' });
    expect(again.data).toMatchObject({ changed: [SCREEN], stale: false });
    writeFileSync(join(root, SCREEN), before);
    expect((await call('undo')).data).toMatchObject({ refused: { code: 'changed' } });
    await call('read', { paths: [SCREEN] });
  });

  it('writes no file outside of the documents, also through a link', async () => {
    for (const path of [
      ...['../evil.screen.json', 'package.json', '.env', '/tmp/evil.json', 'screens/../../evil.screen.json'],
      ...['fixtures/states/../../evil.json', 'screens/assets/logo.svg', 'capiz.config.mjs', ''],
    ])
      expect((await edit({ op: 'write', path, value: {} })).data).toHaveProperty('refused');
    const outside = mkdtempSync(join(tmpdir(), 'capiz-outside-'));
    symlinkSync(outside, join(root, 'screens/parts'));
    const refused = await edit({ op: 'write', path: 'screens/parts/evil.part.json', value: {} });
    expect(refused.data).toMatchObject({ refused: { code: 'path' } });
    expect(existsSync(join(outside, 'evil.part.json'))).toBe(false);
    rmSync(join(root, 'screens/parts'));
    rmSync(outside, { recursive: true });
  });

  it('explains a code and a place, searches, and refuses what it does not know', async () => {
    expect((await call('explain', { code: 'request/not-critical' })).text).toContain('critical');
    expect((await call('explain', { path: SCREEN, pointer: '/body/0/body/0/initial' })).text).toContain(
      'data.reader.name',
    );
    expect((await call('search', { words: 'full NAME' })).data).toMatchObject({
      matches: expect.arrayContaining([
        { path: SCREEN, pointer: '/body/0/body/0/label', part: 'value', text: 'Full name' },
      ]),
    });
    expect((await call('explain', { code: 'request/not-critcal' })).data).toMatchObject({
      refused: { next: 'did you mean "request/not-critical"?' },
    });
    expect((await call('reference', { names: ['buton'] })).data).toMatchObject({
      refused: { next: expect.stringContaining('widget/button') },
    });
    // The pages that exist come all the same.
    expect((await call('reference', { names: ['rule/length', 'value/rules'] })).data).toMatchObject({
      pages: [{ name: 'value/rules' }],
      unknown: [expect.stringContaining('rule/length')],
    });
    expect((await call('check', { path: 'x' })).data).toMatchObject({ refused: { code: 'invalid' } });
  });

  it('says what to do without a server, and never the token', async () => {
    await edit({ op: 'write', path: NEW, value: HELLO });
    const { data, text } = await call('propose', { title: 'Hello' });
    expect(data).toMatchObject({ refused: { code: 'no-server' } });
    expect(text).not.toContain('secret-token');
    await call('undo');
  });
});
