// @vitest-environment jsdom
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refused } from '../api.ts';
import { Failed } from './failed.tsx';
import { KEYS, POLL_MS, putAnswer } from './keys.ts';
import { ServerState } from './server-state.tsx';

const report = vi.fn<typeof reportError>();
let isHidden = false;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('reportError', report);
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isHidden ? 'hidden' : 'visible'));
});
afterEach(() => {
  cleanup();
  isHidden = false;
  report.mockReset();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A request that the test answers. */
function given() {
  const answers: ((value: string) => void)[] = [];
  return {
    ask: () => new Promise<string>((answer) => answers.push(answer)),
    asked: () => answers.length,
    answer: (which: number, value: string) => settle(() => answers[which]?.(value)),
  };
}

const settle = (work: () => void = () => undefined) =>
  act(async () => {
    work();
    await vi.advanceTimersByTimeAsync(0);
  });
const wait = () => act(() => vi.advanceTimersByTimeAsync(POLL_MS));

/** A view that polls the assets. */
function openView(ask: () => Promise<string>) {
  return renderHook(
    () => ({
      query: useQuery({ queryKey: KEYS.assets, queryFn: ask, refetchInterval: POLL_MS }),
      client: useQueryClient(),
    }),
    { wrapper: ServerState },
  );
}

function turn(hidden: boolean): void {
  isHidden = hidden;
  window.dispatchEvent(new Event('visibilitychange'));
}

describe('what is read from the server', () => {
  it('is read again when the person returns to the window, and by a poll only while the window is visible', async () => {
    const { ask, asked, answer } = given();
    const { result, unmount } = openView(ask);
    await answer(0, 'one');
    await wait();
    await answer(1, 'two');
    expect(result.current.query.data).toBe('two');
    await settle(() => turn(true));
    await wait();
    await wait();
    expect(asked()).toBe(2);
    await settle(() => turn(false));
    await answer(2, 'three');
    expect(result.current.query.data).toBe('three');
    unmount();
    await wait();
    expect(asked()).toBe(3);
  });

  it('is read once for two components, and again when a view opens', async () => {
    const { ask, asked, answer } = given();
    const read = () => useQuery({ queryKey: KEYS.assets, queryFn: ask });
    const One = () => <p>{read().data}</p>;
    const { rerender } = render([<One key="a" />, <One key="b" />], { wrapper: ServerState });
    await answer(0, 'one');
    expect(screen.getAllByText('one')).toHaveLength(2);
    expect(asked()).toBe(1);
    rerender([<One key="a" />, <One key="c" />]);
    expect(asked()).toBe(2);
  });

  it('is the answer of a change, and not the answer of an earlier request that arrives after it', async () => {
    const { ask, answer } = given();
    const { result } = openView(ask);
    await settle(() => void putAnswer(result.current.client, KEYS.assets, 'changed'));
    await answer(0, 'before the change');
    expect(result.current.query.data).toBe('changed');
  });

  it('stays when a later request fails, which is sent once', async () => {
    const ask = vi
      .fn<() => Promise<string>>()
      .mockResolvedValueOnce('one')
      .mockRejectedValue(new Refused('offline', 'The server cannot be reached.'));
    const { result } = openView(ask);
    await settle();
    await wait();
    expect(result.current.query.data).toBe('one');
    expect(ask).toHaveBeenCalledTimes(2);
    expect(report).not.toHaveBeenCalled();
  });

  it('names what could not be read, and is read again when the person asks for it', async () => {
    const ask = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new Refused('offline', 'The server cannot be reached.'))
      .mockResolvedValue('one');
    function View() {
      const query = useQuery({ queryKey: KEYS.assets, queryFn: ask });
      if (query.isLoadingError) return <Failed what="The pictures could not be read." query={query} />;
      return <p>{query.data}</p>;
    }
    render(
      <section aria-label="Pictures">
        <View />
      </section>,
      { wrapper: ServerState },
    );
    await settle();
    expect(screen.getByRole('alert').textContent).toContain(
      'The pictures could not be read. The server cannot be reached.',
    );
    const again = screen.getByRole('button', { name: 'Try again' });
    again.focus();
    await settle(() => fireEvent.click(again));
    screen.getByText('one');
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Pictures' }));
  });
});

describe('a change', () => {
  it('is sent once, also if it fails, and an error that is no refusal is reported', async () => {
    const send = vi.fn<() => Promise<void>>().mockRejectedValue(new Refused('offline', 'No.'));
    const { result } = renderHook(() => useMutation({ mutationFn: send }), { wrapper: ServerState });
    await settle(() => result.current.mutate());
    await wait();
    expect(send).toHaveBeenCalledTimes(1);
    expect(result.current.error?.message).toBe('No.');
    expect(report).not.toHaveBeenCalled();
    const bug = new TypeError('a bug');
    send.mockRejectedValue(bug);
    await settle(() => result.current.mutate());
    expect(report).toHaveBeenCalledWith(bug);
  });

  it('is sent although the browser believes that it is offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const send = vi.fn<() => Promise<void>>().mockResolvedValue();
    const { result } = renderHook(() => useMutation({ mutationFn: send }), { wrapper: ServerState });
    await settle(() => void window.dispatchEvent(new Event('offline')));
    await settle(() => result.current.mutate());
    window.dispatchEvent(new Event('online'));
    expect(send).toHaveBeenCalledTimes(1);
  });
});
