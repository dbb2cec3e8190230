import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { didYouMean } from '#renderer/grammar/nearest.ts';
import { joinPointer } from '#renderer/grammar/pointer.ts';
import { isRecord } from '#src/shared/contract.ts';
import { messageOf } from '#src/shared/message-of.ts';
import { checkBehaviours } from '../service/behaviours.ts';
import type { Case } from './case.ts';
import type { Payload } from './payload.ts';
import {
  type CaseWorld,
  checkStage,
  compileCases,
  type FixtureFault,
  readMemory,
  readPlainReply,
  type ReplySource,
  type ReportFault,
} from '../service/compile-cases.ts';
import { findShapeFaults, type FixtureWorld } from '../service/fixture-world.ts';
import type { OnBadFixture } from '../service/bad-fixture.ts';
import { skipBadFixture } from '../service/bad-fixture.ts';
import { listFixtures, readFixture } from '../service/read-fixture.ts';
import type { Scenario, Stage } from './scenario.ts';
import type { ServiceFixtures } from '../service/service-fixtures.ts';
import { type OtherReplies, varyFixture } from '../service/vary-fixture.ts';

interface ScenarioFile
  extends Omit<Scenario, 'name' | 'productId' | 'start' | 'memory' | 'stages' | 'behaviour' | 'others'> {
  readonly productId?: string;
  readonly otherReplies?: OtherReplies;
  readonly start?: string;
  readonly memory?: Payload;
  readonly stages: { readonly [stage: string]: StageFile };
  readonly behaviour?: Scenario['behaviour'];
}

interface StageFile extends Omit<Stage, 'replies' | 'cases'> {
  readonly replies?: { readonly [endpoint: string]: ReplySource };
}

export const SCENARIOS_FOLDER = 'fixtures/scenarios';

/**
 * Reads `fixtures/scenarios/*.json` with the replies that they name.
 * @param onBadFixture - Gets each fault, which names the file; that scenario is left out.
 */
export function loadScenarios(
  world: FixtureWorld,
  service: ServiceFixtures,
  onBadFixture: OnBadFixture,
): Map<string, Scenario> {
  const scenarios = new Map<string, Scenario>();
  for (const file of listFixtures(world.root, SCENARIOS_FOLDER, onBadFixture)) {
    const name = basename(file, '.json');
    const scenario = skipBadFixture(onBadFixture, () => {
      const { scenario: read, faults } = readScenario(world, service, name);
      if (faults.length > 0 || read === undefined)
        throw new Error(`${SCENARIOS_FOLDER}/${file}: ${faults.map(({ message }) => message).join(' ')}`);
      return read;
    });
    if (scenario) scenarios.set(name, scenario);
  }
  return scenarios;
}

/** Reads one scenario and its faults. The scenario is absent if its shape is wrong. */
export function readScenario(
  world: FixtureWorld,
  service: Pick<ServiceFixtures, 'memory' | 'fixtures'>,
  name: string,
): { readonly scenario?: Scenario; readonly faults: readonly FixtureFault[] } {
  const path = `${SCENARIOS_FOLDER}/${name}.json`;
  const { source, fault } = mergeLikes(world.root, [name]);
  if (fault !== undefined) return { faults: [fault] };
  const shapeFaults = findShapeFaults('scenario', source);
  if (shapeFaults.length > 0) return { faults: shapeFaults };
  const faults: FixtureFault[] = [];
  const report: ReportFault = (one) => void faults.push(one);
  // `source` was validated above.
  const scenario = complete(name, source as unknown as ScenarioFile, world, service, path, report);
  return { scenario, faults };
}

interface Merged {
  readonly source: Payload;
  readonly fault?: FixtureFault;
}

/**
 * With `"like": "<scenario>"` a file inherits that scenario; its own members override it.
 * @param names - The scenario to read, after the scenarios that inherit from it.
 */
function mergeLikes(root: string, names: readonly string[]): Merged {
  const name = names.at(-1) ?? '';
  const source = readFixture(root, `${SCENARIOS_FOLDER}/${name}.json`);
  if (!isRecord(source) || typeof source.like !== 'string') return { source: asRecord(source) };
  const { like, ...own } = source;
  const refuse = (message: string, help?: string): Merged => ({
    source,
    fault: { code: 'fixture/unknown-name', pointer: '/like', message, ...(help !== undefined && { help }) },
  });
  if (names.includes(like)) return refuse(`"like" is circular: ${like} inherits from this scenario.`);
  let base: Merged;
  try {
    base = mergeLikes(root, [...names, like]);
  } catch (error) {
    const names = listFixtures(root, SCENARIOS_FOLDER, () => {}).map((file) => basename(file, '.json'));
    return refuse(messageOf(error), didYouMean(like, names));
  }
  if (base.fault) return { source, fault: { ...base.fault, pointer: '/like' } };
  const memory = { ...asRecord(base.source.memory), ...asRecord(own.memory) };
  const merged = {
    ...base.source,
    ...own,
    stages: mergeStages(base.source.stages, own.stages),
    ...(Object.keys(memory).length > 0 && { memory }),
  };
  return { source: merged };
}

function mergeStages(base: unknown, own: unknown): unknown {
  if (!isRecord(base) || !isRecord(own)) return own ?? base;
  const stages: { [stage: string]: unknown } = { ...base };
  for (const [name, stage] of Object.entries(own)) {
    const old = asRecord(stages[name]);
    const replies = Object.entries({ ...asRecord(old.replies), ...asRecord(asRecord(stage).replies) });
    // null removes an inherited reply; within a reply it belongs to the merge patch.
    const kept = replies.filter(([, reply]) => reply !== null);
    stages[name] = { ...old, ...asRecord(stage), replies: Object.fromEntries(kept) };
  }
  return stages;
}

function asRecord(value: unknown): Payload {
  return isRecord(value) ? value : {};
}

function complete(
  name: string,
  file: ScenarioFile,
  world: FixtureWorld,
  service: Pick<ServiceFixtures, 'memory' | 'fixtures'>,
  path: string,
  report: ReportFault,
): Scenario {
  const stageNames = Object.keys(file.stages);
  const memory = openMemory(file.memory, world, service, path, report);
  const cases: CaseWorld = {
    contracts: world.contracts,
    memory: memory.types,
    stages: stageNames,
    readFixture: (endpoint, reply, pointer) => world.readReply(endpoint, reply, pointer, report),
    report,
  };
  const stages: { [stage: string]: Stage } = {};
  for (const [stageName, stage] of Object.entries(file.stages)) {
    const at = joinPointer('/stages', stageName);
    const targets = {
      'next/stage': stage.next?.stage,
      lent: stage.lent,
      paid: stage.paid,
      rolledOver: stage.rolledOver,
    };
    for (const [place, target] of Object.entries(targets)) {
      if (target !== undefined) checkStage(target, `${at}/${place}`, cases);
    }
    stages[stageName] = { ...stage, ...readReplies(stage.replies, `${at}/replies`, cases) };
  }
  const start = file.start ?? stageNames[0] ?? '';
  checkStage(start, '/start', cases);
  const { otherReplies, behaviour = {}, productId = '', ...own } = file;
  checkBehaviours(behaviour, report);
  const others = otherReplies && varyFixtures(service, world, otherReplies);
  const more = others && { others };
  return { ...own, productId, name, start, memory: memory.initial, stages, behaviour, ...more };
}

/** The fixture of every endpoint, varied according to its contract. */
function varyFixtures(
  { fixtures }: Pick<ServiceFixtures, 'fixtures'>,
  { contracts }: FixtureWorld,
  how: OtherReplies,
): NonNullable<Scenario['others']> {
  const varied = Object.entries(fixtures).map(([endpoint, fixture]) => {
    const contract = contracts.get(endpoint);
    if (contract === undefined) return [endpoint, fixture] as const;
    const { at } = asRecord(contract.raw['reply']);
    const place = typeof at === 'string' ? at : '';
    return [endpoint, varyFixture(fixture, contract.reply.shape, place, how)] as const;
  });
  return Object.fromEntries(varied);
}

/** The memory of a scenario, with the shared memory. */
function openMemory(
  raw: Payload | undefined,
  world: FixtureWorld,
  { memory: shared }: Pick<ServiceFixtures, 'memory'>,
  path: string,
  report: ReportFault,
): ReturnType<typeof readMemory> {
  if (raw === undefined) return shared;
  const document = world.open(readFileSync(join(world.root, path), 'utf8'), path, report);
  if (document === undefined) return shared;
  const own = readMemory(document, raw, world.contracts, report);
  return {
    types: new Map([...shared.types, ...own.types]),
    initial: { ...shared.initial, ...own.initial },
  };
}

/** Splits replies into payloads and, for other endpoints, compiled cases. */
export function readReplies(
  sources: { readonly [endpoint: string]: ReplySource } = {},
  at: string,
  world: CaseWorld,
): Pick<Stage, 'replies' | 'cases'> {
  const replies: { [endpoint: string]: Payload } = {};
  const cases: { [endpoint: string]: readonly Case[] } = {};
  for (const [endpoint, source] of Object.entries(sources)) {
    const pointer = joinPointer(at, endpoint);
    if (isCases(source)) cases[endpoint] = compileCases(source, endpoint, pointer, world);
    else {
      const payload = readPlainReply(source, endpoint, pointer, world.readFixture);
      if (payload) replies[endpoint] = payload;
    }
  }
  return { replies, cases };
}

export function isCases(source: ReplySource): source is Extract<ReplySource, readonly unknown[]> {
  return Array.isArray(source);
}
