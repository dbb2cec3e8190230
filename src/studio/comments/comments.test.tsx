// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { screenWithText, smallProject } from '#src/server/registry/testing.ts';
import { createApi, type Draft } from '../api.ts';
import { itemAt, outlineOf, type Selection } from '../model/outline.ts';
import { ServerState } from '../queries/server-state.tsx';
import { type Ask, openTestRegistry, type TestRegistry } from '../testing.ts';
import { Comments } from './comments.tsx';
import { placeThreads, threadsQuery } from './threads.ts';

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
  return (
    <Comments
      ask={ana}
      account={{ name: 'ana' }}
      file={SHELF}
      threads={placeThreads(threads, document)}
      item={itemAt(outlineOf(SHELF, document), pointer)}
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
  const props = { ask: ana, account: { name: 'ana' }, threads: [], item: undefined, onShow };
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
