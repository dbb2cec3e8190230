import { describe, expect, it } from 'vitest';
import { fitInto, shapeOf } from './phone-shape.ts';

const PLAIN = { width: 390, isTurned: false, hasNotch: false, hasKeyboard: false };

describe('shapeOf and fitInto', () => {
  it('swaps width and height when the phone is turned, without a safe area', () => {
    expect(shapeOf(PLAIN)).toEqual({ width: 390, height: 760, keyboard: 0, safeArea: undefined });
    expect(shapeOf({ ...PLAIN, isTurned: true })).toMatchObject({ width: 760, height: 390 });
  });

  it('subtracts an open keyboard from the height, at most half of a low phone', () => {
    expect(shapeOf({ ...PLAIN, hasKeyboard: true })).toMatchObject({ height: 460, keyboard: 300 });
    const low = shapeOf({ ...PLAIN, hasKeyboard: true }, { width: 320, height: 400 });
    expect(low).toMatchObject({ width: 320, height: 200, keyboard: 200 });
  });

  it('puts the notch at the top or at the sides, and removes the home bar when the keyboard is open', () => {
    expect(shapeOf({ ...PLAIN, hasNotch: true }).safeArea).toEqual({
      top: 47,
      right: 0,
      bottom: 34,
      left: 0,
    });
    const turned = shapeOf({ ...PLAIN, hasNotch: true, isTurned: true });
    expect(turned.safeArea).toEqual({ top: 0, right: 47, bottom: 21, left: 47 });
    expect(shapeOf({ ...PLAIN, hasNotch: true, hasKeyboard: true }).safeArea?.bottom).toBe(0);
  });

  it('scales the phone with border and keyboard to fit its pane, at most to its true size', () => {
    const shape = shapeOf({ ...PLAIN, hasKeyboard: true });
    expect(fitInto(shape, { width: 1000, height: 762 })).toBe(1);
    expect(fitInto(shape, { width: 1000, height: 2000 })).toBe(1);
    expect(fitInto(shape, { width: 1000, height: 571.5 })).toBe(0.75);
    expect(fitInto(shapeOf({ ...PLAIN, isTurned: true }), { width: 609.6, height: 900 })).toBe(0.8);
    // Below the readable scale the phone is scrolled.
    expect(fitInto(shape, { width: 1000, height: 100 })).toBe(0.6);
  });
});
