import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { applyBrand } from '../brand/apply-brand.ts';
import { APP_FILE } from '../project-paths.ts';
import { readTokens, RESOLVER_FILE } from './read-tokens.ts';
import { writeTokenCss } from './write-token-css.ts';

const PUBLIC_ID = 'virtual:capiz/theme.css';
/** Starts with NUL so that no other plugin takes it for a file; ends in `.css` so that Vite treats it as a style sheet. */
const OWN_ID = `\0${PUBLIC_ID}`;

/**
 * Offers a project's tokens, with the brand of its application, as the style sheet `virtual:capiz/theme.css`.
 *
 * A tree without tokens builds too: the sheet is then empty, as the engine stands without a product.
 *
 * @param root Absolute path of the project.
 */
export function tokensPlugin(root: string): Plugin {
  return {
    name: 'capiz:tokens',
    resolveId: (id) => (id === PUBLIC_ID ? OWN_ID : undefined),
    async load(id) {
      if (id !== OWN_ID) return undefined;
      const tokens = readTokens(join(root, RESOLVER_FILE));
      if (tokens === undefined) return '';
      for (const { url } of [tokens.resolver, ...tokens.sources]) this.addWatchFile(url.pathname);
      const app = join(root, APP_FILE);
      const { sources, problems } = applyBrand(tokens, existsSync(app) ? readFileSync(app, 'utf8') : '{}');
      const [problem] = problems;
      if (problem !== undefined)
        throw new Error(`${problem.file}:${problem.line}:${problem.column}  ${problem.message}`);
      return writeTokenCss(tokens.resolver, sources);
    },
  };
}
