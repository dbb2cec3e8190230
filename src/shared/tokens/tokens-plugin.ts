import { join } from 'node:path';
import type { Plugin } from 'vite';
import { readTokens, RESOLVER_FILE, type Tokens } from './read-tokens.ts';
import { writeTokenCss } from './write-token-css.ts';

const PUBLIC_ID = 'virtual:capiz/theme.css';
/**
 * Starts with NUL so that no other plugin treats it as a file; ends in `.css` so that Vite treats it as a style
 * sheet.
 */
const OWN_ID = `\0${PUBLIC_ID}`;

/**
 * Offers a project's tokens as the style sheet `virtual:capiz/theme.css`. The brand of an application is not
 * included: it changes with each release and overrides the tokens.
 * Without tokens the sheet is empty, so that the engine builds without a product.
 * @param root Absolute path of the project.
 */
export function tokensPlugin(root: string): Plugin {
  return {
    name: 'capiz:tokens',
    resolveId: (id) => (id === PUBLIC_ID ? OWN_ID : undefined),
    async load(id) {
      if (id !== OWN_ID) return undefined;
      const tokens = readTokens(join(root, RESOLVER_FILE));
      for (const { url } of tokens === undefined ? [] : [tokens.resolver, ...tokens.sources])
        this.addWatchFile(url.pathname);
      return writeTheme(tokens);
    },
  };
}

async function writeTheme(tokens: Tokens | undefined): Promise<string> {
  return tokens === undefined ? '' : writeTokenCss(tokens.resolver, tokens.sources);
}
