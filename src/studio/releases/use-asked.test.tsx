// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useAsked } from './use-asked.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** A request that the test answers. */
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

describe('useAsked', () => {
  it('uses the response to the last request, in any order of responses', async () => {
    const { ask, answer, wait } = given();
    const { result } = renderHook(() => useAsked(ask));
    await wait();
    await answer(1, 'later');
    expect(result.current.value).toBe('later');
    await answer(0, 'earlier');
    expect(result.current.value).toBe('later');
  });

  it('uses the response of an action, and ignores the responses to earlier requests', async () => {
    const { ask, answer, wait } = given();
    const { result } = renderHook(() => useAsked(ask));
    act(() => result.current.take('done'));
    await answer(0, 'before it');
    expect(result.current.value).toBe('done');
    await wait();
    await answer(1, 'after it');
    expect(result.current.value).toBe('after it');
  });

  it('keeps the old value until the new request is answered, and ignores the old request', async () => {
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

  it('does nothing without a request, and stops polling after unmount', async () => {
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

  it('keeps its value when a request fails, and `again` does not reject', async () => {
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
