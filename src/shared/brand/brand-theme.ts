import type { TokenDocument } from '../tokens/write-token-css.ts';
import {
  deriveShades,
  type Fault,
  findFaults,
  type Grounds,
  type Hex,
  SHADES,
  type Shades,
  type Theme,
  THEMES,
} from './derive-shades.ts';

/** `brand` of the application's document. */
export interface Brand {
  readonly seed: Hex;
  /** In place of what is derived, where contrast allows it. */
  readonly overrides?: { readonly [theme in Theme]?: Partial<Shades> };
}

export interface BrandTheme {
  readonly shades: { readonly [theme in Theme]: Shades };
  readonly faults: readonly (Fault & { readonly theme: Theme })[];
}

/** The brand's shades over the grounds of a theme's tokens, with the overrides, and what is wrong with them. */
export function makeBrandTheme(
  { seed, overrides = {} }: Brand,
  grounds: { readonly [theme in Theme]: Grounds },
): BrandTheme {
  const make = (theme: Theme): Shades => ({
    ...deriveShades(seed, theme, grounds[theme]),
    ...overrides[theme],
  });
  const shades = { light: make('light'), dark: make('dark') };
  return {
    shades,
    faults: THEMES.flatMap((theme) =>
      findFaults(shades[theme], grounds[theme]).map((fault) => ({ ...fault, theme })),
    ),
  };
}

/** `brand` of an application's text; undefined where there is none, or none that its schema would accept. */
export function readBrand(app: unknown): Brand | undefined {
  const brand = memberOf(app, 'brand');
  const seed = memberOf(brand, 'seed');
  if (!isHex(seed)) return undefined;
  const overrides = Object.fromEntries(
    THEMES.map((theme) => {
      const given = memberOf(memberOf(brand, 'overrides'), theme);
      const shades = SHADES.map((shade) => [shade, memberOf(given, shade)] as const);
      return [theme, Object.fromEntries(shades.filter(([, colour]) => isHex(colour)))];
    }),
  );
  return { seed, overrides };
}

/**
 * What shades stand on, from the tokens of a theme.
 *
 * @throws Error naming a token that is missing or is no sRGB colour with its `hex`.
 */
export function groundsOf(tokens: string): Grounds {
  const document: unknown = JSON.parse(tokens);
  const read = (...path: readonly string[]): Hex => {
    const value = [...path, '$value', 'hex'].reduce(memberOf, document);
    if (!isHex(value)) throw new Error(`The brand needs the colour ${path.join('.')} with its hex.`);
    return value;
  };
  return {
    canvas: read('color', 'bg', 'canvas'),
    surface: read('color', 'bg', 'surface'),
    sunken: read('color', 'bg', 'sunken'),
    raised: read('color', 'bg', 'raised'),
  };
}

/** A theme's document with these shades in place of its `color.brand`. */
export function writeShades(document: TokenDocument, shades: Shades): TokenDocument {
  const content = JSON.parse(document.text) as { color: { brand?: unknown } };
  content.color.brand = Object.fromEntries(
    SHADES.map((shade) => [shade, { $value: colourToken(shades[shade]) }]),
  );
  return { url: document.url, text: JSON.stringify(content) };
}

function colourToken(hex: Hex): unknown {
  const components = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return { colorSpace: 'srgb', components, hex };
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as { readonly [name: string]: unknown })[name];
}

function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);
}
