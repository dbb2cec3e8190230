// @vitest-environment jsdom
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { smallProject } from '#src/server/registry/testing.ts';
import { type Ask, createApi, type Draft } from '../api.ts';
import { itemAt, outlineOf } from '../model/outline.ts';
import { openTestRegistry, type TestRegistry } from '../testing.ts';
import { NodeHistory } from './history.tsx';

// The registry compiles in the same thread as everything else here.
configure({ asyncUtilTimeout: 20_000 });

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
  // What was asked last is answered first.
  await new Promise((resolve) => setTimeout(resolve, 0));
  await registry.database.close();
});

/** What the history of a node says, line by line. */
async function linesOf(pointer: string, draft?: Draft): Promise<readonly (string | null)[]> {
  const item = itemAt(outlineOf(SHELF, JSON.parse(textOf('Old', 'Two.'))), pointer);
  if (item === undefined) throw new Error(`Nothing stands at ${pointer}.`);
  const { container } = render(<NodeHistory ask={ana} draft={draft} item={item} />);
  const details = container.querySelector('details');
  if (details === null) throw new Error('There is no history.');
  details.open = true;
  fireEvent(details, new Event('toggle'));
  const lines = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  cleanup();
  return lines;
}

it('says of each node who brought what it says, when and why, and what only the draft says', async () => {
  const ben = await registry.askAs('ben');
  await registry.goLive(ana, project('Old', 'One.'));
  await registry.goLive(ben, project('Old', 'Two.'));
  // Of what a section holds it says nothing.
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
