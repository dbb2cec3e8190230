import { ColorSpace, contrastWCAG21, inGamut, OKLCH, sRGB, to } from 'colorjs.io/fn';

ColorSpace.register(sRGB);
ColorSpace.register(OKLCH);

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** An sRGB colour, `#rrggbb`. */
export type Hex = string;

/** Backgrounds of shades, from the theme's tokens. */
export interface Backgrounds {
  readonly canvas: Hex;
  readonly surface: Hex;
  readonly sunken: Hex;
  readonly raised: Hex;
}

export const SHADES = ['fill', 'on', 'pressed', 'text', 'subtle', 'focus', 'outline'] as const;
/** The brand's colours of one theme, as `color.brand.<shade>`. */
export type Shades = { readonly [shade in (typeof SHADES)[number]]: Hex };

/** Two colours whose contrast is too low. */
export interface Fault {
  readonly shade: keyof Shades;
  readonly against: string;
  readonly ratio: number;
  readonly needed: number;
}

const WHITE: Hex = '#ffffff';
/**
 * The label of fills that are too pale for a white label; the same in both themes, because it is on the brand
 * colour.
 */
const INK: Hex = '#0e1726';
/** WCAG 2.2, 1.4.3 and 1.4.11. */
const TEXT = 4.5;
const GRAPHIC = 3;
/** Derived shades exceed the limits a little, because of rounding. */
const DERIVED_TEXT = 4.6;
const DERIVED_GRAPHIC = 3.1;
/** On dark backgrounds saturated text with the minimum contrast glares; this contrast does not. */
const DERIVED_TEXT_ON_DARK = 6;

const LIGHTNESS_STEP = 0.005;
const CHROMA_STEP = 0.95;
/** Half of an 8-bit step. */
const GAMUT_TOLERANCE = 0.5 / 255;
const PRESSED = 0.06;
const SUBTLE = { light: { lightness: 0.965, chroma: 0.022 }, dark: { lightness: 0.285, chroma: 0.055 } };

/**
 * Derives the shades of a brand in one theme from one colour. The hue stays. The lightness moves away from the
 * theme's backgrounds (in OKLCH equal steps look equal) until each shade is legible. The chroma is reduced only to
 * stay in sRGB.
 * @param seed The brand's colour, `#rrggbb`.
 */
export function deriveShades(seed: Hex, theme: Theme, grounds: Backgrounds): Shades {
  const [lightness, chroma, hue] = read(seed);
  const away = theme === 'light' ? -LIGHTNESS_STEP : LIGHTNESS_STEP;
  const all = Object.values(grounds) as readonly Hex[];

  /** The first sufficient shade, starting with the seed. */
  function find(isGood: (shade: Hex) => boolean): Hex {
    let shade = seed.toLowerCase();
    for (let steps = 1; !isGood(shade) && steps <= 1 / LIGHTNESS_STEP; steps += 1)
      shade = write(lightness + away * steps, chroma, hue);
    return shade;
  }

  const { lightness: subtleLightness, chroma: subtleChroma } = SUBTLE[theme];
  const subtle = write(subtleLightness, Math.min(chroma, subtleChroma), hue);
  const fill = find(
    (shade) =>
      labelOn(shade) !== undefined &&
      // On light backgrounds a pale fill stays, because it gets an outline.
      (theme === 'light' || standsOut(shade, all, DERIVED_GRAPHIC)),
  );
  const on = labelOn(fill) ?? INK;
  const readable = theme === 'light' ? DERIVED_TEXT : DERIVED_TEXT_ON_DARK;
  const text = find((shade) => standsOut(shade, [...all, subtle], readable));
  return {
    fill,
    on,
    pressed: press(fill, on),
    text,
    subtle,
    focus: find((shade) => standsOut(shade, all, DERIVED_GRAPHIC)),
    outline: standsOut(fill, all, GRAPHIC) ? fill : text,
  };
}

/** The pairs of colours with too little contrast; empty for every derived set. */
export function findFaults(shades: Shades, grounds: Backgrounds): Fault[] {
  const faults: Fault[] = [];
  const demand = (shade: keyof Shades, against: { readonly [name: string]: Hex }, needed: number): void => {
    for (const [name, colour] of Object.entries(against)) {
      const ratio = contrast(shades[shade], colour);
      if (ratio < needed) faults.push({ shade, against: name, ratio, needed });
    }
  };
  demand('on', { fill: shades.fill, pressed: shades.pressed }, TEXT);
  demand('text', { ...grounds, subtle: shades.subtle }, TEXT);
  demand('focus', { ...grounds }, GRAPHIC);
  demand('outline', { ...grounds }, GRAPHIC);
  return faults;
}

/** WCAG 2's contrast ratio, 1 to 21. */
export function contrast(one: Hex, other: Hex): number {
  return contrastWCAG21(one, other);
}

function standsOut(shade: Hex, grounds: readonly Hex[], least: number): boolean {
  return grounds.every((ground) => contrast(shade, ground) >= least);
}

function labelOn(fill: Hex): Hex | undefined {
  return [WHITE, INK].find((label) => contrast(fill, label) >= DERIVED_TEXT);
}

/** Away from the label's lightness, for more contrast; the other way if there is no room. */
function press(fill: Hex, on: Hex): Hex {
  const [lightness, chroma, hue] = read(fill);
  const away = on === WHITE ? -PRESSED : PRESSED;
  const hasRoom = lightness + away >= 0 && lightness + away <= 1;
  return write(lightness + (hasRoom ? away : -away), chroma, hue);
}

type Coordinates = readonly [lightness: number, chroma: number, hue: number];

function read(colour: Hex): Coordinates {
  // The library returns null as the hue of a grey.
  const [lightness, chroma, hue] = to(colour, OKLCH).coords;
  return [lightness ?? 0, chroma ?? 0, hue ?? 0];
}

function write(lightness: number, chroma: number, hue: number): Hex {
  const at = Math.min(1, Math.max(0, lightness));
  let coords: [number, number, number] = [at, chroma, hue];
  while (coords[1] > 0.001 && !inGamut({ space: OKLCH, coords }, sRGB, { epsilon: GAMUT_TOLERANCE }))
    coords = [at, coords[1] * CHROMA_STEP, hue];
  const bytes = to({ space: OKLCH, coords }, sRGB).coords.map((part) =>
    Math.round(Math.min(1, Math.max(0, part ?? 0)) * 255),
  );
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
