import * as v from 'valibot';
import type { ProjectDifference } from '#renderer/grammar/difference/diff-projects.ts';

/** Version of the format; grows when an older `capiz apply` would misread it. */
export const PLAN_VERSION = 1;

/** The replacement of one release by another, as `capiz plan` stores it. */
export interface PublishPlan {
  readonly version: typeof PLAN_VERSION;
  /** The release that was live; absent if none was. */
  readonly base?: string;
  readonly release: string;
  readonly reason: string;
  readonly verdict: 'unchanged' | 'ready' | 'approval';
  /** Number of changes that may break an open page or an older client. */
  readonly breaking: number;
  /** Changes that a second person must approve. */
  readonly needs: readonly { readonly kind: string; readonly subject: string }[];
  readonly changes: readonly ProjectDifference[];
}

const HASH = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const VERSIONED = v.object({ version: v.number() });
const APPLIED_PLAN = v.object({
  base: v.exactOptional(HASH),
  release: HASH,
  reason: v.string(),
  verdict: v.picklist(['unchanged', 'ready', 'approval']),
});

/** The parts of a plan that `capiz apply` needs. @returns An error sentence if the text is not a plan. */
export function readPlan(
  text: string,
): Pick<PublishPlan, 'base' | 'release' | 'reason' | 'verdict'> | string {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), text);
  if (!json.success) return 'it is not JSON';
  const versioned = v.safeParse(VERSIONED, json.output);
  if (!versioned.success) return 'it was not written by npx capiz plan';
  const { version } = versioned.output;
  if (version !== PLAN_VERSION)
    return `the plan has version ${version}; this capiz reads version ${PLAN_VERSION}`;
  const plan = v.safeParse(APPLIED_PLAN, json.output);
  return plan.success ? plan.output : 'it is damaged';
}
