// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { type Fault, plantFaults } from '#renderer/grammar/mutation/plant.ts';
import { elaborateProject } from '#renderer/grammar/project.ts';
import type { Reading } from '#renderer/grammar/world.ts';
import { createCollector } from '../coverage/collect.ts';
import { prepareScreens } from '../prepare.ts';
import { loadTestProject, type TestProject } from '../project.ts';
import { createJudge, type Judge } from './judge.ts';
import { cutSlice } from './slice.ts';

const FILE = 'screens/login-failure.screen.json';

function openJudge(project: TestProject): { readonly faults: readonly Fault[]; readonly judge: Judge } {
  const readings: Reading[] = [];
  const whole = elaborateProject(project.files, readings);
  const faults = plantFaults(whole, readings, FILE);
  return {
    faults,
    judge: createJudge(project, cutSlice(whole, project.files, FILE), createCollector(project)),
  };
}

it('a fault that check finds is noticed, one that is drawn is, and one that no state shows is not', async () => {
  const project = loadTestProject('.');
  await prepareScreens(project.release.plans.values());
  const { faults, judge } = openJudge(project);
  const find = (kind: Fault['kind']): Fault => {
    const fault = faults.find((one) => one.kind === kind);
    if (fault === undefined) throw new Error(`${FILE} has nothing for ${kind}`);
    return fault;
  };
  expect(await judge.judge(find('change-text'))).toMatchObject({ by: 'check' });
  expect(await judge.judge(find('swap-nodes'))).toEqual({ by: 'test', where: 'login-failure/content' });
  await judge.finish();

  // Weak: nothing is drawn of this screen, so what check accepts goes unnoticed.
  const weak = openJudge({ ...project, states: new Map(), scripts: new Map() });
  expect(await weak.judge.judge(find('swap-nodes'))).toEqual({ by: 'nobody' });
});

it('says so where the screen differs without any fault', async () => {
  const project = loadTestProject('.');
  await prepareScreens(project.release.plans.values());
  // No snapshots stand there: every drawing differs from what is written.
  const { judge } = openJudge({ ...project, root: 'fixtures/none' });
  await expect(judge.finish()).rejects.toThrow('login-failure/content differs without any fault');
});
