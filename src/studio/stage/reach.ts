import { queries } from '@testing-library/dom';
import { createSteps, createUntil, type SimulatedPage } from '#src/simulator/device/steps.ts';
import { checkCompatibility } from '#renderer/grammar/verdict.ts';
import { messageOf } from '#src/shared/message-of.ts';
import type { Scene, SceneEnd } from './scene.ts';

/** Brings the page to the state of a scene by simulated user input. @param reader - Grammar version of the page. */
export function createReach(stand: Omit<SimulatedPage, 'window' | 'until' | 'queryByRole'>, reader: number) {
  const until = createUntil(
    (ms) => stand.clock.wait(ms),
    () => performance.now(),
  );
  let last = 0;
  return async ({ state, planOf }: Scene): Promise<SceneEnd> => {
    const turn = (last += 1);
    const plan = planOf(state.screen);
    // A page that refuses its plan is ready at once, and no step can run.
    if (plan !== undefined && checkCompatibility(plan, reader).verdict === 'refuses') return 'reached';
    const isOvertaken = () => turn !== last;
    const steps = createSteps({
      ...stand,
      window,
      until: (what, look) =>
        until(what, () => {
          if (isOvertaken()) throw new Error('Another scene was opened.');
          return look();
        }),
      queryByRole: (place, role, options) => queries.queryAllByRole(place, role, options),
    });
    try {
      await steps.reach(state);
      return 'reached';
    } catch (error) {
      if (isOvertaken()) return 'overtaken';
      return { failed: messageOf(error) };
    }
  };
}
