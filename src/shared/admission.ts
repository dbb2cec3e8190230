import { decodeParameters } from '#renderer/plan/decode-parameters.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { type Parameters, readParameters } from './parameters.ts';

/** The screen of a path, else the special one for unknown paths. */
export function screenAt(app: AppPlan, path: string): string {
  for (const [id, { paths }] of Object.entries(app.screens)) if (paths.includes(path)) return id;
  return app.special?.unknown ?? '';
}

/** Whether the screen needs session parameters that are missing. */
export function isSignedOut(app: AppPlan, plan: Plan, session: Parameters): boolean {
  if (plan.public === true || Object.keys(plan.data).length === 0) return false;
  return app.required.some((name) => session[name] === undefined);
}

/** Whether a required parameter is missing, empty or of the wrong type. */
export function isIncomplete(app: AppPlan, plan: Plan, search: string): boolean {
  const given = decodeParameters(plan.params, readParameters(app, plan.params, search));
  return Object.entries(plan.params).some(([name, { required }]) => required && given[name] === undefined);
}
