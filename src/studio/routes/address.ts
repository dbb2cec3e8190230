import { matchRoute, type Parser } from 'wouter';
import { decode, NEW_DRAFT } from '#src/shared/studio-address.ts';

/** Paths below `/studio`. */
export const ROUTES = {
  screens: '/:draft/screens/:screen?/:state?',
  states: '/:draft/states/:screen?',
  add: '/:draft/add',
  texts: '/texts',
  pictures: '/pictures',
  map: '/map',
  review: '/review',
  releases: '/releases/:release?',
  conflict: '/conflict',
} as const;

export type View = keyof typeof ROUTES;

/** Views that replace the preview and the right pane. */
export const WIDE: readonly View[] = ['texts', 'pictures', 'map'];

// `Object.keys` loses the type of the keys.
const VIEWS = Object.keys(ROUTES) as readonly View[];

export const PANES = ['problems', 'conditions', 'json', 'data', 'calls', 'none'] as const;

/** The pane below the preview. */
export type Pane = (typeof PANES)[number];

/** What the studio shows. The selection and unsaved edits are not part of the address. */
export interface Address {
  readonly view: View;
  /** Id of the draft, or `NEW_DRAFT`; undefined: the address names none. */
  readonly draft?: string | undefined;
  /** Undefined: a screen that the draft changes, or its first one. */
  readonly screen?: string | undefined;
  /** Undefined: the state with content. */
  readonly state?: string | undefined;
  readonly release?: string | undefined;
  /** The release to compare with; undefined: the live one. */
  readonly against?: string | undefined;
  /** Undefined: the project's default language. */
  readonly language?: string | undefined;
  /** Undefined: `problems`. */
  readonly pane?: Pane | undefined;
}

const MEMBERS = ['draft', 'screen', 'state', 'release', 'against', 'language', 'pane'] as const;

/** @returns the path below `/studio`. Members that the route does not contain are in the query. */
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
 * @returns undefined if no route matches.
 */
export function readAddress(parser: Parser, path: string, search: string): Address | undefined {
  const query = new URLSearchParams(search);
  const inQuery = Object.fromEntries(
    MEMBERS.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : [])),
  );
  const pane = PANES.find((one) => one === inQuery['pane']);
  // Older addresses, from before the studio had routes.
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
