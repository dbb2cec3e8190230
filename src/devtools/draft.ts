/**
 * Runs before the page's script in the frame that shows a draft on a phone. Calls of the loan service are answered from
 * fixtures, and storage is kept in memory.
 */
import * as v from 'valibot';
import { DRAFT_ATTRIBUTE, DRAFT_DOCUMENT, DRAFT_ELEMENT_ID } from '#src/simulator/draft-document.ts';
import { createLoanService } from '#src/simulator/service/loan-service.ts';
import { readPlaces } from '#src/simulator/service/places.ts';
import { giveOwnStorage } from '#src/simulator/device/own-storage.ts';
import { otherCalls } from '#src/simulator/device/other-calls.ts';

const { base, address, contracts, scenarios, service, places } = v.parse(
  v.pipe(v.string('The document carries no draft.'), v.parseJson(), DRAFT_DOCUMENT),
  document.getElementById(DRAFT_ELEMENT_ID)?.textContent,
);

giveOwnStorage(window);

const answering = createLoanService({
  contracts,
  scenarios: new Map(scenarios.map((scenario) => [scenario.name, scenario])),
  service,
  places: readPlaces(places),
  payOrigin: window.location.origin,
  now: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});

const OURS = /^\/capiz\//;
const FILES = /^\/capiz\/((?:plans|releases)\/[\w-]+\.json)$/;
const send = window.fetch.bind(window);
window.fetch = async (input, init) => {
  const { href, pathname } = new URL(input instanceof Request ? input.url : input, window.location.href);
  const file = FILES.exec(pathname)?.[1];
  if (file !== undefined) return send(`${base}/${file}`, init);
  if (OURS.test(pathname)) return new Response(null, { status: 204 });
  return answering.app.request(href, init);
};
window.capizRehearsal = otherCalls;

document.documentElement.setAttribute(DRAFT_ATTRIBUTE, '');
// Opened outside of its frame: go to the address that marks it as a draft.
if (window.top === window) window.location.replace(base);
else window.history.replaceState(null, '', address);
