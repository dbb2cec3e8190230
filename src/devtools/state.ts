/**
 * Runs before the page's script in a document of the gallery: simulates device and network of a state, then runs its
 * steps. The same code runs in a tab, in a frame of the gallery, and in `npm run shots`.
 */
import { queries } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import * as v from 'valibot';
import { messageOf } from '#src/shared/message-of.ts';
import { STATE_ATTRIBUTE, STATE_DOCUMENT, STATE_ELEMENT_ID } from '#src/shared/states.ts';
import { createClock } from '#src/simulator/device/clock.ts';
import { createDevice } from '#src/simulator/device/device.ts';
import { createNetwork } from '#src/simulator/device/network.ts';
import { createSteps, createUntil } from '#src/simulator/device/steps.ts';

const { state, replies } = v.parse(
  v.pipe(v.string('The document carries no state.'), v.parseJson(), STATE_DOCUMENT),
  document.getElementById(STATE_ELEMENT_ID)?.textContent,
);

// `setup` installs its own clipboard, and the device's replaces it.
const user = userEvent.setup({ document, pointerEventsCheck: 0, delay: null });
const clock = createClock(window);
const device = createDevice(window, state.device ?? {});
const network = createNetwork(window, state.network ?? 'on', replies);
const until = createUntil(clock.wait, () => performance.now());
const steps = createSteps({
  window,
  user,
  clock,
  device,
  network,
  until,
  hasLeft: () => false,
  queryByRole: (place, role, options) => queries.queryAllByRole(place, role, options),
});

// In a frame, focus must not scroll the gallery.
if (window.parent !== window) {
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function (options) {
    focus.call(this, { ...options, preventScroll: true });
  };
}

if (state.textScale !== undefined) {
  document.documentElement.style.fontSize = `${16 * state.textScale}px`;
}

steps.reach(state).then(
  () => document.documentElement.setAttribute(STATE_ATTRIBUTE, 'reached'),
  (error: unknown) => document.documentElement.setAttribute(STATE_ATTRIBUTE, messageOf(error)),
);
