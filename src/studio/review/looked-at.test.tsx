// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clip, LookedAt } from './looked-at.tsx';

/** The rectangles that the next report of the observer has, by height in CSS pixels. */
interface Report {
  readonly seen: number;
  readonly all: number;
  readonly window: number;
}

let report: (report: Report) => void;
const rect = (height: number) => ({ width: 100, height });

beforeEach(() => {
  vi.useFakeTimers();
  Element.prototype.scrollIntoView = vi.fn<() => void>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(call: (entries: readonly unknown[]) => void) {
        report = ({ seen, all, window }) =>
          act(() =>
            call([{ intersectionRect: rect(seen), boundingClientRect: rect(all), rootBounds: rect(window) }]),
          );
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('a picture is looked at', () => {
  const show = () => {
    const onSeen = vi.fn<() => void>();
    const size = { width: 390, height: 760 };
    render(<LookedAt marks={[]} page={undefined} scale={1} isBrought={false} {...{ size, onSeen }} />);
    return onSeen;
  };

  it('after it was on the screen for a moment', () => {
    const onSeen = show();
    vi.advanceTimersByTime(5000);
    expect(onSeen).not.toHaveBeenCalled();
    report({ seen: 60, all: 100, window: 900 });
    vi.advanceTimersByTime(300);
    report({ seen: 10, all: 100, window: 900 });
    vi.advanceTimersByTime(5000);
    expect(onSeen).not.toHaveBeenCalled();
    report({ seen: 60, all: 100, window: 900 });
    vi.advanceTimersByTime(600);
    expect(onSeen).toHaveBeenCalledOnce();
  });

  it('if half of a low window shows it', () => {
    const onSeen = show();
    report({ seen: 160, all: 760, window: 300 });
    vi.advanceTimersByTime(600);
    expect(onSeen).toHaveBeenCalledOnce();
  });

  it('only while the browser shows the page', () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const onSeen = show();
    report({ seen: 100, all: 100, window: 900 });
    vi.advanceTimersByTime(5000);
    expect(onSeen).not.toHaveBeenCalled();
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    vi.advanceTimersByTime(600);
    expect(onSeen).toHaveBeenCalledOnce();
  });
});

it('has no place where the page was scrolled away from it', () => {
  const size = { width: 390, height: 760 };
  const place = { left: -3, top: 700, width: 100, height: 100 };
  expect(clip(place, size)).toEqual({ left: 0, top: 700, width: 97, height: 60 });
  expect(clip({ ...place, top: 760 }, size)).toBeUndefined();
  expect(clip({ ...place, left: -100 }, size)).toBeUndefined();
});
