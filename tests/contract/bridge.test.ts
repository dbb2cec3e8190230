import { describe, expect, it } from 'vitest';
import { act, play } from '#renderer/actions/testing.ts';
import { compileProject } from '#renderer/grammar/compile.ts';
import { fakeWorld } from '#renderer/runtime/testing.ts';
import { createNativePort } from '#src/borrower/bridge.ts';
import { projectFiles } from '../engine.ts';

/** Every message to the app, with a payload from a definition, and its fallback. */
const MESSAGES = [
  ['7.53', 'openPage', { url: 'https://help.test/pay' }, 'https://help.test/pay'],
  ['7.54', 'closeWebView', {}, 'back'],
  ['7.55', 'goHome', {}, '/main'],
  ['7.56', 'goMine', {}, '/setting'],
  ['7.57', 'backToLogin', {}, '/login'],
  ['7.58', 'callPhone', { phone: '+63 2 8000 0000' }, 'tel:+63280000000'],
  ['7.59', 'goRate', {}, undefined],
  ['7.60', 'trackPoint', { point: 'loan-confirm' }, undefined],
  ['7.61', 'startBank', {}, undefined],
  ['7.62', 'endBank', {}, undefined],
  ['7.63', 'openProduct', { productId: '1203' }, '/productDetail'],
  ['7.64', 'openRating', {}, undefined],
] as const;

/** Not the product's: `saveImage` for apps that have it, and the browser's position. */
const OF_OURS = ['saveImage', 'browser:position'];

/** A screen of the real project whose button sends the message. */
function planWith(method: string, payload: object) {
  const screen = {
    $schema: '../schemas/screen.schema.json',
    grammar: 1,
    id: 'sends',
    title: 'Sends',
    body: [
      {
        type: 'button',
        id: 'send',
        text: 'Send',
        on: { tap: [{ do: 'native', method, with: payload }] },
      },
    ],
  };
  const files = [...projectFiles, { path: 'screens/sends.screen.json', text: JSON.stringify(screen) }];
  const { app, plans, problems } = compileProject(files);
  const plan = plans.get('sends');
  if (app === undefined || plan === undefined) throw new Error(problems.map((one) => one.message).join('\n'));
  return { app, plan };
}

async function send(method: string, payload: object, shell?: Window) {
  const { app, plan } = planWith(method, payload);
  const world = fakeWorld();
  Object.assign(world.services.native, shell && createNativePort(shell));
  // The page may also navigate to the payload's host here.
  const played = await play({
    plan: { ...plan, body: plan.body },
    app: { ...app, hosts: { ...app.hosts, leave: ['help.test'] } },
    world,
  });
  await played.tap('send');
  return { world, toasts: played.toasts() };
}

function shellWith(...handlers: string[]): { shell: Window; sent: [string, unknown][] } {
  const sent: [string, unknown][] = [];
  const messageHandlers = Object.fromEntries(
    handlers.map((name) => [name, { postMessage: (payload: unknown) => void sent.push([name, payload]) }]),
  );
  return { shell: { webkit: { messageHandlers } } as unknown as Window, sent };
}

describe('messages to the app', () => {
  it.each(MESSAGES)(
    '%s %s calls only the handler of its name, with its payload',
    async (_, method, payload) => {
      const { shell, sent } = shellWith(...MESSAGES.map(([, name]) => name));
      const { toasts, world } = await send(method, payload, shell);
      expect(sent).toEqual([[method, payload]]);
      expect([toasts, world.went, world.left]).toEqual([[], [], []]);
    },
  );

  it.each(MESSAGES)(
    '7.65 without an app %s %s runs its fallback and does not fail',
    async (_, method, payload, leads) => {
      const { toasts, world } = await send(method, payload);
      expect(toasts).toEqual([]);
      const went = [
        ...world.went.map(({ address }) => address.split('?')[0]),
        ...world.left,
        ...(world.backs > 0 ? ['back'] : []),
      ];
      expect(went).toEqual(leads === undefined ? [] : [leads]);
    },
  );

  it('7.65 an app without the handler counts as no app', async () => {
    const { shell, sent } = shellWith('goHome');
    const { world } = await send('callPhone', { phone: '1' }, shell);
    expect([sent, world.left]).toEqual([[], ['tel:1']]);
  });

  it('7.53 app.json can give the handler another name', async () => {
    const { shell, sent } = shellWith('dial');
    const world = fakeWorld();
    Object.assign(world.services.native, createNativePort(shell));
    const { tap } = await play({
      tap: [act('native', { method: 'callPhone', with: ['record', { phone: '1' }] })],
      plan: { bridge: { callPhone: { handler: 'dial', timeoutMs: 1_000 } } },
      world,
    });
    await tap();
    expect(sent).toEqual([['dial', { phone: '1' }]]);
  });

  it('a browser handler needs no app, and its result is read by its type in app.json', async () => {
    const coords = { latitude: 14.5, longitude: 121, accuracy: 9, altitude: null };
    const geolocation = { getCurrentPosition: (found: (at: unknown) => void) => found({ coords }) };
    const port = createNativePort({ navigator: { geolocation } } as unknown as Window);
    expect([port.inShell, port.has('browser:position')]).toEqual([false, true]);
    expect(await port.call('browser:position', {})).toEqual({ latitude: 14.5, longitude: 121, accuracy: 9 });
    await expect(port.call('browser:other', {})).rejects.toThrow('no handler browser:other');
  });

  it('a position that the browser refuses is a failure', async () => {
    const geolocation = {
      getCurrentPosition: (_: unknown, failed: (error: Error) => void) => failed(new Error('no')),
    };
    const port = createNativePort({ navigator: { geolocation } } as unknown as Window);
    await expect(port.call('browser:position', {})).rejects.toThrow('no');
  });

  it('no other message is declared', () => {
    const { app } = compileProject(projectFiles);
    const source = projectFiles.find(({ path }) => path === 'screens/app.json')?.text ?? '{}';
    const { bridge } = JSON.parse(source) as { bridge: Record<string, { handler?: string }> };
    const handlers = new Set(Object.entries(bridge).map(([name, { handler = name }]) => handler));
    expect(app).toBeDefined();
    expect([...handlers].sort()).toEqual([...MESSAGES.map(([, name]) => name as string), ...OF_OURS].sort());
  });
});
