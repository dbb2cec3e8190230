import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isRecord } from '../contract.ts';

/**
 * One case of an order's life, from `fixtures/scenarios/<name>.json`. The order number names it:
 * `repayable-7f3a` is an order of scenario `repayable`, and everything after the dash tells borrowers
 * apart (`readOrderId`).
 */
export interface Scenario {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** Heading on the demonstration page. */
  readonly group: string;
  /** Ids of the screens that show something particular. */
  readonly opens: readonly string[];
  readonly productId: string;
  /** More of the address that the demonstration opens. */
  readonly address?: { readonly [name: string]: string };
  readonly start: string;
  readonly stages: { readonly [stage: string]: Stage };
  readonly behaviour: { readonly [endpoint: string]: Behaviour };
}

export interface Stage {
  /** Payloads in the wire's shape, by endpoint; texts still hold placeholders. */
  readonly replies: { readonly [endpoint: string]: Payload };
  /** The order moves on by itself after this many readings of the order. */
  readonly next?: { readonly afterReads: number; readonly stage: string };
  /** Where taking the loan that is offered takes the order. */
  readonly lent?: string;
  /** Where a payment in full, or of a rollover, takes the order. */
  readonly paid?: string;
  readonly rolledOver?: string;
}

export interface Payload {
  readonly [member: string]: unknown;
}

/** How an endpoint misbehaves. */
export interface Behaviour {
  readonly delayMs?: number;
  /** `lost`: the effect happens, the connection breaks. Default: answers. */
  readonly answer?: 'error' | 'garbage' | 'nothing' | 'http' | 'lost';
  /** Of `http`. */
  readonly status?: number;
  /** Of `error`. */
  readonly code?: string;
  readonly message?: string;
  /** Only the first so many calls of an order; default all. */
  readonly times?: number;
  /** Only each so-manieth call of an order: 2 is every second. */
  readonly every?: number;
}

const SCENARIO_SCHEMA = {
  type: 'object',
  required: ['title', 'about', 'group', 'opens', 'productId', 'stages'],
  additionalProperties: false,
  properties: {
    title: { type: 'string' },
    about: { type: 'string' },
    group: { type: 'string' },
    opens: { type: 'array', items: { type: 'string' } },
    productId: { type: 'string' },
    address: { type: 'object', additionalProperties: { type: 'string' } },
    start: { type: 'string' },
    stages: {
      type: 'object',
      minProperties: 1,
      additionalProperties: {
        type: 'object',
        required: ['replies'],
        additionalProperties: false,
        properties: {
          replies: {
            type: 'object',
            additionalProperties: {
              anyOf: [
                { type: 'string' },
                {
                  type: 'object',
                  required: ['like', 'change'],
                  additionalProperties: false,
                  properties: { like: { type: 'string' }, change: { type: 'object' } },
                },
              ],
            },
          },
          next: {
            type: 'object',
            required: ['afterReads', 'stage'],
            additionalProperties: false,
            properties: { afterReads: { type: 'integer', minimum: 1 }, stage: { type: 'string' } },
          },
          lent: { type: 'string' },
          paid: { type: 'string' },
          rolledOver: { type: 'string' },
        },
      },
    },
    behaviour: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        properties: {
          delayMs: { type: 'integer', minimum: 1 },
          answer: { enum: ['error', 'garbage', 'nothing', 'http', 'lost'] },
          status: { type: 'integer', minimum: 400, maximum: 599 },
          code: { type: 'string' },
          message: { type: 'string' },
          times: { type: 'integer', minimum: 1 },
          every: { type: 'integer', minimum: 2 },
        },
      },
    },
  },
};

interface ScenarioFile extends Omit<Scenario, 'name' | 'start' | 'stages' | 'behaviour'> {
  readonly start?: string;
  readonly stages: { readonly [stage: string]: StageFile };
  readonly behaviour?: Scenario['behaviour'];
}

interface StageFile extends Omit<Stage, 'replies'> {
  /** The name of a reply in `fixtures/api/<endpoint>/`, or one with a merge patch over it. */
  readonly replies: {
    readonly [endpoint: string]: string | { readonly like: string; readonly change: Payload };
  };
}

/**
 * Reads `fixtures/scenarios/*.json` with the replies that they name.
 *
 * @throws Error naming the file and what is wrong in it.
 */
export function loadScenarios(root: string): Map<string, Scenario> {
  const validate = new Ajv2020({ allErrors: true }).compile<ScenarioFile>(SCENARIO_SCHEMA);
  const folder = join(root, 'fixtures/scenarios');
  const scenarios = new Map<string, Scenario>();
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.json')) continue;
    const source = readScenario(folder, file);
    if (!validate(source)) {
      const faults = validate.errors?.map((fault) => `${fault.instancePath || '/'} ${fault.message}`) ?? [];
      throw new Error(`fixtures/scenarios/${file}: ${faults.join('; ')}`);
    }
    const name = basename(file, '.json');
    scenarios.set(name, complete(name, source, root));
  }
  return scenarios;
}

/** A file may say `"like": "<scenario>"`: it is that scenario, with what it says itself laid over it. */
function readScenario(folder: string, file: string): unknown {
  const source: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  if (!isRecord(source) || typeof source.like !== 'string') return source;
  const { like, ...own } = source;
  const base = readScenario(folder, `${like}.json`);
  if (!isRecord(base) || !isRecord(base.stages) || !isRecord(own.stages))
    return { ...asRecord(base), ...own };
  const stages: { [stage: string]: unknown } = { ...base.stages };
  for (const [name, stage] of Object.entries(own.stages)) {
    const old = asRecord(stages[name]);
    const replies = Object.entries({ ...asRecord(old.replies), ...asRecord(asRecord(stage).replies) });
    // null takes an inherited reply away; within a reply it is the merge patch's.
    const kept = replies.filter(([, reply]) => reply !== null);
    stages[name] = { ...old, ...asRecord(stage), replies: Object.fromEntries(kept) };
  }
  return { ...base, ...own, stages };
}

function asRecord(value: unknown): Payload {
  return isRecord(value) ? value : {};
}

function complete(name: string, file: ScenarioFile, root: string): Scenario {
  const stages: { [stage: string]: Stage } = {};
  for (const [stageName, stage] of Object.entries(file.stages)) {
    for (const target of [stage.next?.stage, stage.lent, stage.paid, stage.rolledOver]) {
      if (target !== undefined && !Object.hasOwn(file.stages, target)) {
        throw new Error(`fixtures/scenarios/${name}.json: there is no stage ${target}.`);
      }
    }
    const replies: { [endpoint: string]: Payload } = {};
    for (const [endpoint, reply] of Object.entries(stage.replies)) {
      replies[endpoint] =
        typeof reply === 'string'
          ? readReply(root, endpoint, reply)
          : mergePatch(readReply(root, endpoint, reply.like), reply.change);
    }
    stages[stageName] = { ...stage, replies };
  }
  const start = file.start ?? Object.keys(stages)[0] ?? '';
  if (!Object.hasOwn(stages, start))
    throw new Error(`fixtures/scenarios/${name}.json: there is no stage ${start}.`);
  return { ...file, name, start, stages, behaviour: file.behaviour ?? {} };
}

function readReply(root: string, endpoint: string, name: string): Payload {
  const file = join(root, 'fixtures/api', endpoint, `${name}.json`);
  const payload: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isRecord(payload)) throw new Error(`${file} is not a JSON object.`);
  return payload;
}

/** RFC 7396, over two objects: null takes a member away, lists are replaced whole. */
export function mergePatch(target: Payload, change: Payload): Payload {
  const merged: { [member: string]: unknown } = { ...target };
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete merged[name];
    else if (isRecord(value)) merged[name] = mergePatch(isRecord(merged[name]) ? merged[name] : {}, value);
    else merged[name] = value;
  }
  return merged;
}

/**
 * Which scenario an order number names: the longest name that it equals or begins with, up to a dash.
 *
 * @returns absent for an order that this service does not know.
 */
export function readOrderId(orderId: string, scenarios: ReadonlyMap<string, Scenario>): Scenario | undefined {
  if (!/^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/.test(orderId)) return undefined;
  const parts = orderId.split('-');
  for (let count = parts.length; count > 0; count -= 1) {
    const scenario = scenarios.get(parts.slice(0, count).join('-'));
    if (scenario) return scenario;
  }
  return undefined;
}

/** What placeholders stand for; computed for each request. */
export interface Surroundings {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The page's origin. */
  readonly origin: string;
  /** The payment page's origin. */
  readonly pay: string;
  readonly orderId: string;
}

/**
 * Fills `{today}`, `{today+3}`, `{today-2}` (YYYY-MM-DD in Manila), `{origin}`, `{pay}` and `{orderId}`
 * in every text of a payload.
 */
export function fillPlaceholders<T>(value: T, surroundings: Surroundings): T {
  const fill = (inner: unknown): unknown => {
    if (typeof inner === 'string') return fillText(inner, surroundings);
    if (Array.isArray(inner)) return inner.map(fill);
    if (isRecord(inner))
      return Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, fill(one)]));
    return inner;
  };
  // Only texts change, and stay texts.
  return fill(value) as T;
}

const DAY_MS = 86_400_000;
/** The Philippines keep UTC+8 all year. */
const MANILA_OFFSET_MS = 8 * 3_600_000;

function fillText(text: string, { now, origin, pay, orderId }: Surroundings): string {
  return text.replace(
    /\{(?:today([+-]\d{1,4})?|(origin|pay|orderId))\}/g,
    (_, days?: string, name?: string) => {
      if (name !== undefined) return { origin, pay, orderId }[name] ?? '';
      return new Date(now + MANILA_OFFSET_MS + Number(days ?? 0) * DAY_MS).toISOString().slice(0, 10);
    },
  );
}
