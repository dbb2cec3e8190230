import { beforeEach, expect, it } from 'vitest';
import type { ScreenText } from '#renderer/grammar/testing.ts';
import { listRecords } from './audit.ts';
import { exportRelease, importRelease } from './bundle.ts';
import type { RegistryRefusal } from './failures.ts';
import { openDraft, saveDraft } from './drafts.ts';
import type { ReleaseRecord } from '#src/shared/registry/release-record.ts';
import { makeRelease, makeReleaseOfDraft, type Made, publish, readRelease } from './releases.ts';
import { readRollout } from './rollout-records.ts';
import { startRollout } from './rollouts.ts';
import { approve } from './second-person.ts';
import { STRATEGIES } from '#src/shared/rollout/strategy.ts';
import { by, hire, onBothEngines, screenWithText, smallProject } from './testing.ts';

const SHELF = 'screens/shelf.screen.json';
const TICKED = 'This checkbox can be ticked before the visitor ticks it.';

/** A box that is already ticked, and a text for people who go back. */
function asking(more: object = {}, stay: object = {}): ScreenText {
  const box = { type: 'check', name: 'agreed', label: 'I agree.', initial: true, ...more };
  return {
    on: { back: [{ do: 'open', overlay: 'stay' }, { do: 'back' }] },
    overlays: {
      stay: { type: 'dialog', title: 'Before you go', body: [{ type: 'text', text: 'Stay?' }], ...stay },
    },
    body: [{ type: 'form', id: 'join', body: [box] }],
  };
}

const because = (code: string, reason: string) => ({ 'x-acknowledged': { [code]: reason } });

onBothEngines('a legal warning', ({ database }) => {
  beforeEach(() => hire(database(), 'ana', 'ben', 'cy'));

  const make = (shelf: ScreenText, more: Partial<Made> = {}, options = {}) =>
    makeRelease(database(), { bytes: smallProject(shelf, options), ...by('ana'), ...more });
  const goLive = async ({ hash }: ReleaseRecord) => {
    await approve(database(), { release: hash, ...by('ben') }).catch(() => undefined);
    await publish(database(), { release: hash, ...by('ana') });
    return hash;
  };
  /** Code and path of legal warnings without a reason. */
  const open = async (made: Promise<unknown>) => {
    const refusal = (await made.catch((error: unknown) => error)) as RegistryRefusal;
    expect(refusal).toMatchObject({ code: 'law' });
    return refusal.problems.map(({ code, file, line, pointer }) => {
      expect(line).toBeGreaterThan(1);
      return `${code} ${file} ${pointer}`;
    });
  };

  it('without a reason prevents a release, whether the release is made from files or from a draft', async () => {
    const both = [`consent/prechecked ${SHELF} /body/0/body/0`, `back/held ${SHELF} /overlays/stay`];
    expect((await open(make(asking()))).sort()).toEqual(both.sort());
    await goLive(await make(screenWithText('One')));
    await openDraft(database(), { id: 'words', title: 'Words', actor: 'ana', at: 1 });
    const text = smallProject(asking()).get(SHELF)?.toString() ?? '';
    await saveDraft(database(), { id: 'words', seen: 0, changes: { [SHELF]: text }, actor: 'ana', at: 2 });
    expect(await open(makeReleaseOfDraft(database(), { draft: 'words', ...by('ana') }))).toHaveLength(2);
    const rows = await database().queries.selectFrom('releases').select('hash').execute();
    expect(rows).toHaveLength(1);
  });

  it('with a reason in its document goes live, and the release and the audit store the reason', async () => {
    const shelf = asking(because('consent/prechecked', 'Law read it.'), because('back/held', 'Asked for.'));
    const { hash, meant } = await make(shelf);
    expect(meant).toEqual([
      {
        ...{ code: 'consent/prechecked', file: SHELF, pointer: '/body/0/body/0' },
        reason: 'Law read it.',
        message: TICKED,
      },
      { code: 'back/held', file: SHELF, pointer: '/overlays/stay', reason: 'Asked for.', message: anyText },
    ]);
    await goLive(await readRelease(database().queries, hash));
    expect(await readRelease(database().queries, hash)).toMatchObject({ meant });
    const records = await listRecords(database().queries, { limit: 9 });
    const told = records.filter(({ details }) => details['meant'] !== undefined);
    expect(told.map(({ action }) => action)).toEqual(['release.publish', 'release.make']);
    expect(told.map(({ details }) => details['meant'])).toEqual([meant, meant]);
  });

  it('takes its reason from the request, by its code, if the document has none', async () => {
    const held = because('back/held', 'Asked for.');
    const reasons = { 'consent/prechecked': 'Law read it.', 'back/held': 'Not this one.' };
    expect(await open(make(asking({}, held), { meant: { 'back/held': 'Both.' } }))).toEqual([
      `consent/prechecked ${SHELF} /body/0/body/0`,
    ]);
    const { hash, meant } = await make(asking({}, held), { meant: reasons });
    expect(meant?.map(({ code, reason }) => `${code}: ${reason}`).sort()).toEqual([
      'back/held: Asked for.',
      'consent/prechecked: Law read it.',
    ]);
    const bundle = await exportRelease(database().queries, hash);
    expect(await open(importRelease(database(), { bundle, ...by('ana') }))).toHaveLength(1);
    const taken = await importRelease(database(), { bundle, ...by('ana'), meant: reasons });
    expect(taken.hash).toBe(hash);
  });

  it('needs no new reason if the live release has the same document', async () => {
    await goLive(await make(asking(), { meant: { 'consent/prechecked': 'Law.', 'back/held': 'Law.' } }));
    const changed = {
      app: { hosts: { leave: ['more.example.com', 'help.example.com'], frame: ['rules.example.com'] } },
    };
    const { meant } = await make(asking(), {}, changed);
    expect(meant).toBeUndefined();
    const stay = { title: 'Before you leave' };
    expect(await open(make(asking({}, stay)))).toHaveLength(2);
  });

  it('has its reason also in the audit of a rollout', async () => {
    await goLive(await make(screenWithText('One')));
    const made = await make(asking(), { meant: { 'consent/prechecked': 'Law.', 'back/held': 'Law.' } });
    await approve(database(), { release: made.hash, ...by('ben') });
    const strategy = STRATEGIES['careful'];
    if (strategy === undefined) throw new Error('There is no careful one.');
    const start = { id: 'slow', release: made.hash, strategy, audience: [], ...by('ana') };
    await startRollout(database(), start);
    expect((await readRollout(database().queries, 'slow')).release).toBe(made.hash);
    const [first] = await listRecords(database().queries, { limit: 1 });
    expect(first).toMatchObject({ action: 'rollout.start', details: { meant: made.meant } });
  });

  it('leaves no entry in a release that has no such warning', async () => {
    expect(await make(screenWithText('One'))).not.toHaveProperty('meant');
  });
});

const anyText: unknown = expect.any(String);
