import type { AnswerMatchPlan, EndpointPlan, HttpMethod, HttpPlan } from '../../plan/plan.ts';
import type { Problem } from '../../plan/problem.ts';
import type { Contract } from '../contracts.ts';
import { scalarsIn } from '../declarations.ts';
import { isOwnHeader } from '../http-contract.ts';
import { isJson, type Json } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import type { Expression } from '../../plan/expression.ts';
import type { Rooted } from '../type.ts';
import type { World } from '../world.ts';
import { faultOfPath, otherPathsOf, pathTextsIn } from './addresses.ts';
import { Draft } from './draft.ts';
import { configRoot, declaredRoot } from './roots.ts';
import { Scope, Watch } from './scope.ts';

/** Session parameters that each kind of client sends as headers of the same name. */
const HEADERS: { readonly [client: string]: readonly string[] } = {
  json: ['building', 'gather'],
  form: ['swift', 'eyes'],
};

const PLAIN_PATH =
  "write the whole path: a slash before each segment, with letters, digits and -._~!$&'()+,;=@";

const METHODS: readonly HttpMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const DEFAULT_TIMEOUT_MS = 60_000;
const MINUTE_MS = 60_000;

/** Lowers a contract. Its types are already read; its path may read `request` and `config`. */
export function compileEndpoint(
  world: World,
  contract: Contract,
): { plan: EndpointPlan; problems: readonly Problem[]; unsettled: readonly Problem[] } {
  const { raw } = contract;
  const watch = new Watch();
  const draft = new Draft(world, contract.document, watch, []);
  const config = configRoot(world, watch);
  const roots = new Map<string, Rooted>([
    ['request', { absent: false, type: { kind: 'record', members: contract.request } }],
    ...(config === undefined ? [] : [['config', config] as const]),
  ]);
  const scope = new Scope(roots, watch, new Set(), new Set(config === undefined ? ['config'] : []));
  const path = draft.value(raw['path'], { slot: 'plain' }, '/path', scope, true);
  for (const [text, pointer] of pathTextsIn(raw['path'])) {
    const fault = faultOfPath(world, text);
    // Unknown names are reported elsewhere.
    const isKnownFault = draft.problems.some((problem) => problem.pointer === pointer);
    if (fault !== undefined && !isKnownFault) draft.report('endpoint/path', pointer, fault, PLAIN_PATH);
  }
  const http = compileHttp(contract, draft, scope, watch);
  const { method, encoding, client, timeoutMs } = raw;
  const plan: EndpointPlan = {
    name: contract.name,
    method: METHODS.find((one) => one === method) ?? 'GET',
    path: path?.lowered ?? '',
    encoding: encoding === 'form' || encoding === 'json' || encoding === 'multipart' ? encoding : 'query',
    headers:
      (typeof client === 'string' && Object.hasOwn(HEADERS, client) ? HEADERS[client] : undefined) ?? [],
    ...(raw['sessionQuery'] === true ? { sessionQuery: true as const } : {}),
    safe: contract.isSafe,
    ...((raw['prefetch'] ?? raw['ahead']) === false ? { ahead: false as const } : {}),
    keyed: raw['keyed'] === true,
    timeoutMs: typeof timeoutMs === 'number' ? timeoutMs : DEFAULT_TIMEOUT_MS,
    request: contract.requestPlan,
    ...readSuccess(raw['success']),
    ...readError(raw['error']),
    ...readOnce(raw['once']),
    reply: contract.reply.shape,
    ...(raw['reply'] === 'none' ? { empty: true as const } : {}),
    ...(raw['reply'] === 'image' ? { picture: true as const } : {}),
    ...(http === undefined ? {} : { http }),
  };
  return { plan, problems: draft.problems, unsettled: draft.unsettled };
}

/** Lowers headers, and adds what the contract says of HTTP. Undefined for what every page can send and read. */
function compileHttp(contract: Contract, draft: Draft, scope: Scope, watch: Watch): HttpPlan | undefined {
  const { raw, http } = contract;
  const headers: { [name: string]: Expression } = {};
  const session = draft.world.app && declaredRoot(draft.world.app.session, watch);
  const within = scope.bind('session', session);
  for (const [name, value] of Object.entries(isJson(raw['headers']) ? raw['headers'] : {})) {
    const at = joinPointer('/headers', name);
    if (!isOwnHeader(name)) {
      draft.report(
        'endpoint/header',
        at,
        `A contract cannot send the header "${name}".`,
        'secrets of the service are a setting of the server: CAPIZ_SERVICE_HEADERS',
      );
    }
    const lowered = draft.value(value, { slot: 'plain' }, at, within, false)?.lowered;
    if (lowered !== undefined) headers[name] = lowered;
  }
  for (const member of contractHeaders(raw)) headers[member.wire] = ['get', 'request', member.name];
  const others = otherPathsOf(draft.world, contract);
  const needed = {
    ...http,
    ...(others.length > 0 && { others }),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
  const isCommon = raw['method'] === 'GET' || raw['method'] === 'POST';
  return isCommon && Object.keys(needed).length === 0 ? undefined : needed;
}

/** Members with `"in": "header"`. */
function contractHeaders({ request }: Json): { readonly name: string; readonly wire: string }[] {
  const members = isJson(request) && isJson(request['properties']) ? request['properties'] : {};
  return Object.entries(members).flatMap(([name, member]) => {
    if (!isJson(member) || member['in'] !== 'header') return [];
    return [{ name, wire: typeof member['wire'] === 'string' ? member['wire'] : name }];
  });
}

function readSuccess(raw: unknown): Pick<EndpointPlan, 'success'> {
  const success = readSaid(raw);
  return success === undefined ? {} : { success };
}

function readOnce(raw: unknown): Pick<EndpointPlan, 'once'> {
  if (!isJson(raw) || typeof raw['forMinutes'] !== 'number') return {};
  const unless = readSaid(raw['unless']);
  return { once: { forMs: raw['forMinutes'] * MINUTE_MS, ...(unless === undefined ? {} : { unless }) } };
}

function readSaid(raw: unknown): AnswerMatchPlan | undefined {
  if (!isJson(raw) || typeof raw['at'] !== 'string' || !Array.isArray(raw['is'])) return undefined;
  return { at: raw['at'], is: scalarsIn(raw['is']) };
}

function readError(raw: unknown): Pick<EndpointPlan, 'error'> {
  if (!isJson(raw)) return {};
  const error: { code?: string; message?: string; fields?: string } = {};
  for (const name of ['code', 'message', 'fields'] as const) {
    const pointer = raw[name];
    if (typeof pointer === 'string') error[name] = pointer;
  }
  return { error };
}
