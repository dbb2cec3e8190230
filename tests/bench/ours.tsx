import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import plans from 'virtual:bench/plans';
import 'virtual:capiz/theme.css';
import { openScreen, prepareScreen, Screen, type Services } from '#renderer/index.ts';
import { replyOf } from './form.ts';

/* Ours: the public <Screen> over a compiled plan, with services that answer at once. */

let answer: () => void = () => undefined;
let reply = '';

const storage = { get: () => undefined, set: () => undefined, remove: () => undefined, keys: () => [] };

const services: Services = {
  http: {
    send: () =>
      new Promise((resolve) => {
        answer = () => resolve({ status: 200, body: reply });
      }),
  },
  // Time stands still: no skeleton begins, and so none holds the answer back.
  clock: { now: () => 0, after: () => () => undefined },
  storage: { session: storage, device: storage },
  native: { inShell: false, has: () => false, call: () => Promise.reject(new Error('There is no shell.')) },
  router: {
    go: () => undefined,
    show: () => undefined,
    leave: () => undefined,
    back: () => undefined,
    origin: window.location.origin,
  },
  clipboard: { write: async () => undefined },
  random: { id: () => 'bench-id' },
  report(fault) {
    throw new Error(`The screen reports ${fault.code} ${fault.detail ?? ''}`);
  },
};

const device = {
  online: true,
  inShell: false,
  inApp: false,
  keyboardInset: 0,
  language: 'en',
  dark: false,
  textScale: 1,
};

function open(plan: typeof plans.written) {
  const live = openScreen({
    plan,
    app: plans.app,
    services,
    params: {},
    session: {},
    device,
    entry: 'bench',
    hash: 'bench',
  });
  const root = createRoot(document.getElementById('root') as HTMLElement);
  flushSync(() => root.render(<Screen live={live} />));
}

let mount = () => undefined as void;

window.bench = {
  async prepare(fields, supplied) {
    const plan = supplied ? plans.supplied : plans.written;
    await prepareScreen(plan);
    if (!supplied) {
      mount = () => open(plan);
      return;
    }
    reply = replyOf(fields);
    open(plan);
    mount = () => answer();
  },
  mount: () => mount(),
  submit: () => document.querySelector<HTMLButtonElement>('.cz-bar button')?.click(),
  errors: () => document.querySelectorAll('.cz-field-problem').length,
};
