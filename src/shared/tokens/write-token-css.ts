import { build, defineConfig, parse } from '@terrazzo/parser';
import cssPlugin from '@terrazzo/plugin-css';

/** A token document: its address (relative `$ref`s resolve against it) and its text. */
export interface TokenDocument {
  readonly url: URL;
  readonly text: string;
}

/** Tokens that change with the theme; all others are written once. */
const THEMED = ['color.**', 'shadow.**'];

/**
 * Design tokens as CSS custom properties: `color.bg.canvas` becomes `--cz-color-bg-canvas`, a typography token a
 * `font` shorthand and its parts (`--cz-type-body`, `--cz-type-body-font-size`). Light is the default; dark
 * follows the device unless the root has `data-theme="light"`, and `data-theme="dark"` forces it. Pure: the same
 * documents give the same bytes.
 * @param resolver The DTCG resolver document with a modifier `theme` of contexts `light` and `dark`.
 * @param sources Every document that the resolver refers to.
 * @throws Error with the token's name if a document is not DTCG 2025.10 or refers to nothing.
 */
export async function writeTokenCss(
  resolver: TokenDocument,
  sources: readonly TokenDocument[],
): Promise<string> {
  const config = defineConfig(
    {
      plugins: [
        cssPlugin({
          legacyHex: true, // Web views of iOS 15 do not support color().
          variableName: (token) => `--cz-${token.id.replaceAll('.', '-')}`,
          permutations: [
            { input: { theme: 'light' }, prepare: (css) => `:root {\n  color-scheme: light;\n  ${css}\n}` },
            {
              input: { theme: 'dark' },
              include: THEMED,
              prepare: (css) =>
                `@media (prefers-color-scheme: dark) {\n  :root:not([data-theme='light']) {\n    color-scheme: dark;\n    ${css}\n  }\n}`,
            },
            {
              input: { theme: 'dark' },
              include: THEMED,
              prepare: (css) => `:root[data-theme='dark'] {\n  color-scheme: dark;\n  ${css}\n}`,
            },
          ],
        }),
      ],
    },
    { cwd: new URL('.', resolver.url) },
  );
  const texts = new Map(sources.map((source) => [source.url.href, source.text]));
  const parsed = await parse([{ filename: resolver.url, src: resolver.text }], {
    config,
    req: async (url) => {
      const text = texts.get(url.href);
      if (text === undefined) throw new Error(`The tokens refer to ${url.href}, which was not given.`);
      return text;
    },
  });
  const built = await build(parsed.tokens, { resolver: parsed.resolver, sources: parsed.sources, config });
  const css = built.outputFiles.map((file) => String(file.contents)).join('\n');
  // Descriptions are for people who edit tokens; pages do not need them.
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\n\s*\n/g, '\n')
    .trimStart();
}
