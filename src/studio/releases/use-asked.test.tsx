// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useAsked } from './use-asked.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** What is answered when the test says so. */
function given() {
  const answers: ((value: string) => void)[] = [];
  const ask = () => new Promise<string>((answer) => answers.push(answer));
  return {
    ask,
    asked: () => answers.length,
    answer: (which: number, value: string) => act(async () => answers[which]?.(value)),
    wait: () => act(() => vi.advanceTimersByTimeAsync(5_000)),
  };
}

describe('what the registry is asked again and again', () => {
  it('is the answer to what was asked last, in whatever order answers come', async () => {
    const { ask, answer, wait } = given();
    const { result } = renderHook(() => useAsked(ask));
    await wait();
    await answer(1, 'later');
    expect(result.current.value).toBe('later');
    await answer(0, 'earlier');
    expect(result.current.value).toBe('later');
  });

  it('is what something that was done has answered, and not what was asked before that', async () => {
    const { ask, answer, wait } = given();
    const { result } = renderHook(() => useAsked(ask));
    act(() => result.current.take('done'));
    await answer(0, 'before it');
    expect(result.current.value).toBe('done');
    await wait();
    await answer(1, 'after it');
    expect(result.current.value).toBe('after it');
  });

  it('is of the question that is asked now, and stays while that is not answered', async () => {
    const [one, other] = [given(), given()];
    const { result, rerender } = renderHook(({ ask }) => useAsked(ask), { initialProps: one });
    await one.answer(0, 'of one');
    await one.wait();
    rerender(other);
    await one.answer(1, 'of one, late');
    expect(result.current.value).toBe('of one');
    await other.answer(0, 'of the other');
    expect(result.current.value).toBe('of the other');
  });

  it('is nothing where there is no question, and asks nothing once nobody looks', async () => {
    const { ask, asked, wait } = given();
    const { result, unmount } = renderHook(() => useAsked<string>(undefined));
    await wait();
    expect(result.current.value).toBeUndefined();
    unmount();
    const looking = renderHook(() => useAsked(ask));
    looking.unmount();
    await wait();
    expect(asked()).toBe(1);
  });

  it('stays what it was where an answer fails, also where somebody waits for it', async () => {
    const ask = vi
      .fn<() => Promise<string>>()
      .mockResolvedValueOnce('one')
      .mockRejectedValue(new Error('no'));
    const { result } = renderHook(() => useAsked(ask));
    await act(async () => {});
    await act(() => result.current.again());
    expect(ask).toHaveBeenCalledTimes(2);
    expect(result.current.value).toBe('one');
  });
});
