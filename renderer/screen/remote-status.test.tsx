// @vitest-environment jsdom
import { cleanup, render, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { RemoteStatus } from './remote-status.tsx';

afterEach(cleanup);

const draw = (phase: 'idle' | 'asking' | 'right' | 'wrong' | 'failed', problem?: string) => {
  const retry = vi.fn();
  render(<RemoteStatus phase={phase} problem={problem} retry={retry} say={(words) => words} />);
  return retry;
};

it.each([
  ['idle', undefined, ''],
  ['asking', undefined, 'Checking…'],
  ['right', undefined, ''],
  ['wrong', 'Taken', 'Taken'],
  ['failed', undefined, 'This could not be checked. Try again.'],
  // The field itself shows this problem.
  ['failed', 'This could not be checked. Try again.', ''],
] as const)('S11: %s, with the problem %s, is read out as "%s"', (phase, problem, words) => {
  draw(phase, problem);
  expect(page.getByRole('status').textContent).toBe(words);
  expect(page.queryAllByRole('button')).toHaveLength(phase === 'failed' ? 1 : 0);
});

it('S11: a request without an answer can be retried', async () => {
  const retry = draw('failed');
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledTimes(1);
});
