import type { Expression } from '../../plan/expression.ts';
import type { PagesPlan } from '../../plan/plan.ts';
import type { Contract } from '../contracts.ts';
import { isJson, type Json } from '../json.ts';
import { didYouMean } from '../nearest.ts';
import { joinPointer } from '../pointer.ts';
import type { Member, Rooted, Type } from '../type.ts';
import type { Draft } from './draft.ts';
import { readRequestWith } from './endpoints.ts';
import { loweredOf } from './members.ts';
import { readsOf } from './plan-expression.ts';
import type { Scope } from './scope.ts';

const STATUS: Type = {
  kind: 'record',
  members: new Map<string, Member>([
    ['more', { type: { kind: 'boolean' }, absent: false }],
    ['loading', { type: { kind: 'boolean' }, absent: false }],
    ['read', { type: { kind: 'integer' }, absent: false }],
  ]),
};

/** Roots that can differ when the next page is asked. */
const CHANGES = /^(?:pages|data|fetched|state|form|kept|timer)\b/;

/** Names of the data of a screen that is read by pages. */
export function pagedNames(raw: Json): readonly string[] {
  const data = Object.entries(isJson(raw['data']) ? raw['data'] : {});
  return data.filter(([, resource]) => isJson(resource) && isJson(resource['pages'])).map(([name]) => name);
}

/** `pages.<name>`: how far the data is read. Only screens with such data have it, so that older names stay free. */
export function pagesRoot(raw: Json): Rooted | undefined {
  const names = pagedNames(raw);
  if (names.length === 0) return undefined;
  const members = new Map(names.map((name) => [name, { type: STATUS, absent: false }] as const));
  return { absent: false, type: { kind: 'record', members } };
}

/** The reply with a list that is as long as all pages: a contract's `maxItems` is of one page. */
export function withAllPages(reply: Type, raw: unknown): Type {
  const list = isJson(raw) ? raw['list'] : undefined;
  const member = reply.kind === 'record' && typeof list === 'string' ? reply.members.get(list) : undefined;
  if (reply.kind !== 'record' || typeof list !== 'string' || member?.type.kind !== 'list') return reply;
  const { max: _, ...type } = member.type;
  return { ...reply, members: new Map([...reply.members, [list, { ...member, type }]]) };
}

/**
 * Checks and lowers `pages` of data.
 *
 * @param resource The raw data.
 */
export function compilePages(
  draft: Draft,
  name: string,
  resource: Json,
  contract: Contract | undefined,
  scope: Scope,
): PagesPlan | undefined {
  const raw = resource['pages'];
  if (!isJson(raw)) return undefined;
  const pointer = joinPointer('/data', name);
  const at = `${pointer}/pages`;
  draft.demandGrammar(5, '"pages" of data', at);
  if (resource['every'] !== undefined) {
    draft.report(
      'pages/polled',
      `${pointer}/every`,
      `"${name}" is read by pages, and "every" would return to the first one.`,
      'take "every" away',
    );
  }
  const { list, size, key } = raw;
  if (contract === undefined || typeof list !== 'string') return undefined;
  checkMembers(draft, contract, at, list, key);
  const own = scope.prove([`data.${name}`]);
  const values = readRequestWith(draft, raw['with'], contract, at, own, 'pages');
  for (const [member, { lowered }] of values) {
    draft.noteDeciding(lowered, joinPointer(`${at}/with`, member), own);
  }
  checkChanges(draft, name, raw['with'], values, at);
  const when = raw['when'] === undefined ? undefined : draft.condition(raw['when'], `${at}/when`, own);
  return {
    list,
    with: loweredOf(values),
    ...(when?.lowered !== undefined && { when: when.lowered }),
    ...(typeof size === 'number' && { size }),
    ...(typeof key === 'string' && { key }),
  };
}

/** Parameters of the screen, the session and the configuration stay the same, so `with` must read something else. */
function checkChanges(
  draft: Draft,
  name: string,
  written: unknown,
  values: ReadonlyMap<string, { readonly lowered: Expression }>,
  at: string,
): void {
  const isBroken = isJson(written) && Object.keys(written).length > values.size;
  const reads = readsOf(...[...values.values()].map(({ lowered }) => lowered));
  if (isBroken || reads.some((path) => CHANGES.test(path))) return;
  draft.reportName(
    'pages/same-page',
    `${at}/with`,
    `The request for the next page is the same as the one for the first page of "${name}".`,
    `write what changes it, for example "page": "\${pages.${name}.read + 1}"`,
  );
}

/** `list` names a list of the reply, and `key` what every item of it has. */
function checkMembers(draft: Draft, { name, reply }: Contract, at: string, list: string, key: unknown): void {
  const found = reply.type.kind === 'record' ? reply.type.members : new Map<string, Member>();
  const type = found.get(list)?.type;
  if (type?.kind !== 'list') {
    const lists = [...found].filter(([, member]) => member.type.kind === 'list').map(([each]) => each);
    const message = `The reply of "${name}" has no list "${list}".`;
    draft.report('pages/no-list', `${at}/list`, message, didYouMean(list, lists));
    return;
  }
  if (typeof key !== 'string') return;
  const members = type.items.kind === 'record' ? type.items.members : new Map<string, Member>();
  const isKey = ({ type: { kind }, absent }: Member) => !absent && (kind === 'text' || kind === 'integer');
  const member = members.get(key);
  if (member !== undefined && isKey(member)) return;
  const keys = [...members].filter(([, one]) => isKey(one)).map(([each]) => each);
  const message = `"${key}" cannot be the key: not every item of "${list}" has it as Text or Integer.`;
  draft.report('pages/no-key', `${at}/key`, message, didYouMean(key, keys));
}
