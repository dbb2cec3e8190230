// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useFrames } from './use-frames.ts';

/** A frame with a stage that has only a name. */
function frameWith(name: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  Object.defineProperty(frame, 'contentWindow', { value: { capizStage: { name } } });
  return frame;
}

test('a state that is left before its frame is visible does not take the stage of the visible one', () => {
  const { result, rerender } = renderHook(({ key }) => useFrames(key, false), {
    initialProps: { key: 'content' },
  });
  act(() => result.current.loaded('content', frameWith('first')));
  act(() => result.current.see('content'));
  rerender({ key: 'overdue' });
  expect(result.current.stage).toBeUndefined();
  act(() => result.current.loaded('overdue', frameWith('second')));
  expect(result.current.stage).toEqual({ name: 'second' });
  rerender({ key: 'content' });
  expect(result.current).toMatchObject({ keys: ['content'], isSeen: true, stage: { name: 'first' } });
  // Its frame is a new one now.
  rerender({ key: 'overdue' });
  expect(result.current.stage).toBeUndefined();
});
