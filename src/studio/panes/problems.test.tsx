// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { library } from '#renderer/grammar/testing.ts';
import { fixOf } from '../json/problems.ts';
import { openWorkspace } from '../model/workspace.ts';
import { Problems } from './problems.tsx';

afterEach(cleanup);

it('what has one way out is mended where it is told, and the keyboard stays with the problems', async () => {
  const workspace = openWorkspace({ base: library({ $schema: 'elsewhere.json', titel: 'Shelf' }) });
  const show = () => (
    <Problems
      problems={workspace.snapshot().problems}
      rails={[]}
      isWhole
      fixOf={(problem) => fixOf(workspace, problem)}
      onSelect={() => undefined}
    />
  );
  const { rerender } = render(show());
  expect(screen.getAllByRole('listitem').length).toBeGreaterThan(1);
  const [fix, ...more] = screen.getAllByRole('button', { name: /^Fix: / });
  // Which member was meant only the author knows.
  expect(more).toEqual([]);
  await userEvent.click(fix as HTMLElement);
  rerender(show());
  expect(screen.queryByRole('button', { name: /^Fix: / })).toBeNull();
  expect(screen.getByRole('region', { name: 'Problems' })).toBe(document.activeElement);
  expect(workspace.snapshot().problems.map(({ code }) => code)).not.toContain('document/bad-schema');
});
