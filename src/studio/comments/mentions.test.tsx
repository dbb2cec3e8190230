// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { screenWithText, smallProject } from '#src/server/registry/testing.ts';
import { createApi, type Draft } from '../api.ts';
import { itemAt, outlineOf } from '../model/outline.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { ServerState } from '../queries/server-state.tsx';
import { type Ask, openTestRegistry, type TestRegistry } from '../testing.ts';
import { Comments } from './comments.tsx';
import { Mentions, type MentionsProps } from './mentions.tsx';
import { placeThreads, threadsQuery } from './threads.ts';

const SHELF = 'screens/shelf.screen.json';
const one = { type: 'text', text: 'One.' };

let registry: TestRegistry;
let ana: Ask;
let ben: Ask;
let draft: Draft;

beforeEach(async () => {
  let now = Date.parse('2026-03-06T09:00:00+08:00');
  registry = await openTestRegistry(() => (now += 1_000));
  ana = await registry.askAs('ana');
  ben = await registry.askAs('ben', 'viewer');
  await registry.askAs('bea', 'viewer');
  await registry.goLive(ana, smallProject(screenWithText('One.')));
  draft = await createApi(ana).openDraft('Shelf');
});
afterEach(async () => {
  cleanup();
  await new Promise((resolve) => setTimeout(resolve, 0));
  await registry.database.close();
});

/** Ana's comments on her selected node. */
function Beside() {
  const { data: threads = [] } = useQuery(threadsQuery(ana, SHELF));
  const document = { id: 'shelf', body: [one] };
  const items = outlineOf(SHELF, document);
  return (
    <Comments
      ask={ana}
      account={{ name: 'ana' }}
      file={SHELF}
      threads={placeThreads(threads, document)}
      items={items}
      item={itemAt(items, '/body/0')}
      begin={() => Promise.resolve(draft)}
      onShow={() => undefined}
    />
  );
}

/** A draft with another node before the commented one. */
function viewOf(body: readonly object[]): WorkspaceView {
  const text = JSON.stringify({ id: 'shelf', body });
  const [texts, read] = [new Map([[SHELF, text]]), new Map([[SHELF, { path: SHELF, text }]])];
  return { texts, read } as unknown as WorkspaceView;
}

function showBar(ask: Ask, name: string, body: readonly object[] = [{ type: 'text', text: 'New.' }, one]) {
  const onGo = vi.fn<MentionsProps['onGo']>();
  render(<Mentions ask={ask} view={viewOf(body)} account={{ name }} onGo={onGo} />, { wrapper: ServerState });
  return onGo;
}

it('suggests colleagues by keyboard, notifies the mentioned colleague, links to the node and marks the comment as read', async () => {
  render(<Beside />, { wrapper: ServerState });
  const words = screen.getByLabelText('Comment on “One.”');
  await userEvent.type(words, 'Is it right, @b');
  const list = await screen.findByRole('listbox', { name: 'Colleagues' });
  expect(
    within(list)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['bea', 'ben']);
  expect(words.getAttribute('aria-activedescendant')).toBe(within(list).getAllByRole('option')[0]?.id);
  await userEvent.keyboard('{ArrowDown}{Enter}please?');
  expect((words as HTMLTextAreaElement).value).toBe('Is it right, @ben please?');
  expect(screen.queryByRole('listbox')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect((await screen.findByText('@ben')).tagName).toBe('B');
  cleanup();

  showBar(await registry.askAs('cora', 'viewer'), 'cora');
  showBar(ana, 'ana');
  const onGo = showBar(ben, 'ben');
  await userEvent.click(await screen.findByRole('button', { name: '1 mention' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText('@ben').tagName).toBe('B');
  await userEvent.click(dialog.getByRole('button', { name: 'Go there' }));
  await waitFor(() => expect(onGo).toHaveBeenCalledWith({ file: SHELF, pointer: '/body/1' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: '1 mention' })).toBeNull());
  cleanup();
  showBar(ben, 'ben');
  await expect(ben('GET', '/mentions')).resolves.toEqual({ mentions: [] });
});

it('mentions nobody after Escape, and marks a comment as read without opening its node', async () => {
  render(<Beside />, { wrapper: ServerState });
  const words = screen.getByLabelText('Comment on “One.”');
  await userEvent.type(words, '@be');
  await screen.findByRole('listbox');
  await userEvent.keyboard('{Escape}{Enter}');
  expect((words as HTMLTextAreaElement).value).toBe('@be\n');
  await userEvent.type(words, '@zoe');
  await screen.findByText('No colleague has this name.');
  cleanup();

  const body = { path: SHELF, pointer: '/body/0', revision: 0, text: 'For @ben: gone?' };
  await ana('POST', `/drafts/${draft.id}/comments`, body);
  await ana('POST', `/drafts/${draft.id}/comments`, { ...body, text: 'And @ben again.' });
  const onGo = showBar(ben, 'ben', []);
  await userEvent.click(await screen.findByRole('button', { name: '2 mentions' }));
  const [newest] = screen.getAllByRole('listitem');
  expect(newest?.textContent).toContain('And @ben again.');
  await userEvent.click(within(newest ?? document.body).getByRole('button', { name: 'Seen' }));
  await waitFor(() => expect(screen.getAllByRole('listitem').length).toBe(1));
  // The node is gone, so the link opens the document.
  await userEvent.click(screen.getByRole('button', { name: 'Go there' }));
  await waitFor(() => expect(onGo).toHaveBeenCalledWith({ file: SHELF, pointer: '' }));
});

it('does not go to the node if the list was closed before the response arrived', async () => {
  const body = { path: SHELF, pointer: '/body/0', revision: 0, text: 'For @ben: right?' };
  await ana('POST', `/drafts/${draft.id}/comments`, body);
  let letGo = (): void => undefined;
  const isHeld = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isRead = false;
  const slowly: Ask = async (...call) => {
    const answer = await ben<never>(...call);
    if (call[1].endsWith('/read')) {
      await isHeld;
      isRead = true;
    }
    return answer;
  };
  const onGo = showBar(slowly, 'ben');
  await userEvent.click(await screen.findByRole('button', { name: '1 mention' }));
  await userEvent.click(screen.getByRole('button', { name: 'Go there' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  letGo();
  await waitFor(() => expect(isRead).toBe(true));
  await waitFor(() => expect(screen.queryByRole('button', { name: '1 mention' })).toBeNull());
  expect(onGo).not.toHaveBeenCalled();
});
