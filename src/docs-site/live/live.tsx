import { createRoot } from 'react-dom/client';
import * as v from 'valibot';
import { Screens } from '#src/library/renderer.ts';
import { separateHistory } from '#src/simulator/device/frame-history.ts';
import { otherCalls } from '#src/simulator/device/other-calls.ts';
import { giveOwnStorage } from '#src/simulator/device/own-storage.ts';
import { createLoanService } from '#src/simulator/service/loan-service.ts';
import { LIVE_ADDRESS, LIVE_DOCUMENT, LIVE_ELEMENT_ID } from './live-document.ts';

/** The page of a live example: `<Screens>` of `@capiz/renderer`, and a simulated service that answers its calls. */
const { app, plans, contracts, scenarios, service } = v.parse(
  v.pipe(v.string('The document carries no example.'), v.parseJson(), LIVE_DOCUMENT),
  document.getElementById(LIVE_ELEMENT_ID)?.textContent,
);

giveOwnStorage(window);
// In a page of the documentation, Back and the focus belong to that page.
if (window.parent !== window) {
  separateHistory(window);
  leaveFocus();
}

const simulated = createLoanService({
  contracts,
  scenarios: new Map(scenarios.map((scenario) => [scenario.name, scenario])),
  service,
  // An order of the scenario that every example has.
  orderId: 'usual-live',
  places: undefined,
  payOrigin: window.location.origin,
  now: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});
const send = window.fetch.bind(window);
window.fetch = (input, init) => {
  const { href, pathname } = new URL(input instanceof Request ? input.url : input, window.location.href);
  // Code that a widget loads.
  if (pathname.startsWith(`${LIVE_ADDRESS}/`)) return send(input, init);
  return Promise.resolve(simulated.app.request(href, init));
};
window.capizRehearsal = otherCalls;

const place = document.getElementById('capiz');
if (place) createRoot(place).render(<Screens app={app} plans={plans} />);

/** A screen that opens takes the focus: here only after its reader has begun to use it. */
function leaveFocus(): void {
  let isUsed = false;
  for (const type of ['pointerdown', 'keydown'])
    window.addEventListener(type, () => (isUsed = true), { capture: true, once: true });
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function (options) {
    if (isUsed) focus.call(this, { ...options, preventScroll: true });
  };
}
