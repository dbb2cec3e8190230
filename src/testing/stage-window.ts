import { File as NodeFile } from 'node:buffer';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { createDevice, type SimulatedDevice } from '#src/simulator/device/device.ts';
import { takesPath } from '#src/shared/contract-path.ts';
import { createNetwork, type SimulatedNetwork } from '#src/simulator/device/network.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';
import { type Answers, createAnswers, type Replies } from './answers.ts';
import { completeWindow } from './dom.ts';
import { watchFrames } from './frames.ts';
import { keepListeners } from './listeners.ts';
import { watchImages } from './watch-images.ts';
import type { TestProject } from './project.ts';
import { takeTime, type VirtualTime } from './virtual-time.ts';

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

/** This thread's window, with virtual time and the simulator in place of the network. */
export interface StageWindow {
  readonly time: VirtualTime;
  readonly user: UserEvent;
  readonly answers: Answers;
  readonly device: SimulatedDevice;
  readonly network: SimulatedNetwork;
  readonly requests: readonly Request[];
  /** Resolves when no call, microtask or immediate task is pending. */
  settle(): Promise<void>;
  restore(): void;
}

export function openWindow(
  project: TestProject,
  state: ScreenState,
  replies: Replies | undefined,
): StageWindow {
  completeWindow(window);
  let underway = 0;
  const settle = async (): Promise<void> => {
    do {
      for (let turn = 0; turn < 3; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
    } while (underway > 0);
  };
  const time = takeTime(window, TEST_NOW, settle);
  const requests: Request[] = [];
  const removeListeners = keepListeners(window);
  const restoreReact = setActing(false);
  const restoreFile = setFile();
  // `setup` installs a clipboard, so it must run before the device is created, which replaces that clipboard.
  const user = userEvent.setup({ document, pointerEventsCheck: 0, delay: null });
  const answers = createAnswers({
    project,
    orderId: `${state.scenario}-test`,
    replies,
    origin: window.location.origin,
    now: time.now,
    wait: (ms) => new Promise((resolve) => void window.setTimeout(resolve, ms)),
    count: (by) => {
      underway += by;
    },
  });
  const formerFetch = window.fetch;
  window.fetch = ((path: string, init?: RequestInit) => answers.fetch(path, init)) as typeof fetch;
  const unwatchPictures = watchImages(document, async (path) => {
    // An image that an endpoint serves is requested like any other call.
    const [address = ''] = path.split('?');
    const isAsked = project.contracts.some((one) => one.isPicture && takesPath(one, address));
    if (isAsked) requests.push({ method: 'GET', url: path, headers: {}, body: undefined });
    return (await answers.findPicture(path)) !== undefined;
  });
  const device = createDevice(window, state.device ?? {});
  const network = createNetwork(window, state.network ?? 'on', project.replies);
  const unwatchFrames = watchFrames(document, network.isOn);
  const send = window.fetch;
  window.fetch = (input, init = {}) => {
    requests.push(describeRequest(String(input), init));
    return send(input, init);
  };
  if (state.textScale !== undefined) document.documentElement.style.fontSize = `${16 * state.textScale}px`;

  const restore = (): void => {
    time.restore();
    window.fetch = formerFetch;
    removeListeners();
    restoreReact();
    restoreFile();
    unwatchPictures();
    unwatchFrames();
    Reflect.deleteProperty(window, 'webkit');
    Reflect.deleteProperty(window.navigator, 'userAgent');
    document.documentElement.removeAttribute('style');
    document.documentElement.removeAttribute('class');
    document.body.replaceChildren();
  };
  return { time, user, answers, device, network, requests, settle, restore };
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

/**
 * Makes Node's class of files global. Node 26 reads an upload with the global one, and refuses that of jsdom, which Vitest
 * makes global.
 * @returns A function that restores the old one.
 */
function setFile(): () => void {
  const former = globalThis.File;
  Object.assign(globalThis, { File: NodeFile });
  return () => void Object.assign(globalThis, { File: former });
}

/**
 * Sets whether React warns about updates outside Testing Library's `act`.
 * @returns A function that restores the old value.
 */
function setActing(isActing: boolean): () => void {
  const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined };
  const former = react.IS_REACT_ACT_ENVIRONMENT;
  react.IS_REACT_ACT_ENVIRONMENT = isActing;
  return () => {
    react.IS_REACT_ACT_ENVIRONMENT = former;
  };
}
