import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import type { Account } from '../staff/accounts.ts';
import { givenStaff } from '../staff/testing.ts';
import { listRecords } from '../registry/audit.ts';
import { openDraft, readDraft, saveDraft } from '../registry/drafts.ts';
import { OPERATIONS } from '../registry/operations.ts';
import { createPerform, readAsked } from '../registry/perform.ts';
import { findLive } from '../registry/manifests.ts';
import { makeRelease, makeReleaseOfDraft, publish } from '../registry/releases.ts';
import { approve } from '../registry/second-person.ts';
import { by, hire, onBothEngines, PAYING, screenWithText, smallProject } from '../registry/testing.ts';
import { createMcpRoutes, MCP_ADDRESS } from './mcp-routes.ts';

/* A real HTTP server, called by the client of the MCP SDK. */

const SHELF = 'screens/shelf.screen.json';

interface Data {
  readonly [member: string]: unknown;
}

onBothEngines('the MCP server over HTTP', ({ database }) => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function serve(): Promise<URL> {
    const app = createMcpRoutes({
      database: database(),
      now: () => 5_000,
      afterChange: () => Promise.resolve(),
      log: () => {},
    });
    const server = createServer(
      (incoming, outgoing) => void getRequestListener(app.fetch)(incoming, outgoing),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => server.close());
    return new URL(MCP_ADDRESS, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }

  /** A live release; ana, ben and eve may all publish. */
  async function begin(...names: string[]): Promise<void> {
    await hire(database(), 'ben', 'eve', ...names);
    const { hash } = await makeRelease(database(), {
      bytes: smallProject(screenWithText('One')),
      ...by('ben'),
    });
    await publish(database(), { release: hash, ...by('ben') });
  }

  async function connect(token: string) {
    const client = new Client({ name: 'helpful', version: '1' });
    const headers = { Authorization: `Bearer ${token}` };
    await client.connect(new StreamableHTTPClientTransport(await serve(), { requestInit: { headers } }));
    closing.push(() => client.close());
    return async (name: string, given: Data = {}): Promise<{ text: string; data: Data }> => {
      const { content, structuredContent } = await client.callTool({ name, arguments: given });
      const [first] = content;
      // Every answer of the server has data.
      return { text: first?.type === 'text' ? first.text : '', data: structuredContent as Data };
    };
  }

  const replaceText = (value: string) => ({
    edits: [{ op: 'replace', path: SHELF, pointer: '/body/0/text', value }],
  });

  async function operate(id: string, account: string, params: object): Promise<Data> {
    const operation = OPERATIONS.find((one) => one.id === id);
    if (operation === undefined) throw new Error(id);
    const perform = createPerform({
      database: database(),
      now: () => 1,
      afterChange: () => Promise.resolve(),
    });
    const own: Account = { name: account, kind: 'person', role: 'admin' };
    return (await perform(operation, own, readAsked(operation, { params }))) as Data;
  }

  it('refuses a request without a token of an account', async () => {
    const address = await serve();
    for (const headers of [{}, { Authorization: 'Bearer wrong' }]) {
      const reply = await fetch(address, { method: 'POST', headers, body: '{}' });
      expect(reply.status).toBe(401);
      expect(reply.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it('reads the live release, opens a draft with the first edit, and saves into it with the next', async () => {
    const token = await givenStaff(database(), 'ana');
    await begin();
    const call = await connect(token);
    expect((await call('overview')).data).toMatchObject({ stale: false, renders: false });
    const { data } = await call('edit', replaceText('Two'));
    expect(data).toMatchObject({ changed: [SHELF], errors: 0, revision: 1, draft: expect.any(String) });
    const draft = String(data['draft']);
    await call('edit', { draft, seen: 1, ...replaceText('Three') });
    expect((await call('read', { draft, paths: [SHELF] })).text).toContain('Three');
    expect((await call('diff', { draft })).data).toMatchObject({ count: 1 });
    expect((await call('propose', { draft, title: 'A greeting' })).data).toMatchObject({
      address: expect.stringMatching(/\/studio\/.*\/screens$/),
    });
    expect(await readDraft(database().queries, draft)).toMatchObject({ title: 'A greeting', revision: 2 });
    expect((await findLive(database().queries))?.revision).toBe(1);
  });

  it('names the assistant in the audit, in the draft and in its release, and counts as the owner’s words', async () => {
    const token = await givenStaff(database(), 'ana');
    await begin();
    const call = await connect(token);
    const value: unknown = JSON.parse(smallProject(PAYING).get(SHELF)?.toString() ?? '');
    const { data } = await call('edit', { edits: [{ op: 'write', path: SHELF, value }] });
    const draft = String(data['draft']);
    const assistants = [{ assistant: 'helpful', actor: 'ana' }];
    expect(await operate('readDraft', 'ben', { draft })).toMatchObject({ assistants });
    const records = await listRecords(database().queries, { subject: draft });
    expect(records.map(({ action, actor, details }) => [action, actor, details['assistant']])).toEqual([
      ['draft.save', 'ana', 'helpful'],
      ['draft.open', 'ana', 'helpful'],
    ]);
    // A colleague sends it: the owner of the token stays its author.
    const { hash } = await makeReleaseOfDraft(database(), { draft, ...by('ben') });
    expect(await operate('readRelease', 'eve', { release: hash })).toMatchObject({ assistants });
    const [made] = await listRecords(database().queries, { subject: hash });
    expect(made?.details).toMatchObject({ assistants });
    await expect(approve(database(), { release: hash, ...by('ana') })).rejects.toThrow(
      'Nobody can approve their own change, and ana wrote',
    );
    await approve(database(), { release: hash, ...by('eve') });
  });

  it('takes back its saves one after the other, and not those of a person', async () => {
    const token = await givenStaff(database(), 'ana');
    await begin();
    const call = await connect(token);
    const draft = String((await call('edit', replaceText('Two'))).data['draft']);
    await call('edit', { draft, ...replaceText('Three') });
    const read = async () => (await call('read', { draft, paths: [SHELF], pointer: '/body/0/text' })).text;
    await call('undo', { draft });
    expect(await read()).toContain('"Two"');
    await call('undo', { draft });
    expect(await read()).toContain('"One"');
    expect((await call('undo', { draft })).data).toMatchObject({ refused: { code: 'nothing' } });
    await call('edit', { draft, ...replaceText('Four') });
    const text = smallProject(screenWithText('Mine')).get(SHELF)?.toString() ?? '';
    await saveDraft(database(), { id: draft, seen: 5, changes: { [SHELF]: text }, ...by('ana') });
    expect((await call('undo', { draft })).data).toMatchObject({ refused: { code: 'changed' } });
    expect(await read()).toContain('"Mine"');
  });

  it('says that an answer is stale, and refuses an edit, after somebody else saved', async () => {
    const token = await givenStaff(database(), 'ana');
    await begin();
    const call = await connect(token);
    const draft = String((await call('edit', replaceText('Two'))).data['draft']);
    const text = smallProject(screenWithText('Ben')).get(SHELF)?.toString() ?? '';
    await saveDraft(database(), { id: draft, seen: 1, changes: { [SHELF]: text }, ...by('ben') });
    expect((await call('check', { draft, seen: 1 })).data).toMatchObject({
      stale: { why: expect.any(String) },
    });
    expect((await call('edit', { draft, seen: 1, ...replaceText('Three') })).data).toMatchObject({
      refused: { code: 'changed' },
    });
    const { hash } = await makeRelease(database(), {
      bytes: smallProject(screenWithText('Eve')),
      ...by('eve'),
    });
    await publish(database(), { release: hash, ...by('eve') });
    expect((await call('check', { draft, seen: 2 })).data).toMatchObject({
      stale: { why: expect.stringContaining(SHELF) },
    });
  });

  it('lets an account do only what its role allows', async () => {
    const token = await givenStaff(database(), 'ana', 'viewer');
    await begin();
    const call = await connect(token);
    expect((await call('overview')).data).not.toHaveProperty('refused');
    expect((await call('edit', replaceText('Two'))).data).toMatchObject({ refused: { code: 'forbidden' } });
  });

  it('refuses a closed or unknown draft, and arguments of another shape', async () => {
    const token = await givenStaff(database(), 'ana');
    await begin();
    const call = await connect(token);
    expect((await call('read', { draft: 'none', paths: [SHELF] })).data).toMatchObject({
      refused: { code: 'unknown' },
    });
    expect((await call('check', { draft: 1 })).data).toMatchObject({ refused: { code: 'invalid' } });
    await openDraft(database(), { id: 'd', title: 'Closed', ...by('ana') });
    await database().write((queries) =>
      queries.updateTable('drafts').set({ state: 'discarded' }).where('id', '=', 'd').execute(),
    );
    for (const tool of ['undo', 'propose'])
      expect(
        (await call(tool, { draft: 'd', ...(tool === 'propose' && { title: 'x' }) })).data,
      ).toMatchObject({
        refused: { code: 'closed' },
      });
    expect((await call('edit', { draft: 'd', ...replaceText('Two') })).data).toHaveProperty('refused');
  });
});

describe('the operations that assistants use', () => {
  it('exist', () => {
    const ids = OPERATIONS.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining(['readDraft', 'openDraft', 'saveDraft', 'renameDraft', 'listReleases']),
    );
  });
});
