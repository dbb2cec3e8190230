import type { Plan } from '#renderer/plan/plan.ts';
import { readPlan } from '#renderer/plan/read-plan.ts';
import { planAddress, RELEASE_ELEMENT_ID, type ReleaseDocument } from '#src/shared/release.ts';

/** The release that the address document carries; written by our own server, so its shape is trusted. */
export function readRelease(document: Document): ReleaseDocument {
  const element = document.getElementById(RELEASE_ELEMENT_ID);
  if (element === null) throw new Error('The address document carries no release.');
  return JSON.parse(element.textContent ?? '') as ReleaseDocument;
}

/**
 * When the document was received, milliseconds since the epoch by this device's clock: now, or where the
 * service worker stored it what that noted.
 */
export function readReceivedAt(document: Document): number {
  const noted = Number(document.getElementById(RELEASE_ELEMENT_ID)?.dataset['received']);
  return noted > 0 ? noted : Date.now();
}

/** Thrown for a plan of which nothing may be drawn. */
export class PlanRefused extends Error {
  readonly reason: Exclude<ReturnType<typeof readPlan>, Plan>;
  constructor(reason: PlanRefused['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** Thrown where the server has no such plan: gone, or its screen is closed. */
export class PlanGone extends Error {}

/** Plans by screen; a plan never changes, so each is fetched once. */
export interface PlanSource {
  /** At hand already: the first screen's, and whatever was fetched before. */
  ready(screen: string): Plan | undefined;
  load(screen: string): Promise<Plan>;
  /** Fetches the screens that this plan can go to; `prepare` hears of each. */
  prefetch(plan: Plan, prepare: (plan: Plan) => void): void;
}

export function createPlanSource(release: ReleaseDocument, get: typeof fetch): PlanSource {
  const ready = new Map<string, Plan>();
  const coming = new Map<string, Promise<Plan>>();
  if (release.first !== undefined) {
    const plan = readPlan(release.first.plan);
    // One that cannot be drawn is asked for again, by its name, and refused there.
    if (typeof plan === 'object') ready.set(release.first.screen, plan);
  }

  function load(screen: string): Promise<Plan> {
    const known = ready.get(screen);
    if (known !== undefined) return Promise.resolve(known);
    const pending = coming.get(screen);
    if (pending !== undefined) return pending;
    const name = release.screens[screen];
    if (name === undefined) return Promise.reject(new Error(`The release has no screen ${screen}.`));
    const call = get(planAddress(name))
      .then(async (reply) => {
        if (!reply.ok)
          throw new (reply.status < 500 ? PlanGone : Error)(
            `The plan of ${screen} answered ${reply.status}.`,
          );
        const plan = readPlan(await reply.json());
        if (typeof plan === 'string') throw new PlanRefused(plan);
        ready.set(screen, plan);
        return plan;
      })
      .finally(() => coming.delete(screen));
    coming.set(screen, call);
    return call;
  }

  return {
    ready: (screen) => ready.get(screen),
    load,
    prefetch(plan, prepare) {
      for (const screen of screensNamed(plan)) load(screen).then(prepare, () => undefined);
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
