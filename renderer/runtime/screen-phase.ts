import { evaluateShown } from '../plan/evaluate.ts';
import { settle } from '../plan/isolate.ts';
import type { Locale, Scope, Value } from '../plan/expression.ts';
import type { Plan } from '../plan/plan.ts';
import type { ActionError } from '../plan/problem.ts';
import { languageOf } from './locale.ts';
import type { ResourceState } from './ports/data.ts';
import type { StoreState } from './ports/store.ts';
import type { SurfacePort } from './ports/surface.ts';
import type { ScreenSurface } from './live.ts';
import type { Services } from './services.ts';
import { formatDateTime, momentIn } from '../plan/format.ts';

const QUIET_MS = 150;
const SKELETON_MS = 300;
const SLOW_MS = 10_000;

export interface PhaseOptions {
  readonly plan: Plan;
  readonly scope: Scope;
  readonly surface: SurfacePort;
  readonly services: Pick<Services, 'clock' | 'random'>;
  readonly locale: Locale;
  /** See `OpenOptions`. */
  readonly hasPlaceholder: boolean;
  /** Reference for support: the value of `AppPlan.reference`. */
  readonly about: Value | undefined;
}

export interface ScreenPhases {
  /** Computes the phase from the state of the resources. */
  update(data: StoreState['data'], isLeaving: boolean): void;
  /** Shows an error state without Retry. */
  refuse(error: Refusal): void;
  /** Time in ms to delay an answer, so that a visible skeleton stays for its minimum time. */
  holdMs(): number;
}

/** Why the screen does not start. */
export interface Refusal {
  /** `unsafe`: the page lacks something that the plan calls critical. */
  readonly kind: 'refused' | 'unsafe';
  readonly code: string;
  readonly message?: undefined;
}

/**
 * The phase of the screen: loading, content or error. Nothing is rendered for 150 ms, then a skeleton stays for at
 * least 300 ms, and after ten seconds the screen says that it is slow. A server-rendered skeleton was already seen,
 * so the first two limits do not apply to it.
 */
export function createPhases(options: PhaseOptions): ScreenPhases {
  const { plan, scope, surface, services, locale, about } = options;
  const { clock } = services;
  let round = 0;
  let skeletonUntil = 0;
  let isLoading = false;
  let { hasPlaceholder } = options;
  let shown: ActionError | Refusal | undefined;

  function beginLoading(): void {
    isLoading = true;
    round += 1;
    const mine = round;
    const still = (act: () => void) => () => {
      if (isLoading && round === mine) act();
    };
    surface.set({ phase: 'loading', error: undefined, isQuiet: !hasPlaceholder });
    if (!hasPlaceholder) {
      clock.after(
        QUIET_MS,
        still(() => {
          skeletonUntil = clock.now() + SKELETON_MS;
          surface.set({ isQuiet: false });
        }),
      );
    }
    hasPlaceholder = false;
    clock.after(
      SLOW_MS,
      still(() => surface.set({ isSlow: true })),
    );
  }

  function endLoading(): void {
    if (!isLoading) return;
    isLoading = false;
    surface.set({ isQuiet: false, isSlow: false });
  }

  function showError(error: ActionError | Refusal, text?: string, lang?: string): void {
    if (shown === error && surface.get().phase === 'error') return;
    shown = error;
    endLoading();
    const time = formatDateTime(momentIn(locale.timeZone, clock.now()).slice(0, -3), locale);
    const reference = `${time} ${typeof about === 'string' ? about : makeId()}`;
    surface.set({
      phase: 'error',
      error: {
        kind: error.kind,
        ...(error.code !== undefined && { code: error.code }),
        ...(error.kind === 'business' && error.message !== undefined && { isAnswer: true as const }),
        reference,
        ...(text !== undefined && { text }),
        ...(lang !== undefined && { lang }),
      },
    });
  }

  /** Identifies this failure on a screen without a reference value. */
  function makeId(): string {
    return services.random
      .id()
      .replace(/[^A-Za-z0-9]/g, '')
      .slice(0, 4)
      .toUpperCase();
  }

  function failureText(name: string, error: ActionError): string | undefined {
    const expression = plan.data[name]?.failed;
    // An ActionError is a record of texts.
    const words = expression && evaluateShown(expression, scope.with('error', error as unknown as Value));
    const text = typeof words === 'string' ? words : error.message;
    return text && settle(text);
  }

  return {
    update(data, isLeaving) {
      const required = Object.entries(plan.data).filter(([, resource]) => !resource.optional);
      if (isLeaving) {
        // A first `load` or `enter` navigated: nothing is rendered. Rendered content stays.
        if (surface.get().phase === 'loading') surface.set({ phase: 'leaving' });
        endLoading();
        return;
      }
      const failed = required.find(
        ([name]) => data[name]?.phase === 'failed' && data[name]?.value === undefined,
      );
      const error = failed && data[failed[0]]?.error;
      if (failed && error) {
        const at = scope.with('error', error as unknown as Value);
        showError(error, failureText(failed[0], error), languageOf(plan.data[failed[0]]?.failedLang, at));
        return;
      }
      if (required.every(([name]) => isThere(data[name]))) {
        endLoading();
        surface.set({ phase: 'content', error: undefined, isQuiet: false });
      } else if (surface.get().phase !== 'content' && !isLoading) {
        beginLoading();
      }
    },
    refuse: (error) => showError(error),
    holdMs: () => (isLoading && !surface.get().isQuiet ? Math.max(0, skeletonUntil - clock.now()) : 0),
  };
}

function isThere(resource: ResourceState | undefined): boolean {
  return resource?.value !== undefined || resource?.phase === 'ready' || resource?.phase === 'skipped';
}

/** The service's message for a failed re-read; undefined for connection failures. */
export function findStaleText(data: StoreState['data']): ScreenSurface['staleText'] {
  return Object.values(data).find(
    ({ phase, value, error }) =>
      phase === 'failed' && value !== undefined && error?.kind === 'business' && error.message !== undefined,
  )?.error?.message;
}

/** Read time (ms) of the oldest content that is not current: a re-read failed, or the device is offline. */
export function findStaleSince(data: StoreState['data'], online: boolean): ScreenSurface['staleSince'] {
  let since: number | undefined;
  for (const { phase, value, readAt } of Object.values(data)) {
    if (value === undefined || readAt === undefined || (online && phase !== 'failed')) continue;
    since = since === undefined ? readAt : Math.min(since, readAt);
  }
  return since;
}
