// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limits } from '../plan/limits.generated.ts';
import { WindowedList } from './windowed-list.tsx';

const ITEM_PX = 20;
const ITEMS = Array.from({ length: 1000 }, (_, at) => `item ${at}`);
/** Height of a phone's screen with the margin of the observer. */
const SIGHT = { top: -800, bottom: 1600 };

type Report = (entries: readonly object[]) => void;
let report: Report = () => undefined;

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(told: Report) {
        report = told;
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  // jsdom has no layout: the height of the list is that of its rendered items.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    const drawn = document.querySelectorAll('p').length * ITEM_PX;
    const isBelow = this.nextElementSibling === null;
    return { top: isBelow ? drawn : 0, bottom: isBelow ? drawn : 0 } as DOMRect;
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function draw() {
  const { container } = render(<WindowedList items={ITEMS} draw={(item) => <p key={item}>{item}</p>} />);
  const [above, below] = [container.firstElementChild, container.lastElementChild];
  const meet = (target: Element | null, rect: object) =>
    act(() => report([{ isIntersecting: true, target, boundingClientRect: rect, rootBounds: SIGHT }]));
  const shown = () => screen.getAllByText(/^item/).map((item) => Number(item.textContent?.slice(5)));
  return {
    shown: () => [shown().at(0), shown().at(-1)],
    meetBelow: (top: number) => meet(below, { top }),
    meetAbove: (bottom: number) => meet(above, { bottom }),
  };
}

it('a very long list renders a part, and moves it when its end comes near', () => {
  const list = draw();
  expect(list.shown()).toEqual([0, limits.listItems - 1]);
  list.meetBelow(SIGHT.bottom - 1);
  expect(list.shown()).toEqual([10, limits.listItems + 9]);
  list.meetAbove(SIGHT.top + 1);
  expect(list.shown()).toEqual([0, limits.listItems - 1]);
});

it('a jump to its end, and back to its start, is followed at once', () => {
  const list = draw();
  list.meetBelow(SIGHT.bottom - 800 * ITEM_PX);
  expect(list.shown()).toEqual([1000 - limits.listItems, 999]);
  list.meetAbove(SIGHT.top + 800 * ITEM_PX);
  expect(list.shown()).toEqual([0, limits.listItems - 1]);
});

it('a list of ordinary length is rendered completely', () => {
  render(<WindowedList items={ITEMS.slice(0, limits.listItems)} draw={(item) => <p key={item}>{item}</p>} />);
  expect(screen.getAllByText(/^item/)).toHaveLength(limits.listItems);
});
