import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileLibrary } from '#renderer/grammar/testing.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import type { HttpReply, HttpRequest } from '#renderer/engine.ts';
import type { GivenReply } from '#src/shared/borrower-data.ts';
import { callsOf, keyOf, withScreen } from '#src/shared/first-calls.ts';
import { visitAt } from '#src/server/content/visit-at.ts';
import { sendAhead } from './ahead.ts';
import { readVisitor } from './session.ts';

const CALL: HttpRequest = { method: 'GET', url: '/api/book?id=1', headers: { swift: 's' }, timeoutMs: 9 };

function sending(given: readonly GivenReply[] = []) {
  const sent: { readonly call: HttpRequest; readonly signal: AbortSignal; answer(reply: HttpReply): void }[] =
    [];
  const http = {
    send: (call: HttpRequest, signal: AbortSignal) =>
      new Promise<HttpReply>((answer, refuse) => {
        sent.push({ call, signal, answer });
        signal.addEventListener('abort', () => refuse(signal.reason as Error));
      }),
  };
  return { sent, ahead: sendAhead(http, [CALL], 3, given) };
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

describe('a reply in the document', () => {
  const GIVEN: GivenReply = [keyOf(CALL), { status: 200, body: 'given', receivedAt: 7 }];

  it('is the answer of the first identical call, which is not sent', async () => {
    const { sent, ahead } = sending([GIVEN]);
    expect(ahead.hasUsedGiven()).toBe(false);
    expect(await ahead.send({ ...CALL, headers: { ...CALL.headers } }, signal())).toEqual({
      ...{ status: 200, body: 'given', receivedAt: 7, endings: 3 },
    });
    expect([sent, ahead.hasUsedGiven()]).toEqual([[], true]);
    void ahead.send(CALL, signal());
    expect(sent).toHaveLength(1);
  });

  it('is not the answer of another call, which is sent', () => {
    const { sent, ahead } = sending([GIVEN]);
    void ahead.send(withScreen(CALL, { id: 'shelf' }), signal());
    expect(sent).toHaveLength(1);
    expect(ahead.hasUsedGiven()).toBe(false);
  });

  it('to a call that this page does not make is not used, and the page’s own call is sent', () => {
    const { sent, ahead } = sending([[keyOf({ ...CALL, url: '/api/book?id=2' }), GIVEN[1]]]);
    expect(sent.map(({ call }) => call)).toEqual([CALL]);
    void ahead.send(CALL, signal());
    expect(ahead.hasUsedGiven()).toBe(false);
  });

  it('is the answer of a call that the page knows only when more code is loaded', async () => {
    const later = { ...CALL, url: '/api/book?id=2' };
    const { sent, ahead } = sending([GIVEN, [keyOf(later), { ...GIVEN[1], body: 'later' }]]);
    expect(await ahead.send(later, signal())).toMatchObject({ body: 'later', endings: 3 });
    expect([sent, ahead.hasUsedGiven()]).toEqual([[], false]);
  });

  it('is not used after it was ended', () => {
    const { sent, ahead } = sending([GIVEN]);
    ahead.end();
    void ahead.send(CALL, signal());
    expect([sent.length, ahead.hasUsedGiven()]).toEqual([1, false]);
  });

  it('is all used in a page without one', () => {
    expect(sending().ahead.hasUsedGiven()).toBe(true);
  });
});

/* The server and the page compute the same calls from an address: else the page would ask again. */

const { app, plans } = compileLibrary({ routes: ['/shelf'] });
const shelf = plans.get('shelf');
if (app === undefined || shelf === undefined) throw new Error('The shelf has no plan.');

/** The calls of the page, which first takes the session out of the address. */
function callsOfPage(address: URL): readonly string[] {
  const { session, path, search } = readVisitor(app as AppPlan, address, undefined);
  const shown = new URL(address.origin + path + search);
  return callsOf(app as AppPlan, shelf as Plan, session, shown).map(keyOf);
}

const NAMES = ['cardId', 'card', 'readerId', 'branch', 'query', 'other', ''];
const pairs = fc.array(
  fc.tuple(
    fc.constantFrom(...NAMES),
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('', ' ', '+', '%', '%zz', 'a=b&c', '#/shelf', '\r\n', 'é'),
    ),
    fc.boolean(),
  ),
  { maxLength: 8 },
);
/** Percent-encoded, or as somebody typed it. */
const write = (text: string, isEncoded: boolean) =>
  isEncoded ? encodeURIComponent(text) : text.replace(/[&#]/g, '');

it('the page computes the same calls for an address as the server', () => {
  let compared = 0;
  fc.assert(
    fc.property(pairs, (given) => {
      const query = [['readerId', 'r', true] as const, ['cardId', '7', true] as const, ...given]
        .map(([name, value, isEncoded]) => `${name}=${write(value, isEncoded)}`)
        .sort(() => (given.length % 2 === 0 ? 1 : -1))
        .join('&');
      const address = new URL(`https://page.example/shelf?${query}`);
      const visit = visitAt(
        { app: app as AppPlan, plan: shelf as Plan, language: 'en', chrome: 'web' },
        address,
      );
      if (visit === undefined) return;
      compared += 1;
      expect(callsOfPage(address)).toEqual(visit.calls.map(keyOf));
    }),
    { numRuns: 500 },
  );
  expect(compared).toBeGreaterThan(50);
});
