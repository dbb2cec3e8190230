import type { Problem } from '../../plan/problem.ts';
import type { Contract } from '../contracts.ts';
import { textsIn } from '../declarations.ts';
import { withoutNames } from '../http-contract.ts';
import { isJson } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import { problemAt } from '../problems.ts';
import type { World } from '../world.ts';

const OTHER_PATH = 'choose another path';

/** Paths that the server reserves: screens and contracts cannot use them. */
const OF_SERVER = /^\/(?:(?:capiz|studio|gallery)(?:\/|$)|(?:healthz|readyz|metrics)$)/;

/**
 * A constant path: it has only characters without a special meaning in routers and addresses. A segment after the
 * first may be a member of the request in braces.
 */
const PLAIN = /^(?:\/[\w.~!$&'()+,;=@-]+)(?:\/(?:[\w.~!$&'()+,;=@-]+|\{[A-Za-z]\w*\}))*\/?$|^\/$/;
const OF_CONFIG = /^\$\{config\.([\w-]+)\.([\w-]+)\}$/;

/**
 * Returns the fault of a contract's path, if it has one. The path must be known before the first request;
 * otherwise a server cannot match calls to contracts.
 */
export function faultOfPath(world: World, text: string): string | undefined {
  const [, group, name] = OF_CONFIG.exec(text) ?? [];
  const initial = group && name ? world.app?.config.get(group)?.get(name)?.initial : undefined;
  if (typeof initial === 'string') {
    return isPlain(initial)
      ? undefined
      : `config.${group}.${name} is "${initial}", which is not a path of plain segments.`;
  }
  // Another check reports a value that is unknown or is no text.
  if (group !== undefined) return undefined;
  if (text.includes('${'))
    return 'The path is an expression, so the server cannot tell which calls belong to this contract.';
  return isPlain(text)
    ? undefined
    : `The path "${text}" does not begin with a slash, or has a segment or character with a special meaning.`;
}

function isPlain(path: string): boolean {
  return PLAIN.test(path) && !/\/\.\.?(?:\/|$)/.test(path);
}

/**
 * Every text that a path can be, with its pointer. With a `choose` in place of the path, these are the texts of its
 * entries.
 */
export function pathTextsIn(raw: unknown, pointer = '/path'): [text: string, pointer: string][] {
  if (typeof raw === 'string') return [[raw, pointer]];
  if (Array.isArray(raw)) return raw.flatMap((entry, at) => pathTextsIn(entry, `${pointer}/${at}`));
  if (!isJson(raw)) return [];
  return ['choose', 'value'].flatMap((name) => pathTextsIn(raw[name], `${pointer}/${name}`));
}

/**
 * Reports the second use of an address. An address belongs to one screen, one call of a contract, or the
 * server.
 */
export function checkAddresses(world: World): readonly Problem[] {
  return [...checkCalls(world), ...checkRoutes(world)];
}

/** The paths that a contract may request, without duplicates, with the pointer of each. */
function pathsOf(world: World, { raw }: Contract): Map<string, string> {
  const paths = new Map<string, string>();
  for (const [text, pointer] of pathTextsIn(raw['path'])) {
    const [, group = '', name = ''] = OF_CONFIG.exec(text) ?? [];
    const path = group === '' ? text : world.app?.config.get(group)?.get(name)?.initial;
    if (typeof path === 'string' && isPlain(path) && !paths.has(path)) paths.set(path, pointer);
  }
  return paths;
}

/**
 * Paths of other contracts of the same method that a value in the path of this contract could lead to: `/books/new` for
 * `/books/{id}`.
 */
export function otherPathsOf(world: World, contract: Contract): readonly string[] {
  const own = [...pathsOf(world, contract).keys()].filter((path) => path.includes('{'));
  if (own.length === 0) return [];
  const others = [...contractsOf(world)].filter(
    (one) => one.name !== contract.name && one.raw['method'] === contract.raw['method'],
  );
  const paths = others.flatMap((one) => [...pathsOf(world, one).keys()]);
  return [...new Set(paths)].filter((path) => own.some((one) => overlap(one, path))).sort();
}

/** Whether an address can have both paths; some servers do not tell upper and lower case apart. */
function overlap(path: string, other: string): boolean {
  const [segments, others] = [path.toLowerCase().split('/'), other.toLowerCase().split('/')];
  const isOpen = (segment: string | undefined) => segment?.startsWith('{') === true;
  return (
    segments.length === others.length &&
    segments.every((one, at) => one === others[at] || isOpen(one) || isOpen(others[at]))
  );
}

function* contractsOf(world: World): Generator<Contract> {
  for (const name of world.contracts.names()) {
    const contract = world.contracts.get(name);
    if (contract !== undefined) yield contract;
  }
}

function checkCalls(world: World): readonly Problem[] {
  const owners = new Map<string, string>();
  const problems: Problem[] = [];
  for (const contract of contractsOf(world)) {
    const { method } = contract.raw;
    // A method that is no text is reported elsewhere.
    if (typeof method !== 'string') continue;
    for (const [path, pointer] of pathsOf(world, contract)) {
      const call = `${method} ${withoutNames(path)}`;
      const owner = owners.get(call);
      owners.set(call, owner ?? contract.name);
      const taken = OF_SERVER.test(path) ? `The server answers "${path}" itself.` : undefined;
      const twice = owner === undefined ? undefined : `The contract "${owner}" has ${call}.`;
      const message = taken ?? twice;
      if (message === undefined) continue;
      problems.push(problemAt(contract.document.place(pointer), 'endpoint/taken-path', message, OTHER_PATH));
    }
  }
  return problems;
}

function checkRoutes(world: World): readonly Problem[] {
  const calls = new Map<string, string>();
  for (const contract of contractsOf(world))
    for (const path of pathsOf(world, contract).keys()) calls.set(withoutNames(path), contract.name);
  // Split once: a project has thousands of pairs of a route and a path, and this runs at every letter in the studio.
  const paths = [...calls].map(([path, contract]) => ({ segments: path.split('/'), contract }));
  const owners = new Map<string, string>();
  return [...world.screens].flatMap(([id, { document, value }]) =>
    textsIn(value?.['routes']).flatMap((route, index) => {
      const owner = owners.get(route);
      owners.set(route, owner ?? id);
      if (document === undefined) return [];
      const place = document.place(joinPointer('/routes', String(index)));
      if (owner !== undefined) {
        const message = `The screen "${owner}" has the route "${route}".`;
        return problemAt(place, 'route/duplicate', message, OTHER_PATH);
      }
      const others = route.split('/');
      const call = paths.find(({ segments }) => takes(segments, others))?.contract;
      if (call !== undefined) {
        const message = `The contract "${call}" has the path "${route}".`;
        return problemAt(place, 'route/taken', message, OTHER_PATH);
      }
      if (!OF_SERVER.test(route)) return [];
      return problemAt(place, 'route/taken', `The server answers "${route}" itself.`, OTHER_PATH);
    }),
  );
}

/** Whether a path without names has the same segments as a route. */
function takes(path: readonly string[], route: readonly string[]): boolean {
  return path.length === route.length && path.every((one, at) => one === route[at] || one === '{}');
}
