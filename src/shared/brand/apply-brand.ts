import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { Problem } from '#renderer/plan/problem.ts';
import { APP_FILE } from '../project-paths.ts';
import type { Tokens } from '../tokens/read-tokens.ts';
import type { TokenDocument } from '../tokens/write-token-css.ts';
import { type BrandTheme, groundsOf, makeBrandTheme, readBrand, writeShades } from './brand-theme.ts';
import { type Theme, THEMES } from './derive-shades.ts';

/** The one code of this subject; `capiz explain` knows it beside the checker's. */
export const BRAND_CODES = {
  'brand/low-contrast': {
    severity: 'error',
    title: 'A shade of the brand cannot be told from what it stands on',
    why: 'Words need a contrast of 4.5, marks and the focus ring one of 3, or some people cannot read them.',
    bad: '"brand": { "seed": "#ffd400", "overrides": { "light": { "text": "#ffd400" } } }',
    good: '"brand": { "seed": "#ffd400" }',
  },
} as const;

/**
 * The tokens with the brand of an application in them, and what is wrong with its overrides.
 *
 * @param app Text of app.json; without a `brand`, or where it does not parse, the tokens stay as they are.
 * @throws Error where the theme lacks a ground that the brand stands on.
 */
export function applyBrand(
  { resolver, sources }: Tokens,
  app: string,
): { readonly sources: readonly TokenDocument[]; readonly problems: readonly Problem[] } {
  const tree = parseTree(app);
  const brand = tree && readBrand(valueOf(tree));
  if (tree === undefined || brand === undefined) return { sources, problems: [] };
  const files = themeFiles(resolver, sources);
  const made = makeBrandTheme(brand, {
    light: groundsOf(files.light.text),
    dark: groundsOf(files.dark.text),
  });
  return {
    sources: sources.map((source) => {
      const theme = THEMES.find((name) => files[name] === source);
      return theme === undefined ? source : writeShades(source, made.shades[theme]);
    }),
    problems: made.faults.map((fault) => describe(fault, made, app, tree)),
  };
}

/** The document of each theme that has its colours. */
function themeFiles(
  resolver: TokenDocument,
  sources: readonly TokenDocument[],
): { readonly [theme in Theme]: TokenDocument } {
  const { modifiers } = JSON.parse(resolver.text) as {
    modifiers: { theme: { contexts: { [theme in Theme]: { $ref: string }[] } } };
  };
  const find = (theme: Theme): TokenDocument => {
    const hrefs = modifiers.theme.contexts[theme].map(({ $ref }) => new URL($ref, resolver.url).href);
    const file = sources.find(({ url, text }) => hrefs.includes(url.href) && text.includes('"canvas"'));
    if (file === undefined) throw new Error(`The ${theme} theme has no document with its grounds.`);
    return file;
  };
  return { light: find('light'), dark: find('dark') };
}

/** Derived shades are sound, so a fault is an override's doing: the shade's own, or that of what it stands on. */
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
