import { decodeParameters } from '#renderer/plan/decode-parameters.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { type Parameters, readParameters } from './session.ts';

/** The screen of an address: by its path, else the special ones. */
export function screenAt(app: AppPlan, path: string): string {
  for (const [id, { paths }] of Object.entries(app.screens)) if (paths.includes(path)) return id;
  return app.special?.unknown ?? '';
}

/** The screen needs to know who somebody is, and nobody has said. */
export function isSignedOut(app: AppPlan, plan: Plan, session: Parameters): boolean {
  if (plan.public === true || Object.keys(plan.data).length === 0) return false;
  return app.required.some((name) => session[name] === undefined);
}

/** The address lacks what the screen is about, or has it empty or in another type. */
export function isIncomplete(app: AppPlan, plan: Plan, search: string): boolean {
  const given = decodeParameters(plan.params, readParameters(app, plan.params, search));
  return Object.entries(plan.params).some(([name, { required }]) => required && given[name] === undefined);
}
