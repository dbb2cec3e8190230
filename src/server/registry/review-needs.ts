import type { Plan } from '#renderer/plan/plan.ts';
import { APP_FILE } from '#src/shared/project-paths.ts';

/** Why a second person must look at a change before anybody gets it. */
export type ReviewKind = 'money' | 'consent' | 'legal';

export interface ReviewNeed {
  readonly kind: ReviewKind;
  /** Path of a document, or the screen's id. */
  readonly subject: string;
}

/** One side of a change. */
export interface Side {
  /** Hash by path. */
  readonly files: { readonly [path: string]: string };
  /** Hash of each screen's plan, by id. */
  readonly plans: { readonly [screen: string]: string };
  plan(screen: string): Plan;
  /** What the screen's author marked: its property `review`. */
  marks(screen: string): readonly ReviewKind[];
}

/** Contracts say where money goes; the application's document names hosts and the brand; tokens are the brand. */
const MONEY_PATHS = [APP_FILE, 'schemas/api/', 'screens/theme/'];

/**
 * What of a change a second person must approve. Computed of what changes on either side: a screen that loses
 * its consent needs as much as one that gets it.
 *
 * @param before - Absent for the first release: everything is new.
 */
export function findReviewNeeds(before: Side | undefined, after: Side): ReviewNeed[] {
  const needs = new Map<string, ReviewNeed>();
  const add = (kind: ReviewKind, subject: string): void => {
    needs.set(`${kind} ${subject}`, { kind, subject });
  };
  for (const path of changed(before?.files ?? {}, after.files)) {
    if (MONEY_PATHS.some((place) => path.startsWith(place))) add('money', path);
  }
  for (const screen of changed(before?.plans ?? {}, after.plans)) {
    for (const side of [before, after]) {
      if (side === undefined || !Object.hasOwn(side.plans, screen)) continue;
      for (const kind of [...kindsOf(side.plan(screen)), ...side.marks(screen)]) add(kind, screen);
    }
  }
  return [...needs.values()].sort((a, b) => (`${a.kind} ${a.subject}` < `${b.kind} ${b.subject}` ? -1 : 1));
}

function changed(
  before: { readonly [name: string]: string },
  after: { readonly [name: string]: string },
): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter(
    (name) =>
      (Object.hasOwn(before, name) ? before[name] : undefined) !==
      (Object.hasOwn(after, name) ? after[name] : undefined),
  );
}

/** What a screen does: sends what must happen once, asks for consent, shows a document. */
function kindsOf(plan: Plan): Set<ReviewKind> {
  const kinds = new Set<ReviewKind>();
  JSON.stringify(plan, (_name, value: unknown) => {
    if (typeof value === 'object' && value !== null) {
      if ('do' in value && 'critical' in value) kinds.add('money');
      if ('type' in value && 'reads' in value && value.type === 'check') kinds.add('consent');
      if ('type' in value && 'reads' in value && value.type === 'frame') kinds.add('legal');
    }
    return value;
  });
  return kinds;
}
