import { expect, it } from 'vitest';
import { openWorkspace } from './workspace.ts';
import { screenToOpen } from './uses.ts';

const screen = (id: string, body: unknown[]) => ({
  path: `screens/${id}.screen.json`,
  text: JSON.stringify({ id, title: id, body }),
});
const base = [
  screen('book', []),
  screen('loan', [{ type: 'part', part: 'fees' }]),
  screen('shelf', []),
  { path: 'screens/parts/fees.part.json', text: JSON.stringify({ body: [] }) },
];

it.each([
  ['screens/shelf.screen.json', 'shelf'],
  ['screens/parts/fees.part.json', 'loan'],
  ['screens/messages/fil.json', undefined],
])('a draft with a change of %s opens at %s', (path, wanted) => {
  const view = openWorkspace({ base, draft: { [path]: '{ }' } }).snapshot();
  const untouched = openWorkspace({ base }).snapshot();
  expect(screenToOpen(view)).toBe(wanted ?? screenToOpen(untouched));
});

it('a deleted screen is not opened', () => {
  const view = openWorkspace({ base, draft: { 'screens/shelf.screen.json': null } }).snapshot();
  expect(screenToOpen(view)).not.toBe('shelf');
});
