// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { type Fault, plantFaults } from '#renderer/grammar/mutation/plant.ts';
import { analyzeProject } from '#renderer/grammar/project.ts';
import type { Reading } from '#renderer/grammar/world.ts';
import { createCollector } from '../coverage/collect.ts';
import { prepareScreens } from '../prepare.ts';
import { loadTestProject, type TestProject } from '../project.ts';
import { createJudge, type Judge } from './judge.ts';
import { cutSlice } from './slice.ts';

const FILE = 'screens/login-failure.screen.json';

function openJudge(project: TestProject): { readonly faults: readonly Fault[]; readonly judge: Judge } {
  const readings: Reading[] = [];
  const whole = analyzeProject(project.files, readings);
  const faults = plantFaults(whole, readings, FILE);
  return {
    faults,
    judge: createJudge(project, cutSlice(whole, project.files, FILE), createCollector(project)),
  };
}

it('notices a fault that check reports and one that a state shows, but not one that no state shows', async () => {
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

  // Weak: this screen has no states and scripts, so a fault that check accepts is not noticed.
  const weak = openJudge({ ...project, states: new Map(), scripts: new Map() });
  expect(await weak.judge.judge(find('swap-nodes'))).toEqual({ by: 'nobody' });
});

it('reports a screen that differs from its snapshots without a fault', async () => {
  const project = loadTestProject('.');
  await prepareScreens(project.release.plans.values());
  // This root has no snapshots: every rendered state differs.
  const { judge } = openJudge({ ...project, root: 'fixtures/none' });
  await expect(judge.finish()).rejects.toThrow('login-failure/content differs without any fault');
});
