import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import plans from 'virtual:bench/plans';
import 'virtual:capiz/theme.css';
import {
  type FrameProps,
  type LiveScreen,
  openScreen,
  prepareScreen,
  Screen,
  type Services,
} from '#renderer/index.ts';
import { replyOf } from './form.ts';

/* Ours: the public <Screen> over a compiled plan, with services that answer immediately. */

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
  // The clock is stopped: a skeleton would delay the content.
  clock: { now: () => 0, after: () => () => undefined },
  storage: { session: storage, device: storage },
  native: { inShell: false, has: () => false, call: () => Promise.reject(new Error('There is no shell.')) },
  router: {
    go: () => undefined,
    show: () => undefined,
    leave: () => undefined,
    back: () => undefined,
    isFirst: () => false,
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

function open(plan: typeof plans.supplied) {
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
  const drawn = PLANTED === 'context' ? <Typed live={live} /> : <Screen live={live} />;
  flushSync(() => root.render(drawn));
}

/* Added by `npm run bench -- forms --plant context`: every field reads a value that changes on every key. */
const TypedContext = createContext(0);

function Typed({ live }: { readonly live: LiveScreen }) {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const typed = () => setCount((before) => before + 1);
    document.addEventListener('input', typed);
    return () => document.removeEventListener('input', typed);
  }, []);
  return (
    <TypedContext value={count}>
      <Screen live={live} frame={Reading} />
    </TypedContext>
  );
}

function Reading({ children }: FrameProps): ReactNode {
  const count = useContext(TypedContext);
  return <div data-typed={count}>{children}</div>;
}

let mount = () => undefined as void;

window.bench = {
  async prepare(fields, supplied) {
    const plan = supplied ? plans.supplied : plans.written[fields];
    if (plan === undefined) throw new Error(`There is no form of ${fields} fields.`);
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
  async prepareRows(count) {
    await prepareScreen(plans.rows);
    reply = replyOf(count);
    open(plans.rows);
    mount = () => answer();
  },
  submit: () => document.querySelector<HTMLButtonElement>('.cz-bar button')?.click(),
  errors: () => document.querySelectorAll('.cz-field-problem').length,
};
