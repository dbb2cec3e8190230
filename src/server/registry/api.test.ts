import { brotliDecompressSync } from 'node:zlib';
import { drawPng } from '#tests/uploads/pieces.ts';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { describe, expect, it } from 'vitest';
import { createRegistryApi } from './api.ts';
import { hashOf } from './contents.ts';
import { OPERATIONS } from './operations.ts';
import { onBothEngines, PAYING, screenWithText, smallProject } from './testing.ts';
import { changeRole, disableStaff } from '../staff/accounts.ts';
import { givenStaff } from '../staff/testing.ts';
import { createStaffToken } from '../staff/tokens.ts';

const SHELF = 'screens/shelf.screen.json';

/** Files in the format of a request. */
function encode(bytes: Map<string, Buffer>): { [path: string]: string } {
  return Object.fromEntries([...bytes].map(([path, content]) => [path, content.toString('base64')]));
}

/** A strategy with these shares. */
function stages(...shares: number[]) {
  return {
    stages: shares.map((basisPoints) => ({ basisPoints, bakeMs: 0 })),
    leastViews: 500,
    thresholds: {},
  };
}

onBothEngines('the HTTP API of the registry', ({ database }) => {
  async function open(actor = 'ana') {
    let changes = 0;
    let ids = 0;
    const prepared: string[] = [];
    const token = await givenStaff(database(), actor);
    const api = createRegistryApi({
      database: database(),
      now: () => 5_000,
      newId: () => `draft-${(ids += 1)}`,
      prepare: (draft) => prepared.push(draft),
      afterChange: () => {
        changes += 1;
        return Promise.resolve();
      },
    });
    /** Calls an operation by its id; `values` fill its path, the rest is the query. */
    async function call(
      id: string,
      values: { readonly [name: string]: string } = {},
      body?: unknown,
      headers: { readonly [name: string]: string } = {},
    ) {
      const operation = OPERATIONS.find((one) => one.id === id);
      if (operation === undefined) throw new Error(`There is no operation ${id}.`);
      const query = new URLSearchParams(values);
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
        query.delete(name);
        return values[name] ?? '';
      });
      const reply = await api.request(`/capiz/api/v1${path}?${query}`, {
        method: operation.method.toUpperCase(),
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: reply.status, answer: (await reply.json()) as Answer };
    }
    async function goLive(words: string): Promise<string> {
      const { answer } = await call(
        'makeRelease',
        {},
        { files: encode(smallProject(screenWithText(words))), reason: 'Words.' },
      );
      const release = String(answer['hash']);
      await call('publishRelease', { release }, { reason: 'Words.' });
      return release;
    }
    return { api, call, goLive, prepared, changes: () => changes };
  }
  type Answer = { readonly [name: string]: unknown };

  it('takes a draft from its first save to all borrowers, and rolls it back', async () => {
    const { call, goLive, changes } = await open();
    const first = await goLive('One');
    expect((await call('readLive')).answer).toEqual({ release: first, revision: 1 });

    const { answer: draft } = await call('openDraft', {}, { title: 'Two words' });
    const id = String(draft['id']);
    const text = smallProject(screenWithText('Two')).get(SHELF)?.toString('utf8');
    const saved = await call('saveDraft', { draft: id }, { seen: 0, changes: { [SHELF]: { text } } });
    expect(saved).toEqual({ status: 200, answer: { revision: 1 } });
    expect((await call('listSaves', { draft: id })).answer['saves']).toMatchObject([
      { revision: 1, path: SHELF, actor: 'ana', at: 5_000 },
    ]);
    expect((await call('listDrafts')).answer['drafts']).toMatchObject([{ id, revision: 1 }]);
    expect((await call('readDraft', { draft: id })).answer).toMatchObject({ parent: first, state: 'open' });

    const made = await call('makeRelease', {}, { draft: id, reason: 'Better words.' });
    const release = String(made.answer['hash']);
    expect((await call('publishRelease', { release }, { reason: 'Better words.' })).answer).toEqual({
      release,
      revision: 2,
    });
    expect((await call('judgeRelease', { release })).answer).toEqual({
      readers: [{ grammar: GRAMMAR, screens: {} }],
    });
    expect((await call('readRelease', { release })).answer).toMatchObject({
      draft: id,
      parent: first,
      needs: [],
    });
    const { answer } = await call('readHistory', { path: SHELF });
    expect(answer['versions']).toMatchObject([
      { release, reason: 'Better words.', actor: 'ana' },
      { release: first },
    ]);
    const content = hashOf(text ?? '');
    expect((await call('readContent', { hash: content })).answer).toEqual({
      base64: Buffer.from(text ?? '').toString('base64'),
    });

    expect((await call('rollBack', {}, { reason: 'Was better.' })).answer['release']).toBe(first);
    expect((await call('listReleases', { limit: '1' })).answer['releases']).toHaveLength(1);
    expect((await call('listAudit', { limit: '1' })).answer['records']).toMatchObject([
      { action: 'release.rollback', actor: 'ana', details: { from: release, to: first } },
    ]);
    expect((await call('verifyAudit')).answer).toMatchObject({ isWhole: true });
    expect(changes()).toBe(7);
  });

  it('accepts comments on a draft, refuses empty ones and too many', async () => {
    const { call, goLive } = await open();
    await goLive('One');
    const draft = String((await call('openDraft', {}, { title: 'Two words' })).answer['id']);
    const say = (words: string, pointer = '/body/0') =>
      call('addComment', { draft }, { path: SHELF, pointer, revision: 0, text: words });
    for (const given of [await say(' \n'), await say('x'.repeat(2_001)), await say('Here?', 'body')])
      expect(given).toMatchObject({ status: 400 });
    const { answer } = await say('Friendlier, please.');
    const comment = String(answer['id']);
    await call('replyToComment', { comment }, { text: 'Like this?' });
    await call('resolveComment', { comment });
    const listed = await call('listComments', { path: SHELF, draft, state: 'resolved' });
    expect(listed.answer['threads']).toMatchObject([{ id: comment, replies: [{ text: 'Like this?' }] }]);
    expect((await call('reopenComment', { comment })).answer).not.toHaveProperty('resolved');
    const flood: number[] = [];
    for (let count = 1; count < 31; count += 1) flood.push((await say('And this.')).status);
    expect([flood.slice(0, -1).every((status) => status === 200), flood.at(-1)]).toEqual([true, 429]);
  });

  it('accepts an image for a draft only through its own operation', async () => {
    const { call, goLive } = await open();
    await goLive('One');
    const draft = String((await call('openDraft', {}, { title: 'Pictures' })).answer['id']);
    const base64 = drawPng(10, 10).toString('base64');
    const past = { seen: 0, changes: { 'screens/assets/cover.png': { base64 } } };
    expect(await call('saveDraft', { draft }, past)).toMatchObject({
      status: 400,
      answer: { error: { message: /add it to the draft as a picture/ } },
    });
    const added = await call('addAsset', { draft }, { seen: 0, name: 'cover', base64 });
    expect(added).toMatchObject({ status: 200, answer: { revision: 1, asset: { name: 'cover' } } });
    const words = Buffer.from('words').toString('base64');
    expect((await call('addAsset', { draft }, { seen: 1, name: 'words', base64: words })).status).toBe(400);
    expect((await call('listAssets', { draft })).answer['assets']).toMatchObject([
      { path: 'screens/assets/cover.png', in: [{ draft, documents: [] }] },
    ]);
    expect((await call('removeAsset', { draft, name: 'cover' }, { seen: 1 })).answer).toEqual({
      revision: 2,
    });
  });

  it('starts a rollout and returns it', async () => {
    const { call, goLive } = await open();
    const live = await goLive('One');
    const { answer } = await call(
      'makeRelease',
      {},
      { files: encode(smallProject(screenWithText('Two'))), reason: 'Words.' },
    );
    const release = String(answer['hash']);
    const audience = [
      { attribute: 'appVersion', atLeast: '2.4' },
      { attribute: 'clientType', noneOf: ['web'] },
    ];
    const begun = await call(
      'startRollout',
      {},
      { release, strategy: 'quick', audience, reason: 'Carefully.' },
    );
    expect(begun).toMatchObject({ status: 200, answer: { state: 'running', base: live, audience } });
    const rollout = String(begun.answer['id']);
    expect(rollout).toMatch(/^[\w-]{1,8}$/);
    expect((await call('listRollouts')).answer['rollouts']).toMatchObject([{ id: rollout }]);
    expect((await call('pauseRollout', { rollout }, { reason: 'Lunch.' })).answer['state']).toBe('paused');
    expect((await call('resumeRollout', { rollout }, { reason: 'Fed.' })).answer['state']).toBe('running');
    expect((await call('readRollout', { rollout })).answer).toMatchObject({
      counts: { candidate: {}, control: {} },
      verdict: { do: 'wait' },
    });
    expect((await call('listReports', { release })).answer).toEqual({ reports: [] });
    expect((await call('listVisitors')).answer).toEqual({ days: 0, visitors: [] });
    expect((await call('returnRollout', { rollout }, { reason: 'No.' })).answer['state']).toBe('returned');
    const again = await call('startRollout', {}, { release, strategy: 'careful', reason: 'Again.' });
    expect(again.answer['state']).toBe('running');
    // One step back ends the rollout; the live release stays.
    expect((await call('rollBack', {}, { reason: 'No.' })).answer['release']).toBe(live);
  });

  it.each([
    ['an unknown strategy', { strategy: 'reckless' }],
    ['a stage of more than nine tenths of the borrowers', { strategy: stages(9_500) }],
    ['stages that do not grow', { strategy: stages(500, 500) }],
    ['fewer reports than the minimum', { strategy: { ...stages(500), leastViews: 1 } }],
    [
      'an audience of named persons',
      { strategy: 'quick', audience: [{ attribute: 'userId', oneOf: ['u'] }] },
    ],
    ['an invalid version', { strategy: 'quick', audience: [{ attribute: 'appVersion', atLeast: 'v2' }] }],
    [
      'a version limit for an attribute that is no version',
      { strategy: 'quick', audience: [{ attribute: 'product', below: '2' }] },
    ],
  ])('starts no rollout with %s', async (_title, body) => {
    const { call, goLive } = await open();
    const release = await goLive('One');
    const { status, answer } = await call('startRollout', {}, { release, reason: 'Words.', ...body });
    expect({ status, answer }).toMatchObject({ status: 400, answer: { error: { code: 'invalid' } } });
  });

  it('closes a screen and opens it again', async () => {
    const { call, goLive } = await open();
    await goLive('One');
    const closed = await call('closeScreen', {}, { screen: 'shelf', reason: 'It paid twice.' });
    expect(closed.answer['screens']).toMatchObject([{ screen: 'shelf', actor: 'ana' }]);
    expect((await call('closeScreen', {}, { screen: 'shelf', reason: 'Again.' })).status).toBe(409);
    expect((await call('closeScreen', {}, { screen: 'none', reason: 'Typo.' })).status).toBe(404);
    expect((await call('listClosedScreens')).answer['screens']).toHaveLength(1);
    const opened = await call('openScreen', { screen: 'shelf' }, { reason: 'Mended.' });
    expect(opened.answer['screens']).toEqual([]);
    expect((await call('openScreen', { screen: 'shelf' }, { reason: 'Twice.' })).status).toBe(404);
  });

  it('refuses to publish in a freeze', async () => {
    const { call, goLive } = await open();
    await goLive('One');
    const files = encode(smallProject(screenWithText('Two')));
    const { answer } = await call('makeRelease', {}, { files, reason: 'Words.' });
    const added = await call('addFreeze', {}, { from: 0, to: 10_000, reason: 'Christmas.' });
    const publishing = () =>
      call('publishRelease', { release: String(answer['hash']) }, { reason: 'Words.' });
    expect(await publishing()).toMatchObject({ status: 423, answer: { error: { code: 'frozen' } } });
    const freeze = String(added.answer['id']);
    expect((await call('listFreezes')).answer['freezes']).toMatchObject([{ id: freeze, actor: 'ana' }]);
    expect((await call('removeFreeze', { freeze }, { reason: 'Over.' })).answer).toEqual({ freezes: [] });
    expect((await publishing()).status).toBe(200);
  });

  it('refuses to publish in a weekly freeze', async () => {
    const { call, goLive } = await open();
    await goLive('One');
    const weekly = { from: 'fri 18:00', to: 'mon 06:00', zone: 'Asia/Manila' };
    expect((await call('addFreeze', {}, { weekly, reason: 'Weekends.' })).answer).toMatchObject({ weekly });
    expect((await call('listFreezes')).answer['freezes']).toMatchObject([{ weekly }]);
    const refused = [
      { weekly: { ...weekly, from: 'Friday 18:00' } },
      { weekly: { ...weekly, to: 'mon 24:00' } },
      { weekly, from: 0, to: 1 },
      { weekly: { ...weekly, zone: 'Asia/Nowhere' } },
      {},
    ];
    for (const time of refused) {
      expect((await call('addFreeze', {}, { ...time, reason: 'Weekends.' })).status).toBe(400);
    }
  });

  it('schedules a release', async () => {
    const { call, goLive } = await open();
    await goLive('One');
    const files = encode(smallProject(screenWithText('Two')));
    const { answer } = await call('makeRelease', {}, { files, reason: 'Words.' });
    const release = String(answer['hash']);
    const planned = await call('scheduleRelease', { release }, { due: 9_000, reason: 'At night.' });
    expect(planned).toMatchObject({ status: 200, answer: { release, due: 9_000, state: 'waiting' } });
    const schedule = String(planned.answer['id']);
    expect((await call('listSchedules')).answer['schedules']).toMatchObject([{ id: schedule }]);
    const cancelled = await call('cancelSchedule', { schedule }, { reason: 'Not yet.' });
    expect(cancelled.answer).toMatchObject({ state: 'cancelled', ended: 'Not yet.' });
    expect((await call('scheduleRelease', { release }, { due: 4_000, reason: 'Before.' })).status).toBe(400);
  });

  it('refuses definitions with errors and returns their paths, whatever the client checked', async () => {
    const { call } = await open();
    const files = encode(smallProject({ body: [{ type: 'txet', text: 'One' }] }));
    const { status, answer } = await call('makeRelease', {}, { files, reason: 'Words.' });
    expect(status).toBe(422);
    expect(answer['error']).toMatchObject({
      code: 'problems',
      problems: [{ file: SHELF, pointer: '/body/0/type', severity: 'error' }],
    });
    expect((await call('readLive')).status).toBe(404);
  });

  it('requires a second person for money', async () => {
    const { call, goLive } = await open();
    await goLive('One');
    const { answer } = await call(
      'makeRelease',
      {},
      { files: encode(smallProject(PAYING)), reason: 'Pay here.' },
    );
    const release = String(answer['hash']);
    const publish = () => call('publishRelease', { release }, { reason: 'Pay here.' });
    expect((await publish()).status).toBe(403);
    const ben = await givenStaff(database(), 'ben', 'approver');
    const approve = (token?: string) =>
      call(
        'approveRelease',
        { release },
        { reason: 'Looked at it.' },
        token === undefined ? {} : { Authorization: `Bearer ${token}` },
      );
    expect((await approve()).status).toBe(403);
    expect((await approve(ben)).answer['approvals']).toMatchObject([{ actor: 'ben', pictures: 'none' }]);
    const claimed = { reason: 'Looked at it.', pictures: { seen: 3, notCompared: 0 } };
    const claim = await call('approveRelease', { release }, claimed, { Authorization: `Bearer ${ben}` });
    expect(claim).toMatchObject({ status: 400, answer: { error: { code: 'invalid' } } });
    expect((await publish()).status).toBe(200);
  });

  it('returns a conflict if another person was faster', async () => {
    const { call, goLive } = await open();
    await goLive('One');
    const { answer: draft } = await call('openDraft', {}, { title: 'Mine' });
    const id = String(draft['id']);
    const save = () => call('saveDraft', { draft: id }, { seen: 0, changes: { [SHELF]: { text: '{}' } } });
    expect((await save()).status).toBe(200);
    const documents = { [SHELF]: { now: hashOf('{}'), yours: hashOf('{}'), actor: 'ana' } };
    expect(await save()).toMatchObject({
      status: 409,
      answer: { error: { code: 'conflict', conflict: { revision: 1, documents } } },
    });
    expect((await call('listSaves', { draft: id })).answer['aside']).toMatchObject([
      { path: SHELF, seen: 0 },
    ]);
    const live = await goLive('Theirs');
    expect((await call('readDraft', { draft: id })).answer).toMatchObject({
      ...{ parent: draft['base'], files: { [SHELF]: hashOf('{}') } },
      conflict: { live, documents: { [SHELF]: { yours: hashOf('{}') } } },
    });
    expect((await call('discardDraft', { draft: id })).answer).toMatchObject({ state: 'discarded' });
    expect((await call('discardDraft', { draft: id })).status).toBe(409);
    expect((await call('readDraft', { draft: 'nobodys' })).status).toBe(404);
  });

  it('prepares the page of a draft when its links are listed or made', async () => {
    const { call, goLive, prepared } = await open();
    await goLive('One');
    const draft = String((await call('openDraft', {}, { title: 'Words' })).answer['id']);
    await call('readDraft', { draft });
    expect(prepared).toEqual([]);
    await call('listDraftLinks', { draft });
    expect(prepared).toEqual([draft]);
    await call('makeDraftLink', { draft }, { hours: 1 });
    expect(prepared).toEqual([draft, draft]);
  });

  it('compresses long responses for clients that accept it', async () => {
    const { api, goLive } = await open();
    const address = `/capiz/api/v1/releases/${await goLive('One')}/bundle`;
    const token = await givenStaff(database(), 'eva', 'viewer');
    const headers = { Authorization: `Bearer ${token}` };
    const plain = await api.request(address, { headers });
    const packed = await api.request(address, { headers: { ...headers, 'Accept-Encoding': 'br' } });
    expect([plain, packed].map((reply) => reply.headers.get('content-encoding'))).toEqual([null, 'br']);
    expect(packed.headers.get('cache-control')).toBe('no-store');
    const sent = brotliDecompressSync(Buffer.from(await packed.arrayBuffer()));
    expect(JSON.parse(sent.toString())).toEqual(await plain.json());
  });

  it('imports a release into another installation under the same hash, or not at all', async () => {
    const { call, goLive } = await open();
    const release = await goLive('One');
    const { answer: bundle } = await call('exportRelease', { release });
    const again = await call('importRelease', {}, { bundle, reason: 'From tests.' });
    expect(again.answer['hash']).toBe(release);
    const files = {
      ...(bundle['files'] as object),
      [SHELF]: encode(smallProject(screenWithText('Evil')))[SHELF],
    };
    const changed = await call('importRelease', {}, { bundle: { ...bundle, files }, reason: 'From tests.' });
    expect(changed).toMatchObject({ status: 400, answer: { error: { code: 'invalid' } } });
    expect((await call('listReleases')).answer['releases']).toHaveLength(1);
  });

  it('refuses requests without a token or against the schema', async () => {
    const { api, call } = await open();
    for (const { method, path } of OPERATIONS) {
      const address = `/capiz/api/v1${path.replace(/\{\w+\}/g, 'a'.repeat(64))}`;
      for (const authorization of ['', 'Bearer ', `Bearer ${'a'.repeat(43)}`]) {
        const reply = await api.request(address, {
          method: method.toUpperCase(),
          headers: { Authorization: authorization },
        });
        expect([method, path, reply.status]).toEqual([method, path, 401]);
      }
    }
    expect((await call('readRelease', { release: '../x' })).status).toBe(404);
    expect((await call('readContent', { hash: 'no-hash' })).status).toBe(400);
    expect((await call('listReleases', { limit: '0' })).status).toBe(400);
    expect((await call('listReleases', { unknown: '1' })).status).toBe(400);
    expect((await call('readHistory')).status).toBe(400);
    expect((await call('openDraft', {}, { title: '' })).status).toBe(400);
    expect((await call('openDraft', {}, { title: 'T', more: 1 })).status).toBe(400);
    expect((await call('openDraft', {}, { title: 'T' }, { 'Content-Type': 'text/plain' })).status).toBe(400);
    const path = { ['../etc/passwd']: { text: 'x' } };
    expect((await call('saveDraft', { draft: 'd' }, { seen: 0, changes: path })).status).toBe(400);
  });

  it('changes nothing for an account that was disabled or demoted while its request was read', async () => {
    const { api, call, goLive } = await open();
    const before = await goLive('One');
    const files = encode(smallProject(screenWithText('Two')));
    const { answer } = await call('makeRelease', {}, { files, reason: 'Words.' });
    const token = await givenStaff(database(), 'ben', 'publisher');
    /** Publishes as ben. The end of the request's body arrives only after `lose` has run. */
    async function publishSlowly(lose: () => Promise<unknown>) {
      let rest: (() => void) | undefined;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(Buffer.from('{"reason":'));
          rest = () => {
            controller.enqueue(Buffer.from('"Late."}'));
            controller.close();
          };
        },
      });
      const reply = api.request(`/capiz/api/v1/releases/${String(answer['hash'])}/publish`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body,
        duplex: 'half',
      } as RequestInit);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await lose();
      rest?.();
      return (await reply).status;
    }
    const act = { name: 'ben', actor: 'ana', at: 2 };
    expect(await publishSlowly(() => changeRole(database(), { ...act, role: 'editor' }))).toBe(403);
    await changeRole(database(), { ...act, role: 'publisher' });
    expect(await publishSlowly(() => disableStaff(database(), act))).toBe(403);
    expect((await call('readLive')).answer).toMatchObject({ release: before });
  });

  it('makes the first token only once', async () => {
    expect(await createStaffToken(database(), 0)).toMatch(/^[\w-]{43}$/);
    expect(await createStaffToken(database(), 0)).toBeUndefined();
  });
});

describe('the OpenAPI document', () => {
  it('names every operation', async () => {
    const api = createRegistryApi({
      database: undefined as never,
      now: () => 0,
      afterChange: () => Promise.resolve(),
    });
    const document = (await (await api.request('/capiz/api/openapi.json')).json()) as {
      openapi: string;
      paths: { [path: string]: { [method: string]: { operationId: string } } };
    };
    expect(document.openapi).toBe('3.1.0');
    const named = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(named.sort()).toEqual(OPERATIONS.map(({ id }) => id).sort());
  });
});
