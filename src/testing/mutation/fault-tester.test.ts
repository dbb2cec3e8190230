// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { type Fault, plantFaults } from '#renderer/grammar/mutation/plant.ts';
import { analyzeProject } from '#renderer/grammar/project.ts';
import type { Reading } from '#renderer/grammar/world.ts';
import { createCollector } from '../coverage/collect.ts';
import { prepareScreens } from '../prepare.ts';
import { loadTestProject, type TestProject } from '../project.ts';
import { createFaultTester, type FaultTester } from './fault-tester.ts';
import { cutSlice } from './slice.ts';

const FILE = 'screens/login-failure.screen.json';

function openTester(project: TestProject): {
  readonly faults: readonly Fault[];
  readonly tester: FaultTester;
} {
  const readings: Reading[] = [];
  const whole = analyzeProject(project.files, readings);
  const faults = plantFaults(whole, readings, FILE);
  return {
    faults,
    tester: createFaultTester(project, cutSlice(whole, project.files, FILE), createCollector(project)),
  };
}

it('notices a fault that check reports and one that a state shows, but not one that no state shows', async () => {
  const project = loadTestProject('.');
  await prepareScreens(project.release.plans.values());
  const { faults, tester } = openTester(project);
  const find = (kind: Fault['kind']): Fault => {
    const fault = faults.find((one) => one.kind === kind);
    if (fault === undefined) throw new Error(`${FILE} has nothing for ${kind}`);
    return fault;
  };
  expect(await tester.test(find('change-text'))).toMatchObject({ by: 'check' });
  expect(await tester.test(find('swap-nodes'))).toEqual({ by: 'test', where: 'login-failure/content' });
  await tester.finish();

  // Weak: this screen has no states and scripts, so a fault that check accepts is not noticed.
  const weak = openTester({ ...project, states: new Map(), scripts: new Map() });
  expect(await weak.tester.test(find('swap-nodes'))).toEqual({ by: 'nobody' });
});

it('reports a screen that differs from its snapshots without a fault', async () => {
  const project = loadTestProject('.');
  await prepareScreens(project.release.plans.values());
  // This root has no snapshots: every rendered state differs.
  const { tester } = openTester({ ...project, root: 'fixtures/none' });
  await expect(tester.finish()).rejects.toThrow('login-failure/content differs without any fault');
});
