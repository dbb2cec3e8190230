import * as v from 'valibot';
import type { Plan } from '#renderer/plan/plan.ts';
import { readPlan } from '#renderer/plan/read-plan.ts';
import { WHOLE_RELEASE, type WholeRelease } from '#src/shared/release.ts';
import { nameOf } from './genuine.ts';

/** Why nothing of a plan may be drawn. */
export type Refusal = Exclude<ReturnType<typeof readPlan>, Plan>;

/**
 * A plan as it came, before anything is drawn of it or stored: its bytes are those that the document named, and it is
 * the screen's that was asked for.
 */
export async function openPlan(bytes: ArrayBuffer, name: string, screen: string): Promise<Plan | Refusal> {
  if ((await nameOf(bytes)) !== name) return 'damaged';
  const plan = readPlan(parse(bytes));
  return typeof plan === 'string' || plan.id === screen ? plan : 'damaged';
}

/** A release in one piece, likewise. What of its plans can be drawn is found out where one is. */
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
