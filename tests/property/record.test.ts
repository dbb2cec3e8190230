import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MemberShape, ScalarShape, Shape } from '#renderer/plan/plan.ts';
import { readReply } from '#renderer/plan/read-reply.ts';
import { Scrubber } from '#src/cli/fixtures/scrub.ts';
import { RUNS, SEED } from './settings.ts';

/* No personal data survives `capiz record`, at any position in a reply and with any members kept. */

const digit = fc.nat(9).map(String);
const digits = (length: number) =>
  fc.array(digit, { minLength: length, maxLength: length }).map((all) => all.join(''));
const letter = fc.constantFrom(
  ...Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'),
);
const opaque = fc
  .array(letter, { minLength: 24, maxLength: 48 })
  .map((all) => all.join(''))
  .filter((text) => /\d/.test(text) && /[a-z]/i.test(text));

/** Like real numbers; placeholder numbers are harmless. */
const phone = fc
  .tuple(fc.constantFrom('09', '+639', '639', '+63 9', '09'), digits(9), fc.constantFrom('', ' ', '-'))
  .map(([begin, rest, gap]) => `${begin}${rest.slice(0, 2)}${gap}${rest.slice(2, 5)}${gap}${rest.slice(5)}`)
  .filter((text) => !/1234567|0000$/.test(text.replaceAll(/\D/g, '')));

const card = fc
  .tuple(fc.constantFrom('4', '51', '35', '6011'), digits(15), fc.boolean())
  .map(([begin, rest, isGrouped]) => {
    const body = (begin + rest).slice(0, 15);
    const sum = Array.from(body)
      .reverse()
      .reduce((total, one, index) => {
        const doubled = Number(one) * (index % 2 === 0 ? 2 : 1);
        return total + (doubled > 9 ? doubled - 9 : doubled);
      }, 0);
    const whole = `${body}${(10 - (sum % 10)) % 10}`;
    return isGrouped ? whole.replaceAll(/(\d{4})(?=\d)/g, '$1 ') : whole;
  })
  .filter((text) => !/^(?:4242|4111|5555)/.test(text));

const base64 = (text: string) => Buffer.from(text).toString('base64url');
const token = fc.oneof(
  fc.tuple(opaque, opaque).map(([id, end]) => `eyJ${base64(id)}.eyJ${base64(id)}.${base64(end)}`),
  fc.uuid(),
  opaque,
);
const person = fc.constantFrom(
  'Maria Santos',
  'Juan Miguel Reyes',
  'LIGAYA BAUTISTA',
  'Niño Peñaflor',
  'Andrea Villanueva',
);

interface Planted {
  readonly secret: string;
  /** The secret inside a text. */
  readonly said: string;
}
const planted: fc.Arbitrary<Planted> = fc.oneof(
  ...[phone, card, token].map((kind) =>
    fc
      .tuple(kind, fc.constantFrom(['', ''], ['Call ', ' today'], ['(', ')'], ['Ref. ', ', thank you.']))
      .map(([secret, [before, after]]) => ({ secret, said: `${before}${secret}${after}` })),
  ),
  fc
    .tuple(person, fc.constantFrom('Dear ', 'Hi ', 'Mr. '))
    .map(([secret, before]) => ({ secret, said: `${before}${secret}, your loan is late.` })),
);

const NAMES = ['title', 'note', 'mobilePhone', 'repayToken', 'fullName', 'cardNo', 'value', 'text'] as const;
const scalar: fc.Arbitrary<ScalarShape> = fc.constantFrom<ScalarShape>(
  { type: 'text' },
  { type: 'text', read: 'text' },
  { type: 'url' },
);
const { shape } = fc.letrec<{ shape: Shape; member: MemberShape }>((tie) => ({
  member: fc
    .record({
      name: fc.constantFrom(...NAMES),
      wire: fc.constant(''),
      shape: tie('shape'),
    })
    .map((member) => ({ ...member, wire: `/${member.name}` })),
  shape: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.record({
      type: fc.constant('record' as const),
      members: fc.uniqueArray(tie('member'), { minLength: 1, maxLength: 4, selector: ({ name }) => name }),
    }),
    fc.record({ type: fc.constant('list' as const), items: tie('shape') }),
    fc.record({ type: fc.constant('map' as const), items: tie('shape') }),
  ),
}));

/** A reply of this shape in which every text is a planted one, also keys of maps. */
function fill(of: Shape, next: () => Planted): unknown {
  switch (of.type) {
    case 'record':
      return {
        ...Object.fromEntries(of.members.map(({ name, shape: one }) => [name, fill(one, next)])),
        stray: next().said,
      };
    case 'list':
      return [fill(of.items, next), fill(of.items, next)];
    case 'map':
      return { [next().said]: fill(of.items, next) };
    case 'url':
      return `https://pay.bank.ph/${encodeURIComponent(next().secret)}?to=${encodeURIComponent(next().secret)}`;
    default:
      return next().said;
  }
}

/** Every member's path, as `--keep` writes it. */
function pathsOf(of: Shape, at = ''): string[] {
  switch (of.type) {
    case 'record':
      return of.members.flatMap(({ name, shape: one }) => pathsOf(one, at === '' ? name : `${at}.${name}`));
    case 'list':
      return pathsOf(of.items, `${at}[]`);
    case 'map':
      return pathsOf(of.items, `${at}.*`);
    default:
      return [at];
  }
}

const squeeze = (text: string): string => text.replaceAll(/(?<=\d)[ .()-]{1,2}(?=\d)/g, '');

describe(`no generated secret survives recording (seed ${SEED})`, () => {
  const drawn = fc.record({
    shape,
    secrets: fc.array(planted, { minLength: 1, maxLength: 6 }),
    kept: fc.array(fc.nat(20), { maxLength: 3 }),
  });

  function record({ shape: of, secrets, kept }: { shape: Shape; secrets: Planted[]; kept: number[] }) {
    let at = 0;
    const reply = fill(of, () => secrets[at++ % secrets.length] ?? { secret: '', said: '' });
    const paths = pathsOf(of);
    const keeps = new Set(kept.flatMap((index) => paths[index] ?? []));
    const scrubber = new Scrubber({ keeps });
    scrubber.learnFrom(JSON.stringify(reply, null, 1));
    const { value } = scrubber.scrub(reply, of);
    const text = JSON.stringify(value, null, 2) ?? '';
    return { reply, value, text, left: scrubber.findLeft(text), isKept: keeps.size > 0 };
  }

  it('is masked, or reported if it was kept', () => {
    let told = 0;
    fc.assert(
      fc.property(drawn, (one) => {
        const { text, left, isKept } = record(one);
        const survivors = one.secrets.filter(
          ({ secret }) => text.includes(secret) || squeeze(text).includes(squeeze(secret)),
        );
        if (survivors.length > 0) expect(left.length).toBeGreaterThan(0);
        if (!isKept) expect({ survivors, left, text }).toMatchObject({ survivors: [], left: [] });
        told += left.length > 0 ? 1 : 0;
      }),
      { seed: SEED, numRuns: RUNS / 8 },
    );
    // Some runs report preserved members; otherwise this test would prove nothing.
    expect(told).toBeGreaterThan(RUNS / 160);
  });

  it('a matching reply still matches its contract, and equal replies give equal results', () => {
    fc.assert(
      fc.property(drawn, (one) => {
        const { reply, value, text } = record(one);
        expect(readReply(value, one.shape).ok).toBe(readReply(reply, one.shape).ok);
        expect(record(one).text).toBe(text);
      }),
      { seed: SEED, numRuns: RUNS / 20 },
    );
  });
});
