import { expect, it } from 'vitest';
import { createClaimStore, endCallsOfEarlierProcesses } from './claim-store.ts';
import { onBothEngines } from './testing.ts';

const NOW = Date.UTC(2026, 2, 5);
const CALL = { place: 'a', fingerprint: 'f' };
const ANSWER = { status: 201, type: 'text/plain', body: new Uint8Array([1, 0, 255]) };

onBothEngines('a claim of a call', ({ engine, database }) => {
  let now = NOW;
  const keeper = (queries = database().queries) => createClaimStore({ queries }, () => now);
  const claim = (how: { forMs?: number; repeatsUnknown?: boolean } = {}, call = CALL) =>
    keeper().claim(call, { forMs: 1_000, repeatsUnknown: false, ...how });
  /** A claim that must succeed. */
  async function mine(...given: Parameters<typeof claim>) {
    const claimed = await claim(...given);
    if (claimed.is !== 'mine') throw new Error(`It is ${claimed.is}.`);
    return claimed;
  }
  const again = { repeatsUnknown: true };
  const row = () => database().queries.selectFrom('kept_calls').selectAll().executeTakeFirstOrThrow();
  const at = (ms: number) => {
    now = NOW + ms;
  };

  it('belongs to its owner until it expires, and then has an unknown outcome', async () => {
    at(0);
    expect((await mine()).attempt).toBe(1);
    at(999);
    expect(await claim(again)).toEqual({ is: 'running' });
    at(1_000);
    expect(await claim()).toEqual({ is: 'unknown' });
    expect((await mine({ ...again, forMs: 500 })).attempt).toBe(2);
    at(1_499);
    expect(await claim(again)).toEqual({ is: 'running' });
    at(1_500);
    expect((await mine(again)).attempt).toBe(3);
  });

  it('replays a finished call byte for byte, and refuses another request with its key', async () => {
    at(0);
    await (await mine()).answered(ANSWER);
    expect(await claim()).toEqual({ is: 'replay', answer: ANSWER });
    expect(await claim(again, { ...CALL, fingerprint: 'g' })).toEqual({ is: 'other' });
    expect((await mine({}, { ...CALL, place: 'b' })).attempt).toBe(1);
  });

  it('with an unknown outcome is repeated only if the caller allows repetition', async () => {
    at(0);
    await (await mine()).unknown();
    expect((await row()).state).toBe('unknown');
    expect(await claim()).toEqual({ is: 'unknown' });
    expect(await claim(again, { ...CALL, fingerprint: 'g' })).toEqual({ is: 'other' });
    expect((await mine(again)).attempt).toBe(2);
  });

  it('is deleted if the call was not sent; after an unsent repetition the outcome stays unknown', async () => {
    at(0);
    await (await mine()).unsent();
    const first = await mine();
    expect(first.attempt).toBe(1);
    await first.unknown();
    await (await mine(again)).unsent();
    expect((await row()).state).toBe('unknown');
    expect(await claim()).toEqual({ is: 'unknown' });
  });

  it('cannot be changed by its former owner', async () => {
    at(0);
    const first = await mine();
    at(1_000);
    await mine(again);
    await first.answered(ANSWER);
    await first.unknown();
    await first.unsent();
    expect(await claim(again)).toEqual({ is: 'running' });
  });

  it.each([
    { state: 'unknown' as const },
    { state: 'answered' as const, status: null },
    { state: 'answered' as const, body: null },
  ])('is not replayed if %j is stored', async (wrong) => {
    at(0);
    await (await mine()).answered(ANSWER);
    await database().queries.updateTable('kept_calls').set(wrong).execute();
    expect(await claim()).toEqual({ is: 'unknown' });
  });

  /**
   * A claim store in which `meanwhile` runs after a row was read and before the next statement, as on another
   * server.
   * @param isGone - Whether that first read finds no row.
   */
  function interrupted(meanwhile: () => Promise<unknown>, isGone: boolean) {
    const { queries } = database();
    let isDone = false;
    async function executeTakeFirst() {
      const found = await queries.selectFrom('kept_calls').selectAll().executeTakeFirst();
      if (isDone) return found;
      isDone = true;
      await meanwhile();
      return isGone ? undefined : found;
    }
    const look = { selectAll: () => ({ where: () => ({ executeTakeFirst }) }) };
    return keeper(
      new Proxy(queries, {
        get(target, name) {
          if (name === 'selectFrom') return () => look;
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      }),
    );
  }

  it('goes to a second caller if its owner releases it while the second caller claims it', async () => {
    at(0);
    const first = await mine();
    const other = interrupted(() => first.unsent(), true);
    expect(await other.claim(CALL, { forMs: 1_000, repeatsUnknown: false })).toMatchObject({
      ...{ is: 'mine', attempt: 1 },
    });
    expect(await row()).toMatchObject({ ...CALL, state: 'running' });
  });

  it.each([
    { how: 'ended', is: 'ended' },
    { how: 'used', is: 'running' },
  ])(
    'is refused to a second caller if another key has $how its wish since its owner released it',
    async ({ how, is }) => {
      at(0);
      const wish = { place: 'w', readAt: NOW - 5 };
      const begin = async (place: string) => {
        const begun = await keeper().claim({ ...CALL, place, wish }, { forMs: 1_000, repeatsUnknown: false });
        if (begun.is !== 'mine') throw new Error(`It is ${begun.is}.`);
        return begun;
      };
      const first = await begin('a');
      const { queries } = database();
      let isDone = false;
      async function executeTakeFirst() {
        isDone = true;
        const found = await queries.selectFrom('kept_calls').select('place').executeTakeFirst();
        await first.unsent();
        const other = await begin('b');
        if (how === 'ended') await other.answered(ANSWER, 60_000);
        return found;
      }
      const look = { select: () => ({ where: () => ({ executeTakeFirst }) }) };
      const late = keeper(
        new Proxy(queries, {
          get(target, name) {
            if (name === 'selectFrom' && !isDone) return () => look;
            const value: unknown = Reflect.get(target, name, target);
            return typeof value === 'function' ? value.bind(target) : value;
          },
        }),
      );
      const call = { ...CALL, wish };
      expect(await late.claim(call, { forMs: 1_000, repeatsUnknown: false })).toEqual({ is });
      const places = await queries.selectFrom('kept_calls').select('place').execute();
      expect(places).toEqual([{ place: 'b' }]);
    },
  );

  it('belongs to the first of two callers who repeat the call at the same time', async () => {
    at(0);
    await (await mine()).unknown();
    const other = interrupted(() => mine(again), false);
    expect(await other.claim(CALL, { forMs: 1_000, repeatsUnknown: true })).toEqual({ is: 'running' });
  });

  it('still takes the outcome from its owner if another server has marked it as unknown', async () => {
    at(0);
    const [answered, unsent] = [await mine(), await mine({}, { ...CALL, place: 'b' })];
    await database().queries.updateTable('kept_calls').set({ state: 'unknown' }).execute();
    await answered.answered(ANSWER);
    await unsent.unsent();
    expect(await database().queries.selectFrom('kept_calls').select(['place', 'state']).execute()).toEqual([
      { place: 'a', state: 'answered' },
    ]);
  });

  it('becomes unknown when its server starts again, if no other server shares the database', async () => {
    at(0);
    await mine();
    await (await mine({}, { ...CALL, place: 'b' })).answered(ANSWER);
    await endCallsOfEarlierProcesses(database());
    const states = await database()
      .queries.selectFrom('kept_calls')
      .select('state')
      .orderBy('place')
      .execute();
    expect(states.map(({ state }) => state)).toEqual([
      engine === 'sqlite' ? 'unknown' : 'running',
      'answered',
    ]);
  });

  it('does not change when another server starts', async () => {
    at(0);
    await mine();
    await endCallsOfEarlierProcesses({ ...database(), engine: 'postgres' });
    expect((await row()).state).toBe('running');
  });
});
