import type { KyselyPlugin } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { listRecords, verifyAudit } from './audit.ts';
import { compileHere } from './compile.ts';
import { readCompiled } from './compiled.ts';
import { hashOf, readContent } from './contents.ts';
import type { Database } from './database.ts';
import { library } from '#renderer/grammar/testing.ts';
import { listVersions } from './history.ts';
import { composeDraft, listRefusedSaves, listSaves, openDraft, readDraft, saveDraft } from './drafts.ts';
import { RegistryRefusal } from './failures.ts';
import { findLive, readManifest } from './manifests.ts';
import { makeRelease, makeReleaseOfDraft, publish, readRelease } from './releases.ts';
import { readFiles } from './manifests.ts';
import { findRollbackTarget, rollBack } from './roll-back.ts';
import { approve } from './second-person.ts';
import { by, hire, onBothEngines, PAYING, screenWithText, smallProject, wholeProject } from './testing.ts';

const SHELF = 'screens/shelf.screen.json';

/** The refusal of a rejected promise. */
async function refusalOf(promise: Promise<unknown>): Promise<RegistryRefusal> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof RegistryRefusal) return error;
  throw new Error(`It was not refused: ${String(error)}`);
}

onBothEngines('a release', ({ database, openAgain }) => {
  beforeEach(() => hire(database(), 'ana', 'ben', 'cy'));

  /** Makes and publishes a release; another person approves if that is needed. */
  async function goLive(bytes: Map<string, Buffer>, actor = 'ana'): Promise<string> {
    const { hash, needs } = await makeRelease(database(), { bytes, ...by(actor) });
    if (needs.length > 0 && (await findLive(database().queries)) !== undefined)
      await approve(database(), { release: hash, ...by('ben') });
    await publish(database(), { release: hash, ...by(actor) });
    return hash;
  }

  it('is live when it is published, also for servers that open the database later', async () => {
    const hash = await goLive(smallProject(screenWithText('One')));
    const other = await openAgain();
    expect(await findLive(other.queries)).toEqual({ release: hash, revision: 1 });
    const { plans } = await readCompiled(other.queries, hash);
    expect(JSON.stringify(plans.get('shelf'))).toContain('One');
  });

  it('keeps the whole product byte for byte', async () => {
    const bytes = wholeProject();
    const hash = await goLive(bytes);
    const files = await readFiles(database().queries, hash);
    expect([...files.keys()].sort()).toEqual([...bytes.keys()].sort());
    expect(
      [...files].filter(([path, content]) => !content.equals(bytes.get(path) ?? Buffer.alloc(0))),
    ).toEqual([]);
    const { compiled } = await readManifest(database().queries, hash);
    expect(Object.keys(compiled.plans).length).toBeGreaterThan(20);
  });

  it('has a name that depends only on its content', async () => {
    const one = await makeRelease(database(), {
      bytes: smallProject(screenWithText('One')),
      ...by('ana', 5),
    });
    const again = await makeRelease(database(), {
      bytes: smallProject(screenWithText('One')),
      ...by('ben', 9),
    });
    const other = await makeRelease(database(), {
      bytes: smallProject(screenWithText('Two')),
      ...by('ana', 5),
    });
    expect(again.hash).toBe(one.hash);
    expect(other.hash).not.toBe(one.hash);
  });

  it('is read and checked before the write transaction, so that others do not wait', async () => {
    await goLive(smallProject(screenWithText('One')));
    let reads = 0;
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        if (node.kind === 'SelectQueryNode' && JSON.stringify(node).includes('"name":"contents"')) reads += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const { write } = database();
    const watched: Database = {
      ...database(),
      write: (run) => write((queries, turn) => run(queries.withPlugin(counting), turn)),
    };
    const { hash } = await makeRelease(watched, { bytes: smallProject(screenWithText('Two')), ...by('ana') });
    await publish(watched, { release: hash, ...by('ana') });
    expect(await findLive(database().queries)).toEqual({ release: hash, revision: 2 });
    expect(reads).toBe(0);
    await watched.write((queries) => readFiles(queries, hash));
    expect(reads).toBe(1);
  });

  it('is not made of definitions with errors, and the refusal has their paths', async () => {
    const bytes = smallProject({ body: [{ type: 'text', text: '${data.shelf.nothing}' }] });
    const refusal = await refusalOf(makeRelease(database(), { bytes, ...by('ana') }));
    expect(refusal.code).toBe('problems');
    expect(refusal.problems).toContainEqual(
      expect.objectContaining({ severity: 'error', file: SHELF, pointer: '/body/0/text' }),
    );
    expect(refusal.problems[0]?.line).toBeGreaterThan(1);
    expect(await database().queries.selectFrom('releases').selectAll().execute()).toEqual([]);
  });

  it('is refused with documents outside a project', async () => {
    const bytes = new Map([...smallProject(), ['screens/../../etc/passwd', Buffer.from('x')]]);
    expect((await refusalOf(makeRelease(database(), { bytes, ...by('ana') }))).code).toBe('invalid');
  });

  it('is rolled back in one step to the former bytes, without approval', async () => {
    const first = await goLive(smallProject(screenWithText('One')));
    const before = await readManifest(database().queries, first);
    await goLive(smallProject(screenWithText('Two')));
    const third = await goLive(smallProject(PAYING));
    expect(await rollBack(database(), { ...by('cy'), to: first })).toBe(first);
    expect(await readManifest(database().queries, first)).toEqual(before);
    expect((await findLive(database().queries))?.release).toBe(first);
    expect(await rollBack(database(), { ...by('cy'), to: third })).toBe(third);
  });

  it("is rolled back to a release that today's rules would refuse", async () => {
    const text = Buffer.from(JSON.stringify({ id: 'shelf', body: [{ type: 'scroll' }] }));
    const bytes = new Map([...smallProject(), [SHELF, text]]);
    // The rules at that time accepted this release.
    const { hash: old } = await makeRelease(database(), { bytes, ...by('ana') }, () =>
      compileHere(
        [...smallProject(screenWithText('Old'))].map(([path, one]) => ({ path, text: one.toString() })),
      ),
    );
    await publish(database(), { release: old, ...by('ana') });
    await goLive(smallProject(screenWithText('Two')));
    expect((await refusalOf(makeRelease(database(), { bytes, ...by('ana') }))).code).toBe('problems');
    expect(await rollBack(database(), by('ana'))).toBe(old);
    expect(JSON.stringify([...(await readCompiled(database().queries, old)).plans])).toContain('"Old"');
  });

  it('is not rolled back if another release is live than the person saw', async () => {
    const first = await goLive(smallProject(screenWithText('One')));
    const second = await goLive(smallProject(screenWithText('Two')));
    const third = await goLive(smallProject(screenWithText('Three')));
    const refusal = await refusalOf(rollBack(database(), { ...by('cy'), seen: second }));
    expect(refusal.code).toBe('conflict');
    expect((await findLive(database().queries))?.release).toBe(third);
    expect(await rollBack(database(), { ...by('cy'), seen: third })).toBe(second);
    expect(await rollBack(database(), { ...by('cy'), seen: second })).toBe(first);
  });

  it('is rolled back to the previous release by default', async () => {
    const first = await goLive(smallProject(screenWithText('One')));
    const second = await goLive(smallProject(screenWithText('Two')));
    await goLive(smallProject(screenWithText('Three')));
    const target = () => findRollbackTarget(database().queries);
    expect(await target()).toBe(second);
    expect(await rollBack(database(), by('ana'))).toBe(second);
    expect(await target()).toBe(first);
    expect(await rollBack(database(), by('ana'))).toBe(first);
    expect(await target()).toBeUndefined();
    expect((await refusalOf(rollBack(database(), by('ana')))).code).toBe('unknown');
  });

  it('is never rolled back to a release that was not live', async () => {
    await goLive(smallProject(screenWithText('One')));
    const { hash } = await makeRelease(database(), {
      bytes: smallProject(screenWithText('Two')),
      ...by('ana'),
    });
    expect((await refusalOf(rollBack(database(), { ...by('ana'), to: hash }))).code).toBe('unknown');
  });

  it('is not published over another release that went live after it was made', async () => {
    await goLive(smallProject(screenWithText('One')));
    const mine = await makeRelease(database(), { bytes: smallProject(screenWithText('Mine')), ...by('ana') });
    const theirs = await goLive(smallProject(screenWithText('Theirs')), 'ben');
    expect((await refusalOf(publish(database(), { release: mine.hash, ...by('ana') }))).code).toBe(
      'conflict',
    );
    expect((await findLive(database().queries))?.release).toBe(theirs);
  });

  it('is the only one that goes live if several are published at the same time', async () => {
    await goLive(smallProject(screenWithText('One')));
    const made = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((name) =>
        makeRelease(database(), { bytes: smallProject(screenWithText(name)), ...by(name) }),
      ),
    );
    const servers = [await openAgain(), database()];
    const ends = await Promise.allSettled(
      made.map(({ hash }, at) => publish(servers[at % 2] ?? database(), { release: hash, ...by('ana') })),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await findLive(database().queries))?.revision).toBe(2);
    expect(await verifyAudit(database().queries)).toMatchObject({ isWhole: true });
  });
});

onBothEngines('changes that need a second person', ({ database }) => {
  beforeEach(() => hire(database(), 'ana', 'ben', 'cy'));

  async function begin(): Promise<void> {
    const { hash } = await makeRelease(database(), {
      bytes: smallProject(screenWithText('One')),
      ...by('ana'),
    });
    await publish(database(), { release: hash, ...by('ana') });
  }

  it.each([
    ['a request that must happen once', smallProject(PAYING), [{ kind: 'money', subject: 'shelf' }]],
    [
      'a consent',
      smallProject({
        state: { agreed: { type: 'boolean', initial: false } },
        body: [{ type: 'check', bind: 'state.agreed', label: 'I agree.' }],
      }),
      [{ kind: 'consent', subject: 'shelf' }],
    ],
    [
      'a mark of the author for a review',
      smallProject({ ...screenWithText('Two'), review: ['legal'] }),
      [{ kind: 'legal', subject: 'shelf' }],
    ],
    [
      'a new host',
      smallProject(screenWithText('One'), { app: { hosts: { leave: ['other.example.com'], frame: [] } } }),
      [{ kind: 'money', subject: 'screens/app.json' }],
    ],
    ['none in a changed text', smallProject(screenWithText('Two')), []],
  ])('are found: %s', async (_title, bytes, needs) => {
    await begin();
    const release = await makeRelease(database(), { bytes, ...by('ana') });
    expect(release.needs).toEqual(expect.arrayContaining(needs));
    if (needs.length === 0) expect(release.needs).toEqual([]);
  });

  it('include the removal of a payment from a screen', async () => {
    const paying = await makeRelease(database(), { bytes: smallProject(PAYING), ...by('ana') });
    await publish(database(), { release: paying.hash, ...by('ana') });
    const { needs } = await makeRelease(database(), {
      bytes: smallProject(screenWithText('Free')),
      ...by('ana'),
    });
    expect(needs).toContainEqual({ kind: 'money', subject: 'shelf' });
  });

  it('are not published without an approval, and nobody approves their own change', async () => {
    await begin();
    const { hash } = await makeRelease(database(), { bytes: smallProject(PAYING), ...by('ana') });
    const go = () => publish(database(), { release: hash, ...by('ana') });
    expect((await refusalOf(go())).code).toBe('approval');
    expect((await refusalOf(approve(database(), { release: hash, ...by('ana') }))).code).toBe('approval');
    await approve(database(), { release: hash, ...by('ben') });
    await go();
    expect((await findLive(database().queries))?.release).toBe(hash);
  });

  it('are approved by no author of the draft, also if another person made the release', async () => {
    await begin();
    const text = (smallProject(PAYING).get(SHELF) as Buffer).toString('utf8');
    await openDraft(database(), { id: 'd1', title: 'Pay', ...by('ana') });
    await saveDraft(database(), { id: 'd1', seen: 0, changes: { [SHELF]: text }, ...by('ana') });
    const { hash } = await makeReleaseOfDraft(database(), { draft: 'd1', ...by('ben') });
    for (const actor of ['ana', 'ben']) {
      const refusal = await refusalOf(approve(database(), { release: hash, ...by(actor) }));
      expect(refusal.code).toBe('approval');
    }
    await approve(database(), { release: hash, ...by('cy') });
    await publish(database(), { release: hash, ...by('ben') });
    expect((await findLive(database().queries))?.release).toBe(hash);
  });

  it('need another approval if the release is made again over another live release', async () => {
    await begin();
    const { hash } = await makeRelease(database(), { bytes: smallProject(PAYING), ...by('ana') });
    await approve(database(), { release: hash, ...by('ben') });
    const words = await makeRelease(database(), { bytes: smallProject(screenWithText('Two')), ...by('cy') });
    await publish(database(), { release: words.hash, ...by('cy') });
    const again = await makeRelease(database(), { bytes: smallProject(PAYING), ...by('ana') });
    expect(again.hash).toBe(hash);
    expect((await refusalOf(publish(database(), { release: hash, ...by('ana') }))).code).toBe('approval');
  });
});

onBothEngines('a draft', ({ database }) => {
  beforeEach(() => hire(database(), 'ana', 'ben', 'cy'));

  const text = (words: string) => (smallProject(screenWithText(words)).get(SHELF) as Buffer).toString('utf8');

  async function begin(): Promise<string> {
    const { hash } = await makeRelease(database(), {
      bytes: smallProject(screenWithText('One')),
      ...by('ana'),
    });
    await publish(database(), { release: hash, ...by('ana') });
    return hash;
  }

  it('keeps every save, and becomes a release on top of the live one', async () => {
    const base = await begin();
    const draft = await openDraft(database(), { id: 'd1', title: 'Words', ...by('ana') });
    expect(draft).toMatchObject({ base, revision: 0, state: 'open' });
    await saveDraft(database(), { id: 'd1', seen: 0, changes: { [SHELF]: text('Tw') }, ...by('ana', 2) });
    await saveDraft(database(), { id: 'd1', seen: 1, changes: { [SHELF]: text('Two') }, ...by('ana', 3) });
    const saves = await listSaves(database().queries, 'd1');
    expect(saves.map(({ revision, content }) => [revision, content])).toEqual([
      [1, hashOf(text('Tw'))],
      [2, hashOf(text('Two'))],
    ]);
    const { hash } = await makeReleaseOfDraft(database(), { draft: 'd1', ...by('ana') });
    await publish(database(), { release: hash, ...by('ana') });
    expect((await readFiles(database().queries, hash)).get(SHELF)?.toString('utf8')).toBe(text('Two'));
    expect((await readDraft(database().queries, 'd1')).state).toBe('published');
  });

  it('stays open with later saves after the release is made', async () => {
    await begin();
    await openDraft(database(), { id: 'd1', title: 'Words', ...by('ana') });
    await saveDraft(database(), { id: 'd1', seen: 0, changes: { [SHELF]: text('Two') }, ...by('ana') });
    const { hash } = await makeReleaseOfDraft(database(), { draft: 'd1', ...by('ana') });
    await saveDraft(database(), { id: 'd1', seen: 1, changes: { [SHELF]: text('Three') }, ...by('ana') });
    await publish(database(), { release: hash, ...by('ana') });
    expect(await readDraft(database().queries, 'd1')).toMatchObject({ state: 'open', base: hash });
    const next = await makeReleaseOfDraft(database(), { draft: 'd1', ...by('ana') });
    await publish(database(), { release: next.hash, ...by('ana') });
    expect((await readFiles(database().queries, next.hash)).get(SHELF)?.toString('utf8')).toBe(text('Three'));
    expect((await readDraft(database().queries, 'd1')).state).toBe('published');
  });

  it('keeps its preview states, which are not in releases', async () => {
    await begin();
    await openDraft(database(), { id: 'd1', title: 'Words', ...by('ana') });
    const variant = 'fixtures/variants/late.json';
    const changes = { [SHELF]: text('Two'), [variant]: '{}' };
    await saveDraft(database(), { id: 'd1', seen: 0, changes, ...by('ana') });
    const { files } = await composeDraft(database().queries, 'd1');
    expect([...files.keys()]).toContain(variant);
    const { hash } = await makeReleaseOfDraft(database(), { draft: 'd1', ...by('ana') });
    const released = await readFiles(database().queries, hash);
    expect([...released.keys()]).toContain(SHELF);
    expect([...released.keys()]).not.toContain(variant);
    const elsewhere = saveDraft(database(), {
      ...{ id: 'd1', seen: 1, changes: { 'fixtures/scenarios/late.json': '{}' } },
      ...by('ana'),
    });
    await expect(elsewhere).rejects.toMatchObject({ code: 'invalid' });
  });

  it('may contain every kind of document, with the same review and history', async () => {
    await begin();
    await openDraft(database(), { id: 'd1', title: 'Everything', ...by('ana') });
    const all = library(screenWithText('Two'), {
      app: { languages: { default: 'en-PH', list: ['en-PH', 'fil'] } },
      parts: { card: { body: [{ type: 'text', text: 'A card' }] } },
      messages: { fil: { Two: 'Dalawa' } },
    });
    const changes = Object.fromEntries(all.map(({ path, text: said }) => [path, `${said}\n`]));
    await saveDraft(database(), { id: 'd1', seen: 0, changes, ...by('ana') });
    const { hash, needs } = await makeReleaseOfDraft(database(), { draft: 'd1', ...by('ana') });
    expect(needs.some(({ kind }) => kind === 'money')).toBe(true);
    await approve(database(), { release: hash, ...by('ben') });
    await publish(database(), { release: hash, ...by('ana') });
    const kinds = ['app.json', 'card.part.json', 'fil.json', 'shelf.screen.json', '.endpoint.json'];
    for (const kind of kinds) {
      const path = Object.keys(changes).find((one) => one.endsWith(kind)) ?? '';
      const [version] = await listVersions(database().queries, path, 1);
      expect(version).toMatchObject({ release: hash, content: hashOf(changes[path] ?? '') });
    }
  });

  it("refuses a save over another person's save", async () => {
    await begin();
    await openDraft(database(), { id: 'd1', title: 'Words', ...by('ana') });
    const save = (words: string, actor: string) =>
      saveDraft(database(), { id: 'd1', seen: 0, changes: { [SHELF]: text(words) }, ...by(actor) });
    await save('Two', 'ana');
    const { code, conflict } = await refusalOf(save('Three', 'ben'));
    expect([code, conflict]).toEqual([
      'conflict',
      {
        revision: 1,
        documents: {
          [SHELF]: {
            ...{ seen: hashOf(text('One')), now: hashOf(text('Two')), yours: hashOf(text('Three')) },
            ...{ actor: 'ana', at: 1_000 },
          },
        },
      },
    ]);
    // Sent twice, stored once, and readable.
    await refusalOf(save('Three', 'ben'));
    const { queries } = database();
    expect(await listRefusedSaves(queries, 'd1')).toMatchObject([{ seen: 0, path: SHELF, actor: 'ben' }]);
    expect((await readContent(queries, hashOf(text('Three')))).toString('utf8')).toBe(text('Three'));
    const { files } = await composeDraft(database().queries, 'd1');
    expect(files.get(SHELF)).toBe(hashOf(text('Two')));
  });

  it('merges changes that others published in other documents, and stops at a conflict in the same document', async () => {
    await begin();
    await openDraft(database(), { id: 'd1', title: 'Words', ...by('ana') });
    await saveDraft(database(), { id: 'd1', seen: 0, changes: { [SHELF]: text('Mine') }, ...by('ana') });
    const app = smallProject(screenWithText('One'), {
      app: { hosts: { leave: ['x.example.com'], frame: [] } },
    });
    const elsewhere = await makeRelease(database(), { bytes: app, ...by('ben') });
    await approve(database(), { release: elsewhere.hash, ...by('cy') });
    await publish(database(), { release: elsewhere.hash, ...by('ben') });
    const { files, parent } = await composeDraft(database().queries, 'd1');
    expect(parent).toBe(elsewhere.hash);
    expect(files.get(SHELF)).toBe(hashOf(text('Mine')));
    expect(files.get('screens/app.json')).toBe(hashOf(app.get('screens/app.json') as Buffer));

    const same = await makeRelease(database(), {
      bytes: smallProject(screenWithText('Theirs'), {
        app: { hosts: { leave: ['x.example.com'], frame: [] } },
      }),
      ...by('ben'),
    });
    await publish(database(), { release: same.hash, ...by('ben') });
    const { code, conflict } = await refusalOf(composeDraft(database().queries, 'd1'));
    const documents = {
      [SHELF]: { seen: hashOf(text('One')), now: hashOf(text('Theirs')), yours: hashOf(text('Mine')) },
    };
    expect([code, conflict]).toEqual(['conflict', { revision: 1, live: same.hash, documents }]);
  });

  it('is rebased on a release of others if the draft contains their changes', async () => {
    await begin();
    await openDraft(database(), { id: 'd1', title: 'Words', ...by('ana') });
    await saveDraft(database(), { id: 'd1', seen: 0, changes: { [SHELF]: text('Mine') }, ...by('ana') });
    const { hash } = await makeRelease(database(), {
      bytes: smallProject(screenWithText('Theirs')),
      ...by('ben'),
    });
    await publish(database(), { release: hash, ...by('ben') });
    const over = (onto: string, changes: { [path: string]: string }) =>
      saveDraft(database(), { id: 'd1', seen: 1, changes, onto, ...by('ana') });
    const blind = await refusalOf(over(hash, {}));
    expect(blind.conflict?.documents[SHELF]).toMatchObject({ now: hashOf(text('Theirs')) });
    expect((await refusalOf(over('0'.repeat(64), { [SHELF]: text('Both') }))).code).toBe('conflict');
    expect(await over(hash, { [SHELF]: text('Both') })).toBe(2);
    const { files, parent } = await composeDraft(database().queries, 'd1');
    expect([parent, files.get(SHELF)]).toEqual([hash, hashOf(text('Both'))]);
    expect((await readDraft(database().queries, 'd1')).base).toBe(hash);
  });
});

onBothEngines('the audit', ({ database }) => {
  beforeEach(() => hire(database(), 'ana', 'ben', 'cy'));

  it('contains who, what, why, from and to, and detects a record that was edited, removed or added', async () => {
    const one = await makeRelease(database(), { bytes: smallProject(screenWithText('One')), ...by('ana') });
    await publish(database(), { release: one.hash, ...by('ana') });
    const two = await makeRelease(database(), { bytes: smallProject(screenWithText('Two')), ...by('ana') });
    await publish(database(), { release: two.hash, ...by('ben', 7, 'Better words.') });
    const [last] = await listRecords(database().queries);
    expect(last).toMatchObject({
      actor: 'ben',
      at: 7,
      action: 'release.publish',
      subject: two.hash,
      details: { reason: 'Better words.', from: one.hash, to: two.hash },
    });
    const { queries } = database();
    expect(await verifyAudit(queries)).toMatchObject({ isWhole: true });

    const rows = await queries.selectFrom('audit').selectAll().orderBy('turn').execute();
    const [, second] = rows;
    if (second === undefined) throw new Error('There are too few records.');
    await queries.updateTable('audit').set({ actor: 'cy' }).where('turn', '=', second.turn).execute();
    expect(await verifyAudit(queries)).toMatchObject({ turn: second.turn, why: 'changed' });
    await queries.deleteFrom('audit').where('turn', '=', second.turn).execute();
    expect(await verifyAudit(queries)).toMatchObject({ turn: rows[2]?.turn, why: 'missing-before' });
    await queries.insertInto('audit').values(second).execute();
    expect(await verifyAudit(queries)).toMatchObject({ isWhole: true });
  });

  it('does not hide damaged content: a release with damaged content is not loaded', async () => {
    const { hash } = await makeRelease(database(), {
      bytes: smallProject(screenWithText('One')),
      ...by('ana'),
    });
    const { compiled } = await readManifest(database().queries, hash);
    await database()
      .queries.updateTable('contents')
      .set({ bytes: Buffer.from('{}') })
      .where('hash', '=', compiled.plans['shelf'] ?? '')
      .execute();
    await expect(readCompiled(database().queries, hash)).rejects.toThrow('is damaged');
    expect((await readRelease(database().queries, hash)).hash).toBe(hash);
  });
});
