// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { screenWithText, smallProject } from '#src/server/registry/testing.ts';
import type { DraftUpdate } from '#src/shared/registry/draft-update.ts';
import { createApi, type Draft } from '../api.ts';
import { threadsQuery } from '../comments/threads.ts';
import { KEYS } from '../queries/keys.ts';
import { ServerState } from '../queries/server-state.tsx';
import { createReleasesApi } from '../releases/releases-api.ts';
import { type Ask, openTestRegistry, type TestRegistry } from '../testing.ts';
import { useNews } from './use-news.ts';

const SHELF = 'screens/shelf.screen.json';
let registry: TestRegistry;
let ana: Ask;
let ben: Ask;
let draft: Draft;
let update: DraftUpdate;
let listeners: Set<() => void>;

beforeEach(async () => {
  let now = Date.parse('2026-03-06T09:00:00+08:00');
  registry = await openTestRegistry(() => (now += 1_000));
  ana = await registry.askAs('ana');
  ben = await registry.askAs('ben', 'editor');
  await registry.goLive(ana, smallProject(screenWithText('One.')));
  draft = await createApi(ana).openDraft('Shelf');
  listeners = new Set();
  update = { draft: draft.id, state: 'open', revision: 0, comments: '0', present: [] };
});
afterEach(async () => {
  cleanup();
  // Wait for pending requests.
  await new Promise((resolve) => setTimeout(resolve, 0));
  await registry.database.close();
});

const news = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: () => update,
};

function hear(part: Partial<DraftUpdate>): void {
  update = { ...update, ...part };
  act(() => {
    for (const listener of listeners) listener();
  });
}

/** The comments of a screen, and the number of releases. */
function Beside() {
  useNews(news);
  const { data: threads } = useQuery(threadsQuery(ana, SHELF));
  const { data: releases } = useQuery({ queryKey: KEYS.overview, queryFn: createReleasesApi(ana).list });
  return (
    <>
      <p role="status">{threads === undefined ? '' : `Releases: ${releases?.length}`}</p>
      {threads?.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </>
  );
}

const comment = (text: string) =>
  ben('POST', `/drafts/${draft.id}/comments`, { path: SHELF, pointer: '', revision: 0, text });

async function show(): Promise<void> {
  render(<Beside />, { wrapper: ServerState });
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Releases: 1'));
}

it('shows the comment of a colleague when the server reports it', async () => {
  await show();
  await comment('Too short?');
  hear({ comments: '1' });
  expect(await screen.findByText('Too short?')).toBeTruthy();
});

it('shows the comment of a colleague when the person returns to the window, also without a draft of their own', async () => {
  await show();
  await comment('Too short?');
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByText('Too short?')).toBeTruthy();
});

it('reads the releases again when the state of the draft changes', async () => {
  await show();
  const files = [...smallProject(screenWithText('Two.'))].map(([path, bytes]) => [
    path,
    bytes.toString('base64'),
  ]);
  await ben('POST', '/releases', { files: Object.fromEntries(files), reason: 'Another shelf' });
  hear({ state: 'published' });
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Releases: 2'));
});
