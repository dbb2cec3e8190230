// @vitest-environment jsdom
import { ServerState } from './queries/server-state.tsx';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listReleases } from '#src/server/registry/releases.ts';
import { screenWithText, smallProject } from '#src/server/registry/testing.ts';
import { createApi, createAsk } from './api.ts';
import { Releases } from './releases/releases.tsx';
import { createReleasesApi } from './releases/releases-api.ts';
import { type Ask, LIBRARY_FIXTURES, openTestRegistry, type TestRegistry } from './testing.ts';

let registry: TestRegistry;
let ana: Ask;
let waiting: string;

beforeEach(async () => {
  let now = Date.parse('2026-03-06T09:00:00+08:00');
  registry = await openTestRegistry(() => (now += 1_000));
  ana = await registry.askAs('ana');
  await registry.goLive(ana, smallProject(screenWithText('One.')));
  const files = [...smallProject(screenWithText('Two.'))].map(([path, bytes]) => [
    path,
    bytes.toString('base64'),
  ]);
  const body = { files: Object.fromEntries(files), reason: 'Another shelf' };
  waiting = (await ana<{ hash: string }>('POST', '/releases', body)).hash;
});
afterEach(async () => {
  cleanup();
  await new Promise((resolve) => setTimeout(resolve, 0));
  await registry.database.close();
});

/** Adds a need of a kind that only a newer server knows to the newest release. */
async function need(kind: string): Promise<void> {
  await registry.database.queries
    .updateTable('releases')
    .set({ needs: JSON.stringify([{ kind, subject: 'shelf' }]) })
    .where('hash', '=', waiting)
    .execute();
}

describe('replies of a newer server', () => {
  it('with a need of an unknown kind require a second person, in studio and server', async () => {
    await need('privacy');
    const [newest] = await listReleases(registry.database.queries);
    expect(newest?.needs).toEqual([{ kind: 'change', subject: 'shelf' }]);
  });

  it('with an unknown need or state show the release as waiting and the rollout as paused', async () => {
    /** Replaces kinds in every reply by newer ones. */
    const newer: Ask = async (...call) => {
      const answer = await ana<{ [name: string]: unknown }>(...call);
      const written = JSON.stringify(answer)
        .replaceAll('"needs":[]', '"needs":[{"kind":"privacy","subject":"shelf"}],"size":3')
        .replaceAll('"state":"running"', '"state":"resting"');
      return JSON.parse(written) as never;
    };
    await ana('POST', '/rollouts', { release: waiting, strategy: 'quick', reason: 'Carefully' });
    const next = [...smallProject(screenWithText('Three.'))].map(([path, bytes]) => [
      path,
      bytes.toString('base64'),
    ]);
    await ana('POST', '/releases', { files: Object.fromEntries(next), reason: 'A third' });
    render(
      <Releases
        api={createReleasesApi(newer)}
        fixtures={LIBRARY_FIXTURES}
        account={{ name: 'ben' }}
        looked={undefined}
        onLook={vi.fn<() => void>()}
        onRestore={() => []}
      />,
      { wrapper: ServerState },
    );
    const list = within(await screen.findByRole('region', { name: 'Waiting' }));
    expect(list.getByText(/waits for approval/)).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Rollout' }).textContent).toContain('paused');
  });

  it('are refused with a message if they do not match the schema', async () => {
    const { listDrafts } = createApi(() => Promise.resolve({ drafts: [{ id: 1 }] }));
    await expect(listDrafts()).rejects.toMatchObject({
      code: 'unreadable',
      message: "The server's reply has an unexpected format. Reload the page.",
    });
  });

  it("are a failure of the server if the error is not in the registry's format", async () => {
    const ask = createAsk('', () =>
      Promise.resolve(Response.json({ error: 'Bad gateway' }, { status: 502 })),
    );
    await expect(ask('GET', '/live')).rejects.toMatchObject({ code: 'failed' });
  });
});
