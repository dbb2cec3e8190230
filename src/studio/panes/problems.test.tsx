// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { library } from '#renderer/grammar/testing.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { fixOf } from '../json/problems.ts';
import { openWorkspace } from '../model/workspace.ts';
import { readTitles } from '../review/titles.ts';
import { Problems } from './problems.tsx';

afterEach(cleanup);

it('fixes a problem in the list, and the focus stays in the list', async () => {
  const workspace = openWorkspace({ base: library({ $schema: 'elsewhere.json', titel: 'Shelf' }) });
  const show = () => (
    <Problems
      problems={workspace.snapshot().problems}
      rails={[]}
      titles={readTitles([])}
      isWhole
      fixOf={(problem) => fixOf(workspace, problem)}
      onMeant={() => undefined}
      onSelect={() => undefined}
    />
  );
  const { rerender } = render(show());
  expect(screen.getAllByRole('listitem').length).toBeGreaterThan(1);
  const [fix, ...more] = screen.getAllByRole('button', { name: /^Fix: / });
  // Only a person can decide which member was meant.
  expect(more).toEqual([]);
  await userEvent.click(fix as HTMLElement);
  rerender(show());
  expect(screen.queryByRole('button', { name: /^Fix: / })).toBeNull();
  expect(screen.getByRole('region', { name: 'Problems' })).toBe(document.activeElement);
  expect(workspace.snapshot().problems.map(({ code }) => code)).not.toContain('document/bad-schema');
});

it('keeps its height when all screens are compiled, so that the phone does not move under the pointer', () => {
  const blocks = [false, true].map((isWhole) => {
    const { container, unmount } = render(
      <Problems
        {...{ problems: [], rails: [], titles: readTitles([]), isWhole }}
        fixOf={() => undefined}
        onMeant={() => undefined}
        onSelect={() => undefined}
      />,
    );
    expect(screen.queryAllByText('All screens are being read.')).toHaveLength(isWhole ? 0 : 1);
    const tags = [...(container.firstElementChild?.children ?? [])].map(({ tagName }) => tagName);
    unmount();
    return tags;
  });
  expect(blocks[0]).toEqual(blocks[1]);
});

it('acknowledges a warning with a reason, and the buttons have different accessible names', async () => {
  const onMeant = vi.fn<(problem: Problem, reason: string) => void>();
  const [first, second] = ['One box.', 'Another box.'].map(
    (message, at): Problem => ({
      ...{ code: 'consent/prechecked', severity: 'warning', file: 'screens/shelf.screen.json', message },
      ...{ line: 1, column: 1, pointer: `/body/${at}` },
    }),
  );
  if (first === undefined || second === undefined) throw new Error('There are two.');
  render(
    <Problems
      problems={[first, second, { ...first, severity: 'error', code: 'name/bad-name' }]}
      rails={[]}
      titles={readTitles([])}
      isWhole
      fixOf={() => undefined}
      onMeant={onMeant}
      onSelect={() => undefined}
    />,
  );
  expect(screen.getByRole('heading', { name: '1 error, 2 warnings' })).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /^It is intended/ })).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'It is intended… Another box.' }));
  await userEvent.keyboard('Law read it.{Enter}');
  expect(onMeant).toHaveBeenCalledWith(second, 'Law read it.');
  expect(screen.getByRole('region', { name: 'Problems' })).toBe(document.activeElement);
});
