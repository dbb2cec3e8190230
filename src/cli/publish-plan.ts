import type { ProjectDifference } from '#renderer/grammar/difference/diff-projects.ts';
import { isJson } from '#renderer/grammar/json.ts';

/** Number of the form; grows when an older `capiz apply` would misread it. */
export const PLAN_VERSION = 1;

/** One release in the place of another, as `capiz plan` keeps it. */
export interface PublishPlan {
  readonly version: typeof PLAN_VERSION;
  /** What was live; absent where nothing was. */
  readonly base?: string;
  readonly release: string;
  readonly reason: string;
  readonly verdict: 'unchanged' | 'ready' | 'approval';
  /** How many of the changes may leave somebody behind. */
  readonly breaking: number;
  /** What a second person must look at. */
  readonly needs: readonly { readonly kind: string; readonly subject: string }[];
  readonly changes: readonly ProjectDifference[];
}

const HASH = /^[0-9a-f]{64}$/;

/** What applying needs of a plan. @returns A sentence where the text is none. */
export function readPlan(
  text: string,
): Pick<PublishPlan, 'base' | 'release' | 'reason' | 'verdict'> | string {
  let plan: unknown;
  try {
    plan = JSON.parse(text);
  } catch {
    return 'it is no JSON';
  }
  if (!isJson(plan) || typeof plan['version'] !== 'number') return 'it is no plan of npx capiz plan';
  if (plan['version'] !== PLAN_VERSION)
    return `it is a plan of version ${plan['version']}; this capiz reads ${PLAN_VERSION}`;
  const { base, release, reason, verdict } = plan;
  const isHash = (value: unknown): value is string => typeof value === 'string' && HASH.test(value);
  if (!isHash(release) || (base !== undefined && !isHash(base)) || typeof reason !== 'string')
    return 'it is damaged';
  if (verdict !== 'unchanged' && verdict !== 'ready' && verdict !== 'approval') return 'it is damaged';
  return { ...(base === undefined ? {} : { base }), release, reason, verdict };
}
