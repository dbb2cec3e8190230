// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, useSyncExternalStore } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { screenWithText, smallProject } from '#src/server/registry/testing.ts';
import { createApi, type Draft } from '../api.ts';
import { documentOf } from '../model/nodes.ts';
import { itemAt, outlineOf, type Selection } from '../model/outline.ts';
import { openWorkspace, type Workspace } from '../model/workspace.ts';
import { ServerState } from '../queries/server-state.tsx';
import { type Ask, openTestRegistry, type TestRegistry } from '../testing.ts';
import { Comments } from './comments.tsx';
import { placeThreads, threadsQuery } from './threads.ts';
import { followNodes } from './unsent.ts';

const SHELF = 'screens/shelf.screen.json';
let registry: TestRegistry;
let ana: Ask;
let draft: Draft;

beforeEach(async () => {
  let now = Date.parse('2026-03-06T09:00:00+08:00');
  registry = await openTestRegistry(() => (now += 1_000));
  ana = await registry.askAs('ana');
  await registry.goLive(ana, smallProject(screenWithText('One.')));
  draft = await createApi(ana).openDraft('Shelf');
});
afterEach(async () => {
  cleanup();
  sessionStorage.clear();
  await new Promise((resolve) => setTimeout(resolve, 0));
  await registry.database.close();
});

const one = { type: 'text', text: 'One.' };
const onShow = vi.fn<(place: Selection) => void>();

/** The comments of a screen with one selected node. */
function Beside({ body, pointer }: { readonly body: readonly object[]; readonly pointer: string }) {
  const [document] = useState({ id: 'shelf', body });
  const { data: threads = [] } = useQuery(threadsQuery(ana, SHELF));
  const items = outlineOf(SHELF, document);
  return (
    <Comments
      ask={ana}
      account={{ name: 'ana' }}
      file={SHELF}
      threads={placeThreads(threads, document)}
      items={items}
      item={itemAt(items, pointer)}
      begin={() => Promise.resolve(draft)}
      onShow={onShow}
    />
  );
}

it('shows a comment at its node, with replies, resolving and reopening, and follows a moved node', async () => {
  const first = render(<Beside body={[one]} pointer="/body/0" />, { wrapper: ServerState });
  await userEvent.type(screen.getByLabelText('Comment on “One.”'), 'Too short?');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  const thread = within(await screen.findByRole('listitem'));
  await userEvent.type(thread.getByLabelText('Answer'), 'It is.');
  await userEvent.click(thread.getByRole('button', { name: 'Send' }));
  await thread.findByText('It is.');
  expect(thread.queryByRole('button', { name: 'Go there' })).toBeNull();
  await userEvent.click(thread.getByRole('button', { name: 'Resolve' }));
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
  await userEvent.click(screen.getByLabelText('Resolved ones too'));
  await screen.findByText(/^Resolved by ana/);
  await userEvent.click(screen.getByRole('button', { name: 'Reopen' }));
  await waitFor(() => expect(screen.queryByText(/^Resolved by ana/)).toBeNull());
  first.unmount();

  // Insert another node before the commented node, and select the new node.
  const second = render(
    <Beside body={[{ type: 'text', id: 'new', text: 'New.' }, one]} pointer="/body/0" />,
    { wrapper: ServerState },
  );
  await screen.findByText('Elsewhere in this document');
  await userEvent.click(screen.getByRole('button', { name: 'Go there' }));
  expect(onShow).toHaveBeenCalledWith({ file: SHELF, pointer: '/body/1' });
  second.unmount();

  render(<Beside body={[]} pointer="" />, { wrapper: ServerState });
  await screen.findByText('The node of this comment was removed.');
});

it('a comment that is being typed does not move to another document', () => {
  const props = { ask: ana, account: { name: 'ana' }, threads: [], items: [], item: undefined, onShow };
  const beside = (file: string) => <Comments {...props} {...{ file }} begin={() => Promise.resolve(draft)} />;
  const { rerender } = render(beside(SHELF), { wrapper: ServerState });
  const box = () => screen.getByLabelText<HTMLTextAreaElement>('Comment on the document');
  fireEvent.change(box(), { target: { value: 'Of the shelf' } });
  rerender(beside('screens/other.screen.json'));
  expect(box().value).toBe('');
  rerender(beside(SHELF));
  expect(box().value).toBe('Of the shelf');
});

it('a comment or an answer that is not sent stays until it is, also over a reload', async () => {
  await ana('POST', `/drafts/${draft.id}/comments`, {
    ...{ path: SHELF, pointer: '/body/0', revision: draft.revision, text: 'Too short?' },
  });
  const show = (first: object = one) =>
    render(<Beside body={[first]} pointer="/body/0" />, { wrapper: ServerState }).unmount;
  const box = (name: RegExp) => screen.findByLabelText<HTMLTextAreaElement>(name);
  const end = show();
  await userEvent.type(await box(/^Comment on/), 'And too loud');
  await userEvent.type(await box(/^Answer/), 'It is.');
  end();
  // Another node at the same pointer.
  const endOther = show({ type: 'text', text: 'Two.' });
  expect((await box(/^Comment on/)).value).toBe('');
  endOther();
  show();
  expect((await box(/^Answer/)).value).toBe('It is.');
  expect((await box(/^Comment on/)).value).toBe('And too loud');
  await userEvent.click(screen.getAllByRole('button', { name: 'Send' })[0] as HTMLElement);
  await screen.findByText('And too loud', { selector: 'p, span, div' });
  await waitFor(async () => expect((await box(/^Comment on/)).value).toBe(''));
  cleanup();
  show();
  expect((await box(/^Comment on/)).value).toBe('');
});

it('a comment is resolved once, also if the button is pressed twice', async () => {
  await ana('POST', `/drafts/${draft.id}/comments`, {
    ...{ path: SHELF, pointer: '/body/0', revision: draft.revision, text: 'Too short?' },
  });
  render(<Beside body={[one]} pointer="/body/0" />, { wrapper: ServerState });
  const button = await screen.findByRole('button', { name: 'Resolve' });
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Resolve' })).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

describe('an unsent comment on a node', () => {
  const two = { type: 'text', text: 'Two.' };
  const three = { type: 'text', text: 'Three.' };
  const write = (body: readonly object[]) => JSON.stringify({ id: 'shelf', body });
  const box = (name: string) => screen.getByLabelText<HTMLTextAreaElement>(name);
  let workspace: Workspace;
  const edit = (body: readonly object[]) =>
    act(() => void workspace.edit({ label: 'Edit', changes: { [SHELF]: write(body) } }));

  /** The comments beside a selected node of a workspace. */
  function Edited({ pointer }: { readonly pointer: string }) {
    const document = documentOf(useSyncExternalStore(workspace.subscribe, workspace.snapshot), SHELF);
    const items = outlineOf(SHELF, document);
    return (
      <Comments
        {...{ items, onShow }}
        ask={ana}
        account={{ name: 'ana' }}
        file={SHELF}
        threads={[]}
        item={itemAt(items, pointer)}
        begin={() => Promise.resolve(draft)}
      />
    );
  }

  let select: (pointer: string) => void;
  let stop: () => void;
  beforeEach(async () => {
    workspace = openWorkspace({ base: [{ path: SHELF, text: write([one, two, three]) }] });
    stop = followNodes(workspace, 'ana');
    const { rerender } = render(<Edited pointer="/body/0" />, { wrapper: ServerState });
    select = (pointer) => rerender(<Edited {...{ pointer }} />);
    await userEvent.type(box('Comment on “One.”'), 'Is it true?');
  });
  afterEach(() => stop());

  it('stays with a node whose words change', () => {
    edit([{ ...one, text: 'A hundred.' }, two, three]);
    expect(box('Comment on “A hundred.”').value).toBe('Is it true?');
    select('/body/1');
    expect(box('Comment on “Two.”').value).toBe('');
    select('/body/0');
    expect(box('Comment on “A hundred.”').value).toBe('Is it true?');
  });

  it('goes with a node that is moved', () => {
    edit([two, one, three]);
    expect(box('Comment on “Two.”').value).toBe('');
    select('/body/1');
    expect(box('Comment on “One.”').value).toBe('Is it true?');
  });

  it('becomes a comment on the document if the node is deleted, and returns with the node', async () => {
    edit([two, three]);
    const deleted = '“One.” was deleted. Send this as a comment on the document';
    expect(box('Comment on “Two.”').value).toBe('');
    expect(box(deleted).value).toBe('Is it true?');
    edit([three, two]);
    act(() => void workspace.undo());
    act(() => void workspace.undo());
    expect(box('Comment on “One.”').value).toBe('Is it true?');
    expect(screen.queryByLabelText(deleted)).toBeNull();

    edit([two, three]);
    const form = box(deleted).closest('form') as HTMLElement;
    await userEvent.click(within(form).getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(screen.queryByLabelText(deleted)).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Comments' }));
    const { threads } = await ana<{ threads: readonly object[] }>('GET', `/comments?path=${SHELF}&limit=9`);
    expect(threads).toMatchObject([{ pointer: '', text: 'Is it true?' }]);
  });

  it('stays with the deleted one of two nodes that have the same name', () => {
    edit([{ ...one, id: 'a' }, { ...one, id: 'b' }, two]);
    edit([{ ...one, id: 'b' }, two]);
    expect(box('Comment on “One.”').value).toBe('');
    expect(box('“One.” was deleted. Send this as a comment on the document').value).toBe('Is it true?');
  });
});
