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

const GROUNDS = ['canvas', 'surface', 'sunken', 'raised'] as const;

/** The first of a theme's grounds that is missing or is no sRGB colour with its `hex`; undefined where all are there. */
export function findMissingGround(tokens: string): string | undefined {
  const grounds = readGrounds(tokens);
  return GROUNDS.find((ground) => !isHex(grounds[ground]));
}

/**
 * What shades stand on, from the tokens of a theme.
 *
 * @throws Error where one is missing.
 */
export function groundsOf(tokens: string): Grounds {
  const missing = findMissingGround(tokens);
  if (missing !== undefined) throw new Error(`The brand needs the colour color.bg.${missing} with its hex.`);
  return readGrounds(tokens) as { readonly [ground in keyof Grounds]: Hex };
}

function readGrounds(tokens: string): { readonly [ground in keyof Grounds]: unknown } {
  const document = parse(tokens);
  const read = (ground: keyof Grounds) => ['color', 'bg', ground, '$value', 'hex'].reduce(memberOf, document);
  return { canvas: read('canvas'), surface: read('surface'), sunken: read('sunken'), raised: read('raised') };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The shades that a theme's tokens were drawn with. */
export function readShades(tokens: string): Partial<Shades> {
  const drawn = ['color', 'brand'].reduce(memberOf, parse(tokens));
  const shades = SHADES.map((shade) => [shade, [shade, '$value', 'hex'].reduce(memberOf, drawn)] as const);
  return Object.fromEntries(
    shades.flatMap(([shade, hex]) => (isHex(hex) ? [[shade, hex.toLowerCase()]] : [])),
  );
}

/** The selectors under which the page's tokens stand, the later the stronger. */
const RULES: readonly (readonly [theme: Theme, write: (colours: string) => string])[] = [
  ['light', (colours) => `:root{${colours}}`],
  ['dark', (colours) => `@media (prefers-color-scheme:dark){:root:not([data-theme='light']){${colours}}}`],
  ['dark', (colours) => `:root[data-theme='dark']{${colours}}`],
];

/** Style rules that put these shades in the place of the tokens'. */
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
