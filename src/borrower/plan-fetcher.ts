import type { Plan } from '#renderer/plan/plan.ts';
import { planAddress, releaseAddress, type WholeRelease } from '#src/shared/release.ts';
import { openStoredRelease } from './stored-release.ts';
import { openPlan, openWhole } from './open-release.ts';
import { PlanGone, PlanRefused, planIn, type Shown } from './release.ts';

/** Timeout of a fetch, in ms. */
const TIMEOUT_MS = 4_000;

export interface PlanFetcher {
  load(screen: string): Promise<Plan>;
  fetchAhead(plan: Plan, prepare: (plan: Plan) => void): Promise<void>;
}

/** Parameters as for `createPlanSource`; `ready` returns a loaded plan. */
export function createPlanFetcher(
  shown: Shown,
  ready: (screen: string) => Plan | undefined,
  get: typeof fetch,
  onKept: (why: string) => void,
): PlanFetcher {
  const coming = new Map<string, Promise<unknown>>();

  /** Shares one fetch between simultaneous callers. */
  function once<T>(key: string, run: () => Promise<T>): Promise<T> {
    const pending = coming.get(key) as Promise<T> | undefined;
    if (pending !== undefined) return pending;
    const call = run().finally(() => coming.delete(key));
    coming.set(key, call);
    return call;
  }

  async function fetchBytes(address: string): Promise<ArrayBuffer> {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
    try {
      const reply = await get(address, { signal: abort.signal });
      if (reply.ok) return await reply.arrayBuffer();
      const isGone = reply.status === 404 || reply.status === 410;
      throw new (isGone ? PlanGone : Error)(`${address} answered ${reply.status}.`);
    } finally {
      clearTimeout(timer);
    }
  }

  function fetchPlan(screen: string): Promise<Plan> {
    return once(screen, async () => {
      const name = shown.release.screens[screen];
      if (name === undefined) throw new Error(`The release has no screen ${screen}.`);
      const plan = await openPlan(await fetchBytes(planAddress(name)), name, screen);
      if (typeof plan === 'string') throw new PlanRefused(plan);
      shown.ready.set(screen, plan);
      return plan;
    });
  }

  async function fetchWhole(name: string | undefined): Promise<WholeRelease | undefined> {
    if (name === undefined) return undefined;
    try {
      return await once(name, async () => openWhole(await fetchBytes(releaseAddress(name)), name));
    } catch {
      return undefined;
    }
  }

  /** Loads the whole release of the document: then no further fetch is needed. */
  async function complete(): Promise<void> {
    const { name } = shown.release;
    const whole = shown.whole ?? (await fetchWhole(name));
    if (shown.release.name === name && whole !== undefined) shown.whole = whole;
  }

  /** Switches all screens to another release; they never mix two. */
  async function change(screen: string, why: string): Promise<Plan | undefined> {
    const { release } = shown;
    const others = [
      ['good', async () => (await openStoredRelease('good'))?.whole],
      ['bundled', () => fetchWhole(release.bundled)],
      ['bundled', async () => (await openStoredRelease('bundled'))?.whole],
    ] as const;
    for (const [which, find] of others) {
      const whole = await find();
      const plan = whole?.language === release.language ? planIn(whole, screen) : undefined;
      if (whole === undefined || plan === undefined) continue;
      shown.release = { ...release, ...whole };
      shown.whole = whole;
      shown.ready.clear();
      onKept(`${which} ${why}`);
      return plan;
    }
    return undefined;
  }

  async function load(screen: string): Promise<Plan> {
    try {
      return await fetchPlan(screen);
    } catch (error) {
      // The server answered that the plan is gone: a new document is better than any stored one.
      if (error instanceof PlanGone) throw error;
      await complete();
      const plan = ready(screen) ?? (await change(screen, error instanceof Error ? error.message : ''));
      if (plan === undefined) throw error;
      return plan;
    }
  }

  return {
    load,
    async fetchAhead(plan, prepare) {
      await complete();
      for (const screen of screensNamed(plan)) {
        const next = ready(screen);
        if (next) prepare(next);
        else fetchPlan(screen).then(prepare, () => undefined);
      }
      // Without a worker the browser's own cache stores it.
      await fetchWhole(shown.release.bundled);
    },
  };
}

function screensNamed(plan: Plan): Set<string> {
  const named = new Set<string>();
  JSON.stringify(plan, (_, value: unknown) => {
    if (
      typeof value === 'object' &&
      value !== null &&
      'do' in value &&
      value.do === 'go' &&
      'props' in value
    ) {
      const { to } = value.props as { to?: unknown };
      if (typeof to === 'string') named.add(to);
    }
    return value;
  });
  return named;
}
