import { expect, it } from 'vitest';
import { listChangesAsked } from '../home/changes-asked.ts';
import { disableStaff } from '../staff/accounts.ts';
import { listRecords } from './audit.ts';
import { askForChanges, listChangeRequests, withdrawChangeRequest } from './change-requests.ts';
import { openDraft, saveDraft } from './drafts.ts';
import { RegistryRefusal } from './failures.ts';
import { makeRelease, makeReleaseOfDraft, publish } from './releases.ts';
import { advanceRollout, startRollout } from './rollouts.ts';
import { scheduleRelease } from './schedules.ts';
import { approve, listApprovals } from './second-person.ts';
import { by, hire, onBothEngines, PAYING, screenWithText, smallProject, WORDS_ALONE } from './testing.ts';

const SHELF = 'screens/shelf.screen.json';
const LOOKED = { seen: 3, notCompared: 0 };
const STRATEGY = { stages: [{ basisPoints: 500, bakeMs: 0 }], leastViews: 200, thresholds: {} };
const NEEDS_PICTURES = { app: { review: { ...WORDS_ALONE.review, approvalNeedsPictures: true } } };

async function refusalOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof RegistryRefusal
    ? `${error.code}: ${error.message}`
    : `not refused: ${String(error)}`;
}

onBothEngines('a review', ({ database }) => {
  const make = async (bytes: ReadonlyMap<string, Buffer>) =>
    (await makeRelease(database(), { bytes, ...by('ana') })).hash;
  const goLive = (release: string) => publish(database(), { release, ...by('ana') });
  const ask = (release: string, actor = 'ben', id = 'ask') =>
    askForChanges(database(), { id, release, text: 'Say what it costs.', actor, at: 2_000 });

  /** One release is live, and ana made another one that needs a second person. */
  async function begin(options = {}): Promise<string> {
    await hire(database(), 'ana', 'ben', 'eve');
    await goLive(await make(smallProject(screenWithText('One'), options)));
    return make(smallProject(PAYING, options));
  }

  it('keeps a release from publishing while a reviewer asks for changes, even if another one approves', async () => {
    const release = await begin();
    await ask(release);
    await approve(database(), { release, ...by('eve') });
    const due = { id: 'plan', due: 5_000, ...by('ana', 3_000) };
    const rollout = { id: 'r', strategy: STRATEGY, audience: [], ...by('ana') };
    for (const way of [
      () => goLive(release),
      () => scheduleRelease(database(), { ...due, release }),
      () => startRollout(database(), { ...rollout, release }),
    ]) {
      expect(await refusalOf(way())).toMatch(/^conflict: ben asked for changes: “Say what it costs.”/);
    }
    await withdrawChangeRequest(database(), { id: 'ask', actor: 'ben', at: 3_000 });
    await goLive(release);
    const actions = (await listRecords(database().queries)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['release.ask-changes', 'release.withdraw-changes']));
  });

  it('stops the growth of a rollout while a reviewer asks for changes', async () => {
    const release = await begin();
    await approve(database(), { release, ...by('eve') });
    await startRollout(database(), { id: 'r', release, strategy: STRATEGY, audience: [], ...by('ana') });
    await ask(release);
    expect(await refusalOf(advanceRollout(database(), { id: 'r', ...by('ana') }))).toMatch(/^conflict: ben/);
  });

  it('lets only the person who asked withdraw it, once, and ask once', async () => {
    const release = await begin();
    await ask(release);
    expect(await refusalOf(ask(release, 'ben', 'again'))).toMatch(/^conflict: /);
    const withdraw = (actor: string) => withdrawChangeRequest(database(), { id: 'ask', actor, at: 3_000 });
    expect(await refusalOf(withdraw('eve'))).toMatch(/^forbidden: Only ben/);
    expect(await withdraw('ben')).toEqual([]);
    expect(await refusalOf(withdraw('ben'))).toMatch(/^conflict: /);
    expect(await refusalOf(ask('0'.repeat(64)))).toMatch(/^unknown: /);
  });

  it('ends the approval of the person who asks, and the request of the person who approves', async () => {
    const release = await begin();
    await approve(database(), { release, ...by('ben') });
    await ask(release);
    expect(await listApprovals(database().queries, release)).toEqual([]);
    await approve(database(), { release, ...by('ben') });
    expect(await listChangeRequests(database().queries, [release])).toEqual([]);
    await goLive(release);
  });

  it('does not count the request of a disabled account', async () => {
    const release = await begin();
    await ask(release);
    await disableStaff(database(), { name: 'ben', actor: 'ana', at: 3_000 });
    expect(await listChangeRequests(database().queries, [release])).toEqual([]);
    await approve(database(), { release, ...by('eve') });
    await goLive(release);
  });

  it('tells the author of the draft what to change, until a new release is made', async () => {
    await begin();
    await openDraft(database(), { id: 'd', title: 'Fees', ...by('ana') });
    const save = (text: string, seen: number) =>
      saveDraft(database(), {
        ...{ id: 'd', seen, ...by('ana') },
        changes: { [SHELF]: smallProject(screenWithText(text)).get(SHELF)?.toString() ?? '' },
      });
    await save('Two', 0);
    const { hash } = await makeReleaseOfDraft(database(), { draft: 'd', ...by('ana', 1_500) });
    await ask(hash);
    expect(await listChangesAsked(database().queries, 'ana')).toMatchObject([
      { draft: 'd', title: 'Fees', actor: 'ben', text: 'Say what it costs.', release: hash },
    ]);
    expect(await listChangesAsked(database().queries, 'eve')).toEqual([]);
    await save('Three', 1);
    await makeReleaseOfDraft(database(), { draft: 'd', ...by('ana', 2_500) });
    expect(await listChangesAsked(database().queries, 'ana')).toEqual([]);
  });

  it('records whether the approver looked at pictures', async () => {
    const release = await begin();
    await approve(database(), { release, ...by('ben') });
    const pictures = async () =>
      (await listApprovals(database().queries, release)).map((one) => [one.actor, one.pictures, one.fault]);
    expect(await pictures()).toEqual([['ben', 'none', undefined]]);
    await approve(database(), { release, pictures: LOOKED, ...by('ben') });
    await approve(database(), { release, ...by('ben') });
    expect(await pictures()).toEqual([['ben', LOOKED, undefined]]);
    await database().queries.updateTable('approvals').set({ pictures: null }).execute();
    expect(await pictures()).toEqual([['ben', 'unknown', undefined]]);
  });

  it('refuses an approval without pictures where the live policy needs them', async () => {
    const release = await begin(NEEDS_PICTURES);
    expect(await refusalOf(approve(database(), { release, ...by('ben') }))).toMatch(
      /^approval: It was given without pictures/,
    );
    expect(await refusalOf(goLive(release))).toMatch(/^approval: /);
    await approve(database(), { release, pictures: LOOKED, ...by('ben') });
    await database().queries.updateTable('approvals').set({ pictures: '"none"' }).execute();
    expect(await refusalOf(goLive(release))).toContain('An approval does not count: It was given without');
    await approve(database(), { release, pictures: LOOKED, ...by('ben') });
    await goLive(release);
  });
});
