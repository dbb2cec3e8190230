import type { AppPlan } from '#renderer/plan/plan.ts';
import { html } from 'hono/html';
import { type Html, writePage } from '#src/shared/html.ts';
import { SESSION_OF } from '../service/orders.ts';
import type { Scenario } from './scenario.ts';

export const DEMO_ADDRESS = '/capiz/demo';
export const DEMO_STYLES_ADDRESS = '/capiz/demo/styles.css';

/**
 * The address of a screen for an invented borrower, with order, product and session.
 * @param visit - Letters and digits; another visit is another borrower with another order.
 */
export function writeDemoAddress(path: string, scenario: Scenario, visit: string): string {
  const orderId = `${scenario.name}-${visit}`;
  const parameters = new URLSearchParams({
    orderId,
    ...(scenario.productId !== '' && { productId: scenario.productId }),
    userId: `user-${visit}`,
    sessionId: `session-${visit}`,
    deviceId: `device-${visit}`,
    appVersion: '1.0.0',
    appName: 'Capiz',
    clientType: 'ios',
    merchantNumber: '1',
    mobilePhone: '09170000000',
    // Clients one and two send different pairs of parameters. Both pairs have the same values, so that the service
    // recognises a session by either.
    building: `device-${visit}`,
    gather: `${SESSION_OF}${orderId}`,
    swift: `device-${visit}`,
    eyes: `${SESSION_OF}${orderId}`,
    ...scenario.address,
  });
  return `${path}?${parameters}`;
}

/** Links to the screens of every scenario. */
export function writeDemoPage(
  scenarios: ReadonlyMap<string, Scenario>,
  screens: AppPlan['screens'],
  visit: string,
): Html {
  const groups = new Map<string, Html[]>();
  const byTitle = [...scenarios.values()].sort((a, b) => a.title.localeCompare(b.title, 'en'));
  for (const scenario of byTitle) {
    const links = scenario.opens.flatMap((id) => {
      const path = screens[id]?.paths[0];
      if (path === undefined) return [];
      return html` <a href="${writeDemoAddress(path, scenario, visit)}">${id}</a>`;
    });
    const item = html`<li><strong>${scenario.title}</strong> <code>${scenario.name}</code>
<br><span class="soft">${scenario.about}</span>
<br>${links}</li>`;
    groups.set(scenario.group, [...(groups.get(scenario.group) ?? []), item]);
  }
  const lists = [...groups]
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([group, items]) => html`<h2>${group}</h2>\n<ul>${items}</ul>`);
  return writePage(
    'Demonstration',
    DEMO_STYLES_ADDRESS,
    html`<h1>Demonstration</h1>
<p>Invented borrowers with invented loans, answered by the simulated loan service. Each opening of this page
has borrowers of its own, so nobody disturbs another; load it again to begin afresh.</p>
${lists}`,
  );
}
