import { describe, expect, it } from 'vitest';
import type { HttpReply, HttpRequest } from '#renderer/engine.ts';
import { withScreen } from '#src/shared/first-calls.ts';
import { sendAhead } from './ahead.ts';

const CALL: HttpRequest = { method: 'GET', url: '/api/book?id=1', headers: { swift: 's' }, timeoutMs: 9 };

function sending() {
  const sent: { readonly call: HttpRequest; readonly signal: AbortSignal; answer(reply: HttpReply): void }[] =
    [];
  const http = {
    send: (call: HttpRequest, signal: AbortSignal) =>
      new Promise<HttpReply>((answer, refuse) => {
        sent.push({ call, signal, answer });
        signal.addEventListener('abort', () => refuse(signal.reason as Error));
      }),
  };
  return { sent, ahead: sendAhead(http, [CALL], 3) };
}

const signal = () => new AbortController().signal;

describe('calls that are sent ahead', () => {
  it('give their answer to the first identical call, once', async () => {
    const { sent, ahead } = sending();
    expect(sent.map(({ call }) => call)).toEqual([CALL]);
    const reply = ahead.send({ ...CALL, headers: { ...CALL.headers } }, signal());
    expect(sent).toHaveLength(1);
    sent[0]?.answer({ status: 200, body: 'one' });
    expect(await reply).toEqual({ status: 200, body: 'one', endings: 3 });
    void ahead.send(CALL, signal());
    expect(sent).toHaveLength(2);
  });

  it.each<[string, HttpRequest]>([
    ['another address', { ...CALL, url: '/api/book?id=2' }],
    ['another method', { ...CALL, method: 'POST' }],
    ['another header', withScreen(CALL, { id: 'shelf' })],
    ['a body', { ...CALL, body: '{}' }],
  ])('give no answer to a call that has %s', (_, other) => {
    const { sent, ahead } = sending();
    void ahead.send(other, signal());
    expect(sent.map(({ call }) => call)).toEqual([CALL, other]);
  });

  it('are aborted when the page aborts the identical call', async () => {
    const { sent, ahead } = sending();
    const abort = new AbortController();
    const reply = ahead.send(CALL, abort.signal);
    abort.abort(new Error('left'));
    await expect(reply).rejects.toThrow('left');
    expect(sent[0]?.signal.aborted).toBe(true);
  });

  it('are not used after they were ended', () => {
    const { sent, ahead } = sending();
    ahead.end();
    void ahead.send(CALL, signal());
    expect(sent).toHaveLength(2);
  });
});
