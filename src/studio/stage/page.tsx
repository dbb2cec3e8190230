import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { queries } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { forgetWidgets, type Services } from '#renderer/index.ts';
import { sinceOfWidget } from '#renderer/grammar/since.ts';
import { checkCompatibility } from '#renderer/grammar/verdict.ts';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { App } from '#src/borrower/app.tsx';
import { createHistory } from '#src/borrower/history.ts';
import { createPage, type Page } from '#src/borrower/page.ts';
import { PlanRefused } from '#src/borrower/release.ts';
import { createServices } from '#src/borrower/services.ts';
import { nameDevice, readVisitor } from '#src/borrower/session.ts';
import { messageOf } from '#src/shared/message-of.ts';
import { createLoanService } from '#src/simulator/service/loan-service.ts';
import { routeAll, writeStateAddress } from '#src/simulator/states/state-address.ts';
import { writeReplies } from '#src/simulator/states/states.ts';
import { listenToCalls } from '#src/devtools/inspector/requests.ts';
import { createClock } from '#src/simulator/device/clock.ts';
import { createDevice } from '#src/simulator/device/device.ts';
import { createNetwork } from '#src/simulator/device/network.ts';
import { otherCalls } from '#src/simulator/device/other-calls.ts';
import { createSteps, createUntil } from '#src/simulator/device/steps.ts';
import type { Scene, SceneEnd, StageListener } from './scene.ts';
import { separateHistory } from './frame-history.ts';
import { overSlowLine } from './slow-line.ts';
import { PAY_HOST, withPayments } from './with-payments.ts';

/** Assets and code of the studio. Every other path is a call of the loan service. */
const OURS = /^\/(capiz|studio)\//;
/** Name of the visit. The service is the frame's own, so the name does not need to be unique. */
const VISIT = 'draft';

export interface StagePage {
  /** Renders another scene in the current state. */
  update(scene: Scene): Promise<SceneEnd>;
  readonly page: Page;
}

/** Opens the real page with a simulated service, and brings it to its state by simulated user input. */
export async function openStagePage(
  first: Scene,
  told: Pick<StageListener, 'called' | 'left'>,
): Promise<{ readonly stage: StagePage; readonly end: SceneEnd }> {
  const { state, rehearsal, reader = GRAMMAR } = first;
  const scenario = rehearsal.scenarios.get(state.scenario);
  if (scenario === undefined) throw new Error(`There is no scenario ${state.scenario}.`);
  let scene = first;
  let shown = 0;
  const real = window.fetch.bind(window);
  const clock = createClock(window);
  let service = serve();
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href);
    if (OURS.test(url.pathname)) return real(input, init);
    const send = () => service.app.request(url.href, init);
    return scene.isSlow ? overSlowLine(send, init ?? {}, (ms) => clock.wait(ms)) : send();
  };
  window.capizRehearsal = otherCalls;

  /** Creates a service without orders and complaints of earlier states. */
  function serve() {
    const { contracts, scenarios, service, places } = scene.rehearsal;
    return createLoanService({
      ...{ contracts, scenarios, service, places },
      payOrigin: `https://${PAY_HOST}`,
      now: () => Date.now(),
      wait: (ms) => clock.wait(ms),
    });
  }

  // `setup` installs its own clipboard, and the device's replaces it.
  const user = userEvent.setup({ document, pointerEventsCheck: 0, delay: null });
  const device = createDevice(window, state.device ?? {});
  const network = createNetwork(window, state.network ?? 'on', writeReplies(rehearsal.contracts));
  // Listen outside of the simulated network, so that calls without a reply are recorded as well.
  const calls = listenToCalls(window, { isRecorded: (path) => !OURS.test(path), onChange: told.called });
  const forgetEntries = separateHistory(window);
  const address = writeStateAddress(state, scenario, VISIT, first.app.language);
  window.history.replaceState(null, '', address);
  const storage = { session: window.sessionStorage, device: window.localStorage };
  const visitor = readVisitor(first.app.plan, window.location, storage.session);
  const entered = visitor.path + visitor.search;
  window.history.replaceState(null, '', entered);
  let ids = 0;
  const newId = () => `id-${(ids += 1)}`.padEnd(8, '0');
  const session = nameDevice(visitor.session, storage.device, newId);
  const history = createHistory(window, newId);
  // Frames have the same borrower but must not share locks.
  const { locks: _shared, ...made } = createServices({ window, storage, history, newId, clockOffsetMs: 0 });
  let hasLeft = false;
  const services: Services = {
    ...made,
    router: {
      ...made.router,
      leave(url) {
        hasLeft = true;
        told.left(url);
      },
    },
    report: () => undefined,
  };
  // The page in the frame keeps its grammar version.
  if (reader < GRAMMAR) forgetWidgets((type) => sinceOfWidget(type) <= reader);
  const page = createPage({
    window,
    plans: {
      release: () => ({
        language: scene.app.language,
        app: { name: 'draft', plan: withPayments(routeAll(scene.app.plan)) },
        screens: {},
        name: 'draft',
        version: 0,
        now: Date.now(),
        demo: true,
      }),
      ready(screen) {
        const plan = scene.planOf(screen);
        return plan !== undefined && plan.grammar <= reader ? plan : undefined;
      },
      load: (screen) =>
        Promise.reject(
          scene.planOf(screen) === undefined
            ? new Error(`There is no screen ${screen}.`)
            : new PlanRefused('grammar'),
        ),
      prefetch: () => undefined,
    },
    session,
    services,
    history,
  });
  window.capizBack = page.handleBack;
  const until = createUntil(
    (ms) => clock.wait(ms),
    () => performance.now(),
  );
  const root: Root = createRoot(findPlace(), { onCaughtError: () => undefined });

  function isRefused(): boolean {
    const plan = scene.planOf(scene.state.screen);
    return plan !== undefined && checkCompatibility(plan, reader).verdict === 'refuses';
  }

  async function reach(): Promise<SceneEnd> {
    const turn = (shown += 1);
    // A page that refuses its plan is ready at once, and no step can run.
    if (isRefused()) return 'reached';
    const isOvertaken = () => turn !== shown;
    const steps = createSteps({
      window,
      user,
      clock,
      device,
      network,
      until: (what, look) =>
        until(what, () => {
          if (isOvertaken()) throw new Error('Another scene was opened.');
          return look();
        }),
      hasLeft: () => hasLeft,
      queryByRole: (place, role, options) => queries.queryAllByRole(place, role, options),
    });
    try {
      await steps.reach(scene.state);
      return 'reached';
    } catch (error) {
      if (isOvertaken()) return 'overtaken';
      return { failed: messageOf(error) };
    }
  }

  function draw(): void {
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

  page.arrive(window.location.pathname);
  draw();
  const end = await reach();
  return {
    end,
    stage: {
      page,
      update(next) {
        scene = next;
        service = serve();
        calls.forget();
        storage.session.clear();
        storage.device.clear();
        hasLeft = false;
        const top = window.scrollY;
        forgetEntries();
        // A new history entry for the same address, so that the page opens the new plan.
        window.history.replaceState({ entry: newId() }, '', entered);
        page.arrive(window.location.pathname);
        draw();
        return reach().then((reached) => {
          if (reached === 'reached') window.scrollTo(0, top);
          return reached;
        });
      },
    },
  };
}

function findPlace(): HTMLElement {
  const place = document.getElementById('capiz');
  if (place === null) throw new Error('The document has no element for the page.');
  return place;
}
