// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { STRATEGIES, type Strategy } from '#src/shared/rollout/strategy.ts';
import type { ReviewNeed } from '#src/shared/registry/review-need.ts';
import { PAYING, screenWithText, smallProject } from '#src/server/registry/testing.ts';
import type { ScreenText } from '#renderer/grammar/testing.ts';
import { createApi, type Draft } from '../api.ts';
import { ServerState } from '../queries/server-state.tsx';
import { createReleasesApi, type ReleasesApi } from '../releases/releases-api.ts';
import { type Ask, openTestRegistry, type TestRegistry } from '../testing.ts';
import { Publish, type PublishProps } from './publish.tsx';

const SHELF = 'screens/shelf.screen.json';
const NOW = Date.parse('2026-03-06T09:00:00+08:00');
const MONEY: readonly ReviewNeed[] = [{ kind: 'money', subject: 'shelf' }];

let registry: TestRegistry;
let ask: Ask;
let releases: ReleasesApi;
let base: string;

beforeEach(async () => {
  registry = await openTestRegistry(() => NOW);
  ask = await registry.askAs('ana');
  releases = createReleasesApi(ask);
  base = await registry.goLive(ask, smallProject(screenWithText('Before.')));
});
afterEach(async () => {
  cleanup();
  sessionStorage.clear();
  // Wait for pending requests.
  await new Promise((resolve) => setTimeout(resolve, 0));
  await registry.database.close();
});

/** A draft with another shelf. */
async function given(shelf: ScreenText | string): Promise<Draft> {
  const api = createApi(ask);
  const draft = await api.openDraft('Another shelf');
  const text = typeof shelf === 'string' ? shelf : (smallProject(shelf).get(SHELF)?.toString() ?? '');
  return { ...draft, revision: await api.saveDraft(draft.id, 0, { [SHELF]: text }) };
}

function show(draft: Draft, more: Partial<PublishProps> = {}) {
  const onSelect = vi.fn<PublishProps['onSelect']>();
  const onNewDraft = vi.fn<PublishProps['onNewDraft']>();
  const form = (changed: Partial<PublishProps> = {}) => (
    <Publish
      api={releases}
      settle={() => Promise.resolve(draft)}
      takes={() => 0}
      account={{ name: 'ana', role: 'admin' }}
      needs={[]}
      problems={[]}
      isWhole
      isChanged
      title="Screen shelf"
      {...{ draft, onSelect, onNewDraft, ...more, ...changed }}
    />
  );
  const { rerender } = render(form(), { wrapper: ServerState });
  return { onSelect, onNewDraft, rerender: (changed: Partial<PublishProps>) => rerender(form(changed)) };
}

async function live(): Promise<string> {
  return (await ask<{ release: string }>('GET', '/live')).release;
}

describe('publishing a draft', () => {
  it('refuses once if a colleague changed the draft after the review was opened', async () => {
    let takes = 0;
    const draft = await given(screenWithText('After.'));
    show(draft, {
      takes: () => takes,
      // Saving brings the colleague's changes.
      settle: () => {
        takes = 1;
        return Promise.resolve(draft);
      },
    });
    await userEvent.type(screen.getByLabelText('Reason'), 'Clearer words');
    await userEvent.click(screen.getByRole('button', { name: 'Publish now' }));
    await screen.findByText(/^A colleague changed this draft after you opened the review\./);
    expect(await live()).toBe(base);
    await userEvent.click(screen.getByRole('button', { name: 'Publish now' }));
    await screen.findByRole('heading', { name: 'Published' });
    expect(await live()).not.toBe(base);
  });

  it('asks again whether warnings are intended when other ones come', async () => {
    const draft = await given(screenWithText('After.'));
    const warning = (message: string): PublishProps['problems'][number] => ({
      ...{ code: 'lint/any', severity: 'warning', message, file: SHELF, pointer: '' },
      ...{ line: 1, column: 1 },
    });
    const { rerender } = show(draft, { problems: [warning('One.')] });
    const tick = () => screen.getByRole('checkbox', { name: /intended$/ });
    await userEvent.click(tick());
    expect(tick()).toHaveProperty('checked', true);
    rerender({ problems: [warning('One.'), warning('Two.')] });
    expect(tick()).toHaveProperty('checked', false);
  });

  it('publishes to everyone with title and reason, and offers a new draft', async () => {
    const { onNewDraft } = show(await given(screenWithText('After.')));
    await userEvent.type(screen.getByLabelText('Reason'), 'Clearer words');
    await userEvent.click(screen.getByRole('button', { name: 'Publish now' }));
    expect((await screen.findByRole('status')).textContent).toMatch(
      /^“Screen shelf: Clearer words” is live\./,
    );
    const { reason } = await releases.read(await live());
    expect(reason).toBe('Screen shelf: Clearer words');
    expect(await live()).not.toBe(base);
    await userEvent.click(screen.getByRole('button', { name: 'Begin a new draft' }));
    expect(onNewDraft).toHaveBeenCalledOnce();
  });

  it('asks for approval if money moves, and publishes after another person has approved exactly this draft', async () => {
    const draft = await given(PAYING);
    show(draft, { needs: MONEY });
    await userEvent.type(screen.getByLabelText('Reason'), 'People pay here');
    expect(screen.queryByRole('button', { name: 'Publish now' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Ask for approval' }));
    await screen.findByText(/of ana waits for somebody else/);
    expect(await live()).toBe(base);
    const made = (await releases.list()).find((one) => one.draft === draft.id);
    const ben = await registry.askAs('ben', 'approver');
    await ben('POST', `/releases/${made?.hash}/approve`, { reason: 'Amount and button are right' });
    cleanup();
    show(draft, { needs: MONEY });
    await screen.findByText(/^Approved by ben, .*: Amount and button are right$/);
    await screen.findByText('Given without pictures.');
    await userEvent.type(screen.getByLabelText('Reason'), 'People pay here');
    await userEvent.click(screen.getByRole('button', { name: 'Publish now' }));
    await screen.findByText(/^“.*” is live\./);
    expect(await live()).toBe(made?.hash);
  });

  it('lists the problems that the registry finds, with links', async () => {
    const { onSelect } = show(await given(screenWithText('${nothing}')));
    await userEvent.type(screen.getByLabelText('Reason'), 'A slip');
    await userEvent.click(screen.getByRole('button', { name: 'Publish now' }));
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${SHELF}:\\d+:\\d+ `) }));
    expect(onSelect).toHaveBeenCalledWith({ file: SHELF, pointer: '/body/0/text' });
    expect(await live()).toBe(base);
  });

  it('schedules the publication for a time in Manila', async () => {
    show(await given(screenWithText('After.')));
    await userEvent.type(screen.getByLabelText('Reason'), 'On Monday');
    await userEvent.click(screen.getByRole('radio', { name: 'To everybody, at a time' }));
    await userEvent.type(screen.getByLabelText('Date and time in Manila'), '2026-03-09T08:30');
    await userEvent.click(screen.getByRole('button', { name: 'Schedule' }));
    expect((await screen.findByRole('status')).textContent).toContain('Mar 9, 2026, 8:30');
    screen.getByRole('heading', { name: 'Planned' });
    const { schedules } = await ask<{ schedules: readonly { due: number }[] }>('GET', '/schedules');
    expect(schedules.map(({ due }) => new Date(due).toISOString())).toEqual(['2026-03-09T00:30:00.000Z']);
  });

  it('starts a rollout with shares of one’s own among an audience', async () => {
    show(await given(screenWithText('After.')));
    await userEvent.type(screen.getByLabelText('Reason'), 'Carefully');
    await userEvent.click(screen.getByRole('radio', { name: 'To a share first' }));
    await userEvent.selectOptions(screen.getByLabelText('Strategy'), 'My own shares');
    const shares = screen.getByLabelText('Shares, percent');
    await userEvent.clear(shares);
    await userEvent.type(shares, '20, 5');
    await userEvent.selectOptions(screen.getByLabelText('Only where'), 'Product');
    await userEvent.type(screen.getByLabelText(/^Product one of/), '1203, 1204');
    await userEvent.click(screen.getByRole('button', { name: 'Start the rollout' }));
    await screen.findByText(/must be growing numbers/);
    await userEvent.clear(shares);
    await userEvent.type(shares, '5, 20, 60, 100');
    await userEvent.click(screen.getByRole('button', { name: 'Start the rollout' }));
    expect((await screen.findByRole('status')).textContent).toContain('5 % of borrowers');
    const { rollouts } = await ask<{ rollouts: readonly object[] }>('GET', '/rollouts');
    expect(rollouts).toMatchObject([
      { state: 'running', basisPoints: 500, audience: [{ attribute: 'product', oneOf: ['1203', '1204'] }] },
    ]);
    const [{ strategy }] = rollouts as unknown as [{ strategy: Strategy }];
    expect(strategy.stages.map(({ basisPoints }) => basisPoints)).toEqual([500, 2_000, 6_000]);
  });

  it('schedules a share first', async () => {
    show(await given(screenWithText('After.')));
    await userEvent.type(screen.getByLabelText('Reason'), 'On Monday');
    await userEvent.click(screen.getByRole('radio', { name: 'To a share first, at a time' }));
    await userEvent.type(screen.getByLabelText('Date and time in Manila'), '2026-03-09T08:30');
    await userEvent.click(screen.getByRole('button', { name: 'Schedule' }));
    expect((await screen.findByRole('status')).textContent).toMatch(
      /^A share of borrowers .*Mar 9, 2026, 8:30/,
    );
    const { schedules } = await ask<{ schedules: readonly object[] }>('GET', '/schedules');
    expect(schedules).toMatchObject([
      { due: Date.parse('2026-03-09T08:30:00+08:00'), gradual: { strategy: STRATEGIES['careful'] } },
    ]);
  });

  it('shows the changes that a reviewer asks for, which the reviewer can withdraw', async () => {
    const draft = await given(PAYING);
    const made = await releases.make(draft.id, 'Pay here');
    const ben = await registry.askAs('ben', 'approver');
    await ben('POST', `/releases/${made.hash}/change-requests`, { text: 'Say what it costs.' });
    show(draft, { needs: MONEY });
    const asked = within(await screen.findByRole('region', { name: 'Changes asked for' }));
    expect(asked.getByText('Say what it costs.')).toBeTruthy();
    expect(asked.queryByRole('button', { name: 'Withdraw' })).toBeNull();
    cleanup();
    show(draft, { needs: MONEY, api: createReleasesApi(ben), account: { name: 'ben', role: 'approver' } });
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Changes asked for' })).toBeNull());
  });

  it('asks before the page is left while the request is being sent', async () => {
    const draft = await given(PAYING);
    let finish: (draft: Draft) => void = () => undefined;
    const settle = () => new Promise<Draft>((resolve) => (finish = resolve));
    show(draft, { needs: MONEY, settle });
    const isKept = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await userEvent.type(screen.getByLabelText('Reason'), 'People pay here');
    expect(isKept()).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Ask for approval' }));
    expect(isKept()).toBe(true);
    finish(draft);
    await screen.findByText(/of ana waits for somebody else/);
    expect(isKept()).toBe(false);
  });

  it('requires a confirmation of warnings, and blocks errors', async () => {
    const draft = await given(screenWithText('After.'));
    const warning = { code: 'a11y/name', severity: 'warning', file: SHELF, line: 1, column: 1 } as const;
    show(draft, { problems: [{ ...warning, pointer: '', message: 'No name.' }] });
    await userEvent.type(screen.getByLabelText('Reason'), 'Meant so');
    await userEvent.click(screen.getByRole('button', { name: 'Publish now' }));
    expect(await live()).toBe(base);
    await userEvent.click(screen.getByRole('checkbox', { name: 'The warning is intended' }));
    await userEvent.click(screen.getByRole('button', { name: 'Publish now' }));
    await screen.findByText(/^“.*” is live\./);
    cleanup();
    show(draft, { problems: [{ ...warning, severity: 'error', pointer: '', message: 'Broken.' }] });
    expect(screen.getByRole('button', { name: 'Publish now' })).toHaveProperty('disabled', true);
  });

  it('has the typed title and reason again after another page was looked at, and asks for the confirmation again', async () => {
    const draft = await given(screenWithText('After.'));
    const warning = {
      ...{ code: 'text/empty', severity: 'warning', message: 'It is empty.' },
      ...{ file: SHELF, pointer: '/body/0', line: 1, column: 1 },
    } as unknown as PublishProps['problems'][number];
    show(draft, { problems: [warning] });
    await userEvent.type(screen.getByLabelText('Title'), ' and more');
    await userEvent.type(screen.getByLabelText('Reason'), 'Clearer words');
    await userEvent.click(screen.getByLabelText('The warning is intended'));
    cleanup();
    show(draft, { problems: [warning] });
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Screen shelf and more');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Clearer words');
    expect(screen.getByLabelText<HTMLInputElement>('The warning is intended').checked).toBe(false);
    cleanup();
    show({ ...draft, id: 'another' });
    expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('');
  });

  it('waits until all screens are compiled', async () => {
    const draft = await given(screenWithText('After.'));
    show(draft, { isWhole: false });
    await userEvent.type(screen.getByLabelText('Reason'), 'In a hurry');
    expect(screen.getByRole('button', { name: 'Publish now' })).toHaveProperty('disabled', true);
    await screen.findByText('All screens are being read.');
    cleanup();
    show(draft, { isWhole: true });
    expect(screen.getByRole('button', { name: 'Publish now' })).toHaveProperty('disabled', false);
  });

  it('lets an editor send an ordinary change to an approver', async () => {
    const draft = await given(screenWithText('After.'));
    show(draft, { account: { name: 'ana', role: 'editor' } });
    await userEvent.type(screen.getByLabelText('Reason'), 'Clearer words');
    await userEvent.click(screen.getByRole('button', { name: 'Hand over to a publisher' }));
    await screen.findByText(/waits for a publisher\./);
    expect(await live()).toBe(base);
  });
});
