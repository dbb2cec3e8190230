import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import schema from '#schemas/states.schema.json' with { type: 'json' };
import { VARIANTS_FOLDER, variantName } from '#src/shared/project-paths.ts';
import { openFixtureWorld } from './fixture-world.ts';
import { loadScenarios } from './load-scenarios.ts';
import { loadService } from './load-service.ts';
import { loadStates } from './load-states.ts';
import { type OnMisfit, refuseMisfit, unlessMisfit } from './misfit.ts';
import { listFixtures, readFixture } from './read-fixture.ts';
import type { Scenario } from './scenario.ts';
import type { ServiceAnswers } from './service-fixtures.ts';
import type { StateFiles } from './states.ts';
import { layVariants, type Variant } from './variants.ts';

const {
  name: _name,
  title: _title,
  scenario: _scenario,
  omit: _omit,
  ...OF_STATE
} = schema.$defs.state.properties;
const VARIANT_SCHEMA = {
  type: 'object',
  required: ['title', 'screen', 'scenario', 'replies'],
  additionalProperties: false,
  properties: {
    title: { type: 'string', minLength: 1 },
    screen: { type: 'string' },
    scenario: { type: 'string' },
    state: { type: 'object', additionalProperties: false, properties: OF_STATE },
    replies: {
      type: 'object',
      additionalProperties: { type: 'object', additionalProperties: { type: 'object' } },
    },
  },
  $defs: schema.$defs,
};

interface Rehearsable {
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly states: StateFiles;
  readonly service: ServiceAnswers;
}

/** Compiled once: a project that is watched is read after every edit. */
let validator: ValidateFunction<Variant> | undefined;

/**
 * Reads who answers (`fixtures/scenarios`) and which states there are (`fixtures/states`), with the variants of both.
 *
 * @param onMisfit - Gets each fault, which names the file; that fixture is left out. Default: throws it.
 */
export function loadFixtures(root: string, onMisfit: OnMisfit = refuseMisfit): Rehearsable {
  const world = openFixtureWorld(root);
  const { memory, ...service } = loadService(world, onMisfit);
  const scenarios = loadScenarios(world, { ...service, memory }, onMisfit);
  const rehearsed = { scenarios, states: loadStates(root, onMisfit), service };
  const variants = new Map<string, Variant>();
  for (const file of listFixtures(root, VARIANTS_FOLDER, onMisfit)) {
    const path = `${VARIANTS_FOLDER}/${file}`;
    const name = variantName(path);
    if (name === undefined) continue;
    const variant = unlessMisfit(onMisfit, () => loadVariant(root, path, rehearsed.scenarios));
    if (variant) variants.set(name, variant);
  }
  return layVariants(rehearsed, variants);
}

function loadVariant(root: string, path: string, scenarios: ReadonlyMap<string, Scenario>): Variant {
  validator ??= new Ajv2020({ allErrors: true }).compile<Variant>(VARIANT_SCHEMA);
  const source = readFixture(root, path);
  if (!validator(source)) {
    const faults = validator.errors?.map((fault) => `${fault.instancePath || '/'} ${fault.message}`) ?? [];
    throw new Error(`${path}: ${faults.join('; ')}`);
  }
  const name = variantName(path) ?? '';
  const base = scenarios.get(source.scenario);
  if (base === undefined) throw new Error(`${path}: there is no scenario ${source.scenario}.`);
  if (scenarios.has(name)) throw new Error(`${path}: a scenario is called ${name}, too.`);
  const stage = Object.keys(source.replies).find((one) => !Object.hasOwn(base.stages, one));
  if (stage !== undefined) throw new Error(`${path}: ${source.scenario} has no stage ${stage}.`);
  return source;
}
