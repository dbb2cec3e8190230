import type { AppPlan } from '#renderer/plan/plan.ts';

/** Host of payment pages on the stage, which nobody opens. */
export const PAY_HOST = 'pay.example';

/** A screen may leave for the service's payment page; here it only says so. */
export function withPayments(app: AppPlan): AppPlan {
  const { hosts } = app;
  return { ...app, hosts: { ...hosts, leave: [...hosts.leave, PAY_HOST] } };
}
