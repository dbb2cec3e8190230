// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { actions } from '#renderer/actions/index.ts';
import { createForms } from '#renderer/forms/edit-forms.ts';
import type { FrameProps } from '#renderer/frame/frame.tsx';
import { Screen } from '#renderer/index.ts';
import { openScreen } from '#renderer/runtime/index.ts';
import { LiveScope } from '#renderer/runtime/scope.ts';
import { DEVICE, type FakeWorld, fakeWorld, settle } from '#renderer/runtime/testing.ts';
import { fetchWidgets } from '#renderer/widgets/index.ts';
import { type BenchPlans, compileBench } from './definition.ts';
import { GROUP_SIZE, replyOf } from './form.ts';

/*
 * Performance as counts, which are independent of the machine: reads and computations of a long form, with 200 fields and with
 * 2,000. `npm run bench` measures times.
 */

window.scrollTo = () => undefined;
afterEach(cleanup);

let plans: BenchPlans;
beforeAll(async () => {
  plans = compileBench(GROUP_SIZE);
  await fetchWidgets(['form', 'fields', 'text-field']);
});

interface Work {
  readonly reads: number;
  readonly computed: readonly string[];
}

/** Counts reads of values, and nodes that compute, during an action. */
async function work(computed: string[], act: () => Promise<void> | void): Promise<Work> {
  computed.length = 0;
  const read = vi.spyOn(LiveScope.prototype, 'read');
  await act();
  await settle();
  const reads = read.mock.calls.length;
  read.mockRestore();
  return { reads, computed: [...computed] };
}

async function openLong(count: number) {
  const world: FakeWorld = fakeWorld();
  const computed: string[] = [];
  const live = openScreen(
    {
      plan: plans.supplied,
      app: plans.app,
      services: world.services,
      params: {},
      session: {},
      device: DEVICE,
      entry: 'bench',
      actions,
      createForms,
    },
    { onComputed: (instance) => void computed.push(instance) },
  );
  await settle();
  const mount = await work(computed, () => world.calls[0]?.answer({ status: 200, body: replyOf(count) }));
  return { live, computed, mount, faults: world.faults };
}

async function measure(count: number) {
  const { live, computed, mount, faults } = await openLong(count);
  const { forms } = live.engine;
  const key = await work(computed, () => forms.write('long', 'answers.f5', 'va'));
  const flip = await work(computed, () => forms.write('long', 'answers.f0', 'x'));
  const submit = await work(computed, async () => void (await forms.submit('long')));
  return { mount, key, flip, submit, faults };
}

describe('a form of 2,000 fields', () => {
  it('a form of 2,000 fields does ten times the work of a form of 200 on mount and submit, and equal work on a keystroke', async () => {
    const small = await measure(200);
    const large = await measure(2000);
    expect([...small.faults, ...large.faults]).toEqual([]);
    expect(small.mount.reads).toBeGreaterThan(200);
    for (const step of ['mount', 'submit'] as const) {
      expect(large[step].reads / small[step].reads).toBeLessThanOrEqual(11);
      expect(large[step].computed.length / small[step].computed.length).toBeLessThanOrEqual(11);
    }
    for (const step of ['key', 'flip'] as const) {
      expect(large[step].reads).toBe(small[step].reads);
      expect(large[step].computed).toEqual(small[step].computed);
    }
    expect(large.key.computed).toHaveLength(1);
    expect(large.flip.computed).toHaveLength(11);
  });
});

describe('a rendered form of 400 fields', () => {
  it('a keystroke renders only nodes that read the field', async () => {
    const { live } = await openLong(400);
    const drawn: string[] = [];
    const Counting = ({ instance, children }: FrameProps) => {
      drawn.push(instance);
      return children;
    };
    render(<Screen live={live} frame={Counting} />);
    const type = (name: string, text: string) =>
      act(() => {
        const control = document.querySelector(`input[id$="[${name}]-control"]`);
        fireEvent.change(control as Element, { target: { value: text } });
      });
    const fields = () => document.querySelectorAll('.cz-field').length;
    expect(fields()).toBe(400);
    drawn.length = 0;
    type('f205', 'va');
    expect(drawn).toEqual([]);
    type('f200', 'x');
    expect(fields()).toBe(390);
    drawn.length = 0;
    type('f200', 'y');
    expect(drawn).toHaveLength(10);
    expect(fields()).toBe(400);
  });
});
