import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { userEvent } from '@testing-library/user-event';
import { forgetWidgets } from '#renderer/index.ts';
import { sinceOfWidget } from '#renderer/grammar/since.ts';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { App } from '#src/borrower/app.tsx';
import { createPage } from '#src/borrower/page.ts';
import { writeStateAddress } from '#src/simulator/states/state-address.ts';
import { writeReplies } from '#src/simulator/states/states.ts';
import { listenToCalls } from '#src/devtools/inspector/requests.ts';
import { createClock } from '#src/simulator/device/clock.ts';
import { createDevice } from '#src/simulator/device/device.ts';
import { createNetwork } from '#src/simulator/device/network.ts';
import { otherCalls } from '#src/simulator/device/other-calls.ts';
import { plansOfDraft } from './draft-plans.ts';
import { createReach } from './reach.ts';
import type { Scene, SceneEnd, StageListener } from './scene.ts';
import { separateHistory } from '#src/simulator/device/frame-history.ts';
import { isOurs, simulateService } from './simulated-service.ts';
import { enterPage } from './visit.ts';

/** Name of the visit. The service is the frame's own, so the name does not need to be unique. */
const VISIT = 'draft';

export interface StagePage {
  /** Renders another scene in the current state. */
  update(scene: Scene): Promise<SceneEnd>;
}

/** Opens the real page with a simulated service, and brings it to its state by simulated user input. */
export async function openStagePage(
  first: Scene,
  told: Pick<StageListener, 'called' | 'left'> & { threw?(error: unknown): void },
): Promise<{ readonly stage: StagePage; readonly end: SceneEnd }> {
  const { state, rehearsal, reader = GRAMMAR } = first;
  const scenario = rehearsal.scenarios.get(state.scenario);
  if (scenario === undefined) throw new Error(`There is no scenario ${state.scenario}.`);
  let scene = first;
  let hasLeft = false;
  const clock = createClock(window);
  const service = simulateService(() => scene, clock);
  window.capizRehearsal = otherCalls;

  restoreFocusAtEnd();
  // `setup` installs a clipboard, so it must run before `createDevice` installs the simulated one.
  const user = userEvent.setup({ document, pointerEventsCheck: 0, delay: null });
  const device = createDevice(window, state.device ?? {});
  const network = createNetwork(window, state.network ?? 'on', writeReplies(rehearsal.contracts));
  // Listen outside of the simulated network, so that calls without a reply are recorded as well.
  const calls = listenToCalls(window, { isRecorded: (path) => !isOurs(path), onChange: told.called });
  const forgetEntries = separateHistory(window);
  const address = writeStateAddress(state, scenario, VISIT, first.app.language);
  const { session, history, services, enterAgain } = enterPage(address, first.app.plan, (url) => {
    hasLeft = true;
    told.left(url);
  });
  // The page in the frame keeps its grammar version.
  if (reader < GRAMMAR) forgetWidgets((type) => sinceOfWidget(type) <= reader);
  const plans = plansOfDraft(() => scene, reader);
  const page = createPage({ window, plans, session, services, history });
  window.capizBack = page.handleBack;
  const reach = createReach({ user, clock, device, network, hasLeft: () => hasLeft }, reader);
  const root = createRoot(findPlace(), { onCaughtError: (error) => told.threw?.(error) });

  function draw(): void {
    page.arrive(window.location.pathname);
    flushSync(() =>
      root.render(
        <App
          page={page}
          history={history}
          hasHeader={!services.native.inShell}
          say={(word) => String(scene.app.plan.messages[scene.app.language]?.[word] ?? word)}
        />,
      ),
    );
  }

  draw();
  return {
    end: await reach(scene),
    stage: {
      async update(next) {
        scene = next;
        service.restart();
        calls.forget();
        hasLeft = false;
        const top = window.scrollY;
        forgetEntries();
        enterAgain();
        draw();
        const reached = await reach(next);
        if (reached === 'reached') window.scrollTo(0, top);
        return reached;
      },
    },
  };
}

/**
 * user-event overrides `focus` and `blur` of the prototype. React in the outer page restores the focus when it commits,
 * possibly to an element of a frame that is gone; so restore the originals before the frame unloads.
 */
function restoreFocusAtEnd(): void {
  const { focus, blur } = Object.getOwnPropertyDescriptors(HTMLElement.prototype);
  window.addEventListener('pagehide', () => Object.defineProperties(HTMLElement.prototype, { focus, blur }));
}

function findPlace(): HTMLElement {
  const place = document.getElementById('capiz');
  if (place === null) throw new Error('The document has no element for the page.');
  return place;
}
