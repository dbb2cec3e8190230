import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinPointer } from '#renderer/grammar/pointer.ts';
import { messageOf } from '#src/shared/message-of.ts';
import type { Case } from '../scenarios/case.ts';
import type { Payload } from '../scenarios/payload.ts';
import {
  type CaseSource,
  type CaseWorld,
  compileCases,
  type FixtureFault,
  readMemory,
  type ReplySource,
  type ReportFault,
} from './compile-cases.ts';
import { findShapeFaults, type FixtureWorld } from './fixture-world.ts';
import { isCases } from '../scenarios/load-scenarios.ts';
import type { OnBadFixture } from './bad-fixture.ts';
import { readFixture } from './read-fixture.ts';
import type { ServiceFixtures } from './service-fixtures.ts';

export const SERVICE_FILE = 'fixtures/service.json';

interface ServiceFile {
  readonly memory?: Payload;
  readonly anybody?: ServiceFixtures['anybody'];
  readonly checks?: { readonly [endpoint: string]: readonly CaseSource[] };
  readonly handlers?: ServiceFixtures['handlers'];
  readonly replies?: { readonly [endpoint: string]: ReplySource };
}

/** Names of an endpoint's default fixture, in order; otherwise its first fixture. */
const DEFAULT_NAMES = ['default', 'standard'];

/** @param onBadFixture - Gets the faults of the file, which is then left out. */
export function loadService(world: FixtureWorld, onBadFixture: OnBadFixture): ServiceFixtures {
  const { service, faults } = readService(world);
  if (faults.length === 0) return service;
  onBadFixture(new Error(`${SERVICE_FILE}: ${faults.map(({ message }) => message).join(' ')}`));
  return service;
}

/** Reads the file and its faults. */
export function readService(world: FixtureWorld): {
  readonly service: ServiceFixtures;
  readonly faults: readonly FixtureFault[];
} {
  const faults: FixtureFault[] = [];
  const report: ReportFault = (fault) => void faults.push(fault);
  const file = readFile(world, report);
  const document =
    file.memory && world.open(readFileSync(join(world.root, SERVICE_FILE), 'utf8'), SERVICE_FILE, report);
  const memory = document
    ? readMemory(document, file.memory, world.contracts, report)
    : { types: new Map(), initial: {} };
  const cases: CaseWorld = {
    contracts: world.contracts,
    memory: memory.types,
    stages: [],
    readFixture: (endpoint, reply, pointer) => world.readReply(endpoint, reply, pointer, report),
    report,
  };
  const fixtures: { [endpoint: string]: Payload } = {};
  for (const endpoint of world.contracts.names()) {
    const names = world.replyNames(endpoint);
    const name = DEFAULT_NAMES.find((one) => names.includes(one)) ?? names[0];
    // Faults of the reply are reported when fixtures are checked.
    const like = name === undefined ? undefined : world.readReply(endpoint, name, '', () => {});
    if (like) fixtures[endpoint] = like;
  }
  const replies: { [endpoint: string]: readonly Case[] } = {};
  for (const [endpoint, source] of Object.entries(file.replies ?? {})) {
    const sources: readonly CaseSource[] = isCases(source) ? source : [{ reply: source }];
    replies[endpoint] = compileCases(sources, endpoint, joinPointer('/replies', endpoint), cases);
  }
  const checks = Object.fromEntries(
    Object.entries(file.checks ?? {}).map(([endpoint, sources]) => [
      endpoint,
      compileCases(sources, endpoint, joinPointer('/checks', endpoint), cases),
    ]),
  );
  const service = {
    handlers: file.handlers ?? {},
    anybody: file.anybody ?? {},
    checks,
    replies,
    fixtures,
    memory,
  };
  return { service, faults };
}

function readFile({ root }: FixtureWorld, report: ReportFault): ServiceFile {
  if (!existsSync(join(root, SERVICE_FILE))) return {};
  let source: unknown;
  try {
    source = readFixture(root, SERVICE_FILE);
  } catch (error) {
    report({
      code: 'parse/syntax',
      pointer: '',
      message: messageOf(error),
    });
    return {};
  }
  const faults = findShapeFaults('service', source);
  for (const fault of faults) report(fault);
  // `source` was validated above.
  return faults.length > 0 ? {} : (source as ServiceFile);
}
