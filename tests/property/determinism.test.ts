import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileProject, serializePlan } from '#renderer/grammar/compile.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { dumpScreen, projectFiles, type Visit } from '#tests/engine.ts';
import { enter, explore } from './explore.ts';
import { LONG, SEED } from './settings.ts';

/* "The same definition, data and services give the same bytes." */

/** The complete result of compiling as bytes, with warnings and source positions. */
function compileToBytes(files: readonly SourceFile[]): string {
  const { app, plans, screens, problems } = compileProject(files);
  if (!app) throw new Error('The project does not compile.');
  const origins = Object.entries(screens).map(([id, screen]) => [id, screen.origins] as const);
  const parts = [...plans].map(([id, plan]) => `${id} ${serializePlan(plan)}`);
  return [serializePlan(app), ...parts, JSON.stringify(origins), JSON.stringify(problems)].join('\n');
}

describe('compiling is pure', () => {
  const bytes = compileToBytes(projectFiles);

  it('the same files give the same bytes in two runs', () => {
    expect(bytes.length).toBeGreaterThan(10_000);
    expect(compileToBytes(projectFiles.map((file) => ({ ...file })))).toBe(bytes);
  });

  it('the order of the files has no effect', () => {
    const everyFile = { minLength: projectFiles.length, maxLength: projectFiles.length };
    fc.assert(
      fc.property(fc.shuffledSubarray([...projectFiles], everyFile), (files) => {
        expect(compileToBytes(files)).toBe(bytes);
      }),
      { seed: SEED, numRuns: 20 },
    );
  });
});

/** The rendered screen, and all effects of the engine. */
function traceOf({ live, world }: Visit): string {
  const { faults, went, left, copied, session, device } = world;
  return `${dumpScreen(live)}\n${JSON.stringify([faults, went, left, copied, [...session], [...device]])}`;
}

/** Every third situation is rendered twice; in the long check each. */
const EVERY = LONG ? 1 : 3;

it('the same plan with the same data and services renders the same bytes', async () => {
  const situations = await explore();
  const different: string[] = [];
  for (const situation of situations.filter((_, at) => at % EVERY === 0)) {
    const [first, second] = [await enter(situation), await enter(situation)];
    if (traceOf(first) !== traceOf(second)) different.push(situation.title);
  }
  expect(different).toEqual([]);
  expect(situations.length).toBeGreaterThan(300);
}, 240_000);
