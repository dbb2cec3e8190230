// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawPng } from '#tests/uploads/pieces.ts';
import { screenWithText, smallProject } from '#src/server/registry/testing.ts';
import type { Role } from '#src/review/roles.ts';
import { type Api, createApi } from '../api.ts';
import { Autosave } from '../model/autosave.ts';
import { openWorkspace, type Workspace } from '../model/workspace.ts';
import { ServerState } from '../queries/server-state.tsx';
import { type Ask, openTestRegistry, type TestRegistry } from '../testing.ts';
import { listDraftAssets, nameFor, writeBytes } from './draft-assets.ts';
import { Assets, type AssetsProps } from './assets.tsx';

const SHELF = 'screens/shelf.screen.json';
const COVER = 'screens/assets/cover.png';
const png = (name: string, width: number, height: number) =>
  new File([new Uint8Array(drawPng(width, height))], name, { type: 'image/png' });

describe('the pictures of a draft', () => {
  let registry: TestRegistry;
  let ask: Ask;
  let api: Api;
  let workspace: Workspace;
  let autosave: Autosave;

  beforeEach(async () => {
    let now = Date.parse('2026-03-06T09:00:00+08:00');
    registry = await openTestRegistry(() => (now += 1_000));
    ask = await registry.askAs('ana');
    api = createApi(ask);
    const files = smallProject(screenWithText('One.'));
    files.set('screens/assets/lamp.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    const base = await api.readFiles(await registry.goLive(ask, files));
    workspace = openWorkspace({ base: base.files });
    autosave = new Autosave(workspace, api, { titleOf: () => 'Covers' });
  });
  afterEach(async () => {
    cleanup();
    autosave.close();
    await new Promise((resolve) => setTimeout(resolve, 0));
    await registry.database.close();
  });

  function show(role: Role = 'editor') {
    const onShow = vi.fn<AssetsProps['onShow']>();
    function Place() {
      const view = useSyncExternalStore(workspace.subscribe, workspace.snapshot);
      return <Assets {...{ workspace, view, ask, autosave, onShow }} account={{ role }} />;
    }
    render(<Place />, { wrapper: ServerState });
    return { onShow };
  }
  const describedBy = (control: HTMLElement) =>
    document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent;
  const text = (path: string) => workspace.snapshot().texts.get(path);
  async function add(file: File, button: string) {
    await userEvent.upload(screen.getByLabelText(/^JPEG or PNG/), file);
    await userEvent.click(screen.getByRole('button', { name: button }));
  }

  it('are re-encoded, saved and undone like other changes, and restored when the draft is reopened', async () => {
    show();
    await add(png('Cover.PNG', 30, 20), 'Add');
    await screen.findByText('cover is in the draft.');
    await screen.findByText(/^PNG, 30 × 20, [\d.]+ k?B$/);
    const first = text(COVER) ?? '';
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    const draft = await autosave.settle();
    const opened = await api.readDraft(draft?.id ?? '');
    expect(opened.changes).toEqual({ [COVER]: first });

    await add(png('cover.png', 10, 10), 'Replace cover');
    await screen.findByText(/^PNG, 10 × 10/);
    expect(workspace.snapshot().undo).toBe('Picture cover');
    workspace.undo();
    expect(text(COVER)).toBe(first);
    await autosave.settle();
    workspace.undo();
    const saved = await autosave.settle();
    expect((await api.readDraft(saved?.id ?? '')).changes).toEqual({ [COVER]: null });
  });

  it('cannot be removed while a document uses them, and list these documents', async () => {
    const { onShow } = show();
    const remove = () => screen.getByRole('button', { name: 'Remove lamp' });
    expect(remove().getAttribute('aria-disabled')).not.toBe('true');
    const used = (text(SHELF) ?? '').replace('"One."', '"asset:lamp"');
    workspace.edit({ label: 'Use it', changes: { [SHELF]: used } });
    const uses = await screen.findByRole('button', { name: 'Shelf uses lamp' });
    expect(remove().getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(uses);
    expect(onShow).toHaveBeenCalledWith({ file: SHELF, pointer: '' });
    workspace.undo();
    await screen.findByText('Not used');
    await userEvent.click(remove());
    expect(text('screens/assets/lamp.svg')).toBeUndefined();
    await autosave.settle();
  });

  it('show a message for a file that cannot be added', async () => {
    show();
    const button = screen.getByRole('button', { name: 'Add' });
    const file = screen.getByLabelText(/^JPEG or PNG/);
    const name = screen.getByLabelText('Name');
    await userEvent.click(button);
    await waitFor(() => expect(describedBy(file)).toBe('It is missing: choose a picture.'));
    expect(document.activeElement).toBe(file);
    await userEvent.upload(file, png('!.png', 2, 2));
    await userEvent.click(button);
    await waitFor(() => expect(describedBy(name)).toMatch(/small letters, digits and hyphens/));
    await userEvent.type(name, 'notes');
    await userEvent.upload(file, new File(['no picture'], 'notes.png', { type: 'image/png' }));
    await userEvent.click(button);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/picture|JPEG/i));
    expect([...workspace.snapshot().changed]).toEqual([]);
  });

  it('are read-only for a person who may not edit', () => {
    show('viewer');
    expect(within(screen.getByRole('region', { name: 'Pictures' })).getByText('lamp')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Add|Remove/ })).toBeNull();
  });
});

describe('listDraftAssets', () => {
  it("counts a document that computes an asset's name as a user of all assets", () => {
    const at = (said: string) =>
      listDraftAssets([
        { path: SHELF, text: said },
        { path: COVER, text: 'f'.repeat(64) },
      ]).map(({ usedIn, address }) => [usedIn.length, address]);
    const address = '/capiz/assets/cover-ffffffffff.png';
    expect(at('"asset:cover"')).toEqual([[1, address]]);
    expect(at('"asset:${data.one}"')).toEqual([[1, address]]);
    expect(at('"asset"')).toEqual([[0, address]]);
  });

  it.each([
    ['Bank Banner (2).PNG', 'bank-banner-2'],
    ['логотип.png', ''],
    ['a.b.jpg', 'a-b'],
  ])('%s may be called %s', (file, name) => {
    expect(nameFor(file)).toBe(name);
  });

  it.each([
    [999, '999 B'],
    [1536, '1.5 kB'],
    [48_200, '48 kB'],
    [4_194_304, '4.2 MB'],
  ])('%i bytes are written %s', (bytes, words) => {
    expect(writeBytes(bytes)).toBe(words);
  });
});
