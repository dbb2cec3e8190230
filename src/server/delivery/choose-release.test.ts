import { describe, expect, it } from 'vitest';
import { bucketOf, groupOf } from '#src/shared/rollout/assign.ts';
import { randomOf } from '#src/server/registry/simulation.ts';
import { LONG, SEED } from '#tests/property/settings.ts';
import { testAppPlan } from '../testing.ts';
import { chooseRelease, type Offer } from './choose-release.ts';
import { readVisitor, shortName, type Visitor, writeVisitor } from './visitor.ts';

const OLD = 'a'.repeat(12);
const NEW = 'b'.repeat(12);
const NOW = Date.UTC(2026, 10, 22, 4);
const HOUR = 60 * 60_000;

const text = { type: 'text' } as const;
const app = {
  ...testAppPlan(),
  session: {
    sessionId: { wire: ['sessionId'], shape: text },
    userId: { wire: ['userId'], shape: text },
    appVersion: { wire: ['appVersion'], shape: text },
    merchantNumber: { wire: ['merchantNumber'], shape: text, default: '1000' },
  },
  carried: { productId: { wire: ['productId', 'product_id'], shape: text } },
  required: ['sessionId'],
};

function read(query: string, cookies?: string): Visitor {
  return readVisitor(app, new URLSearchParams(query), cookies, 'en-PH');
}

/** The cookies that a browser sends back. */
function jar(setCookies: readonly string[]): string {
  return setCookies.map((cookie) => cookie.split(';')[0]).join('; ');
}

function offer(more: Partial<Offer> = {}): Offer {
  return { live: OLD, isServed: () => true, ...more };
}

const rollout = { id: 'first', salt: 'first', basisPoints: 5_000, audience: [], release: NEW };

/** Visitors that the rollout gives the new release, and others. */
function findVisitor(side: 'candidate' | 'control', salt = 'first'): string {
  const ids = Array.from({ length: 100 }, (_, at) => `visitor-${at}`.padEnd(22, '0'));
  const found = ids.find((id) => groupOf(bucketOf(salt, id), 5_000) === side);
  if (found === undefined) throw new Error(`Of 100 visitors none is of the ${side}`);
  return found;
}

describe('a visitor', () => {
  it('is read from the address, or from the cookies of an earlier response', () => {
    const first = read('sessionId=s1&userId=u1&appVersion=2.4.0&product_id=77');
    expect(first.attributes).toEqual({
      appVersion: '2.4.0',
      merchantNumber: '1000',
      product: '77',
      language: 'en-PH',
    });
    const pin = chooseRelease(offer(), first, NOW);
    const again = read('', jar(writeVisitor(first, pin)));
    expect(again).toMatchObject({ id: first.id, attributes: first.attributes, pin });
    expect(chooseRelease(offer(), again, NOW + 1)).toEqual(pin);
  });

  it('is stored without personal data', () => {
    const visitor = read('sessionId=secret-session&userId=secret-user&appVersion=2.4.0');
    const cookies = writeVisitor(visitor, chooseRelease(offer(), visitor, NOW));
    const plain = cookies.map((cookie) =>
      Buffer.from(cookie.split(/[=;]/)[1] ?? '', 'base64url').toString('utf8'),
    );
    expect([...cookies, ...plain].join('\n')).not.toContain('secret');
    for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/; SameSite=Lax; HttpOnly/);
    expect(cookies[0]).toContain('Max-Age');
    expect(cookies[1]).not.toMatch(/Max-Age|Expires/);
  });

  it.each([
    ['no cookie', undefined],
    ['a cookie that is not JSON', 'capiz-visit=!!!'],
    [
      'a cookie of another shape',
      `capiz-visit=${Buffer.from('{"pin":{"release":"../x"},"attributes":7}').toString('base64url')}`,
    ],
    ['a cookie that is too long', `capiz-visit=${'A'.repeat(5_000)}`],
    ['a visitor id of another format', 'capiz-visitor=1; capiz-visit=e30'],
  ])('is a new visitor with %s', (_title, cookies) => {
    const visitor = read('', cookies);
    expect(visitor.id).toMatch(/^[\w-]{22}$/);
    expect(visitor.pin).toBeUndefined();
  });

  it('ignores attributes that are too long', () => {
    expect(read(`appVersion=${'1'.repeat(41)}`).attributes.appVersion).toBeUndefined();
  });
});

describe('a visit', () => {
  const visitor = read('sessionId=s1', `capiz-visitor=${findVisitor('candidate')}`);

  /** The same visitor later, possibly at another address. */
  function later(pin: ReturnType<typeof chooseRelease>, query = ''): Visitor {
    return read(query, jar(writeVisitor(visitor, pin)));
  }

  it('begins with the release of the visitor’s side of the rollout', () => {
    expect(chooseRelease(offer({ rollout }), visitor, NOW)).toMatchObject({
      release: NEW,
      side: 'candidate',
    });
    const other = read('', `capiz-visitor=${findVisitor('control')}`);
    expect(chooseRelease(offer({ rollout }), other, NOW)).toMatchObject({ release: OLD, side: 'control' });
  });

  it('keeps its release when another goes live or a rollout begins', () => {
    const pin = chooseRelease(offer(), visitor, NOW);
    expect(chooseRelease(offer({ live: NEW }), later(pin, 'sessionId=s1'), NOW + HOUR).release).toBe(OLD);
    expect(chooseRelease(offer({ rollout }), later(pin), NOW + HOUR)).toMatchObject({
      release: OLD,
      side: 'rest',
    });
  });

  it.each([
    ['its release was taken back', '', HOUR, { live: OLD, isServed: (name: string) => name !== NEW }],
    ['the address names another session', 'sessionId=s2', HOUR, {}],
    ['it is a day old', '', 24 * HOUR, {}],
  ])('ends if %s', (_title, query, afterMs, more) => {
    const pin = chooseRelease(offer({ rollout }), visitor, NOW);
    expect(pin.release).toBe(NEW);
    expect(chooseRelease(offer(more), later(pin, query), NOW + afterMs).release).toBe(OLD);
  });

  it('outside a rollout gets the live release and has no side', () => {
    expect(chooseRelease(offer(), visitor, NOW)).toEqual({
      ...{ release: OLD, rollout: '', side: 'rest', since: NOW / 60_000, mark: visitor.mark },
    });
  });

  it('keeps its rollout and side while the rollout runs, and afterwards only its release', () => {
    const pin = chooseRelease(offer({ rollout }), visitor, NOW);
    expect(pin).toMatchObject({ release: NEW, rollout: 'first', side: 'candidate' });
    expect(chooseRelease(offer({ rollout }), later(pin), NOW + HOUR)).toEqual(pin);
    const apart = { ...pin, rollout: '', side: 'rest' };
    const second = { ...rollout, id: 'second', salt: 'second' };
    expect(chooseRelease(offer({ rollout: second }), later(pin), NOW + HOUR)).toEqual(apart);
    expect(chooseRelease(offer(), later(pin), NOW + HOUR)).toEqual(apart);
  });

  it('stores the session when an address first names it, and keeps the session that it began with', () => {
    const unnamed = read('', `capiz-visitor=${visitor.id}`);
    const pin = chooseRelease(offer(), unnamed, NOW);
    expect(pin).not.toHaveProperty('mark');
    expect(chooseRelease(offer(), { ...unnamed, pin }, NOW)).toEqual(pin);
    expect(chooseRelease(offer(), { ...visitor, pin }, NOW)).toEqual({ ...pin, mark: visitor.mark });
  });

  it('continues if its first document did not name the session', () => {
    const unnamed = { ...read('', `capiz-visitor=${visitor.id}`) };
    const pin = chooseRelease(offer({ rollout }), unnamed, NOW);
    const named = read('sessionId=s1', jar(writeVisitor(unnamed, pin)));
    const kept = chooseRelease(offer(), named, NOW + HOUR);
    expect(kept.release).toBe(NEW);
    const other = read('sessionId=s2', jar(writeVisitor(named, kept)));
    expect(chooseRelease(offer(), other, NOW + HOUR).release).toBe(OLD);
  });

  it('never mixes screens of two releases', () => {
    const random = randomOf(SEED);
    const mixed: string[] = [];
    for (let flow = 0; flow < (LONG ? 10_000 : 2_000); flow += 1) {
      let cookies: string | undefined;
      const releases = new Set<string>();
      let state: Offer = offer();
      for (let step = 0; step < 6; step += 1) {
        if (random() < 0.3) state = offer({ live: random() < 0.5 ? OLD : NEW });
        if (random() < 0.3)
          state = { ...state, rollout: { ...rollout, basisPoints: Math.floor(random() * 5_000) } };
        const one = read(step === 0 ? `sessionId=s${flow}&appVersion=2.1` : '', cookies);
        const pin = chooseRelease(state, one, NOW + step * HOUR);
        cookies = jar(writeVisitor(one, pin));
        releases.add(pin.release);
      }
      if (releases.size > 1) mixed.push(`flow ${flow}`);
    }
    expect(mixed).toEqual([]);
  });
});

it('a short name is the beginning of a hash', () => {
  expect(shortName('0123456789abcdef'.repeat(4))).toBe('0123456789ab');
});
