import type { AppPlan } from '#renderer/plan/plan.ts';
import { html } from 'hono/html';
import { DOCS_ADDRESS } from '#src/shared/docs-address.ts';
import { type Html, writePage } from '#src/shared/html.ts';
import { STAFF_ADDRESS, STUDIO_ADDRESS } from '#src/shared/staff-addresses.ts';
import { DEMO_ADDRESS, DEMO_STYLES_ADDRESS, writeDemoAddress } from '#src/simulator/scenarios/demo-page.ts';
import { GALLERY_ADDRESS } from './gallery.ts';
import type { Scenario } from '#src/simulator/scenarios/scenario.ts';

/** The first page for a newcomer; only in demonstrations. */
export const START_ADDRESS = '/capiz';
/** Maximum number of screens here; the demonstration's page has all. */
const MOST_SCREENS = 6;

export interface StartPageOptions {
  /** The visit, as in `writeDemoAddress`. */
  readonly visit: string;
  /** False under `npm run dev`. */
  readonly hasStudio: boolean;
}

/** Links to everything that a newcomer can try. */
export function writeStartPage(
  { scenarios, payOrigin }: { readonly scenarios: ReadonlyMap<string, Scenario>; readonly payOrigin: string },
  screens: AppPlan['screens'],
  { visit, hasStudio }: StartPageOptions,
): Html {
  const offered = pickScreens(scenarios, screens).map(
    ({ path, id, scenario }) => html` <a href="${writeDemoAddress(path, scenario, visit)}">${id}</a>`,
  );
  const studio = html`<li><strong><a href="${STUDIO_ADDRESS}">Studio</a></strong>
<br><span class="soft">Change screens in the browser. The first time, open the address that <code>npm start</code> printed
after “Studio, once”: it sets your password and opens the studio. <a href="${STAFF_ADDRESS}">Colleagues</a></span></li>`;
  return writePage(
    'Capiz',
    DEMO_STYLES_ADDRESS,
    html`<h1>Capiz</h1>
<p>Screens of a consumer loan, here with invented borrowers. No money moves.</p>
<h2>Try</h2>
<ul>
<li><strong><a href="${DEMO_ADDRESS}">Demonstration</a></strong>
<br><span class="soft">Every screen, opened by invented borrowers.${offered.length > 0 ? ' For example:' : ''}</span>
<br>${offered}</li>
<li><strong><a href="${GALLERY_ADDRESS}">Gallery</a></strong>
<br><span class="soft">Every screen in every state: loading, empty, failed, offline, in every language.</span></li>
${hasStudio && studio}
<li><strong><a href="${payOrigin}">Payment page</a></strong>
<br><span class="soft">Stands for the payment provider. Screens open it when an invented borrower repays.</span></li>
</ul>
<h2>Read</h2>
<ul>
<li><strong><a href="${DOCS_ADDRESS}/">Documentation</a></strong>
<br><span class="soft">With a search, and examples that run. For example:</span>
<br> <a href="${DOCS_ADDRESS}/start/first-screen">a screen of your own</a> <a href="${DOCS_ADDRESS}/start/studio">the studio in ten
minutes</a> <a href="${DOCS_ADDRESS}/reference/">every widget and action</a></li>
</ul>`,
  );
}

/** The first screens of scenarios without failures, one link for each. */
function pickScreens(scenarios: ReadonlyMap<string, Scenario>, screens: AppPlan['screens']) {
  const found = new Map<
    string,
    { readonly id: string; readonly path: string; readonly scenario: Scenario }
  >();
  for (const scenario of scenarios.values()) {
    if (Object.keys(scenario.behaviour).length > 0) continue;
    for (const id of scenario.opens) {
      const path = screens[id]?.paths[0];
      if (path !== undefined && !found.has(id)) found.set(id, { id, path, scenario });
    }
  }
  return [...found.values()].slice(0, MOST_SCREENS);
}
