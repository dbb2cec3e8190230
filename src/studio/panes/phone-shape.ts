import type { SafeArea } from '../stage/scene.ts';
import type { Look } from './preview-look.ts';

/** Common widths of phones in CSS pixels. */
export const PHONES = [320, 360, 390, 412, 430] as const;

const HEIGHT = 760;
/** Height of a typical keyboard with suggestions, in CSS pixels. */
const KEYBOARD = { upright: 300, turned: 200 };
/** Safe areas of a typical phone with a notch and a home bar, in CSS pixels. */
const NOTCH = 47;
const HOME_BAR = { upright: 34, turned: 21 };

/** Size of the phone in the preview, in CSS pixels. */
export interface PhoneShape {
  readonly width: number;
  /** Height of the page's viewport, without the keyboard. */
  readonly height: number;
  /** Height of the keyboard; 0 if closed. */
  readonly keyboard: number;
  readonly safeArea: SafeArea | undefined;
}

/** @param size - Fixed size of the state. */
export function shapeOf(
  { width, isTurned, hasNotch, hasKeyboard }: Pick<Look, 'width' | 'isTurned' | 'hasNotch' | 'hasKeyboard'>,
  size?: { readonly width: number; readonly height: number },
): PhoneShape {
  const held = isTurned ? 'turned' : 'upright';
  const upright = { width: size?.width ?? width, height: size?.height ?? HEIGHT };
  const [across, down] = isTurned ? [upright.height, upright.width] : [upright.width, upright.height];
  const keyboard = hasKeyboard ? Math.min(KEYBOARD[held], Math.floor(down / 2)) : 0;
  // The keyboard covers the home bar.
  const bottom = hasKeyboard ? 0 : HOME_BAR[held];
  const side = isTurned ? NOTCH : 0;
  return {
    width: across,
    height: down - keyboard,
    keyboard,
    safeArea: hasNotch ? { top: isTurned ? 0 : NOTCH, right: side, bottom, left: side } : undefined,
  };
}

/** Size of the pane around the phone, in CSS pixels. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

/** Minimum scale at which text is readable. In a smaller pane the phone is scrolled. */
const LEAST_SCALE = 0.6;
/** Border of the phone, in CSS pixels. */
export const RIM = 1;

/** The scale at which the whole phone fits into the pane; at most 1. */
export function fitInto({ width, height, keyboard }: PhoneShape, room: Room): number {
  const across = room.width / (width + 2 * RIM);
  const down = room.height / (height + keyboard + 2 * RIM);
  return Math.max(LEAST_SCALE, Math.min(1, across, down));
}
