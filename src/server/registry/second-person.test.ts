import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { ScreenText } from '#renderer/grammar/testing.ts';
import { addService, changeRole, disableStaff, invitePerson, renewAccess } from '../staff/accounts.ts';
import { givenStaff } from '../staff/testing.ts';
import { listRecords } from './audit.ts';
import { addCounts } from './counts.ts';
import { authorMigration } from './authors.ts';
import { exportRelease, importRelease } from './bundle.ts';
import { closeScreen } from './closed-screens.ts';
import { openDraft, saveDraft } from './drafts.ts';
import { RegistryRefusal } from './failures.ts';
import { addFreeze } from './freezes.ts';
import { findLive } from './manifests.ts';
import { makeRelease, makeReleaseOfDraft, publish } from './releases.ts';
import { rollBack } from './roll-back.ts';
import { readRollout } from './rollout-records.ts';
import {
  advanceRollout,
  look,
  resumeRollout,
  pauseRollout,
  returnRollout,
  startRollout,
  stepRollout,
} from './rollouts.ts';
import { listSchedules, publishDue, scheduleRelease } from './schedules.ts';
import { approve, listApprovals } from './second-person.ts';
import { checkAgainstLive } from './sides.ts';
import type { Strategy } from '#src/shared/rollout/strategy.ts';
import { by, hire, onBothEngines, PAYING, screenWithText, smallProject } from './testing.ts';

const SHELF = 'screens/shelf.screen.json';
const NO_POLICY = { app: { review: undefined } };
const STRATEGY: Strategy = {
  stages: [
    { basisPoints: 1_000, bakeMs: 0 },
    { basisPoints: 5_000, bakeMs: 0 },
  ],
  leastViews: 0,
  thresholds: {},
};

async function refusalOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof RegistryRefusal
    ? `${error.code}: ${error.message}`
    : `not refused: ${String(error)}`;
}

onBothEngines('a second person', ({ database }) => {
  /** One release is live; ana, ben and eve may all publish. */
  async function begin(): Promise<string> {
    await hire(database(), 'ana', 'ben', 'eve');
    return goLive(await send('ana', screenWithText('One')));
  }
  async function send(actor: string, shelf: ScreenText, options = {}): Promise<string> {
    return (await makeRelease(database(), { bytes: smallProject(shelf, options), ...by(actor) })).hash;
  }
  async function goLive(release: string): Promise<string> {
    await publish(database(), { release, ...by('ana') });
    return release;
  }
  const yes = (actor: string, release: string) => approve(database(), { release, ...by(actor) });
  const go = (release: string) => refusalOf(goLive(release));
  const service = (name: string, maker: string) =>
    addService(database(), { name, role: 'editor', until: null, actor: maker, at: 1 });
  const live = async () => (await findLive(database().queries))?.release;

  describe('is not an author of the change', () => {
    it('a person who wrote in the draft is an author, whoever sends it', async () => {
      await begin();
      await service('robot', 'eve');
      await openDraft(database(), { id: 'd', title: 'Pay', ...by('ben') });
      const text = smallProject(PAYING).get(SHELF)?.toString() ?? '';
      await saveDraft(database(), { id: 'd', seen: 0, changes: { [SHELF]: text }, ...by('ana') });
      await saveDraft(database(), { id: 'd', seen: 1, changes: { [SHELF]: `${text}\n` }, ...by('ben') });
      const { hash } = await makeReleaseOfDraft(database(), { draft: 'd', ...by('robot') });
      // Ben saved a text with ana's words; the robot is eve's service account.
      for (const actor of ['ana', 'ben', 'eve', 'robot']) {
        expect(await refusalOf(yes(actor, hash))).toMatch(/^approval: /);
      }
      await hire(database(), 'fay');
      await yes('fay', hash);
      await goLive(hash);
      expect(await live()).toBe(hash);
    });

    it('a person whose text a machine sends in a whole project is an author', async () => {
      await begin();
      await givenStaff(database(), 'ci', 'editor', 'service');
      await openDraft(database(), { id: 'd', title: 'Pay', ...by('ana') });
      const text = smallProject(PAYING).get(SHELF)?.toString() ?? '';
      await saveDraft(database(), { id: 'd', seen: 0, changes: { [SHELF]: text }, ...by('ana') });
      const hash = await send('ci', PAYING);
      expect(await refusalOf(yes('ana', hash))).toContain('Nobody can approve their own change');
      await yes('ben', hash);
      await goLive(hash);
    });

    it('a person who sends content that another made first is an author', async () => {
      await begin();
      const hash = await send('eve', PAYING);
      expect(await send('ana', PAYING)).toBe(hash);
      expect(await refusalOf(yes('ana', hash))).toMatch(/^approval: /);
      expect(await refusalOf(yes('eve', hash))).toMatch(/^approval: /);
      await yes('ben', hash);
      await goLive(hash);
    });

    it('a person who approves and then sends the content is an author', async () => {
      await begin();
      const hash = await send('eve', PAYING);
      await yes('ben', hash);
      await send('ben', PAYING);
      expect(await go(hash)).toMatch(/^approval: .*does not count.*ben/);
    });

    it('a person who imports the release is an author', async () => {
      await begin();
      const hash = await send('eve', PAYING);
      const bundle = await exportRelease(database().queries, hash);
      await importRelease(database(), { bundle, ...by('ana') });
      expect(await refusalOf(yes('ana', hash))).toMatch(/^approval: /);
    });

    it('a person who deletes a document is an author', async () => {
      await begin();
      const note = {
        screens: {
          note: {
            ...(JSON.parse(smallProject(screenWithText('A note')).get(SHELF)?.toString() ?? '{}') as object),
            id: 'note',
          },
        },
      };
      const more = await send('ana', screenWithText('One'), note);
      await yes('ben', more);
      await goLive(more);
      await openDraft(database(), { id: 'd', title: 'Away', ...by('ana') });
      const changes = { 'screens/note.screen.json': null };
      await saveDraft(database(), { id: 'd', seen: 0, changes, ...by('ana') });
      const { hash } = await makeReleaseOfDraft(database(), { draft: 'd', ...by('eve') });
      expect(await refusalOf(yes('ana', hash))).toMatch(/^approval: /);
    });

    it('a person whose text others format, merge or continue is an author', async () => {
      await begin();
      await givenStaff(database(), 'ci', 'editor', 'service');
      const text = smallProject(PAYING).get(SHELF)?.toString() ?? '';
      const draw = async (id: string, actor: string, words: string) => {
        await openDraft(database(), { id, title: 'Pay', ...by(actor) });
        await saveDraft(database(), { id, seen: 0, changes: { [SHELF]: words }, ...by(actor) });
      };
      await draw('of-ana', 'ana', JSON.stringify(JSON.parse(text), null, 4));
      const formatted = await send('ci', PAYING);
      expect(await refusalOf(yes('ana', formatted))).toMatch(/^approval: /);
      await draw('of-ben', 'ben', text.replace('"Pay"', '"Pay it"'));
      const { hash } = await makeReleaseOfDraft(database(), { draft: 'of-ben', ...by('ci') });
      for (const actor of ['ana', 'ben']) expect(await refusalOf(yes(actor, hash))).toMatch(/^approval: /);
      await yes('eve', hash);
      await goLive(hash);
      // Ana wrote only parts that are live now.
      const later = JSON.parse(JSON.stringify(PAYING).replace('"Pay"', '"Pay it"')) as ScreenText;
      await yes('ana', await send('eve', { ...later, title: 'Later' }));
    });

    it('a person who wrote another value at the same location may approve', async () => {
      await begin();
      await openDraft(database(), { id: 'd', title: 'Words', ...by('ana') });
      const other = smallProject(screenWithText('Of Ana')).get(SHELF)?.toString() ?? '';
      await saveDraft(database(), { id: 'd', seen: 0, changes: { [SHELF]: other }, ...by('ana') });
      const hash = await send('eve', screenWithText('Of Eve'), { app: { timeZone: 'Asia/Tokyo' } });
      expect(await go(hash)).toMatch(/^approval: /);
      await yes('ana', hash);
      await goLive(hash);
      expect(await live()).toBe(hash);
    });

    it('a person who removed a member in a draft is an author of a release that omits it', async () => {
      await begin();
      const guarded = (more: object) =>
        smallProject({ body: [{ type: 'text', text: 'One', ...more }] })
          .get(SHELF)
          ?.toString() ?? '';
      const first = await send('eve', { body: [{ type: 'text', text: 'One', visibleWhen: 'false' }] });
      await yes('ben', first);
      await goLive(first);
      await openDraft(database(), { id: 'd', title: 'Bare', ...by('ana') });
      await saveDraft(database(), { id: 'd', seen: 0, changes: { [SHELF]: guarded({}) }, ...by('ana') });
      await givenStaff(database(), 'ci', 'editor', 'service');
      const hash = await send('ci', { body: [{ type: 'text', text: 'One' }], title: 'Another' });
      expect(await refusalOf(yes('ana', hash))).toMatch(/^approval: /);
      await yes('ben', hash);
    });

    it('a person is an author if they made the machine that sent the release, also through another machine, or renewed its token', async () => {
      await begin();
      await service('robot', 'eve');
      await service('helper', 'robot');
      await renewAccess(database(), { name: 'helper', actor: 'ben', at: 2 });
      const hash = await send('helper', PAYING);
      for (const actor of ['eve', 'ben']) expect(await refusalOf(yes(actor, hash))).toMatch(/^approval: /);
      await yes('ana', hash);
    });

    it('a person whose content is already live may approve', async () => {
      await begin();
      const paying = await send('eve', PAYING);
      await yes('ben', paying);
      await goLive(paying);
      const hash = await send('ana', PAYING, { app: { hosts: { leave: ['x.example.com'], frame: [] } } });
      await yes('eve', hash);
      await goLive(hash);
      expect(await live()).toBe(hash);
    });
  });

  it('is a person with an account here, not a machine', async () => {
    await begin();
    await givenStaff(database(), 'command-line', 'admin', 'service');
    const hash = await send('ana', PAYING);
    expect(await refusalOf(yes('command-line', hash))).toContain(
      "command-line is a service account, and only a person may approve. On the command line, give that person's token: --token-file <file>.",
    );
    expect(await refusalOf(yes('nobody', hash))).toContain('There is no account nobody.');
    expect(await go(hash)).toMatch(/^approval: /);
  });

  it.each([
    ['is disabled', (name: string) => disableStaff(database(), { name, actor: 'root', at: 3 })],
    [
      'may not approve any more',
      (name: string) => changeRole(database(), { name, role: 'editor', actor: 'root', at: 3 }),
    ],
  ])('has no valid approval any more if their account %s afterwards', async (_title, lose) => {
    await begin();
    const hash = await send('ana', PAYING);
    await yes('ben', hash);
    await lose('ben');
    expect(await go(hash)).toMatch(/^approval: .*does not count: ben/);
    await yes('eve', hash);
    await goLive(hash);
  });

  it('is shown with the people who invited them', async () => {
    await begin();
    await invitePerson(database(), { name: 'ana-too', role: 'approver', actor: 'ana', at: 2 });
    const active = { state: 'active' } as const;
    await database().queries.updateTable('staff').set(active).where('name', '=', 'ana-too').execute();
    await service('robot', 'eve');
    await renewAccess(database(), { name: 'ana-too', actor: 'robot', at: 3 });
    const hash = await send('ana', PAYING);
    await yes('ana-too', hash);
    const approvals = await listApprovals(database().queries, hash);
    expect(approvals).toMatchObject([{ actor: 'ana-too', invitedBy: ['ana', 'eve', 'robot'] }]);
    expect(approvals[0]).not.toHaveProperty('fault');
    const [told] = await listRecords(database().queries, { actions: ['release.approve'] });
    expect(told?.details).toMatchObject({ invitedBy: ['ana', 'eve', 'robot'] });
  });

  describe('is required by the policy of the live release', () => {
    it('the policy in the new release does not count', async () => {
      await begin();
      const strict = await send('ana', screenWithText('One'), NO_POLICY);
      expect(await go(strict)).toContain('money');
      await yes('ben', strict);
      await goLive(strict);
      // The live release has no policy now, like a release that is older than policies, so every change needs
      // approval.
      const words = await send('ana', screenWithText('Two'), NO_POLICY);
      expect(await go(words)).toMatch(/^approval: .*change/);
      const wider = await send('ana', screenWithText('Two'));
      expect(await go(wider)).toMatch(/^approval: /);
    });

    it('a changed image needs the approvals of each screen that shows it, also through the configuration', async () => {
      await hire(database(), 'ana', 'ben', 'eve');
      const drawing = (color: string) =>
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path fill="${color}" d="M0 0h1v1z"/></svg>`,
        );
      const image = (src: string) => ({ type: 'image', src, alt: 'A picture' });
      const shelf = { body: [image('asset:lamp'), image('asset:both')] };
      const banner = { type: 'string', format: 'uri', default: 'asset:banner' };
      const options = {
        screens: {
          book: {
            ...(JSON.parse(smallProject().get('screens/book.screen.json')?.toString() ?? '{}') as object),
            body: [image('${config.shop.banner}'), image('asset:both')],
          },
        },
        app: { config: { shop: { banner } }, review: { alone: { shelf: ['picture'] } } },
      };
      const pictures = (colors: { readonly [name: string]: string }) =>
        new Map([
          ...smallProject(shelf, options),
          ...Object.entries(colors).map(
            ([name, color]) => [`screens/assets/${name}.svg`, drawing(color)] as const,
          ),
        ]);
      const make = async (colors: { readonly [name: string]: string }) =>
        (await makeRelease(database(), { bytes: pictures(colors), ...by('ana') })).hash;
      const all = { lamp: 'red', both: 'red', banner: 'red' };
      await goLive(await make(all));
      expect(await go(await make({ ...all, both: 'blue' }))).toMatch(/^approval: .*change/);
      expect(await go(await make({ ...all, banner: 'blue' }))).toMatch(/^approval: .*change/);
      const lamp = await make({ ...all, lamp: 'blue' });
      await goLive(lamp);
      expect(await live()).toBe(lamp);
    });

    it('the approval is needed even if the stored needs of the new release are empty', async () => {
      await begin();
      const hash = await send('ana', PAYING);
      await database()
        .queries.updateTable('releases')
        .set({ needs: '[]' })
        .where('hash', '=', hash)
        .execute();
      expect(await go(hash)).toMatch(/^approval: .*money/);
    });

    it('the first release needs no approval, because it replaces nothing', async () => {
      const { hash, needs } = await makeRelease(database(), { bytes: smallProject(PAYING), ...by('ana') });
      expect(needs).toEqual([]);
      await goLive(hash);
      expect(await live()).toBe(hash);
    });

    it('a release from before authors were stored is not published until it is made again', async () => {
      await begin();
      const hash = await send('ana', PAYING);
      await yes('ben', hash);
      await database().queries.updateTable('releases').set({ authored: null }).execute();
      expect(await go(hash)).toContain('make it again');
      expect(await refusalOf(yes('eve', hash))).toContain('make it again');
      await send('ana', PAYING);
      await goLive(hash);
    });
  });

  describe('when a schedule is due', () => {
    const DUE = 60_000;
    const plan = (release: string) =>
      scheduleRelease(database(), { id: 'plan', release, due: DUE, ...by('ana') });
    const outcome = async () => {
      await publishDue(database(), DUE);
      return (await listSchedules(database().queries))[0];
    };

    it.each([
      ['the scheduler is disabled', 'ana', 'is disabled'],
      ['the approver is disabled', 'ben', 'ben is disabled'],
    ])('stops the release if %s, with the reason in the audit', async (_title, name, because) => {
      const before = await begin();
      const hash = await send('eve', PAYING);
      await yes('ben', hash);
      await plan(hash);
      await disableStaff(database(), { name, actor: 'root', at: 3 });
      expect(await outcome()).toMatchObject({
        state: 'refused',
        ended: expect.stringContaining(because) as string,
      });
      expect(await live()).toBe(before);
      const [told] = await listRecords(database().queries);
      expect(told).toMatchObject({
        ...{ action: 'release.schedule-refused', subject: hash },
        details: { by: 'ana', reason: expect.stringContaining(because) as string },
      });
    });

    it('stops the release if the scheduler may not publish any more, also for texts alone', async () => {
      const before = await begin();
      await plan(await send('ana', screenWithText('Two')));
      await changeRole(database(), { name: 'ana', role: 'editor', actor: 'root', at: 3 });
      expect(await outcome()).toMatchObject({ state: 'refused' });
      expect(await live()).toBe(before);
    });

    it('lets the release go live if the scheduler and the approver still have their rights', async () => {
      await begin();
      const hash = await send('eve', PAYING);
      await yes('ben', hash);
      await plan(hash);
      expect(await outcome()).toMatchObject({ state: 'live' });
      expect(await live()).toBe(hash);
    });
  });

  describe('at each stage of a rollout', () => {
    async function begun(): Promise<string> {
      const before = await begin();
      const release = await send('eve', PAYING);
      await yes('ben', release);
      const start = { id: 'slow', release, strategy: STRATEGY, audience: [] };
      await startRollout(database(), { ...start, ...by('ana') });
      return before;
    }
    /** Pages of both sides report enough, and the candidate is not worse. */
    async function step(at: number) {
      const one = { at, release: 'r', screen: 'shelf', rollout: 'slow' };
      await addCounts(
        database(),
        (['candidate', 'control'] as const).flatMap((side) =>
          (['served', 'load', 'view'] as const).map((kind) => ({ ...one, side, kind, count: 500 })),
        ),
      );
      return stepRollout(database(), at);
    }
    const share = async () => (await readRollout(database().queries, 'slow')).basisPoints;
    const disable = (name: string) => disableStaff(database(), { name, actor: 'root', at: 3 });

    it('the approval must still count, or the rollout does not grow, automatically or manually', async () => {
      await begun();
      expect(await step(2_000)).toBe('advanced');
      expect(await share()).toBe(5_000);
      await disable('ben');
      expect(await step(3_000)).toBeUndefined();
      const verdict = await look(database().queries, await readRollout(database().queries, 'slow'), 3_000);
      expect(verdict).toMatchObject({
        do: 'wait',
        because: expect.stringContaining('ben is disabled') as string,
      });
      const advance = advanceRollout(database(), { id: 'slow', ...by('eve', 3_000) });
      expect(await refusalOf(advance)).toMatch(/^approval: /);
      await pauseRollout(database(), { id: 'slow', ...by('eve', 3_000) });
      const resume = resumeRollout(database(), { id: 'slow', ...by('eve', 3_000) });
      expect(await refusalOf(resume)).toMatch(/^approval: /);
      expect(await share()).toBe(5_000);
    });

    it('the rollout does not grow if its starter may not publish any more', async () => {
      const before = await begun();
      await disable('ana');
      expect(await step(2_000)).toBeUndefined();
      await advanceRollout(database(), { id: 'slow', ...by('eve', 3_000) });
      expect(await share()).toBe(5_000);
      expect(await live()).toBe(before);
    });

    it('no approval is required to return the rollout', async () => {
      const before = await begun();
      await disable('ben');
      const { state } = await returnRollout(database(), { id: 'slow', ...by('eve', 3_000) });
      expect([state, await live()]).toEqual(['returned', before]);
    });
  });

  it('is never required to roll back, to close a screen, or to freeze', async () => {
    const one = await begin();
    const two = await send('eve', PAYING);
    await yes('ben', two);
    await goLive(two);
    await disableStaff(database(), { name: 'ben', actor: 'root', at: 3 });
    expect(await rollBack(database(), by('ana', 4))).toBe(one);
    expect(await rollBack(database(), { to: two, ...by('ana', 5) })).toBe(two);
    await closeScreen(database(), { screen: 'shelf', ...by('ana', 6) });
    await addFreeze(database(), { id: 'f', from: 7, to: 8, ...by('ana', 6) });
    const { needs } = await checkAgainstLive(database().queries, one, 9);
    expect(needs.length).toBeGreaterThan(0);
  });

  it('is no author from before an upgrade, once the release is made again', async () => {
    await begin();
    await openDraft(database(), { id: 'd', title: 'Pay', ...by('eve') });
    const text = smallProject(PAYING).get(SHELF)?.toString() ?? '';
    await saveDraft(database(), { id: 'd', seen: 0, changes: { [SHELF]: text }, ...by('eve') });
    const hash = await send('ana', PAYING);
    await yes('ben', hash);
    // The database of the previous version.
    await sql`drop table authors`.execute(database().queries);
    await sql`alter table releases drop column authored`.execute(database().queries);
    await authorMigration.up(database().queries);
    const upgraded = database();
    const say = (actor: string) => refusalOf(approve(upgraded, { release: hash, ...by(actor) }));
    expect(await refusalOf(publish(upgraded, { release: hash, ...by('ana') }))).toContain('make it again');
    await givenStaff(upgraded, 'ci', 'editor', 'service');
    await makeRelease(upgraded, { bytes: smallProject(PAYING), ...by('ci') });
    for (const actor of ['ana', 'eve'])
      expect(await say(actor)).toContain('Nobody can approve their own change');
    // Ben approved the same content, and is not an author of it.
    await publish(upgraded, { release: hash, ...by('ana') });
    expect((await findLive(upgraded.queries))?.release).toBe(hash);
  });

  it.each([
    ['unchanged', (text: string) => text],
    ['with another text', (text: string) => text.replace('"Pay"', '"Pay it"')],
  ])('is not the author of a late save that another person took over %s', async (_title, take) => {
    await begin();
    await openDraft(database(), { id: 'd', title: 'Pay', ...by('ben') });
    const text = smallProject(PAYING).get(SHELF)?.toString() ?? '';
    const save = (seen: number, changes: { [path: string]: string }, actor: string) =>
      saveDraft(database(), { id: 'd', seen, changes, ...by(actor) });
    await save(0, { [SHELF]: `${text}\n` }, 'ben');
    expect(await refusalOf(save(0, { [SHELF]: text }, 'ana'))).toMatch(/^conflict: /);
    await save(1, { [SHELF]: take(text) }, 'ben');
    const { hash } = await makeReleaseOfDraft(database(), { draft: 'd', ...by('ben') });
    expect(await refusalOf(yes('ana', hash))).toMatch(/^approval: /);
    await yes('eve', hash);
  });
});
