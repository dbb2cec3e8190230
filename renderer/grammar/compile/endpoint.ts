import type { EndpointPlan, AnswerMatchPlan } from '../../plan/plan.ts';
import type { Problem } from '../../plan/problem.ts';
import type { Contract } from '../contracts.ts';
import { scalarsIn } from '../declarations.ts';
import { isJson } from '../json.ts';
import type { Rooted } from '../type.ts';
import type { World } from '../world.ts';
import { faultOfPath, pathTextsIn } from './addresses.ts';
import { Draft } from './draft.ts';
import { configRoot } from './roots.ts';
import { Scope, Watch } from './scope.ts';

/** Session parameters that each kind of client sends as headers of the same name. */
const HEADERS: { readonly [client: string]: readonly string[] } = {
  json: ['building', 'gather'],
  form: ['swift', 'eyes'],
};

const PLAIN_PATH =
  "write the whole path: a slash before each step, and letters, digits and -._~!$&'()+,;=@ in it";

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
  const { method, encoding, client, timeoutMs } = raw;
  const plan: EndpointPlan = {
    name: contract.name,
    method: method === 'POST' ? 'POST' : 'GET',
    path: path?.lowered ?? '',
    encoding: encoding === 'form' || encoding === 'json' || encoding === 'multipart' ? encoding : 'query',
    headers:
      (typeof client === 'string' && Object.hasOwn(HEADERS, client) ? HEADERS[client] : undefined) ?? [],
    ...(raw['sessionQuery'] === true ? { sessionQuery: true as const } : {}),
    safe: contract.isSafe,
    ...(raw['ahead'] === false ? { ahead: false as const } : {}),
    keyed: raw['keyed'] === true,
    timeoutMs: typeof timeoutMs === 'number' ? timeoutMs : DEFAULT_TIMEOUT_MS,
    request: contract.requestPlan,
    ...readSuccess(raw['success']),
    ...readError(raw['error']),
    ...readOnce(raw['once']),
    reply: contract.reply.shape,
    ...(raw['reply'] === 'none' ? { empty: true as const } : {}),
    ...(raw['reply'] === 'image' ? { picture: true as const } : {}),
  };
  return { plan, problems: draft.problems, unsettled: draft.unsettled };
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
