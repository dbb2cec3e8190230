import { expect, it, vi } from 'vitest';
import { APP, DEVICE, fakeWorld, makePlan, node } from './runtime/testing.ts';

// Another suite in the same worker may have loaded code that these tests wait for.
vi.resetModules();
const { openScreen, prepareScreen } = await import('./engine.ts');
const { addWidget } = await import('./widgets/index.ts');

it('a widget whose code does not arrive delays the screen by one second', async () => {
  vi.useFakeTimers();
  try {
    addWidget('stalled', () => new Promise(() => {}));
    const plan = makePlan({ body: [node('stalled', 'one')], uses: { widgets: ['stalled'], actions: [] } });
    const prepared = vi.fn();
    void prepareScreen(plan, 'picture')?.then(prepared);
    await vi.advanceTimersByTimeAsync(999);
    expect(prepared).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(prepared).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});

it('a dialog opens when the code of its widgets is loaded, or after one second', async () => {
  vi.useFakeTimers();
  try {
    addWidget('late', () => new Promise(() => {}));
    const plan = makePlan({
      on: { enter: [{ do: 'open', props: { overlay: 'o' } }] },
      overlays: { o: node('dialog', 'o', { slots: { body: [node('late', 'one')] } }) },
      uses: { widgets: ['dialog', 'late'], actions: ['open'] },
    });
    const { services } = fakeWorld();
    const screen = openScreen({
      plan,
      app: APP,
      services,
      params: {},
      session: {},
      device: DEVICE,
      entry: 'one',
    });
    await vi.advanceTimersByTimeAsync(999);
    expect(screen.surface.snapshot().overlays).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(screen.surface.snapshot().overlays).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});

it('a return to an open dialog waits for the code of its widgets, as opening the dialog does', async () => {
  const fetched: string[] = [];
  addWidget('returned', () => {
    fetched.push('returned');
    return Promise.reject(new Error('not needed here'));
  });
  const plan = makePlan({
    overlays: { o: node('dialog', 'o', { slots: { body: [node('returned', 'one')] } }) },
    uses: { widgets: ['dialog', 'returned'], actions: [] },
  });
  await prepareScreen(plan, 'picture');
  expect(fetched).toEqual([]);
  await prepareScreen(plan, 'return');
  expect(fetched).toEqual(['returned']);
});

it('a screen that begins with a form, or reads one, waits for the code of forms; a screen with a form in an overlay opens without it', async () => {
  const uses = { widgets: ['form'], actions: [] };
  const later = makePlan({
    overlays: { o: node('dialog', 'o', { slots: { body: [node('form', 'f')] } }) },
    uses,
  });
  expect(prepareScreen(later, 'picture')).toBeUndefined();
  const reads = makePlan({ ...later, title: ['get', 'form', 'f', 'x'] });
  expect(() => openScreen({ plan: reads } as Parameters<typeof openScreen>[0])).toThrow(/prepareScreen/);
  const plan = makePlan({ body: [node('form', 'f')], uses });
  expect(() => openScreen({ plan } as Parameters<typeof openScreen>[0])).toThrow(/prepareScreen/);
  await prepareScreen(plan);
  expect(prepareScreen(plan)).toBeUndefined();
});
