import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { type TokenDocument, writeTokenCss } from './write-token-css.ts';

const PUBLIC_ID = 'virtual:capiz/theme.css';
/** Starts with NUL so that no other plugin takes it for a file; ends in `.css` so that Vite treats it as a style sheet. */
const OWN_ID = `\0${PUBLIC_ID}`;

/**
 * Offers the tokens of a resolver document as the style sheet `virtual:capiz/theme.css`.
 *
 * A tree without tokens builds too: the sheet is then empty, as the engine stands without a product.
 *
 * @param resolverPath Absolute path of the DTCG resolver document.
 */
export function tokensPlugin(resolverPath: string): Plugin {
  return {
    name: 'capiz:tokens',
    resolveId: (id) => (id === PUBLIC_ID ? OWN_ID : undefined),
    async load(id) {
      if (id !== OWN_ID) return undefined;
      if (!existsSync(resolverPath)) return '';
      const resolver = readDocument(pathToFileURL(resolverPath));
      const sources = referencesOf(resolver).map(readDocument);
      for (const { url } of [resolver, ...sources]) this.addWatchFile(url.pathname);
      return writeTokenCss(resolver, sources);
    },
  };
}

function readDocument(url: URL): TokenDocument {
  return { url, text: readFileSync(url, 'utf8') };
}

/** Addresses of the files that a resolver document names; `#/…` points into itself. */
function referencesOf(resolver: TokenDocument): URL[] {
  const found = new Set<string>();
  JSON.parse(resolver.text, (key, value) => {
    if (key === '$ref' && typeof value === 'string' && !value.startsWith('#')) {
      found.add(new URL(value, resolver.url).href);
    }
    return value;
  });
  return [...found].map((href) => new URL(href));
}
