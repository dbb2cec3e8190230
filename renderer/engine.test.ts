import { expect, it, vi } from 'vitest';
import { openScreen, prepareScreen } from './engine.ts';
import { makePlan, node } from './live/testing.ts';
import { addWidget } from './widgets/index.ts';

it('a widget whose code does not come keeps a screen from being opened for a second', async () => {
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

it('a screen with a form is not opened before its code is here', async () => {
  const plan = makePlan({ body: [node('form', 'f')], uses: { widgets: ['form'], actions: [] } });
  expect(() => openScreen({ plan } as Parameters<typeof openScreen>[0])).toThrow(/prepareScreen/);
  await prepareScreen(plan);
  expect(prepareScreen(plan)).toBeUndefined();
});
