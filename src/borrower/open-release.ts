import * as v from 'valibot';
import type { Plan } from '#renderer/plan/plan.ts';
import { readPlan } from '#renderer/plan/read-plan.ts';
import { WHOLE_RELEASE, type WholeRelease } from '#src/shared/release.ts';
import { nameOf } from './genuine.ts';

/** Why a plan must not be rendered. */
export type Refusal = Exclude<ReturnType<typeof readPlan>, Plan>;

/**
 * Validates a plan before it is rendered or stored: its bytes match the name from the document, and it is the plan of
 * the requested screen.
 */
export async function openPlan(bytes: ArrayBuffer, name: string, screen: string): Promise<Plan | Refusal> {
  if ((await nameOf(bytes)) !== name) return 'damaged';
  const plan = readPlan(parse(bytes));
  return typeof plan === 'string' || plan.id === screen ? plan : 'damaged';
}

/** Validates a whole release by its name. Its plans are validated when they are used. */
export async function openWhole(bytes: ArrayBuffer, name: string): Promise<WholeRelease | undefined> {
  if ((await nameOf(bytes)) !== name) return undefined;
  const whole = v.safeParse(WHOLE_RELEASE, parse(bytes));
  if (!whole.success) return undefined;
  const { screens, plans } = whole.output;
  const isOfScreen = ([screen, plan]: [string, string]) => plans[plan]?.id === screen;
  return Object.entries(screens).every(isOfScreen) ? whole.output : undefined;
}

export function parse(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
