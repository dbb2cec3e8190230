import { joinPointer } from '#renderer/grammar/pointer.ts';
import { VARIANTS_FOLDER, variantName } from '#src/shared/project-paths.ts';
import type { FixtureFault } from './compile-cases.ts';
import { findShapeFaults, findUnknown, openFixtureWorld } from './fixture-world.ts';
import { loadScenarios } from '../scenarios/load-scenarios.ts';
import { loadService } from './load-service.ts';
import { loadStates } from '../states/load-states.ts';
import { type OnBadFixture, throwBadFixture, skipBadFixture } from './bad-fixture.ts';
import { listFixtures, readFixture } from './read-fixture.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import type { ServiceAnswers } from './service-fixtures.ts';
import type { StateFiles } from '../states/states.ts';
import { addVariants, type Variant } from '../states/variants.ts';

interface Rehearsable {
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly states: StateFiles;
  readonly service: ServiceAnswers;
}

/**
 * Reads the scenarios (`fixtures/scenarios`) and states (`fixtures/states`), with the variants of both.
 * @param onBadFixture - Gets each fault, which names the file; that fixture is left out. Default: throws it.
 */
export function loadFixtures(root: string, onBadFixture: OnBadFixture = throwBadFixture): Rehearsable {
  const world = openFixtureWorld(root);
  const { memory, ...service } = loadService(world, onBadFixture);
  const scenarios = loadScenarios(world, { ...service, memory }, onBadFixture);
  const rehearsed = { scenarios, states: loadStates(root, onBadFixture), service };
  const variants = new Map<string, Variant>();
  for (const file of listFixtures(root, VARIANTS_FOLDER, onBadFixture)) {
    const path = `${VARIANTS_FOLDER}/${file}`;
    const name = variantName(path);
    if (name === undefined) continue;
    const variant = skipBadFixture(onBadFixture, () => loadVariant(root, path, rehearsed.scenarios));
    if (variant) variants.set(name, variant);
  }
  return addVariants(rehearsed, variants);
}

function loadVariant(root: string, path: string, scenarios: ReadonlyMap<string, Scenario>): Variant {
  const source = readFixture(root, path);
  const faults = findVariantFaults(variantName(path) ?? '', source, scenarios);
  if (faults.length > 0) throw new Error(`${path}: ${faults.map(({ message }) => message).join(' ')}`);
  // `source` was validated above.
  return source as Variant;
}

/** Faults of a variant: its shape, its name, its scenario and its stages. */
export function findVariantFaults(
  name: string,
  source: unknown,
  scenarios: ReadonlyMap<string, Scenario>,
): readonly FixtureFault[] {
  const shapeFaults = findShapeFaults('variant', source);
  if (shapeFaults.length > 0) return shapeFaults;
  // `source` was validated above.
  const { scenario, replies } = source as Variant;
  const base = scenarios.get(scenario);
  const message = `A scenario is called "${name}", too.`;
  return [
    ...(scenarios.has(name)
      ? [{ code: 'fixture/shape', pointer: '', message, help: 'rename the file' }]
      : []),
    ...findUnknown('scenario', scenario, [...scenarios.keys()], '/scenario'),
    ...Object.keys(base === undefined ? {} : replies).flatMap((stage) =>
      findUnknown('stage', stage, Object.keys(base?.stages ?? {}), joinPointer('/replies', stage)).map(
        (fault) => ({ ...fault, isKey: true as const }),
      ),
    ),
  ];
}
