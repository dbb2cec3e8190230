import {
  deriveShades,
  type Fault,
  findFaults,
  type Backgrounds,
  type Hex,
  SHADES,
  type Shades,
  type Theme,
  THEMES,
} from './derive-shades.ts';

/** `brand` of app.json. */
export interface Brand {
  readonly seed: Hex;
  /** Used in place of derived shades, if their contrast is sufficient. */
  readonly overrides?: { readonly [theme in Theme]?: Partial<Shades> };
}

export interface BrandTheme {
  readonly shades: { readonly [theme in Theme]: Shades };
  readonly faults: readonly (Fault & { readonly theme: Theme })[];
}

/** The brand's shades on the backgrounds of a theme, with the overrides, and their contrast faults. */
export function makeBrandTheme(
  { seed, overrides = {} }: Brand,
  grounds: { readonly [theme in Theme]: Backgrounds },
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

/** Reads `brand` of app.json; undefined if it is missing or invalid. */
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

const GROUNDS = ['canvas', 'surface', 'sunken', 'raised'] as const;

/**
 * The first background of a theme that is missing or is no sRGB colour with its `hex`; undefined if all are valid.
 */
export function findMissingGround(tokens: string): string | undefined {
  const grounds = readGrounds(tokens);
  return GROUNDS.find((ground) => !isHex(grounds[ground]));
}

/**
 * The backgrounds of a theme, from its tokens.
 * @throws Error if one is missing.
 */
export function backgroundsOf(tokens: string): Backgrounds {
  const missing = findMissingGround(tokens);
  if (missing !== undefined) throw new Error(`The brand needs the colour color.bg.${missing} with its hex.`);
  return readGrounds(tokens) as { readonly [ground in keyof Backgrounds]: Hex };
}

function readGrounds(tokens: string): { readonly [ground in keyof Backgrounds]: unknown } {
  const document = parse(tokens);
  const read = (ground: keyof Backgrounds) =>
    ['color', 'bg', ground, '$value', 'hex'].reduce(memberOf, document);
  return { canvas: read('canvas'), surface: read('surface'), sunken: read('sunken'), raised: read('raised') };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The brand shades in a theme's tokens. */
export function readShades(tokens: string): Partial<Shades> {
  const drawn = ['color', 'brand'].reduce(memberOf, parse(tokens));
  const shades = SHADES.map((shade) => [shade, [shade, '$value', 'hex'].reduce(memberOf, drawn)] as const);
  return Object.fromEntries(
    shades.flatMap(([shade, hex]) => (isHex(hex) ? [[shade, hex.toLowerCase()]] : [])),
  );
}

/** The selectors of the page's tokens, in ascending order of precedence. */
const RULES: readonly (readonly [theme: Theme, write: (colours: string) => string])[] = [
  ['light', (colours) => `:root{${colours}}`],
  ['dark', (colours) => `@media (prefers-color-scheme:dark){:root:not([data-theme='light']){${colours}}}`],
  ['dark', (colours) => `:root[data-theme='dark']{${colours}}`],
];

/** Style rules that override the tokens' brand shades. */
export function writeRules(shades: BrandTheme['shades']): readonly string[] {
  return RULES.map(([theme, write]) =>
    write(SHADES.map((shade) => `--cz-color-brand-${shade}:${shades[theme][shade]}`).join(';')),
  );
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as { readonly [name: string]: unknown })[name];
}

function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);
}
