import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { AppPlan } from '#renderer/plan/plan.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { APP_FILE } from '../project-paths.ts';
import {
  type BrandTheme,
  findMissingGround,
  backgroundsOf,
  makeBrandTheme,
  readBrand,
  readShades,
  writeRules,
} from './brand-theme.ts';
import { SHADES, type Theme, THEMES } from './derive-shades.ts';

/** Problem codes of brands; `capiz explain` knows them besides the checker's. */
export const BRAND_CODES = {
  'brand/low-contrast': {
    severity: 'error',
    title: 'A shade of the brand cannot be distinguished from its background',
    why: 'Text needs a contrast of 4.5, marks and the focus ring need 3; otherwise some people cannot read them.',
    bad: '"brand": { "seed": "#ffd400", "overrides": { "light": { "text": "#ffd400" } } }',
    good: '"brand": { "seed": "#ffd400" }',
  },
  'brand/no-ground': {
    severity: 'error',
    title: 'The brand has no background colours',
    why: 'Its shades are made for the backgrounds of a theme: each theme has color.bg.canvas, surface, sunken and raised, with their hex.',
    bad: '"bg": { "canvas": { "$value": "{color.page}" } }',
    good: '"bg": { "canvas": { "$value": { "colorSpace": "srgb", "components": [1, 1, 1], "hex": "#ffffff" } } }',
  },
} as const;

interface Document {
  readonly path: string;
  readonly text: string;
}

interface Compiled {
  readonly app?: AppPlan;
  readonly problems: readonly Problem[];
}

interface Found extends Pick<Compiled, 'problems'> {
  readonly rules?: AppPlan['brand'];
}

const NOTHING: Found = { problems: [] };

/** The document with the colours of a theme. */
const fileOf = (theme: Theme): string => `screens/theme/${theme}.tokens.json`;

/** Adds the brand's colours to the application's plan, and their faults to the problems. */
export function withBrand<C extends Compiled>(compiled: C, files: readonly Document[]): C {
  const { rules, problems } = findBrand(files);
  if (problems.length > 0) {
    // A project with such a fault has no application plan, as with any other error.
    return { ...compiled, app: undefined, problems: [...compiled.problems, ...problems] };
  }
  if (rules === undefined || compiled.app === undefined) return compiled;
  return { ...compiled, app: appWith(compiled.app, rules) };
}

/** Callers that compile repeatedly compare applications by identity. */
const branded = new WeakMap<AppPlan, AppPlan>();

function appWith(app: AppPlan, brand: readonly string[]): AppPlan {
  const known = branded.get(app);
  if (known !== undefined && known.brand === brand) return known;
  const made = { ...app, brand };
  branded.set(app, made);
  return made;
}

let last: { readonly of: readonly (string | undefined)[]; readonly found: Found } | undefined;

/** The problems of an application's brand; none if the project has no tokens. */
export function checkBrand(files: readonly Document[]): readonly Problem[] {
  return findBrand(files).problems;
}

/** Called after every keystroke in any document; cached until one of the three files changes. */
function findBrand(files: readonly Document[]): Found {
  const of = [APP_FILE, ...THEMES.map(fileOf)].map((name) => files.find(({ path }) => path === name)?.text);
  if (last === undefined || of.some((text, at) => text !== last?.of[at])) {
    const [app, light, dark] = of;
    const isThere = app !== undefined && light !== undefined && dark !== undefined;
    last = { of, found: isThere ? makeBrand(app, { light, dark }) : NOTHING };
  }
  return last.found;
}

function makeBrand(app: string, tokens: { readonly [theme in Theme]: string }): Found {
  const tree = parseTree(app);
  const brand = tree && readBrand(valueOf(tree));
  if (tree === undefined || brand === undefined) return NOTHING;
  const missing = THEMES.flatMap((theme) => {
    const ground = findMissingGround(tokens[theme]);
    return ground === undefined ? [] : [describeMissing(theme, ground)];
  });
  if (missing.length > 0) return { problems: missing };
  const made = makeBrandTheme(brand, {
    light: backgroundsOf(tokens.light),
    dark: backgroundsOf(tokens.dark),
  });
  const isDrawn = THEMES.every((theme) => {
    const drawn = readShades(tokens[theme]);
    return SHADES.every((shade) => drawn[shade] === made.shades[theme][shade]);
  });
  return {
    problems: made.faults.map((fault) => describe(fault, made, app, tree)),
    ...(!isDrawn && { rules: writeRules(made.shades) }),
  };
}

function describeMissing(theme: Theme, ground: string): Problem {
  return {
    ...{ code: 'brand/no-ground', severity: 'error', file: fileOf(theme), line: 1, column: 1, length: 0 },
    pointer: '',
    message: `The brand needs the colour color.bg.${ground} with its hex.`,
  };
}

/** Derived shades have no faults, so an override is the cause: of the shade itself, or of the colour behind it. */
function describe(
  { theme, shade, against, ratio, needed }: BrandTheme['faults'][number],
  { shades }: BrandTheme,
  app: string,
  tree: Node,
): Problem {
  const place = [['brand', 'overrides', theme, shade], ['brand', 'overrides', theme, against], ['brand']];
  const path = place.find((one) => findNodeAtLocation(tree, one) !== undefined) ?? [];
  const node = findNodeAtLocation(tree, path) ?? tree;
  const before = app.slice(0, node.offset).split(/\r\n|\n|\r/);
  return {
    code: 'brand/low-contrast',
    severity: 'error',
    file: APP_FILE,
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    length: node.length,
    pointer: path.map((step) => `/${step}`).join(''),
    message: `In the ${theme} theme "${shade}" (${shades[theme][shade]}) has a contrast of ${ratio.toFixed(2)} against "${against}"; ${needed} is needed.`,
    help: 'leave the override out, and a shade is derived from the seed',
  };
}

function valueOf(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(valueOf);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(
    (node.children ?? []).map(({ children: [name, value] = [] }) => [name?.value, value && valueOf(value)]),
  );
}
