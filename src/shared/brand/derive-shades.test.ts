import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast, deriveShades, findFaults, type Backgrounds, type Hex, THEMES } from './derive-shades.ts';
import { backgroundsOf } from './brand-theme.ts';

const theme = (name: string) =>
  readFileSync(new URL(`../../../screens/theme/${name}.tokens.json`, import.meta.url), 'utf8');
const grounds = { light: backgroundsOf(theme('light')), dark: backgroundsOf(theme('dark')) };

/** Seed, theme, fill, label, outline (– if the fill has enough contrast itself), text and focus ring. */
const LISTED = `
#2A4BD7 light #2A4BD7 #FFFFFF –       #2A4BD7 #2A4BD7
#2A4BD7 dark  #3C64F1 #FFFFFF –       #85A6FB #3C64F1
#0F6E63 light #0F6E63 #FFFFFF –       #0F6E63 #0F6E63
#0F6E63 dark  #267D71 #FFFFFF –       #67B9AC #267D71
#FFD400 light #FFD400 #0E1726 #7E690F #7E690F #9F8405
#FFD400 dark  #FFD400 #0E1726 –       #FFD400 #FFD400
#FF4F40 light #FF4F40 #0E1726 #D11712 #D11712 #F44436
#FF4F40 dark  #FF4F40 #0E1726 –       #FC8374 #FF4F40
#9FE870 light #9FE870 #0E1726 #3F7806 #3F7806 #529711
#9FE870 dark  #9FE870 #0E1726 –       #9FE870 #9FE870
#00B14F light #00B14F #0E1726 #107A37 #107A37 #009A44
#00B14F dark  #00B14F #0E1726 –       #2EC360 #00B14F
#820AD1 light #820AD1 #FFFFFF –       #820AD1 #820AD1
#820AD1 dark  #9D3BF0 #FFFFFF –       #C190FC #9D3BF0
#007DFE light #0E72E4 #FFFFFF –       #0467D1 #007DFE
#007DFE dark  #1980FA #0E1726 –       #6FAAFC #007DFE
#FFFFFF light #FFFFFF #0E1726 #6A6A6A #6A6A6A #868686
#FFFFFF dark  #FFFFFF #0E1726 –       #FFFFFF #FFFFFF
#000000 light #000000 #FFFFFF –       #000000 #000000
#000000 dark  #707070 #FFFFFF –       #A8A8A8 #707070
#808080 light #747474 #FFFFFF –       #6A6A6A #808080
#808080 dark  #818181 #0E1726 –       #A9A9A9 #808080`
  .trim()
  .toLowerCase()
  .split('\n')
  .map((line) => line.split(/\s+/) as [Hex, 'light' | 'dark', Hex, Hex, Hex, Hex, Hex]);

/** Largest difference of a channel, of 255. */
function distance(one: Hex, other: Hex): number {
  const channels = (hex: Hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return Math.max(...channels(one).map((value, at) => Math.abs(value - (channels(other)[at] ?? 0))));
}

describe('derives a brand from one colour', () => {
  it.each(LISTED)('%s in the %s theme', (seed, name, fill, on, outline, text, focus) => {
    const shades = deriveShades(seed, name, grounds[name]);
    const expected = { fill, on, text, focus, outline: outline === '–' ? fill : outline };
    const far = Object.entries(expected).filter(
      ([shade, colour]) => distance(shades[shade as keyof typeof expected], colour) > 1,
    );
    expect(far).toEqual([]);
    expect(findFaults(shades, grounds[name])).toEqual([]);
  });

  it('2,000 seeds in both themes give only legible shades', { timeout: 120_000 }, () => {
    const next = mulberry32(20_261_121);
    const worst = { label: 21, pressed: 21, text: 21, ring: 21, outline: 21 };
    const failures: string[] = [];
    for (let count = 0; count < 2_000; count += 1) {
      const seed = `#${Math.floor(next() * 0x1000000)
        .toString(16)
        .padStart(6, '0')}`;
      for (const name of THEMES) {
        const places = grounds[name];
        const shades = deriveShades(seed, name, places);
        if (findFaults(shades, places).length > 0) failures.push(`${seed} ${name}`);
        keepLeast(worst, 'label', contrast(shades.on, shades.fill));
        keepLeast(worst, 'pressed', contrast(shades.on, shades.pressed));
        keepLeast(worst, 'text', least(shades.text, { ...places, subtle: shades.subtle }));
        keepLeast(worst, 'ring', least(shades.focus, places));
        keepLeast(worst, 'outline', least(shades.outline, places));
      }
    }
    const told = Object.entries(worst).map(([name, ratio]) => `${name} ${ratio.toFixed(2)}`);
    process.stdout.write(`brand: 2,000 seeds, two themes, worst contrast: ${told.join(', ')}\n`);
    expect(failures).toEqual([]);
    expect(worst.label).toBeGreaterThanOrEqual(4.5);
    expect(worst.pressed).toBeGreaterThanOrEqual(4.5);
    expect(worst.text).toBeGreaterThanOrEqual(4.5);
    expect(worst.ring).toBeGreaterThanOrEqual(3);
    expect(worst.outline).toBeGreaterThanOrEqual(3);
  });

  it('names colours with too little contrast, with their ratio', () => {
    const shades = { ...deriveShades('#2a4bd7', 'light', grounds.light), text: '#85a6fb' };
    const faults = findFaults(shades, grounds.light);
    expect(faults.map(({ shade, against }) => `${shade} on ${against}`)).toEqual([
      'text on canvas',
      'text on surface',
      'text on sunken',
      'text on raised',
      'text on subtle',
    ]);
    expect(faults[1]?.ratio).toBeCloseTo(2.37, 1);
    expect(faults[1]?.needed).toBe(4.5);
  });
});

function least(shade: Hex, places: Backgrounds & { readonly subtle?: Hex }): number {
  return Math.min(...Object.values(places).map((place) => contrast(shade, place)));
}

function keepLeast<Name extends string>(of: Record<Name, number>, name: Name, ratio: number): void {
  of[name] = Math.min(of[name], ratio);
}

/** Tommy Ettinger's generator: the same numbers on every machine. */
function mulberry32(state: number): () => number {
  let at = state;
  return () => {
    at = (at + 0x6d2b79f5) | 0;
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
