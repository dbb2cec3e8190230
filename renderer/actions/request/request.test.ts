import { describe, expect, it } from 'vitest';
import { act, lend, play, put, say } from '../testing.ts';
import { get } from '../../runtime/testing.ts';

const failures = {
  default: [
    say([
      'text',
      '{kind} {message}',
      { kind: get('error.kind'), message: ['or', get('error.message'), '-'] },
    ]),
  ],
};
const found = act('request', { endpoint: 'shelf' }, { as: 'found' });

describe('request calls an endpoint', () => {
  it('sends its members and names the reply for the rest of the list', async () => {
    const { tap, state, call } = await play({
      tap: [
        act('request', { endpoint: 'lend', with: ['record', { book: 'b 1' }] }, { as: 'lent' }),
        put('ticket', get('lent.ticket')),
      ],
    });
    await tap();
    expect(call()).toMatchObject({ method: 'POST', url: '/api/lend', body: 'book=b+1' });
    await call().reply({ ticket: 't9' });
    expect(state('ticket')).toBe('t9');
  });

  it('an absent member is not sent', async () => {
    const { tap, call } = await play({
      tap: [act('request', { endpoint: 'lend', with: ['record', { book: 'b1', fine: get('state.none') }] })],
    });
    await tap();
    expect(call().body).toBe('book=b1');
  });

  const outcomes = {
    'offline -': (call: Call) => call.fail('offline', false),
    'network -': (call: Call) => call.fail('network'),
    'timeout -': (call: Call) => call.fail('timeout'),
    'server -': (call: Call) => call.answer({ status: 500, body: '' }),
    'business No': (call: Call) => call.answer({ status: 200, body: '{"success":false,"message":"No"}' }),
    'invalid-reply -': (call: Call) =>
      call.answer({ status: 200, body: '{"success":true,"data":{"books":"many"}}' }),
  };
  for (const [said, happens] of Object.entries(outcomes)) {
    it(`fails with ${said.split(' ')[0]}`, async () => {
      const { tap, call, toasts } = await play({ tap: [found, say('after')], app: { failures } });
      await tap();
      await happens(call());
      expect(toasts()).toEqual([said]);
    });
  }

  it('fails with "unsupported" if the endpoint is not in the plan', async () => {
    const { tap, toasts } = await play({ tap: [act('request', { endpoint: 'none' })], app: { failures } });
    await tap();
    expect(toasts()).toEqual(['unsupported -']);
  });

  it('sends no key without `critical`', async () => {
    const { tap, call } = await play({
      tap: [act('request', { endpoint: 'lend' })],
      plan: { endpoints: { lend: lend({ keyed: true }) } },
    });
    await tap();
    expect(call().headers).not.toHaveProperty('Idempotency-Key');
  });
});

type Call = ReturnType<Awaited<ReturnType<typeof play>>['call']>;
