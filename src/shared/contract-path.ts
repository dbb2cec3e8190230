/* Paths of contracts, in which a segment may be a name in braces: `/loans/{id}`. */

/** A contract, as far as its paths are concerned. */
interface WithPaths {
  readonly paths: readonly string[];
}

/** The path of a contract for a router of Hono: `/loans/:id` for `/loans/{id}`. */
export function routeOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/**
 * Contracts with their paths, those without names in braces first: `/loans/new` is not taken for a value of
 * `/loans/{id}`.
 */
export function inRouteOrder<C extends WithPaths>(
  contracts: readonly C[],
): readonly { readonly contract: C; readonly path: string }[] {
  const all = contracts.flatMap((contract) => contract.paths.map((path) => ({ contract, path })));
  const isFixed = ({ path }: { path: string }) => !path.includes('{');
  return [...all.filter(isFixed), ...all.filter((one) => !isFixed(one))];
}

/**
 * What a segment of an address must not be: empty, a step up, or a text that another server could read otherwise. Some servers cut a
 * segment at `;`, and read `..;x` as a step up.
 */
const ODD_SEGMENT = /^(?:\.|%2e){0,2}$|%(?:2f|5c|25|3b|[01][0-9a-f]|7f)|[\\;]|[^!-~]/i;

/**
 * The values in a path by name, decoded; undefined if the path is not one of the contract's.
 * @param path - The path of an address, as sent: percent-encoded.
 */
export function matchPath(template: string, path: string): { readonly [name: string]: string } | undefined {
  const [segments, sent] = [template.split('/'), path.split('/')];
  if (segments.length !== sent.length) return undefined;
  const values: { [name: string]: string } = {};
  for (const [at, segment] of segments.entries()) {
    const given = sent[at] ?? '';
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined ? given !== segment : ODD_SEGMENT.test(given)) return undefined;
    if (name === undefined) continue;
    try {
      values[name] = decodeURIComponent(given);
    } catch {
      return undefined;
    }
  }
  return values;
}

/** The method and path of each call of a contract: `GET /notes/{id}`. */
export function callsOf({ method, paths }: WithPaths & { readonly method: string }): readonly string[] {
  return paths.map((path) => `${method} ${path}`);
}

/** Whether a call to this path is one of the contract. */
export function takesPath({ paths }: WithPaths, path: string): boolean {
  return paths.some((template) => matchPath(template, path) !== undefined);
}

/** A test whether a call to a path is one of these. Paths without names are found without a walk through all of them. */
export function createPathTest(paths: readonly string[]): (path: string) => boolean {
  const isFixed = (path: string) => !path.includes('{');
  const fixed = new Set(paths.filter(isFixed));
  const named = { paths: paths.filter((path) => !isFixed(path)) };
  return (path) => fixed.has(path) || takesPath(named, path);
}

/** The contract of a call; undefined if there is none. */
export function findContract<C extends WithPaths & { readonly method: string }>(
  contracts: readonly C[],
  method: string,
  path: string,
): C | undefined {
  const found = inRouteOrder(contracts).find(
    (one) => one.contract.method === method && matchPath(one.path, path) !== undefined,
  );
  return found?.contract;
}
