// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { Contract } from '#src/shared/contract.ts';
import type { Call } from '#src/devtools/inspector/requests.ts';
import { createPreviewCalls } from './call-log.ts';
import { NetworkLog } from './network-log.tsx';

afterEach(cleanup);

const PAY = { name: 'pay', method: 'POST', paths: ['/loan/pay'], encoding: 'form', keyed: true };
const call = (more: Partial<Call> = {}): Call => ({
  ...{ nth: 1, method: 'POST', path: '/loan/pay', query: '?from=1', began: 0 },
  headers: [['Idempotency-Key', 'id-1']],
  body: 'amount=1%2C200&why=all+of+it',
  ...more,
});

function open() {
  const calls = createPreviewCalls();
  // The members that the component reads.
  render(<NetworkLog calls={calls} contracts={[PAY as unknown as Contract]} />);
  return calls;
}

it('shows a request with its idempotency key, and the reply', async () => {
  const calls = open();
  expect(screen.getByText(/has sent no requests/)).toBeTruthy();
  act(() => calls.called([call()]));
  expect(screen.getByText('no answer yet')).toBeTruthy();
  act(() => calls.called([call({ end: { ms: 7, reply: { status: 200, body: '{"success":true}' } } })]));
  await userEvent.click(screen.getByText('200, 7 ms'));
  const sent = within(screen.getByRole('group', { name: 'Sent' }));
  expect(sent.getByText(/^POST/).textContent).toBe(
    'POST /loan/pay?from=1\nIdempotency-Key: id-1\n\namount=1%2C200&why=all+of+it',
  );
  expect(sent.getByText(/counts once/)).toBeTruthy();
  expect(sent.getByRole('row', { name: 'amount 1,200' })).toBeTruthy();
  expect(sent.getByRole('row', { name: 'why all of it' })).toBeTruthy();
  const answered = screen.getByRole('group', { name: 'Answered' });
  expect(within(answered).getByText(/success/).textContent).toBe('200\n\n{\n  "success": true\n}');
});

it('copies the shown text', async () => {
  const calls = open();
  const user = userEvent.setup();
  act(() => calls.called([call({ end: { ms: 7 } })]));
  await user.click(screen.getByText('no answer, 7 ms'));
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toMatch(
    /^POST \/loan\/pay\?from=1\n[^]*=1%2C200&[^]*No answer came$/,
  );
  expect(screen.getByRole('status').textContent).toBe('Copied POST /loan/pay.');
});

it('shows the address that the page would go to, until the page is opened again', () => {
  const calls = open();
  act(() => {
    calls.called([call()]);
    calls.left('https://pay.example/1');
    calls.called([call(), call({ nth: 2 })]);
  });
  expect(screen.getByText('https://pay.example/1')).toBeTruthy();
  act(() => calls.called([]));
  expect(screen.queryByText('https://pay.example/1')).toBeNull();
});
