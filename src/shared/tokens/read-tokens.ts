import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { TokenDocument } from './write-token-css.ts';

/** A theme's resolver document with every document that it refers to. */
export interface Tokens {
  readonly resolver: TokenDocument;
  readonly sources: readonly TokenDocument[];
}

/** The resolver document of a project's tokens. */
export const RESOLVER_FILE = 'screens/theme/tokens.resolver.json';

/**
 * @param path The resolver document.
 * @returns undefined if the project has no tokens.
 */
export function readTokens(path: string): Tokens | undefined {
  if (!existsSync(path)) return undefined;
  const resolver = readDocument(pathToFileURL(path));
  return { resolver, sources: referencesOf(resolver).map(readDocument) };
}

function readDocument(url: URL): TokenDocument {
  return { url, text: readFileSync(url, 'utf8') };
}

/** Addresses of the files in a resolver document; `#/…` refers to the document itself. */
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
