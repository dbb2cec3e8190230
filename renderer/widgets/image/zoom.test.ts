import { describe, expect, it } from 'vitest';
import { drag, pinch, type Point, toggle, UNZOOMED } from './zoom.ts';

const stage = { width: 400, height: 600 };
const at = (x: number, y: number): Point => ({ x, y });

describe('zoom: the position of an image during gestures', () => {
  it('two fingers that move apart enlarge the image, and the point between them stays between them', () => {
    const next = pinch(UNZOOMED, [at(50, 100), at(150, 100)], [at(0, 100), at(200, 100)], stage);
    expect(next.scale).toBe(2);
    // A point p of the image is shown at x + p * scale: the one at (100, 100) still is.
    expect([next.x + 100 * next.scale, next.y + 100 * next.scale]).toEqual([100, 100]);
  });

  it('the scale is at least 1 and at most 4', () => {
    expect(pinch(UNZOOMED, [at(0, 0), at(100, 0)], [at(0, 0), at(10, 0)], stage)).toEqual(UNZOOMED);
    expect(pinch(UNZOOMED, [at(0, 0), at(10, 0)], [at(0, 0), at(300, 0)], stage).scale).toBe(4);
  });

  it('one finger moves an enlarged image up to its edges, and does not move a whole image', () => {
    expect(drag(UNZOOMED, at(30, -30), stage)).toEqual(UNZOOMED);
    expect(drag({ scale: 2, x: 0, y: 0 }, at(999, -50), stage)).toEqual({ scale: 2, x: 200, y: -50 });
  });

  it('a double tap enlarges around the finger, the next one shows the whole image', () => {
    const closer = toggle(UNZOOMED, at(40, 0), stage);
    expect(closer.x + 40 * closer.scale).toBeCloseTo(40);
    expect(toggle(closer, at(40, 0), stage)).toEqual(UNZOOMED);
  });
});
