// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '#src/review/roles.ts';
import { screenWithText, smallProject } from '#src/server/registry/testing.ts';
import { createApi } from '../api.ts';
import { memoryKey } from '../model/remembered.ts';
import { openUnsavedEdits } from '../model/unsaved-edits.ts';
import { ServerState } from '../queries/server-state.tsx';
import { type Ask, openTestRegistry, type TestRegistry } from '../testing.ts';
import { createHomeApi } from './home-api.ts';
import { HomePage } from './home-page.tsx';

const SHELF = 'screens/shelf.screen.json';
const STYLED = (text: string) => smallProject({ body: [{ type: 'text', text, style: 'title' }] });

// jsdom has no layout and no modal dialogs.
class NothingNear {
  observe(): void {}
  disconnect(): void {}
}

type Seen = (entries: readonly { readonly isIntersecting: boolean }[]) => void;

/** Only the pictures of the person's own drafts are near the window. */
class OwnNear {
  readonly #seen: Seen;
  constructor(seen: Seen) {
    this.#seen = seen;
  }
  observe(element: Element): void {
    this.#seen([{ isIntersecting: element.closest('.ho-continue') !== null }]);
  }
  disconnect(): void {}
}

const REHEARSAL = {
  scenarios: { plain: { name: 'plain', title: 'Plain', opens: ['shelf'], behaviour: {} } },
  screens: {},
  sets: {},
  places: '',
  service: {},
};

let registry: TestRegistry;
let ana: Ask;
let ben: Ask;
beforeEach(async () => {
  let now = Date.parse('2026-03-06T09:00:00+08:00');
  registry = await openTestRegistry(() => (now += 1_000));
  ana = await registry.askAs('ana', 'editor');
  ben = await registry.askAs('ben', 'publisher');
  vi.stubGlobal('IntersectionObserver', NothingNear);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  // Wait for pending requests.
  await new Promise((resolve) => setTimeout(resolve, 0));
  await registry.database.close();
});

/** Stores an edit in the browser that was not saved. @param draft - Empty if there is no draft yet. */
function leaveUnsaved(name: string, draft: string, text: string): void {
  const kept = { [SHELF]: 'One.' };
  const stored = { version: 1, done: [], undone: [], texts: { [SHELF]: text }, kept, sent: {} };
  localStorage.setItem(memoryKey(name, draft), JSON.stringify(stored));
}

async function show(ask: Ask, name: string, role: Role): Promise<void> {
  const home = createHomeApi(ask);
  render(
    <HomePage
      {...{ home }}
      unsaved={openUnsavedEdits(localStorage, name)}
      api={createApi(ask)}
      account={{ name, role }}
      environment="Test environment"
    />,
    { wrapper: ServerState },
  );
  await screen.findByRole('heading', { name: 'Home' });
}

async function goLive(): Promise<void> {
  const zoe = await registry.askAs('zoe');
  await registry.goLive(zoe, smallProject(screenWithText('One.')));
}

/** A draft with one changed text. @returns its id. */
async function draftOf(ask: Ask, title: string): Promise<string> {
  const { id } = await ask<{ id: string }>('POST', '/drafts', { title });
  const text = STYLED('Two.').get(SHELF)?.toString() ?? '';
  await ask('PUT', `/drafts/${id}/files`, { seen: 0, changes: { [SHELF]: { text } } });
  return id;
}

const section = (name: string) => within(screen.getByRole('region', { name }));
const hrefOf = (link: HTMLElement) => link.getAttribute('href');
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('Home', () => {
  it('says in words that there is nothing yet, and where to begin', async () => {
    await show(ana, 'ana', 'editor');
    section('Continue').getByText(/You have no open draft/);
    section('Waits for you').getByText(/Nothing waits for you/);
    section('Live').getByText('Nothing is live yet.');
    section('Live').getByText('Nothing is planned.');
    section('Who does what').getByText('No colleague has an open draft.');
    section('Screens').getByText('There are no screens yet.');
    screen.getByText('· Test environment');
    expect(hrefOf(screen.getByRole('link', { name: '+ New draft' }))).toBe('/studio/new/screens');
    expect(hrefOf(screen.getByRole('link', { name: 'Account' }))).toBe('/capiz/staff');
  });

  it('continues the own draft at its changed screen, and opens the other screens in it', async () => {
    await goLive();
    const id = await draftOf(ana, 'Shelf words');
    await draftOf(ben, 'Of Ben');
    await show(ana, 'ana', 'editor');
    const own = section('Continue');
    own.getByText('Changed: Shelf.');
    own.getByText(/^Saved Mar 6, 2026.* in Manila by ana\./);
    expect(hrefOf(own.getByRole('link', { name: 'Continue: Shelf words' }))).toBe(
      `/studio/${id}/screens/shelf`,
    );
    expect(own.queryByText('Of Ben')).toBeNull();
    section('Who does what').getByRole('link', { name: 'Of Ben' });
    const screens = section('Screens');
    screens.getByText('A screen opens in your last draft.');
    expect(hrefOf(screens.getByRole('link', { name: /^Book/ }))).toBe(`/studio/${id}/screens/book`);
  });

  it('shows what is changed in words, as soon as the page is idle', async () => {
    await goLive();
    await draftOf(ana, 'Shelf words');
    await show(ana, 'ana', 'editor');
    const after = section('Continue').findByText('Two.', { selector: 'ins' }, { timeout: 10_000 });
    expect((await after).parentElement?.textContent).toContain('One.');
  });

  it('shows what a colleague has changed since, and its new picture, when the person returns to the window', async () => {
    vi.stubGlobal('IntersectionObserver', OwnNear);
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(REHEARSAL)));
    await goLive();
    const id = await draftOf(ana, 'Shelf words');
    await show(ana, 'ana', 'editor');
    const words = (text: string) =>
      section('Continue').findByText(text, { selector: 'ins' }, { timeout: 10_000 });
    await words('Two.');
    const first = await screen.findByTitle('Picture of shelf', {}, { timeout: 10_000 });
    const text = STYLED('Three.').get(SHELF)?.toString() ?? '';
    await ben('PUT', `/drafts/${id}/files`, { seen: 1, changes: { [SHELF]: { text } } });
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await words('Three.');
    await waitFor(() => expect(first.isConnected).toBe(false));
    await screen.findByTitle('Picture of shelf');
  });

  it('opens screens in a new draft if there is no own one, and names edits that were never saved', async () => {
    await goLive();
    leaveUnsaved('ana', '', 'Two.');
    await show(ana, 'ana', 'editor');
    const link = section('Continue').getByRole('link', { name: 'Continue with them' });
    expect(hrefOf(link)).toBe('/studio/new/screens');
    expect(hrefOf(section('Screens').getByRole('link', { name: /^Shelf/ }))).toBe(
      '/studio/new/screens/shelf',
    );
  });

  it('names unsaved edits of a draft that a colleague ended, which can be continued or dropped', async () => {
    await goLive();
    const draft = await draftOf(ana, 'Words');
    await ben('DELETE', `/drafts/${draft}`);
    leaveUnsaved('ana', draft, 'Three.');
    leaveUnsaved('ana.b', draft, 'Of another person.');
    await show(ana, 'ana', 'editor');
    const said = /^This browser has changes of “Words” that are not saved yet\./;
    await screen.findByText(said);
    const link = section('Continue').getByRole('link', { name: 'Continue with them' });
    expect(hrefOf(link)).toBe(`/studio/${draft}/screens`);
    await userEvent.click(section('Continue').getByRole('button', { name: 'Drop them' }));
    await userEvent.click(screen.getByRole('button', { name: 'Keep them' }));
    expect(screen.getByText(said)).toBeTruthy();
    await userEvent.click(section('Continue').getByRole('button', { name: 'Drop them' }));
    await userEvent.click(screen.getByRole('button', { name: 'Drop the changes' }));
    await waitFor(() => expect(screen.queryByText(said)).toBeNull());
    expect(Object.keys(localStorage)).toEqual([memoryKey('ana.b', draft)]);
  });

  it('does not name edits that the server has, although its answer was not heard', async () => {
    await goLive();
    const draft = await draftOf(ana, 'Words');
    const { changes } = await createApi(ana).readDraft(draft);
    leaveUnsaved('ana', draft, changes[SHELF] ?? '');
    const other = await draftOf(ana, 'Other words');
    leaveUnsaved('ana', other, 'Three.');
    await show(ana, 'ana', 'editor');
    await screen.findByText(/^This browser has changes of “Other words” that are not saved yet\./);
    expect(screen.queryByText(/changes of “Words”/)).toBeNull();
  });

  it('renames a draft, and says why a title is refused', async () => {
    await goLive();
    await draftOf(ana, 'Shelf words');
    await show(ana, 'ana', 'editor');
    await press('Rename: Shelf words');
    const title = screen.getByRole('textbox', { name: 'Title' });
    await userEvent.clear(title);
    await press('Save the title');
    await screen.findByText('It is empty.');
    await userEvent.type(title, 'Clearer words');
    await press('Save the title');
    await screen.findByRole('heading', { name: 'Clearer words' });
    expect(await ana('GET', '/drafts')).toMatchObject({ drafts: [{ title: 'Clearer words' }] });
  });

  it('discards a draft after a confirmation', async () => {
    await goLive();
    await draftOf(ana, 'Shelf words');
    await show(ana, 'ana', 'editor');
    await press('Discard: Shelf words');
    await press('Keep it');
    expect(await ana('GET', '/drafts')).toMatchObject({ drafts: [{ title: 'Shelf words' }] });
    await press('Discard: Shelf words');
    await press('Discard “Shelf words”');
    const left = within(await screen.findByRole('region', { name: 'Continue' }));
    await left.findByText(/You have no open draft/);
    expect(await ana('GET', '/drafts')).toEqual({ drafts: [] });
  });

  it('says why a draft is not discarded', async () => {
    await goLive();
    const id = await draftOf(ana, 'Shelf words');
    await show(ana, 'ana', 'editor');
    await ben('DELETE', `/drafts/${id}`);
    await press('Discard: Shelf words');
    await press('Discard “Shelf words”');
    expect((await screen.findByRole('alert')).textContent).toContain('is discarded');
  });

  it('leads an approver to the release that needs an approval, with a mark in the bar', async () => {
    await goLive();
    const draft = await draftOf(ana, 'Shelf words');
    const { hash } = await ana<{ hash: string }>('POST', '/releases', { draft, reason: 'Clearer words' });
    await show(ben, 'ben', 'publisher');
    screen.getByRole('link', { name: '1 waits for you' });
    const waits = section('Waits for you');
    waits.getByText(/ana asks for an approval\. Changed: Shelf\./);
    expect(hrefOf(waits.getByRole('link', { name: 'Review: Clearer words' }))).toBe(
      `/studio/releases/${hash}`,
    );
    cleanup();
    await show(ana, 'ana', 'editor');
    section('Waits for you').getByText(/Nothing waits for you/);
  });

  it('has mentions and conflicts, each with a link', async () => {
    await goLive();
    const id = await draftOf(ana, 'Shelf words');
    const body = { path: SHELF, pointer: '', revision: 1, text: 'Is this right, @ana?' };
    await ben('POST', `/drafts/${id}/comments`, body);
    const zoe = await registry.askAs('zed');
    const files = [...STYLED('Three.')].map(([path, bytes]) => [path, bytes.toString('base64')]);
    const made = { files: Object.fromEntries(files), reason: 'Another shelf' };
    const { hash } = await zoe<{ hash: string }>('POST', '/releases', made);
    await ben('POST', `/releases/${hash}/approve`, { reason: 'Another shelf' });
    await zoe('POST', `/releases/${hash}/publish`, { reason: 'Another shelf' });
    await show(ana, 'ana', 'editor');
    const waits = section('Waits for you');
    const both = waits.getByRole('link', { name: 'See both versions: Shelf words' });
    expect(hrefOf(both)).toBe(`/studio/conflict?draft=${id}`);
    waits.getByText('ben mentioned you in “Shelf words”');
    const open = waits.getByRole('link', { name: 'Open the draft with the comment of ben' });
    expect(hrefOf(open)).toBe(`/studio/${id}/screens/shelf`);
    screen.getByRole('link', { name: '2 wait for you' });
    section('Live').getByRole('heading', { name: 'Another shelf' });
  });

  it('calls the live release by its own title after a rollback, and says who rolled back and why', async () => {
    await goLive();
    const yan = await registry.askAs('yan');
    await registry.goLive(yan, STYLED('Two.'));
    await yan('POST', '/rollback', { reason: 'Borrowers were confused' });
    await show(ana, 'ana', 'editor');
    const live = section('Live');
    expect(live.getAllByRole('heading')[1]?.textContent).toBe('A beginning.');
    live.getByText(/^Since .*\. The release after it was rolled back by yan: Borrowers were confused$/);
  });

  it('gives a viewer the same without buttons that change something', async () => {
    await goLive();
    const id = await draftOf(ana, 'Shelf words');
    await show(await registry.askAs('vic', 'viewer'), 'vic', 'viewer');
    expect(screen.queryByRole('region', { name: 'Continue' })).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('link', { name: '+ New draft' })).toBeNull();
    const look = section('Who does what').getByRole('link', { name: 'Shelf words' });
    expect(hrefOf(look)).toBe(`/studio/${id}/screens/shelf`);
    section('Who does what').getByText(/You can read drafts and comment on them/);
    section('Screens').getByText('A screen opens for reading.');
    section('Live').getByRole('link', { name: 'All releases' });
  });

  it('finds screens by title or id, and Ctrl+K leads to the search', async () => {
    await goLive();
    await show(ana, 'ana', 'editor');
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search' }));
    await userEvent.keyboard('book');
    await waitFor(() => expect(section('Screens').getAllByRole('listitem')).toHaveLength(1));
    await userEvent.keyboard(' nowhere');
    await section('Screens').findByText(/^No title has “book nowhere”\./);
  });
});
