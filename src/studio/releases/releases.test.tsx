// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dayOf } from '#src/server/delivery/day-visitor.ts';
import { addCounts } from '#src/server/registry/counts.ts';
import { PAYING, screenWithText, smallProject } from '#src/server/registry/testing.ts';
import type { ScreenText } from '#renderer/grammar/testing.ts';
import { Refused } from '../api.ts';
import { ServerState } from '../queries/server-state.tsx';
import { type Ask, LIBRARY_FIXTURES, openTestRegistry, type TestRegistry } from '../testing.ts';
import { type Looked, Releases, type ReleasesProps } from './releases.tsx';
import { nameReleases } from './release-names.ts';
import { createReleasesApi, type ReleaseRecord } from './releases-api.ts';

const SHELF = 'screens/shelf.screen.json';
let now: number;
let registry: TestRegistry;
let ana: Ask;
let ben: Ask;

beforeEach(async () => {
  now = Date.parse('2026-03-06T09:00:00+08:00');
  registry = await openTestRegistry(() => (now += 1_000));
  ana = await registry.askAs('ana');
  ben = await registry.askAs('ben');
});
afterEach(async () => {
  cleanup();
  sessionStorage.clear();
  // Wait for pending requests.
  await new Promise((resolve) => setTimeout(resolve, 0));
  await registry.database.close();
});

/** @param first - The release in the address. */
function show(ask: Ask, name: string, first?: Looked) {
  const onRestore = vi.fn<ReleasesProps['onRestore']>(() => []);
  const api = createReleasesApi(ask);
  function Routed() {
    const [looked, setLooked] = useState(first);
    return (
      <Releases
        {...{ api, looked, onRestore }}
        fixtures={LIBRARY_FIXTURES}
        account={{ name }}
        onLook={setLooked}
      />
    );
  }
  render(<Routed />, { wrapper: ServerState });
  return { onRestore };
}

const goLive = (text: string) => registry.goLive(ana, smallProject(screenWithText(text)));

async function make(shelf: ScreenText, meant?: { readonly [code: string]: string }): Promise<string> {
  const files = [...smallProject(shelf)].map(([path, bytes]) => [path, bytes.toString('base64')]);
  const body = { files: Object.fromEntries(files), reason: 'Another shelf', ...(meant && { meant }) };
  return (await ana<ReleaseRecord>('POST', '/releases', body)).hash;
}

/** Makes a stored release unreadable. */
const damage = (hash: string) =>
  registry.database.write((queries) =>
    queries.updateTable('releases').set({ manifest: '{}' }).where('hash', '=', hash).execute(),
  );

async function nameOf(hash: string): Promise<string> {
  return nameReleases(await createReleasesApi(ana).list()).get(hash) ?? '';
}

async function live(): Promise<string> {
  return (await ana<{ release: string }>('GET', '/live')).release;
}

const region = (name: string) => screen.findByRole('region', { name });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('releases', () => {
  it('opens the release in the address: a waiting release with the decision, an unknown release with a button back', async () => {
    await goLive('One.');
    const waiting = await make(screenWithText('Two.'));
    show(ben, 'ben', { release: waiting });
    expect(await screen.findByRole('region', { name: 'Decision' })).toBeTruthy();
    cleanup();
    show(ben, 'ben', { release: 'd00d' });
    expect((await screen.findByRole('alert')).textContent).toContain('d00d');
    await press('Back to the releases');
    expect(await region('Waiting')).toBeTruthy();
    cleanup();
    show(ben, 'ben', { release: await live() });
    await screen.findByText(/^There is no release before/);
  });

  it('says that the releases could not be read, and reads them again when the person asks for it', async () => {
    await goLive('One.');
    let isOffline = true;
    const unreachable: Ask = (...call) =>
      isOffline ? Promise.reject(new Refused('offline', 'The server cannot be reached.')) : ben(...call);
    show(unreachable, 'ben');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/^The releases could not be read\. The server cannot be reached\./);
    isOffline = false;
    await press('Try again');
    await region('Live');
  });

  it('rolls back in two clicks that name the release, and adds it to the history', async () => {
    const [first, second] = [await goLive('One.'), await goLive('Two.')];
    show(ben, 'ben');
    await within(await region('Live')).findByText(`Live: ${await nameOf(second)}`);
    await press('Roll back');
    await userEvent.type(screen.getByLabelText('Reason'), 'Nobody found it');
    expect(
      screen.getByText(`Borrowers get ${await nameOf(first)} again, with the next screen that they open.`),
    ).toBeTruthy();
    await press(`Give everybody ${await nameOf(first)}`);
    await screen.findByText(`Live: ${await nameOf(first)}`);
    expect(await live()).toBe(first);
    const history = within(await region('History'));
    const newest = history.getAllByRole('listitem')[0]?.textContent;
    expect(newest).toMatch(/^Back to “.*ben, Mar 6, 2026, 9:00.*Nobody found it/);
    const said = screen.getByText(`You rolled back: everybody gets ${await nameOf(first)} again.`);
    await waitFor(() => expect(document.activeElement).toBe(said));
    expect(said.getAttribute('role')).toBe('status');
    // A release that was rolled back is not listed as waiting.
    expect(screen.getByText('Nothing waits.')).toBeTruthy();
  });

  it('does not roll back if another release went live since the person looked', async () => {
    await goLive('One.');
    await goLive('Two.');
    show(ben, 'ben');
    await region('Live');
    await press('Roll back');
    await userEvent.type(screen.getByLabelText('Reason'), 'Nobody found it');
    const confirm = screen.getByRole('button', { name: /^Give everybody/ });
    const third = await goLive('Three.');
    await userEvent.click(confirm);
    expect((await screen.findByRole('alert')).textContent).toContain('Another release is live now');
    expect(await live()).toBe(third);
  });

  it('names the release that a rollback really makes live if the one before can no longer be served', async () => {
    const [first, second] = [await goLive('One.'), await goLive('Two.')];
    await goLive('Three.');
    await damage(second);
    show(ben, 'ben');
    await region('Live');
    await press('Roll back');
    await userEvent.type(screen.getByLabelText('Reason'), 'Nobody found it');
    await press(`Give everybody ${await nameOf(first)}`);
    await screen.findByText(`Live: ${await nameOf(first)}`);
    expect(await live()).toBe(first);
  });

  it('does not roll back further than the person agreed to', async () => {
    await goLive('One.');
    const second = await goLive('Two.');
    const third = await goLive('Three.');
    show(ben, 'ben');
    await region('Live');
    await press('Roll back');
    await userEvent.type(screen.getByLabelText('Reason'), 'Nobody found it');
    await damage(second);
    await press(/^Give everybody/);
    expect((await screen.findByRole('alert')).textContent).toContain('No server could serve it');
    expect(await live()).toBe(third);
  });

  it('starts a rollout of a waiting release, which is no longer waiting after its return', async () => {
    const base = await goLive('One.');
    const waiting = await make(screenWithText('Two.'));
    show(ben, 'ben');
    await userEvent.click(within(await region('Waiting')).getByRole('button', { name: 'Review' }));
    await region('Decision');
    await press('To a share now');
    await screen.findByText(/^No borrowers were counted yet/);
    await userEvent.selectOptions(screen.getByLabelText('Strategy'), 'My own shares');
    fireEvent.change(screen.getByLabelText('Shares, percent'), { target: { value: '25, 60, 100' } });
    await press('Start the rollout');
    await screen.findByRole('heading', { name: `Rollout of ${await nameOf(waiting)}: 25 %` });
    expect(await live()).toBe(base);
    expect(screen.getByText('Nothing waits.')).toBeTruthy();
    await press('Roll back');
    await userEvent.type(screen.getByLabelText('Reason'), 'Nobody found it');
    await press(`Give everybody ${await nameOf(base)}`);
    await screen.findByText(`Rollout of ${await nameOf(waiting)} was taken back`);
    expect(screen.getByText('Nothing waits.')).toBeTruthy();
  });

  it('lets another person than the author approve a release after the same review', async () => {
    const base = await goLive('One.');
    const waiting = await make(PAYING);
    show(ana, 'ana');
    const mine = within(await region('Waiting'));
    expect(mine.getByText(`${await nameOf(waiting)} waits for approval`)).toBeTruthy();
    await userEvent.click(mine.getByRole('button', { name: 'Review' }));
    await screen.findByText('You made it, so another person must approve it.');
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    cleanup();
    show(ben, 'ben');
    await userEvent.click(within(await region('Waiting')).getByRole('button', { name: 'Review' }));
    const needs = within(await region('A second person'));
    expect(needs.getByText(/^Shelf: it moves money/)).toBeTruthy();
    expect(needs.getByRole('heading').textContent).toBe('Somebody else must approve');
    // No picture was looked at: this test renders none. The journey of the review looks at all of them.
    const decision = within(await region('Decision'));
    expect(decision.getByRole('status').textContent).toMatch(/not compared/);
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    await ben('POST', `/releases/${waiting}/approve`, { reason: 'Amount and button are right' });
    cleanup();
    show(ben, 'ben');
    await screen.findByText(`${await nameOf(waiting)} can be published`);
    expect(await live()).toBe(base);
    await userEvent.click(within(await region('Waiting')).getByRole('button', { name: 'Review' }));
    await screen.findByText(/^Approved by ben, .*: Amount and button are right$/);
    const given = within(await region('A second person'));
    expect(given.getByRole('heading').textContent).toBe('Approved by ben');
    await screen.findByText('Given without pictures.');
    await press('Publish now');
    await press(`Give everybody ${await nameOf(waiting)}`);
    await screen.findByText(`Live: ${await nameOf(waiting)}`);
    expect(await live()).toBe(waiting);
    expect(document.activeElement?.textContent).toBe(
      `You published ${await nameOf(waiting)}. Everybody gets it with the next screen that they open.`,
    );
    expect((await region('History')).textContent).toContain(`${await nameOf(waiting)} was approvedben, `);
  });

  it('shows the reports of both releases of a rollout, and advances, pauses and returns it', async () => {
    const base = await goLive('One.');
    const release = await make(screenWithText('Two.'));
    const body = { release, strategy: 'quick', reason: 'Carefully' };
    const { id } = await ana<{ id: string }>('POST', '/rollouts', body);
    const counted = { at: now, release: release.slice(0, 8), screen: 'shelf', rollout: id };
    await addCounts(registry.database, [
      { ...counted, side: 'candidate', kind: 'view', count: 400 },
      { ...counted, side: 'candidate', kind: 'script', count: 2 },
      { ...counted, side: 'candidate', kind: 'content', count: 4, total: 5_000 },
      { ...counted, side: 'control', kind: 'view', count: 300 },
    ]);
    const today = dayOf(now);
    await registry.database.queries
      .insertInto('visitor_days')
      .values([
        { day: today - 2, away: 7, attributes: '{}', count: 700 },
        { day: today, away: 2, attributes: '{}', count: 650 },
        { day: today, away: 7, attributes: '{}', count: 200 },
      ])
      .execute();
    show(ben, 'ben');
    const board = within(await region('Rollout'));
    const row = (name: string) => board.getByRole('row', { name: new RegExp(`^${name}`) }).textContent;
    expect(row('Screens opened')).toBe('Screens opened400300');
    expect(row('Screens with a failed script')).toBe('Screens with a failed script2 (0.50 %)0 (0.00 %)');
    expect(row('Time to content')).toBe('Time to content1.25 s–');
    expect(
      await board.findByText(/^About 45 of 900 borrowers of the last 3 days\. A larger share/),
    ).toBeTruthy();
    const title = `Rollout of ${await nameOf(release)}: `;
    expect(board.getByRole('heading', { name: `${title}5 %` })).toBeTruthy();
    await press('Advance');
    await userEvent.type(screen.getByLabelText('Reason'), 'It is urgent');
    await press('Give it to 20 %');
    await screen.findByRole('heading', { name: `${title}20 %` });
    await press('Pause');
    await press('Pause the rollout');
    await screen.findByRole('heading', { name: `${title}20 %, paused` });
    await press('Resume');
    await press('Resume the rollout');
    await screen.findByRole('heading', { name: `${title}20 %` });
    await press('Roll back');
    await userEvent.type(screen.getByLabelText('Reason'), 'Nobody found it');
    await press(`Give everybody ${await nameOf(base)}`);
    await screen.findByText(`Rollout of ${await nameOf(release)} was taken back`);
    expect(screen.queryByRole('region', { name: 'Rollout' })).toBeNull();
    expect(await live()).toBe(base);
  });

  it('compares two releases of the history, and restores one document or all of them in the draft', async () => {
    const [first] = [await goLive('One.'), await goLive('Two.'), await goLive('Three.')];
    const third = await live();
    const { onRestore } = show(ben, 'ben');
    const form = within(await screen.findByRole('form', { name: 'Compare two releases' }));
    await userEvent.selectOptions(form.getByLabelText('Before'), first ?? '');
    await userEvent.selectOptions(form.getByLabelText('After'), third);
    await userEvent.click(form.getByRole('button', { name: 'Compare' }));
    const changes = within(await region('What changed'));
    expect(changes.getByText('One.').tagName).toBe('DEL');
    expect(changes.getByText('Three.').tagName).toBe('INS');
    const older = await nameOf(first ?? '');
    await press(`As in ${older}: Screen shelf`);
    const [label, files, isAll] = onRestore.mock.calls[0] ?? [];
    expect([label, Object.keys(files ?? {}), isAll]).toEqual([`Screen shelf as in ${older}`, [SHELF], false]);
    expect(files?.[SHELF]).toContain('"One."');
    // Restore everything, including unchanged documents.
    await press(`As in ${older}: Everything`);
    const [whole, all, isWhole] = onRestore.mock.calls[1] ?? [];
    expect([whole, isWhole]).toEqual([`Everything as in ${older}`, true]);
    expect(all?.[SHELF]).toContain('"One."');
    expect(Object.keys(all ?? {}).sort()).toEqual([...smallProject().keys()].sort());
    expect(screen.getByText(`Your draft has Everything as in ${older}.`)).toBeTruthy();
    onRestore.mockReturnValueOnce(['schemas/api/shelf.endpoint.json']);
    await press(`As in ${older}: Everything`);
    screen.getByText('Your draft is as it was: you may not change Contract shelf.');
    await press('Back to the releases');
    await screen.findByRole('main', { name: 'Releases' });
  });

  it('shows the reasons for acknowledged legal warnings before and after publishing', async () => {
    await goLive('One.');
    const box = { type: 'check', name: 'agreed', label: 'I agree.', initial: true };
    const shelf = { body: [{ type: 'form', id: 'join', body: [box] }] };
    const hash = await make(shelf, { 'consent/prechecked': 'Law read it' });
    show(ben, 'ben');
    await userEvent.click(within(await region('Waiting')).getByRole('button', { name: 'Review' }));
    const why = 'Screen shelf: This checkbox can be ticked before the visitor ticks it. Law read it';
    expect((await region('Warnings that are intended')).textContent).toContain(why);
    expect((await region('Warnings')).textContent).not.toContain('ticked');
    await ben('POST', `/releases/${hash}/approve`, { reason: 'Read' });
    await ben('POST', `/releases/${hash}/publish`, { reason: 'Join here' });
    cleanup();
    show(ben, 'ben');
    expect((await region('History')).textContent).toContain(why);
  });

  it('cancels a scheduled release and lifts a freeze', async () => {
    await goLive('One.');
    const release = await make(screenWithText('Two.'));
    const due = Date.parse('2026-03-09T08:30:00+08:00');
    await ana('POST', `/releases/${release}/schedule`, { due, reason: 'On Monday' });
    await ana('POST', '/freezes', { from: due, to: due + 1_000, reason: 'A holiday' });
    show(ben, 'ben');
    const calendar = within(await region('Calendar'));
    expect(calendar.getByText(/goes live Mon, Mar 9, 2026, 8:30/).textContent).toContain(
      await nameOf(release),
    );
    expect(calendar.getByText('Publishing is closed at that time.')).toBeTruthy();
    expect(screen.queryByText(/waits for approval|can be published/)).toBeNull();
    await press('Move the plan');
    const time = screen.getByLabelText<HTMLInputElement>('Date and time in Manila');
    expect(time.value).toBe('2026-03-09T08:30');
    fireEvent.change(time, { target: { value: '2026-03-10T09:00' } });
    await userEvent.type(screen.getByLabelText('Reason'), 'A day later');
    await press('Move it');
    await calendar.findByText(/goes live Tue, Mar 10, 2026, 9:00/);
    await press('Cancel the plan');
    await userEvent.type(screen.getByLabelText('Reason'), 'Not yet');
    await press('Take it off the calendar');
    await screen.findByText(`${await nameOf(release)} can be published`);
    const cancelled = await screen.findByText(`You cancelled the plan of ${await nameOf(release)}.`);
    await waitFor(() => expect(document.activeElement).toBe(cancelled));
    const history = (await region('History')).textContent;
    expect(history).toContain(`The plan of ${await nameOf(release)} was cancelled`);
    expect(history).toContain(`${await nameOf(release)} was planned for Mon, Mar 9, 2026, 8:30`);
    await press('Lift the freeze');
    await userEvent.type(screen.getByLabelText('Reason'), 'We work');
    await press('Lift it now');
    await screen.findByText('Nothing is planned.');
    await press('Freeze');
    fireEvent.change(screen.getByLabelText('From, in Manila'), { target: { value: '2026-12-24T18:00' } });
    fireEvent.change(screen.getByLabelText('To, in Manila'), { target: { value: '2026-12-23T08:00' } });
    await press('Let nothing go live then');
    // Errors of two fields, and of their combination.
    await screen.findByText('It must be later than the beginning.');
    await screen.findByText('It is too short: write at least 3 characters.');
    fireEvent.change(screen.getByLabelText('To, in Manila'), { target: { value: '2026-12-26T08:00' } });
    await userEvent.type(screen.getByLabelText('Reason'), 'Christmas');
    await press('Let nothing go live then');
    expect((await screen.findByText(/^Nothing goes live/)).textContent).toContain('Thu, Dec 24, 2026, 6:00');
  });

  it('schedules a release to a share first, and shows the share in the calendar', async () => {
    await goLive('One.');
    const release = await make(screenWithText('Two.'));
    show(ben, 'ben', { release });
    await region('Decision');
    await press('At a time');
    fireEvent.change(screen.getByLabelText('Date and time in Manila'), {
      target: { value: '2026-03-07T09:00' },
    });
    await userEvent.click(screen.getByLabelText('To a share first'));
    await userEvent.selectOptions(screen.getByLabelText('Strategy'), 'My own shares');
    await press('Put it on the calendar');
    await screen.findByText(/^You planned “.*”: it goes to 5 % of borrowers Sat, Mar 7, 2026, 9:00/);
    const calendar = within(await region('Calendar'));
    await calendar.findByText(/goes to 5 % of borrowers Sat, Mar 7, 2026, 9:00.* in Manila/);
    expect(calendar.getByText('Then 5 % for 1 h, 20 % for 1 h, 60 % for 1 h, then everybody.')).toBeTruthy();
  });

  it('asks the author for changes, so that nobody can publish it until that is withdrawn', async () => {
    await goLive('One.');
    const release = await make(screenWithText('Two.'));
    show(ben, 'ben', { release });
    await region('Decision');
    await press('Ask for changes');
    await userEvent.type(screen.getByLabelText('What should change'), 'Say what it costs.');
    await press('Send the comment');
    await screen.findByText(`${await nameOf(release)} waits for changes`);
    screen.getByText(`You asked for changes in ${await nameOf(release)}. The author sees it on Home.`);
    await userEvent.click(within(await region('Waiting')).getByRole('button', { name: 'Review' }));
    expect((await region('Changes asked for')).textContent).toContain('Say what it costs.');
    expect(screen.queryByRole('button', { name: 'Publish now' })).toBeNull();
    await press('Withdraw');
    await screen.findByText(`${await nameOf(release)} can be published`);
  });

  it('has a typed comment again after another page was looked at, for this release only, until it is cancelled', async () => {
    await goLive('One.');
    const [release, other] = [await make(screenWithText('Two.')), await make(screenWithText('Three.'))];
    const open = async (one: string) => {
      cleanup();
      show(ben, 'ben', { release: one });
      await region('Decision');
      await press('Ask for changes');
      return screen.getByLabelText<HTMLInputElement>('What should change');
    };
    await userEvent.type(await open(release), 'Say what it costs.');
    expect((await open(other)).value).toBe('');
    expect((await open(release)).value).toBe('Say what it costs.');
    await press('Cancel');
    await press('Ask for changes');
    expect(screen.getByLabelText<HTMLInputElement>('What should change').value).toBe('');
    expect((await open(release)).value).toBe('');
  });

  it('has a typed reason again after another page was looked at', async () => {
    await goLive('One.');
    await goLive('Two.');
    const open = async () => {
      cleanup();
      show(ben, 'ben');
      await userEvent.click(await screen.findByRole('button', { name: 'Roll back' }));
    };
    await open();
    await userEvent.type(screen.getByLabelText('Reason'), 'Nobody found it');
    await open();
    expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('Nobody found it');
  });

  it('lists schedules and freezes by date with weekly freezes first, and marks a release that is due in a freeze', async () => {
    await goLive('One.');
    const at = (local: string) => Date.parse(`${local}:00+08:00`);
    const weekly = { from: 'fri 18:00', to: 'mon 00:00', zone: 'Asia/Manila' };
    const plan = async (text: string, local: string) => {
      const release = await make(screenWithText(text));
      await ana('POST', `/releases/${release}/schedule`, { due: at(local), reason: text });
    };
    await plan('On a Monday.', '2026-03-09T00:00');
    await plan('On a Sunday.', '2026-03-08T23:59');
    await ana('POST', '/freezes', {
      from: at('2026-03-08T08:00'),
      to: at('2026-03-08T10:00'),
      reason: 'An hour off',
    });
    await ana('POST', '/freezes', { weekly, reason: 'Every weekend' });
    show(ben, 'ben');
    const lines = within(await region('Calendar')).getAllByRole('listitem');
    const said = lines.map((line) => [...line.querySelectorAll('strong')].map((part) => part.textContent));
    expect(said.map((parts) => parts.join(' '))).toEqual([
      'Nothing goes live every week from fri 18:00 to mon 00:00 in Asia/Manila',
      expect.stringMatching(/^Nothing goes live from Sun, Mar 8, 2026, 8:00.* to Sun, Mar 8, 2026, 10:00/),
      expect.stringMatching(/^“Another shelf” .*goes live Sun, Mar 8, 2026, 11:59.* Publishing is closed/),
      expect.stringMatching(/^“Another shelf” .*goes live Mon, Mar 9, 2026, 12:00.* in Manila$/),
    ]);
  });

  it("shows the registry's error message", async () => {
    await goLive('One.');
    await goLive('Two.');
    show(await registry.askAs('vera', 'viewer'), 'vera');
    await region('Live');
    await press('Roll back');
    await userEvent.type(screen.getByLabelText('Reason'), 'Nobody found it');
    await press(/^Give everybody/);
    expect((await screen.findByRole('alert')).textContent).toContain('vera is viewer');
  });
});
