import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ActionPlan, OverlayPlan } from '../plan/plan.ts';
import { makePlan, node } from './testing.ts';

/* Each test is a page of its own: what one has fetched the next has not. */

const lost = { is: false };

async function page() {
  vi.resetModules();
  vi.doMock('./acts.ts', async (importOriginal) => {
    const original = await importOriginal<typeof import('./acts.ts')>();
    return {
      get acts() {
        if (lost.is) throw new Error('The chunk is gone.');
        return original.acts;
      },
    };
  });
  const testing = await import('./testing.ts');
  const { lazyActs, fetchActs } = await import('./lazy-acts.ts');
  const { actions } = await import('../actions/index.ts');
  const world = testing.fakeWorld();
  const open = (lists: readonly ActionPlan[]) =>
    testing.open(
      world,
      makePlan({
        bar: [node('button', 'ask', { on: { tap: lists } })],
        overlays: { sure: SURE, never: { ...SURE, id: 'never', visible: false } },
      }),
      { acts: lazyActs, actions },
    );
  return { ...testing, world, open, fetchActs };
}

const SURE: OverlayPlan = { ...node('dialog', 'sure'), slots: {} };
const ASK: readonly ActionPlan[] = [{ do: 'open', props: { overlay: 'sure' } }];

type Page = Awaited<ReturnType<typeof page>>;
type Live = ReturnType<Page['open']>;

function tap(live: Live, { allNodes }: Page): void {
  const [button] = [...allNodes(live.bar)];
  if (button !== undefined) live.emit(button, 'tap');
}
const isBusy = (live: Live, { allNodes }: Page) => [...allNodes(live.bar)][0]?.snapshot().busy;
const overlays = (live: Live) => live.surface.snapshot().overlays.length;

beforeEach(() => {
  lost.is = false;
});
afterEach(() => {
  vi.doUnmock('./acts.ts');
  vi.resetModules();
});

describe('what acts comes when somebody acts', () => {
  it('a tap waits for it: its node is busy, a second tap is ignored, and one overlay opens', async () => {
    const here = await page();
    const live = here.open(ASK);
    tap(live, here);
    expect(isBusy(live, here)).toBe(true);
    expect(overlays(live)).toBe(0);
    tap(live, here);
    await expect.poll(() => overlays(live)).toBe(1);
    await here.settle();
    expect(overlays(live)).toBe(1);
    live.dismissOverlay();
    await here.settle();
    expect(overlays(live)).toBe(0);
    expect(isBusy(live, here)).toBe(false);
  });

  it('once it is here an overlay opens with the tap', async () => {
    const here = await page();
    await here.fetchActs();
    const live = here.open(ASK);
    tap(live, here);
    expect(overlays(live)).toBe(1);
  });

  it('an overlay whose condition does not hold is passed over at once, and nothing is fetched for it', async () => {
    const here = await page();
    const live = here.open([
      { do: 'open', props: { overlay: 'never' } },
      { do: 'notice', props: { text: 'Went on', look: 'toast' } },
    ]);
    lost.is = true;
    tap(live, here);
    expect(live.surface.snapshot().toasts.map(({ text }) => text)).toEqual(['Went on']);
    expect(isBusy(live, here)).toBe(false);
  });

  it('where it cannot be fetched the tap fails as a call of which nothing was sent, and the next one tries again', async () => {
    const here = await page();
    const live = here.open([{ do: 'open', props: { overlay: 'sure' }, catch: [CAUGHT] }]);
    lost.is = true;
    tap(live, here);
    await expect.poll(() => live.surface.snapshot().toasts.length).toBe(1);
    expect(isBusy(live, here)).toBe(false);
    lost.is = false;
    tap(live, here);
    await expect.poll(() => overlays(live)).toBe(1);
  });

  it.each<[string, { isLeft?: boolean; isOffline?: boolean }, number]>([
    ['is sent once it is here', {}, 1],
    ['is not sent any more when the screen was left before it was here', { isLeft: true }, 0],
    ['that was meant offline is not sent when the network brings it', { isOffline: true }, 0],
  ])('a critical call %s', async (_title, { isLeft = false, isOffline = false }, sent) => {
    const here = await page();
    const live = here.open([]);
    if (isOffline) live.setDevice({ online: false });
    const controller = new AbortController();
    const ended = live.engine.intents.send({
      plan: { intent: 'pay', fresh: [], amounts: [] },
      endpoint: { ...here.endpoint('pay', {}), safe: false, keyed: true },
      request: {},
      scope: live.engine.scope,
      origin: { scope: live.engine.scope, list: 'node:pay:tap', event: 'tap' },
      guards: [],
      amountsAtTap: [],
      readingsAtTap: new Map(),
      signal: controller.signal,
    });
    ended.catch(() => undefined);
    if (isLeft) controller.abort();
    if (isOffline) live.setDevice({ online: true });
    await here.fetchActs();
    await here.settle();
    expect(here.world.calls).toHaveLength(sent);
    if (isLeft) await expect(ended).rejects.toMatchObject({ error: { kind: 'refused' } });
    if (isOffline) await expect(ended).rejects.toMatchObject({ error: { kind: 'offline' } });
  });

  it('overlays of a visit are saved on until it has come, and stand again then', async () => {
    const before = await page();
    await before.fetchActs();
    const first = before.open(ASK);
    tap(first, before);
    first.save(0);
    const stored = [...before.world.session];

    const here = await page();
    for (const [key, value] of stored) here.world.session.set(key, value);
    const second = here.open(ASK);
    lost.is = true;
    await here.settle();
    expect(overlays(second)).toBe(0);
    second.save(0);
    second.close();
    lost.is = false;
    const third = here.open(ASK);
    await expect.poll(() => overlays(third)).toBe(1);
  });

  it('a list that begins anew has its overlay once, though both asked before it was here', async () => {
    const here = await page();
    const live = here.open(ASK);
    const [button] = [...here.allNodes(live.bar)];
    const again = { scope: live.engine.scope, list: 'data:order:load', event: 'load' };
    void live.engine.runner.run(ASK, again);
    void live.engine.runner.run(ASK, again);
    await expect.poll(() => overlays(live)).toBe(1);
    await here.settle();
    live.dismissOverlay();
    await here.settle();
    expect(overlays(live)).toBe(0);
    expect(button?.snapshot().busy).toBe(false);
  });
});

const CAUGHT: NonNullable<ActionPlan['catch']>[number] = {
  run: [{ do: 'notice', props: { text: 'Try again', look: 'toast' } }],
};
