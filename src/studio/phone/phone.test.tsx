// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '#src/review/roles.ts';
import { screenWithText, smallProject } from '#src/server/registry/testing.ts';
import { createApi, type Draft } from '../api.ts';
import { Autosave } from '../model/autosave.ts';
import { openWorkspace } from '../model/workspace.ts';
import { ServerState } from '../queries/server-state.tsx';
import { type Ask, openTestRegistry, type TestRegistry } from '../testing.ts';
import { Phone } from './phone.tsx';

let registry: TestRegistry;
let ana: Ask;
let begin: () => Promise<Draft>;
let settle: () => Promise<Draft | undefined>;
const draft = () => createApi(ana).listDrafts();

beforeEach(async () => {
  let now = Date.now();
  registry = await openTestRegistry(() => (now += 1_000));
  ana = await registry.askAs('ana');
  await registry.goLive(ana, smallProject(screenWithText('One.')));
  const workspace = openWorkspace({ base: [] });
  ({ begin, settle } = new Autosave(workspace, createApi(ana), { titleOf: () => 'Friendlier words' }));
});
afterEach(async () => {
  cleanup();
  // Wait for pending requests.
  await new Promise((resolve) => setTimeout(resolve, 0));
  await registry.database.close();
});

function show(ask: Ask, of: Draft | undefined, role: Role) {
  render(
    <Phone
      {...{ ask, settle, begin }}
      draft={of}
      state="shelf/content"
      title="shelf, As it opens"
      account={{ role }}
      onClose={() => undefined}
    />,
    { wrapper: ServerState },
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const links = () => screen.findByRole('region', { name: 'Open links' });

describe('a draft on a phone', () => {
  it('creates the draft once, shows the address once, and revokes the link', async () => {
    show(ana, undefined, 'editor');
    const offered = within(screen.getByLabelText('Good for')).getAllByRole('option');
    expect(offered.map(({ textContent }) => textContent)).toEqual(['1 hour', '8 hours', '1 day']);
    await userEvent.selectOptions(screen.getByLabelText('Good for'), '8 hours');
    await press('Make a link');
    const address = await screen.findByLabelText<HTMLInputElement>('Address');
    expect(address.value).toMatch(/^http:\/\/localhost[^/]*\/capiz\/draft\/[\w-]{43}$/);
    expect(screen.getByRole('img', { name: 'QR code of the link' })).toBeTruthy();
    await within(await links()).findByText(/^until .* in Manila, by ana$/);
    await begin();
    expect(await draft()).toHaveLength(1);
    const [made] = await draft();
    const { links: kept } = await ana<{ links: { until: number; at: number; state: string }[] }>(
      'GET',
      `/drafts/${made?.id}/links`,
    );
    expect(kept).toEqual([expect.objectContaining({ state: 'shelf/content' })]);
    expect((kept[0]?.until ?? 0) - (kept[0]?.at ?? 0)).toBe(8 * 3_600_000);
    await press('Revoke');
    await within(await links()).findByText('There is none.');
    expect(screen.queryByLabelText('Address')).toBeNull();
  });

  it('shows the valid links read-only to a person who may not edit', async () => {
    const made = await begin();
    await ana('POST', `/drafts/${made.id}/links`, { hours: 1 });
    show(await registry.askAs('vera', 'viewer'), made, 'viewer');
    await within(await links()).findByText('What was changed');
    expect(screen.queryByRole('button', { name: /Make|Revoke/ })).toBeNull();
  });

  it('shows the error of the registry', async () => {
    const made = await begin();
    await ana('POST', `/drafts/${made.id}/discard`).catch(() => undefined);
    show(await registry.askAs('vera', 'viewer'), made, 'editor');
    await press('Make a link');
    expect((await screen.findByRole('alert')).textContent).toMatch(/viewer/i);
  });
});
