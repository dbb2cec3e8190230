import { expect, it } from 'vitest';
import { renderContent } from '#renderer/render-html.tsx';
import { readFirstData } from '#src/server/content/read-first-data.ts';
import { renderBy } from '#src/server/content/render-content.ts';
import { visitAt } from '#src/server/content/visit-at.ts';
import { makeRelease } from '#src/server/delivery/release.ts';
import { createTestApp, serving, TEST_NOW, testScenarios } from '#src/server/testing.ts';
import { loadStates } from '#src/simulator/states/load-states.ts';
import { writeStateAddress } from '#src/simulator/states/state-address.ts';
import { listStates } from '#src/simulator/states/states.ts';
import { appPlan, plans } from '#tests/engine.ts';

/* The content of each screen in each state of the gallery, as the server renders it before any script runs. */

const ORIGIN = 'https://page.example';
const release = makeRelease(appPlan(), plans, { demo: true });
const states = listStates(loadStates('.'), testScenarios, release);
const render = renderBy(renderContent);
const { app: server } = createTestApp({ releases: serving(release) });

const app = release.app.plan;

/** The different addresses of a screen in its states, by the language of the document. */
function addressesOf(screen: string): ReadonlySet<string> {
  return new Set(
    (states.get(screen) ?? []).flatMap((state) => {
      const scenario = testScenarios.get(state.scenario);
      // What happens after the screen has opened makes no difference.
      const opened = { ...state, name: 'content' };
      return scenario ? [writeStateAddress(opened, scenario, 'v', app.languages.default)] : [];
    }),
  );
}

async function contentsOf(screen: string): Promise<readonly (readonly [address: string, markup: string])[]> {
  const found: (readonly [string, string])[] = [];
  const plan = plans.get(screen);
  if (plan === undefined) throw new Error(`There is no plan for ${screen}.`);
  for (const address of addressesOf(screen)) {
    const language = new URL(address, ORIGIN).searchParams.get('lang') ?? '';
    for (const chrome of ['web', 'host'] as const) {
      const shown = { plan, app, language, chrome };
      const visit = visitAt(shown, new URL(address, ORIGIN));
      if (visit === undefined) continue;
      const { calls, ...visitor } = visit;
      const replies = await readFirstData({
        ...{ calls, request: new Request(ORIGIN + address), signal: new AbortController().signal },
        service: { fetch: (request) => server.fetch(request) },
      });
      const markup = await render(shown, { ...visitor, replies, now: TEST_NOW, origin: ORIGIN });
      if (markup !== '') found.push([`${address} ${chrome}`, markup]);
    }
  }
  return found;
}

const TAGS = /<\w+(?: [\w-]+(?:="[^"]*")?)*\s*\/?>/g;
const FORBIDDEN = /^<(?:script|a)\b| (?:style|on\w+|href|action|formaction|contenteditable|autofocus)=/i;
const TAPPED = /^<(?:button|select|summary)\b|type="(?:checkbox|radio|file|submit)"/;

/** The tags that the document's policy forbids, or that could be tapped. */
function faultsIn(markup: string): readonly string[] {
  if (!markup.startsWith('<div class="cz-screen') || markup.includes('cz-skeleton')) return [markup];
  return (markup.match(TAGS) ?? []).filter(
    (tag) => FORBIDDEN.test(tag) || (TAPPED.test(tag) && !tag.includes(' disabled=""')),
  );
}

/** Screens of tests/contract/sent-ahead.test.ts, but promotion: it also has data that only the open screen reads. */
const WITH_CONTENT = [
  ...['about-us', 'add-card', 'bind-bank', 'borrow-detail', 'complaint-details', 'complaint-list'],
  ...['customer-service', 'loan-confirm', 'loan-confirm-new', 'login-failure', 'order', 'pay-way', 'repay'],
  'rollover',
];

it.each(WITH_CONTENT)(
  '%s has contents that the document’s policy allows, in which nothing can be tapped',
  async (screen) => {
    const contents = await contentsOf(screen);
    expect(contents.length).toBeGreaterThan(0);
    expect(contents.flatMap(([address, markup]) => faultsIn(markup).map((tag) => [address, tag]))).toEqual(
      [],
    );
  },
);

it.each([...plans.keys()].filter((screen) => !WITH_CONTENT.includes(screen)))(
  '%s has no content, because its data is read when it is open',
  async (screen) => {
    expect(await contentsOf(screen)).toEqual([]);
  },
);
