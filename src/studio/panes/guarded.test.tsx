// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { library } from '#renderer/grammar/testing.ts';
import { openWorkspace } from '../model/workspace.ts';
import { Guarded } from './guarded.tsx';

// React writes each caught error.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

let isFaulty = true;

function Pane() {
  if (isFaulty) throw new Error('A fault.');
  return <p>All fields</p>;
}

it('a pane that fails says so beside the others, and comes back on demand or after the next edit', () => {
  const [before, after] = [library({}), library({ title: 'Other' })].map((base) =>
    openWorkspace({ base }).snapshot(),
  );
  const pane = (view: typeof before) => (
    <>
      <p>Outline</p>
      {view && (
        <Guarded title="The properties" className="st-right" view={view}>
          <Pane />
        </Guarded>
      )}
    </>
  );
  const { rerender } = render(pane(before));
  expect(screen.getByText('Outline')).toBeDefined();
  expect(screen.getByRole('alert').textContent).toContain('The properties failed. Your work is kept');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('alert')).toBeDefined();
  isFaulty = false;
  rerender(pane(after));
  expect(screen.getByText('All fields')).toBeDefined();
});
