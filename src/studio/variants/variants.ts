import { parseDocument } from '#renderer/grammar/parse.ts';
import { joinPointer } from '#renderer/grammar/pointer.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { asRecord } from '#renderer/plan/http-contract.ts';
import { readReply } from '#renderer/plan/read-reply.ts';
import type { Contract } from '#src/shared/contract.ts';
import { writeEnvelope } from '#src/simulator/service/envelope.ts';
import { fillPlaceholders, type Scenario } from '#src/simulator/scenarios/scenario.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';
import { addVariants, readVariant, type Variant } from '#src/simulator/states/variants.ts';
import { VARIANTS_FOLDER, variantName } from '#src/shared/project-paths.ts';
import type { Fixtures } from '../load.ts';

export function variantPath(name: string): string {
  return `${VARIANTS_FOLDER}/${name}.json`;
}

/** Variants of a draft in their last readable version. */
export function variantsOf(read: ReadonlyMap<string, SourceFile>): readonly SourceFile[] {
  return [...read.values()].filter(({ path }) => variantName(path) !== undefined);
}

/** Fixtures with the draft's variants. */
export function rehearseWith(fixtures: Fixtures, files: readonly SourceFile[]): Fixtures {
  if (files.length === 0) return fixtures;
  const variants = files.flatMap(({ path, text }) => {
    const variant = readVariant(parseDocument(text, path).document?.value);
    const name = variantName(path);
    return variant === undefined || name === undefined ? [] : [[name, variant] as const];
  });
  return addVariants(fixtures, new Map(variants));
}

/**
 * `Two instalments late` → `two-instalments-late`; with a number if the name is taken.
 *
 * @param fallback - The name if the title has no Latin letter and no digit.
 */
export function nameFor(title: string, isTaken: (name: string) => boolean, fallback = 'state'): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const name = words?.join('-').slice(0, 40).replace(/-$/, '') ?? fallback;
  for (let count = 1; ; count += 1) {
    const tried = count === 1 ? name : `${name}-${count}`;
    if (!isTaken(tried)) return tried;
  }
}

/** Replies of a scenario that the screen loads first; all of them if it loads nothing. */
export function repliesFor(plan: Plan, scenario: Scenario): Variant['replies'] {
  const { start, stages } = scenario;
  const all = stages[start]?.replies ?? {};
  const asked = new Set(Object.values(plan.data).map(({ endpoint }) => endpoint));
  const own = Object.entries(all).filter(([endpoint]) => asked.has(endpoint));
  return { [start]: own.length > 0 ? Object.fromEntries(own) : all };
}

/**
 * A copy of a state as a document with its own replies.
 *
 * @param own - The document of the copied state, if that belongs to the draft as well.
 */
export function duplicate(
  title: string,
  state: ScreenState,
  scenario: Scenario,
  plan: Plan,
  own: string | undefined,
): string {
  const before = own === undefined ? undefined : readVariant(parseDocument(own, '').document?.value);
  if (before !== undefined) return writeVariant({ ...before, title });
  const { name: _name, title: _title, scenario: _scenario, screen, omit: _omit, ...is } = state;
  const replies = repliesFor(plan, scenario);
  return writeVariant({ title, screen, scenario: scenario.name, state: is, replies });
}

export function writeVariant(variant: Variant): string {
  return `${JSON.stringify(variant, null, 2)}\n`;
}

/** A reply of a scenario at one of its stages. */
interface StagedReply {
  readonly stage: string;
  readonly endpoint: string;
}

/** Replies of the scenario that the variant does not override yet. */
export function repliesLeft(text: string, path: string, { scenarios }: Fixtures) {
  const variant = readVariant(parseDocument(text, path).document?.value);
  const stages = Object.entries(scenarios.get(variant?.scenario ?? '')?.stages ?? {});
  return stages.flatMap(([stage, { replies }]) =>
    Object.keys(replies).flatMap((endpoint) =>
      Object.hasOwn(variant?.replies[stage] ?? {}, endpoint)
        ? []
        : [{ stage, endpoint, key: `${stage} ${endpoint}`, words: `${endpoint}, while ${stage}` }],
    ),
  );
}

/** Adds a reply of the scenario to a variant. */
export function withReply(
  text: string,
  path: string,
  { stage, endpoint }: StagedReply,
  { scenarios }: Fixtures,
): string | undefined {
  const variant = readVariant(parseDocument(text, path).document?.value);
  const reply = scenarios.get(variant?.scenario ?? '')?.stages[stage]?.replies[endpoint];
  if (variant === undefined || reply === undefined) return undefined;
  const replies = { ...variant.replies, [stage]: { ...variant.replies[stage], [endpoint]: reply } };
  return writeVariant({ ...variant, replies });
}

/** Sample values: validation needs only their types. */
const SURROUNDINGS = { now: 0, origin: 'https://capiz.example', pay: 'https://pay.example', orderId: 'a-1' };

export interface World {
  readonly contracts: readonly Contract[];
  readonly plans: ReadonlyMap<string, Plan>;
  readonly scenarios: ReadonlyMap<string, Scenario>;
}

/** Problems in a variant. The page treats an invalid reply as an error. */
export function problemsIn(
  { path: file, text }: SourceFile,
  { contracts, plans, scenarios }: World,
): readonly Problem[] {
  const { document, problems } = parseDocument(text, file);
  if (document === undefined) return problems;
  const at = (pointer: string, code: string, message: string): Problem => {
    const { line, column, length } = document.place(pointer);
    return {
      ...{ code, severity: 'warning', file, line, column, pointer, message },
      ...(length !== undefined && { length }),
    };
  };
  const variant = readVariant(document.value);
  if (variant === undefined)
    return [
      at('', 'studio/no-variant', 'A state needs title, screen, scenario and replies by stage and endpoint.'),
    ];
  const { screen, scenario, replies } = variant;
  const base = scenarios.get(scenario);
  if (base === undefined) return [at('/scenario', 'studio/no-scenario', `There is no scenario ${scenario}.`)];
  const found: Problem[] = [];
  if (!plans.has(screen)) found.push(at('/screen', 'studio/no-screen', `There is no screen ${screen}.`));
  for (const [stage, own] of Object.entries(replies)) {
    const of = joinPointer('/replies', stage);
    if (!Object.hasOwn(base.stages, stage))
      found.push(at(of, 'studio/no-stage', `The scenario ${scenario} has no stage ${stage}.`));
    for (const [endpoint, payload] of Object.entries(own)) {
      const pointer = joinPointer(of, endpoint);
      const contract = contracts.find(({ name }) => name === endpoint);
      const plan = [...plans.values()].find(({ endpoints }) => Object.hasOwn(endpoints, endpoint));
      const called = plan?.endpoints[endpoint];
      if (contract === undefined || called === undefined) {
        found.push(at(pointer, 'studio/no-endpoint', `No screen calls an endpoint ${endpoint}.`));
        continue;
      }
      const data = fillPlaceholders(payload, SURROUNDINGS);
      const body = asRecord(called, writeEnvelope(contract, { ok: true, data }));
      const read = readReply(JSON.parse(body), called.reply);
      for (const misfit of [...(read.ok ? [] : [read]), ...read.drops]) {
        const within = misfit.pointer.startsWith(contract.replyAt)
          ? misfit.pointer.slice(contract.replyAt.length)
          : misfit.pointer;
        found.push(
          at(
            pointer + within,
            'studio/reply-misfit',
            `The contract of ${endpoint} expects: ${misfit.expected}.`,
          ),
        );
      }
    }
  }
  return found;
}
