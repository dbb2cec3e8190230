import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openWorkspace, type Workspace } from './workspace.ts';

const FILE = 'screens/a.screen.json';
const OTHER = 'screens/b.screen.json';
const open = (): Workspace =>
  openWorkspace({
    base: [
      { path: FILE, text: 'one' },
      { path: OTHER, text: 'other' },
    ],
  });
const type = (workspace: Workspace, text: string) =>
  workspace.edit({ label: 'Text', changes: { [FILE]: text }, gesture: 'text' });
const textOf = (workspace: Workspace) => workspace.snapshot().texts.get(FILE);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('undoes what was typed into one field at once', () => {
  const workspace = open();
  for (const text of ['t', 'tw', 'two']) {
    type(workspace, text);
    vi.advanceTimersByTime(500);
  }
  workspace.undo();
  expect(textOf(workspace)).toBe('one');
});

it.each<[what: string, happens: (workspace: Workspace) => void]>([
  ['a pause', () => vi.advanceTimersByTime(5000)],
  ['somebody was elsewhere', (workspace) => workspace.endStep()],
  ["another person's change", (workspace) => workspace.take({ [OTHER]: 'changed' })],
  ['a publication', (workspace) => workspace.rebase([{ path: FILE, text: 'two' }])],
])('returns to what was there before %s', (_what, happens) => {
  const workspace = open();
  type(workspace, 'two');
  happens(workspace);
  type(workspace, 'three');
  workspace.undo();
  expect(textOf(workspace)).toBe('two');
});

it('keeps the steps of an earlier visit apart', () => {
  const before = open();
  type(before, 'two');
  const { done, undone } = before.steps();
  const workspace = openWorkspace({ base: [{ path: FILE, text: 'two' }], done, undone });
  type(workspace, 'three');
  workspace.undo();
  expect(textOf(workspace)).toBe('two');
});

it('has no step for a letter that was typed and erased', () => {
  const workspace = open();
  type(workspace, 'ones');
  type(workspace, 'one');
  expect(workspace.snapshot().undo).toBeUndefined();
});
