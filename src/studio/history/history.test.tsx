// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { smallProject } from '#src/server/registry/testing.ts';
import { createApi, type Draft } from '../api.ts';
import { itemAt, outlineOf } from '../model/outline.ts';
import { ServerState } from '../queries/server-state.tsx';
import { type Ask, openTestRegistry, type TestRegistry } from '../testing.ts';
import { NodeHistory, type NodeHistoryProps } from './history.tsx';

const SHELF = 'screens/shelf.screen.json';
const shelf = (title: string, text: string) => ({
  body: [{ type: 'section', title, body: [{ type: 'text', text }] }],
});
const project = (title: string, text: string) => smallProject(shelf(title, text));
const textOf = (title: string, text: string) => project(title, text).get(SHELF)?.toString('utf8') ?? '';

let registry: TestRegistry;
let ana: Ask;

beforeEach(async () => {
  let now = Date.parse('2026-03-06T09:00:00+08:00');
  registry = await openTestRegistry(() => (now += 60_000));
  ana = await registry.askAs('ana');
});
afterEach(async () => {
  cleanup();
  // Wait for pending requests.
  await new Promise((resolve) => setTimeout(resolve, 0));
  await registry.database.close();
});

/** The lines of a node's history. */
async function linesOf(pointer: string, draft?: Draft): Promise<readonly (string | null)[]> {
  open(pointer, textOf('Old', 'Two.'), draft);
  return linesShown();
}

async function linesShown(): Promise<readonly (string | null)[]> {
  // The other list, of earlier versions, may arrive first.
  const moments = await screen.findByRole('list', { name: 'Changes' });
  const lines = within(moments).getAllByRole('listitem');
  const texts = lines.map(({ textContent }) => textContent);
  cleanup();
  return texts;
}

/** Opens the history of a node in a draft with this text. */
function open(
  pointer: string,
  text: string,
  draft?: Draft,
  file = SHELF,
  related: Pick<NodeHistoryProps, 'original' | 'copy'> = {},
) {
  const written: unknown = JSON.parse(text);
  const item = itemAt(outlineOf(file, written), pointer);
  if (item === undefined) throw new Error(`Nothing stands at ${pointer}.`);
  const onRestore = vi.fn<NodeHistoryProps['onRestore']>();
  const { container } = render(
    <NodeHistory {...{ draft, item, onRestore, ...related }} ask={ana} document={written} />,
    { wrapper: ServerState },
  );
  const details = container.querySelector('details');
  if (details === null) throw new Error('There is no history.');
  details.open = true;
  fireEvent(details, new Event('toggle'));
  return onRestore;
}

it('lists who changed a node, when and why, and unpublished changes', async () => {
  const ben = await registry.askAs('ben');
  await registry.goLive(ana, project('Old', 'One.'));
  await registry.goLive(ben, project('Old', 'Two.'));
  // Changes of the section's children are left out.
  expect(await linesOf('/body/0')).toEqual([
    expect.stringMatching(/^Type, Titleana, Mar 6, 2026, 9:\d\d.*A beginning\.$/),
  ]);
  expect(await linesOf('/body/0/body/0')).toEqual([
    expect.stringMatching(/^Textben, .*A beginning\.$/),
    expect.stringMatching(/^Typeana, .*A beginning\.$/),
  ]);

  const api = createApi(ana);
  const draft = await api.openDraft('Words');
  const revision = await api.saveDraft(draft.id, 0, { [SHELF]: textOf('New', 'Two.') });
  expect(await linesOf('/body/0', { ...draft, revision })).toEqual([
    expect.stringMatching(/^Titleana, .*In this draft, not published$/),
    expect.stringMatching(/^Typeana, .*A beginning\.$/),
  ]);
});

it('restores an earlier value of a node that has moved, and lists each value once', async () => {
  await registry.goLive(ana, project('Old', 'One.'));
  await registry.goLive(ana, project('Older', 'Two.'));
  await registry.goLive(ana, project('Old', 'Two.'));
  await registry.goLive(ana, project('Old', 'Three.'));
  // In the draft another node is before it.
  const draft = JSON.parse(textOf('New', 'Three.')) as { body: { body: unknown[] }[] };
  draft.body[0]?.body.unshift({ type: 'amount', value: '1' });
  const onRestore = open('/body/0/body/1', JSON.stringify(draft));
  const earlier = within(await screen.findByRole('region', { name: 'Earlier versions' }));
  expect(earlier.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^ana, Mar 6, 2026, .*A beginning\.text: Two\.Take this back$/),
    expect.stringMatching(/text: One\.Take this back$/),
  ]);
  fireEvent.click(earlier.getAllByRole('button', { name: 'Take this back' })[1] as HTMLElement);
  expect(onRestore.mock.calls[0]?.[0].value).toEqual({ type: 'text', text: 'One.' });
});

it('says who rolled an earlier value back, and why', async () => {
  await registry.goLive(ana, project('Old', 'One.'));
  await registry.goLive(ana, project('Old', 'Two.'));
  const ben = await registry.askAs('ben');
  await ben('POST', '/rollback', { reason: 'Nobody found it.' });
  open('/body/0/body/0', textOf('Old', 'One.'));
  const earlier = within(await screen.findByRole('region', { name: 'Earlier versions' }));
  expect(earlier.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^ana, .*Rolled back by ben, Mar 6, 2026, .*: Nobody found it\.text: Two\./),
  ]);
});

describe('of a shared part and the copy that one screen has of it', () => {
  const BAR = 'screens/parts/bar.part.json';
  const COPY = 'screens/parts/bar-shelf.part.json';
  const bar = (text: string) => ({ body: [{ type: 'text', text }] });
  const withParts = (shown: string, parts: { readonly [id: string]: { readonly body: object[] } }) =>
    smallProject({ body: [{ type: 'part', id: 'bar', part: shown }] }, { parts });
  const shared = (text: string) => withParts('bar', { bar: bar(text) });
  const copied = (text: string) => withParts('bar-shelf', { bar: bar('Two.'), 'bar-shelf': bar(text) });
  const original = {
    ...{ file: BAR, where: 'In the shared part “Bar”' },
    document: JSON.parse(shared('Two.').get(BAR)?.toString('utf8') ?? '') as unknown,
  };
  const copy = { file: COPY, where: 'Only on “Shelf”' };
  const earlierShown = async () => {
    const earlier = within(await screen.findByRole('region', { name: 'Earlier versions' }));
    return earlier.getAllByRole('listitem').map(({ textContent }) => textContent);
  };
  /** Publishes a project that another person approves. */
  async function publish(ask: Ask, project: ReadonlyMap<string, Buffer>): Promise<void> {
    const files = Object.fromEntries([...project].map(([path, bytes]) => [path, bytes.toString('base64')]));
    const reason = 'A beginning.';
    const { hash } = await ask<{ hash: string }>('POST', '/releases', { files, reason });
    await yan('POST', `/releases/${hash}/approve`, { reason });
    await ask('POST', `/releases/${hash}/publish`, { reason });
  }
  let yan: Ask;
  beforeEach(async () => {
    yan = await registry.askAs('yan');
    await registry.goLive(ana, shared('One.'));
    await registry.goLive(await registry.askAs('ben'), shared('Two.'));
  });

  it('goes on in the shared part for a copy in a draft', async () => {
    const api = createApi(ana);
    const opened = await api.openDraft('Words');
    const texts = Object.fromEntries(
      [...copied('Three.')].map(([path, bytes]) => [path, bytes.toString('utf8')] as const),
    );
    const [text = '', screenText = ''] = [texts[COPY], texts[SHELF]];
    const revision = await api.saveDraft(opened.id, 0, { [SHELF]: screenText, [COPY]: text });
    open('/body/0', text, { ...opened, revision }, COPY, { original });
    expect(await earlierShown()).toEqual([
      expect.stringMatching(/^ben, .*A beginning\.In the shared part “Bar”text: Two\.Take this back$/),
      expect.stringMatching(/^ana, .*A beginning\.In the shared part “Bar”text: One\.Take this back$/),
    ]);
    expect(await linesShown()).toEqual([
      expect.stringMatching(/^Textana, .*In this draft, not published$/),
      expect.stringMatching(/^Typeana, .*A beginning\.$/),
    ]);
  });

  it('knows what was changed in the copy after the way back, and after a rollback', async () => {
    const cy = await registry.askAs('cy');
    await publish(cy, copied('Three.'));
    await publish(cy, copied('Four.'));
    await ana('POST', '/rollback', { reason: 'Nobody found it.' });
    await publish(ana, shared('Two.'));
    open('/body/0', shared('Two.').get(BAR)?.toString('utf8') ?? '', undefined, BAR, { copy });
    expect(await earlierShown()).toEqual([
      // The rollback made it live again.
      expect.stringMatching(/^ana, .*: Nobody found it\.Only on “Shelf”text: Three\./),
      expect.stringMatching(/^cy, .*Only on “Shelf”Rolled back by ana, .*: Nobody found it\.text: Four\./),
      expect.stringMatching(/^ana, .*A beginning\.text: One\./),
    ]);
  });
});
