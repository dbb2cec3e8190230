import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import schema from '#schemas/states.schema.json' with { type: 'json' };
import { VARIANTS_FOLDER, variantName } from '#src/shared/project-paths.ts';
import { loadScenarios } from './load-scenarios.ts';
import { loadStates } from './load-states.ts';
import type { Scenario } from './scenario.ts';
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

/** Compiled once: a project that is watched is read after every edit. */
let validator: ValidateFunction<Variant> | undefined;

/**
 * Reads who answers (`fixtures/scenarios`) and which states there are (`fixtures/states`), with the variants of both.
 *
 * @throws Error naming the file and what is wrong in it.
 */
export function loadFixtures(root: string): {
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly states: StateFiles;
} {
  const rehearsed = { scenarios: loadScenarios(root), states: loadStates(root) };
  validator ??= new Ajv2020({ allErrors: true }).compile<Variant>(VARIANT_SCHEMA);
  const validate = validator;
  const variants = new Map<string, Variant>();
  const folder = join(root, VARIANTS_FOLDER);
  for (const file of existsSync(folder) ? readdirSync(folder).sort() : []) {
    const path = `${VARIANTS_FOLDER}/${file}`;
    const name = variantName(path);
    if (name === undefined) continue;
    const source: unknown = JSON.parse(readFileSync(join(root, path), 'utf8'));
    if (!validate(source)) {
      const faults = validate.errors?.map((fault) => `${fault.instancePath || '/'} ${fault.message}`) ?? [];
      throw new Error(`${path}: ${faults.join('; ')}`);
    }
    const base = rehearsed.scenarios.get(source.scenario);
    if (base === undefined) throw new Error(`${path}: there is no scenario ${source.scenario}.`);
    if (rehearsed.scenarios.has(name)) throw new Error(`${path}: a scenario is called ${name}, too.`);
    const stage = Object.keys(source.replies).find((one) => !Object.hasOwn(base.stages, one));
    if (stage !== undefined) throw new Error(`${path}: ${source.scenario} has no stage ${stage}.`);
    variants.set(name, source);
  }
  return layVariants(rehearsed, variants);
}
