import { userEvent, type UserEvent } from '@testing-library/user-event';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import {
  type Fault,
  HttpFailure,
  type HttpReply,
  type LiveScreen,
  prepareEverything,
  type Services,
} from '#renderer/index.ts';
import { App } from '#src/borrower/app.tsx';
import { createHistory } from '#src/borrower/history.ts';
import { createPage } from '#src/borrower/page.ts';
import { createServices } from '#src/borrower/services.ts';
import { nameDevice, readVisitor } from '#src/borrower/session.ts';
import { writeStateAddress } from '#src/simulator/states/state-address.ts';
import type { Release } from '#src/server/delivery/release.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';
import type { Script } from '#src/shared/scripts.ts';
import { createDevice } from '#src/simulator/device/device.ts';
import { createNetwork, type NetworkStand } from '#src/simulator/device/network.ts';
import { createSteps, createUntil, type Steps, type Until } from '#src/simulator/device/steps.ts';
import { createAnswers, type Replies } from './answers.ts';
import { watchDeeds } from './deeds.ts';
import { completeWindow } from './dom.ts';
import { messageOf, StageFailure } from './failure.ts';
import { watchFrames } from './frames.ts';
import { type DrawnPage, keepPage } from './keep-page.ts';
import { keepListeners } from './listeners.ts';
import { watchPictures } from './pictures.ts';
import type { TestProject } from './project.ts';
import { queryByRole } from './query.ts';
import { readLooks } from './read-looks.ts';
import { readTree, type TreeLine } from './read-tree.ts';
import { followRecorded, type Recorded, record } from './recorded.ts';
import { takeTime } from './virtual-time.ts';

// Load lazy code now: a script depends on events, not on loading times.
await prepareEverything();

/** Friday, 6 March 2026, 09:00 in Manila. */
export const TEST_NOW = Date.UTC(2026, 2, 6, 1);

/** A call of the page. */
export interface Request {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  /** The body as sent; for an upload the names of its parts. */
  readonly body: string | undefined;
}

export interface StageOptions {
  readonly state: ScreenState;
  readonly language: string;
  /** The record of the same state in another language, which is replayed. */
  readonly recorded?: Recorded | undefined;
  /** Replies by endpoint, in place of the scenario's. */
  readonly replies?: Replies | undefined;
  /** Overrides of the application's configuration, by group. */
  readonly config?: Script['config'];
  /** Called before the page's first call. */
  readonly begin?: ((network: NetworkStand) => void) | undefined;
  /** Called for each screen that opens. */
  readonly onOpen?: (live: LiveScreen) => void;
  /** Called with the result of each call. */
  readonly onReply?: ((url: string, reply: HttpReply | HttpFailure) => void) | undefined;
}

/** A page in one of its states. */
export interface Stage {
  /** The text of the page, by line. */
  read(): readonly TreeLine[];
  /** The looks of the page, by line. */
  readLooks(): readonly TreeLine[];
  readonly user: UserEvent;
  /** Advances the clock, and waits for everything that is due. */
  wait(ms: number): Promise<void>;
  readonly recorded: Recorded;
  readonly requests: readonly Request[];
  readonly faults: readonly Fault[];
  /** Other effects of the page: navigation, storage, clipboard, and calls to the app. */
  readonly deeds: readonly string[];
  /** Addresses outside the app that the page navigated to. */
  readonly left: readonly string[];
  /** Calls without a reply: method and path. */
  readonly unmocked: readonly string[];
  /** The driver that reached the state, to continue with. */
  readonly hands: Pick<Steps, 'take' | 'field' | 'isSeen'>;
  readonly network: NetworkStand;
  /** A copy of the page as static markup. */
  keep(nodes: ReadonlyMap<string, string>): Promise<DrawnPage>;
  close(): Promise<void>;
}

let underway = 0;

/** Resolves when no microtask or immediate task is pending. */
async function settle(): Promise<void> {
  do {
    for (let turn = 0; turn < 3; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
  } while (underway > 0);
}

/** Opens the borrowers' page in the given state, against the simulator in this process. */
export async function openStage(project: TestProject, options: StageOptions): Promise<Stage> {
  const { state, language } = options;
  const { scenarios, release, replies } = project;
  const scenario = scenarios.get(state.scenario);
  if (scenario === undefined) throw new StageFailure(`there is no scenario ${state.scenario}`);
  completeWindow(window);
  underway = 0;
  const time = takeTime(window, TEST_NOW, settle);
  const requests: Request[] = [];
  const faults: Fault[] = [];
  const left: string[] = [];
  const undo = keepListeners(window);
  const giveBackReact = setActing(false);
  const user = userEvent.setup({ document, pointerEventsCheck: 0, delay: null });
  const address = writeStateAddress(state, scenario, 'test', language);
  const answers = createAnswers({
    project,
    orderId: `${scenario.name}-test`,
    replies: options.replies,
    origin: window.location.origin,
    now: time.now,
    wait: (ms) => new Promise((resolve) => void window.setTimeout(resolve, ms)),
    count: (by) => {
      underway += by;
    },
  });
  const { unmocked } = answers;
  const formerFetch = window.fetch;
  window.fetch = ((path: string, init?: RequestInit) => answers.fetch(path, init)) as typeof fetch;
  const unwatch = watchPictures(document, async (path) => {
    // An image that an endpoint serves is requested like any other call.
    const isAsked = project.contracts.some(
      ({ isPicture, paths }) => isPicture && paths.includes(pathOf(path)),
    );
    if (isAsked) requests.push({ method: 'GET', url: path, headers: {}, body: undefined });
    return (await answers.findPicture(path)) !== undefined;
  });
  const device = createDevice(window, state.device ?? {});
  const network = createNetwork(window, state.network ?? 'on', replies);
  const unwatchFrames = watchFrames(document, network.isOn);
  options.begin?.(network);
  const sent = window.fetch;
  window.fetch = (input, init = {}) => {
    requests.push(describeRequest(String(input), init));
    return sent(input, init);
  };
  if (state.textScale !== undefined) document.documentElement.style.fontSize = `${16 * state.textScale}px`;

  const spoken = release.languages.get(language) ?? release;
  const told = options.config ? { ...spoken, app: configure(spoken.app, options.config) } : spoken;
  window.history.pushState(null, '', '/capiz/before');
  window.history.pushState(null, '', address);
  const storage = { session: window.sessionStorage, device: window.localStorage };
  const visitor = readVisitor(told.app.plan, window.location, storage.session);
  window.history.replaceState(null, '', visitor.path + visitor.search);
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `id-${ids}`.padEnd(8, '0');
  };
  const session = nameDevice(visitor.session, storage.device, newId);
  const history = createHistory(window, newId);
  const made = createServices({ window, storage, history, newId, clockOffsetMs: 0 });
  const deeds: string[] = [];
  const services: Services = watchDeeds(
    {
      ...made,
      http: {
        async send(request, signal) {
          try {
            const reply = await (request.file ? upload(request) : made.http.send(request, signal));
            options.onReply?.(request.url, reply);
            return reply;
          } catch (thrown) {
            if (thrown instanceof HttpFailure) options.onReply?.(request.url, thrown);
            throw thrown;
          }
        },
      },
      router: { ...made.router, leave: (url) => void left.push(url) },
      report: (fault) => void faults.push(fault),
    },
    (deed) => void deeds.push(deed),
  );

  /** Uploads a photo as the page would. */
  async function upload(request: Parameters<Services['http']['send']>[0]) {
    if (!window.navigator.onLine) throw new HttpFailure('offline', false);
    const body = new FormData();
    for (const [name, text] of request.parts ?? []) body.append(name, text);
    if (request.file) body.append(request.file.name, request.file.content, 'photo.jpg');
    try {
      const reply = await window.fetch(request.url, {
        method: request.method,
        headers: request.headers,
        body,
      });
      return { status: reply.status, body: await reply.text() };
    } catch {
      throw new HttpFailure('network', true);
    }
  }

  const given = { language, app: told.app, screens: told.screens, now: TEST_NOW, demo: true };
  const plans = {
    release: () => ({ ...given, name: '', version: 0 }),
    ready: (screen: string) => release.plans.get(told.screens[screen] ?? ''),
    load: (screen: string) => Promise.reject(new Error(`The release has no screen ${screen}.`)),
    prefetch: () => undefined,
  };
  const page = createPage({
    window,
    plans,
    session,
    services,
    history,
  });
  window.capizBack = page.handleBack;
  const { messages } = told.app.plan;
  let last: LiveScreen | undefined;
  const tell = (): void => {
    const { live } = page.snapshot();
    if (live === undefined || live === last) return;
    last = live;
    options.onOpen?.(live);
  };
  page.subscribe(tell);
  page.arrive(window.location.pathname);
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place, { onCaughtError: () => undefined, onUncaughtError: () => undefined });
  root.render(
    <App
      page={page}
      history={history}
      hasHeader={!services.native.inShell}
      say={(word) => String(messages[language]?.[word] ?? word)}
    />,
  );

  const recorded: Recorded = { waits: [] };
  const poll: Until = createUntil((ms) => time.wait(ms), time.now, time.next);
  const until = options.recorded
    ? followRecorded(options.recorded, time, document)
    : record(recorded, poll, time.now);
  const steps = createSteps({
    window,
    user,
    clock: time,
    device,
    network,
    until,
    queryByRole,
    hasLeft: () => left.length > 0,
  });
  const close = async (): Promise<void> => {
    page.snapshot().live?.close();
    flushSync(() => root.unmount());
    await settle();
    time.restore();
    window.fetch = formerFetch;
    undo();
    giveBackReact();
    unwatch();
    unwatchFrames();
    Reflect.deleteProperty(window, 'webkit');
    Reflect.deleteProperty(window.navigator, 'userAgent');
    document.documentElement.removeAttribute('style');
    document.documentElement.removeAttribute('class');
    document.body.replaceChildren();
  };
  try {
    await steps.reach(state);
    await settle();
  } catch (error) {
    const tree = readTree(document);
    await close();
    const why = unmocked.length > 0 ? sayUnmocked(unmocked, state) : messageOf(error);
    throw new StageFailure(`${why}\n${tree.map(({ text }) => `    ${text}`).join('\n')}`);
  }
  if (unmocked.length > 0) {
    await close();
    throw new StageFailure(sayUnmocked(unmocked, state));
  }
  return {
    read: () => readTree(document),
    keep: (nodes) => keepPage(document, nodes, answers.findPicture),
    readLooks: () => readLooks(document),
    user,
    wait: time.wait,
    recorded: options.recorded ?? recorded,
    requests,
    deeds,
    faults,
    left,
    unmocked,
    hands: steps,
    network,
    close,
  };
}

/** The error message for calls without a reply. */
export function sayUnmocked(calls: readonly string[], { screen }: Pick<ScreenState, 'screen'>): string {
  return `nobody answers ${[...new Set(calls)].join(', ')}, which the screen ${screen} asked for`;
}

/** The application with overrides of its configuration. */
function configure(app: Release['app'], given: NonNullable<Script['config']>): Release['app'] {
  const { config } = app.plan;
  const groups = Object.entries(given).map(([name, group]) => [name, { ...config[name], ...group }]);
  return {
    ...app,
    plan: { ...app.plan, config: { ...config, ...Object.fromEntries(groups) } as typeof config },
  };
}

function pathOf(address: string): string {
  const [path = ''] = address.split('?');
  return path;
}

function describeRequest(url: string, init: RequestInit): Request {
  const { body } = init;
  const text = body instanceof FormData ? [...body.keys()].join(' ') : body;
  return {
    method: init.method ?? 'GET',
    url,
    headers: { ...(init.headers as { [name: string]: string } | undefined) },
    body: typeof text === 'string' ? text : undefined,
  };
}

/** Sets whether React warns about updates outside Testing Library's `act`. @returns Restores the old value. */
function setActing(isActing: boolean): () => void {
  const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined };
  const former = react.IS_REACT_ACT_ENVIRONMENT;
  react.IS_REACT_ACT_ENVIRONMENT = isActing;
  return () => {
    react.IS_REACT_ACT_ENVIRONMENT = former;
  };
}
