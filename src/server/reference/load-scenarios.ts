import { basename } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isRecord } from '../contract.ts';
import { type OnMisfit, refuseMisfit, unlessMisfit } from './misfit.ts';
import { listFixtures, readFixture } from './read-fixture.ts';
import { mergePatch, type Payload, type Scenario, type Stage } from './scenario.ts';

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

/** Compiled once: a project that is watched is read after every edit. */
let validator: ValidateFunction<ScenarioFile> | undefined;

const FOLDER = 'fixtures/scenarios';

/**
 * Reads `fixtures/scenarios/*.json` with the replies that they name.
 *
 * @param onMisfit - Gets each fault, which names the file; that scenario is left out. Default: throws it.
 */
export function loadScenarios(root: string, onMisfit: OnMisfit = refuseMisfit): Map<string, Scenario> {
  const scenarios = new Map<string, Scenario>();
  for (const file of listFixtures(root, FOLDER, onMisfit)) {
    const name = basename(file, '.json');
    const scenario = unlessMisfit(onMisfit, () => loadScenario(name, root));
    if (scenario) scenarios.set(name, scenario);
  }
  return scenarios;
}

function loadScenario(name: string, root: string): Scenario {
  validator ??= new Ajv2020({ allErrors: true }).compile<ScenarioFile>(SCENARIO_SCHEMA);
  const source = readScenario(root, [name]);
  if (!validator(source)) {
    const faults = validator.errors?.map((fault) => `${fault.instancePath || '/'} ${fault.message}`) ?? [];
    throw new Error(`${FOLDER}/${name}.json: ${faults.join('; ')}`);
  }
  return complete(name, source, root);
}

/**
 * A file may say `"like": "<scenario>"`: it is that scenario, with what it says itself laid over it.
 *
 * @param names - The scenario to read, after those that are like it.
 */
function readScenario(root: string, names: readonly string[]): unknown {
  const path = `${FOLDER}/${names.at(-1)}.json`;
  const source = readFixture(root, path);
  if (!isRecord(source) || typeof source.like !== 'string') return source;
  const { like, ...own } = source;
  if (names.includes(like)) throw new Error(`${path}: it is like ${like}, which is like it.`);
  const base = readScenario(root, [...names, like]);
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
        throw new Error(`${FOLDER}/${name}.json: there is no stage ${target}.`);
      }
    }
    const replies: { [endpoint: string]: Payload } = {};
    for (const [endpoint, reply] of Object.entries(stage.replies)) {
      replies[endpoint] =
        typeof reply === 'string'
          ? readReply(root, endpoint, reply, name)
          : mergePatch(readReply(root, endpoint, reply.like, name), reply.change);
    }
    stages[stageName] = { ...stage, replies };
  }
  const start = file.start ?? Object.keys(stages)[0] ?? '';
  if (!Object.hasOwn(stages, start)) throw new Error(`${FOLDER}/${name}.json: there is no stage ${start}.`);
  return { ...file, name, start, stages, behaviour: file.behaviour ?? {} };
}

function readReply(root: string, endpoint: string, name: string, scenario: string): Payload {
  const path = `fixtures/api/${endpoint}/${name}.json`;
  try {
    const payload = readFixture(root, path);
    if (!isRecord(payload)) throw new Error(`${path}: it is not a JSON object.`);
    return payload;
  } catch (error) {
    throw new Error(`${FOLDER}/${scenario}.json: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
