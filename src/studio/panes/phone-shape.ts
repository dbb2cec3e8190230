import type { SafeArea } from '../stage/scene.ts';
import type { Look } from './preview-look.ts';

/** Widths of phones that borrowers have, in CSS pixels. */
export const PHONES = [320, 360, 390, 412, 430] as const;

const HEIGHT = 760;
/** As high as most keyboards with a row of suggestions are. */
const KEYBOARD = { upright: 300, turned: 200 };
/** Of a phone with a notch above and a bar for the thumb below, which most with one agree in. */
const NOTCH = 47;
const HOME_BAR = { upright: 34, turned: 21 };

/** A phone as the preview draws it, in CSS pixels. */
export interface PhoneShape {
  readonly width: number;
  /** Of the page's window: what an open keyboard leaves. */
  readonly height: number;
  /** How high the keyboard below stands; 0 while it is closed. */
  readonly keyboard: number;
  readonly safeArea: SafeArea | undefined;
}

/** @param size - Of the state itself, which is drawn in no other. */
export function shapeOf(
  { width, isTurned, hasNotch, hasKeyboard }: Pick<Look, 'width' | 'isTurned' | 'hasNotch' | 'hasKeyboard'>,
  size?: { readonly width: number; readonly height: number },
): PhoneShape {
  const held = isTurned ? 'turned' : 'upright';
  const upright = { width: size?.width ?? width, height: size?.height ?? HEIGHT };
  const [across, down] = isTurned ? [upright.height, upright.width] : [upright.width, upright.height];
  const keyboard = hasKeyboard ? Math.min(KEYBOARD[held], Math.floor(down / 2)) : 0;
  // The keyboard stands where the bar is.
  const bottom = hasKeyboard ? 0 : HOME_BAR[held];
  const side = isTurned ? NOTCH : 0;
  return {
    width: across,
    height: down - keyboard,
    keyboard,
    safeArea: hasNotch ? { top: isTurned ? 0 : NOTCH, right: side, bottom, left: side } : undefined,
  };
}

/** Of the pane that a phone stands in, in CSS pixels. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

/** Below this nobody reads a text: in a pane that is as small the phone is scrolled. */
const LEAST_SCALE = 0.6;
/** On either side of a phone. */
export const RIM = 1;

/** Times its true size a phone is drawn so that all of it is seen: never larger than it is. */
export function fitInto({ width, height, keyboard }: PhoneShape, room: Room): number {
  const across = room.width / (width + 2 * RIM);
  const down = room.height / (height + keyboard + 2 * RIM);
  return Math.max(LEAST_SCALE, Math.min(1, across, down));
}
