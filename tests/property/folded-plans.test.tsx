// @vitest-environment jsdom
import { cleanup } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { nodesOf } from '#renderer/grammar/compile/plan-walk.ts';
import { compileLibrary } from '#renderer/grammar/testing.ts';
import { playPage } from '#tests/play-page.tsx';
import { LONG, SEED } from './settings.ts';

/*
 * The compiler leaves out what constant parameters of a part exclude. A page must do the same with such a plan as with everything that
 * the part has: before and after data, taps and entered texts.
 */

type Json = { readonly [name: string]: unknown };

afterEach(cleanup);

const CASES = LONG ? 400 : 40;

/** A condition of a part: its parameters, its state, and data. */
const condition: fc.Arbitrary<string> = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('params.edit', 'params.edit', '!params.edit', 'params.count > 2', "params.kind == 'a'"),
    fc.constantFrom("params.kind in ['a', 'b']", 'has(params.note)', 'state.on', 'params.lent'),
    fc
      .tuple(tie('any'), fc.constantFrom('&&', '||'), tie('any'))
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    fc.tuple(tie('any'), tie('any'), tie('any')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    tie('any').map((one) => `!(${one})`),
  ),
})).any;

const when = (name: string): fc.Arbitrary<Json> =>
  fc.oneof(
    fc.constant({}),
    condition.map((one) => ({ [name]: one })),
  );

const words = fc.tuple(condition, condition).map(([one, other]) => ({
  choose: [{ when: one, value: 'One ${params.kind}' }, { when: other, value: '${params.title}' }, 'Other'],
}));

const set = fc
  .tuple(when('when'), condition)
  .map(([one, value]) => ({ do: 'set', target: 'state.on', value: `\${${value}}`, ...one }));

const run = fc
  .tuple(when('when'), condition, condition, set, set)
  .map(([one, first, second, a, b]): readonly Json[] => [
    a,
    { do: 'choose', ...one, cases: [{ when: first, run: [b] }, { when: second, run: [] }, { run: [a, b] }] },
    { do: 'notice', text: 'Done', ...one },
  ]);

const leaf = fc.oneof(
  fc.tuple(words, when('visibleWhen')).map(([text, one]) => ({ type: 'text', text, ...one })),
  fc.tuple(run, when('visibleWhen'), when('enabledWhen')).map(([tap, one, other]) => ({
    ...{ type: 'button', text: 'Go', on: { tap } },
    ...{ ...one, ...other },
  })),
  fc.tuple(words, when('visibleWhen'), when('visibleWhen')).map(([value, one, other]) => ({
    ...{
      type: 'rows',
      rows: [
        { label: 'A', value, ...one },
        { label: 'B', value: 'b' },
      ],
    },
    ...other,
  })),
);

const group = fc
  .tuple(fc.array(leaf, { minLength: 1, maxLength: 3 }), when('visibleWhen'), leaf)
  .map(([body, one, fallback]) => ({ type: 'section', title: 'Some', body, ...one, fallback }));

const nodes = fc.array(fc.oneof(leaf, group), { minLength: 1, maxLength: 4 });

/** A form of the part, with fields that constants may hide. */
const form = fc
  .tuple(when('visibleWhen'), when('visibleWhen'), when('visibleWhen'), fc.constantFrom('keep', 'drop'), leaf)
  .map(([field, around, button, hidden, extra]) => ({
    ...{ type: 'form', id: 'ask', hidden },
    body: [
      { type: 'text-field', name: 'title', label: 'Title', initial: '${params.title}', ...field },
      {
        type: 'section',
        title: 'More',
        body: [{ type: 'text-field', name: 'more', label: 'More' }],
        ...around,
      },
      extra,
      { type: 'button', text: 'Send', on: { tap: [{ do: 'submit', form: 'ask' }] }, ...button },
    ],
    on: {
      submit: [
        {
          do: 'go',
          to: 'book',
          with: { isbn: "${form.ask.?title.orValue('-')} ${form.ask.?more.orValue('-')}" },
        },
      ],
    },
  }));

const constants = fc.record(
  { edit: fc.boolean(), kind: fc.constantFrom('a', 'b', 'c'), count: fc.nat(4), note: fc.constant('n') },
  { requiredKeys: ['kind'] },
);

function screenOf(body: readonly Json[], given: Json): { readonly screen: Json; readonly part: Json } {
  return {
    screen: {
      body: [
        {
          type: 'part',
          id: 'one',
          part: 'card',
          with: { ...given, title: '${data.shelf.name}', lent: '${size(data.shelf.books) > 0}' },
        },
        { type: 'text', text: '${data.shelf.name}' },
      ],
    },
    part: {
      params: {
        edit: { type: 'boolean', default: false },
        kind: { type: 'string', required: true },
        count: { type: 'integer', default: 1 },
        note: { type: 'string' },
        title: { type: 'string', required: true },
        lent: { type: 'boolean', required: true },
      },
      state: { on: { type: 'boolean', initial: false } },
      body,
    },
  };
}

it('a page does the same with a folded plan as with everything that the definition has', async () => {
  const seen = { shorter: 0, without: 0, sent: 0 };
  await fc.assert(
    fc.asyncProperty(nodes, form, constants, async (body, ask, given) => {
      const { screen, part } = screenOf([...body, ask], given);
      const { plan, written } = compileLibrary(screen, { parts: { card: part } }).screens['shelf'] ?? {};
      if (plan === undefined || written === undefined) throw new Error('There is no plan.');
      if (JSON.stringify(plan).length < JSON.stringify(written).length) seen.shorter += 1;
      if (nodesOf(plan.body).length < nodesOf(written.body).length) seen.without += 1;
      // The first visit may load code that the second one has.
      await playPage(written);
      const expected = await playPage(written);
      if (expected.some((one) => one.startsWith('/'))) seen.sent += 1;
      expect(await playPage(plan)).toEqual(expected);
    }),
    { seed: SEED, numRuns: CASES, endOnFailure: true },
  );
  console.info(`folded plans: seed ${SEED}, ${CASES} runs, ${JSON.stringify(seen)}`);
  expect(seen.shorter).toBeGreaterThan(CASES * 0.5);
  expect(seen.without).toBeGreaterThan(CASES * 0.2);
  expect(seen.sent).toBeGreaterThan(0);
});
