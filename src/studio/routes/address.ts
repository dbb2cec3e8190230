import { matchRoute, type Parser } from 'wouter';
import { decode, NEW_DRAFT } from '#src/server/studio/address.ts';

/** Below `/studio`. */
export const ROUTES = {
  screens: '/:draft/screens/:screen?/:state?',
  states: '/:draft/states/:screen?',
  texts: '/texts',
  pictures: '/pictures',
  map: '/map',
  review: '/review',
  releases: '/releases/:release?',
  conflict: '/conflict',
} as const;

export type View = keyof typeof ROUTES;

// The keys of the table, which are its type.
const VIEWS = Object.keys(ROUTES) as readonly View[];

export const PANES = ['problems', 'json', 'data', 'calls', 'none'] as const;

/** What is open below the preview. */
export type Pane = (typeof PANES)[number];

/** What the studio shows. What is selected and what is unsaved is in no address. */
export interface Address {
  readonly view: View;
  /** Id of the draft, or `NEW_DRAFT`; undefined: the address names none. */
  readonly draft?: string | undefined;
  /** Undefined: the first of the draft. */
  readonly screen?: string | undefined;
  /** Undefined: with its content. */
  readonly state?: string | undefined;
  readonly release?: string | undefined;
  /** The release that it is compared with; undefined: what is live. */
  readonly against?: string | undefined;
  /** Undefined: the project's own. */
  readonly language?: string | undefined;
  /** Undefined: problems. */
  readonly pane?: Pane | undefined;
}

const MEMBERS = ['draft', 'screen', 'state', 'release', 'against', 'language', 'pane'] as const;

/** @returns the path below `/studio` with its query: what the route has no place for is in the query. */
export function writeAddress(address: Address): string {
  const query = new URLSearchParams(
    MEMBERS.flatMap((name) => (address[name] === undefined ? [] : [[name, address[name]]])),
  );
  const segments = ROUTES[address.view].split('/').flatMap((segment) => {
    if (!segment.startsWith(':')) return [segment];
    const name = segment.replaceAll(/[:?]/g, '');
    const value = query.get(name);
    query.delete(name);
    return value === null ? [] : [encodeURIComponent(value)];
  });
  const path = segments.join('/');
  return query.size === 0 ? path : `${path}?${query}`;
}

/**
 * @param path - Below `/studio`.
 * @returns undefined where nothing has such an address.
 */
export function readAddress(parser: Parser, path: string, search: string): Address | undefined {
  const query = new URLSearchParams(search);
  const inQuery = Object.fromEntries(
    MEMBERS.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : [])),
  );
  const pane = PANES.find((one) => one === inQuery['pane']);
  // Of before there were routes.
  if (path === '/') {
    return { view: 'screens', ...inQuery, pane, ...(query.has('new') && { draft: NEW_DRAFT }) };
  }
  for (const view of VIEWS) {
    const [isMatch, params] = matchRoute(parser, ROUTES[view], path);
    if (!isMatch) continue;
    const inPath = MEMBERS.flatMap((name) => {
      const value = (params as { readonly [name: string]: string | undefined })[name];
      return value === undefined ? [] : [[name, decode(value)]];
    });
    return { view, ...inQuery, ...Object.fromEntries(inPath), pane };
  }
  return undefined;
}
