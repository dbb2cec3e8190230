import type { AppPlan } from '#renderer/plan/plan.ts';

/** Host of payment pages in the preview; never opened. */
export const PAY_HOST = 'pay.example';

/** Allows the screen to leave for the payment page; the preview only reports it. */
export function withPayments(app: AppPlan): AppPlan {
  const { hosts } = app;
  return { ...app, hosts: { ...hosts, leave: [...hosts.leave, PAY_HOST] } };
}
