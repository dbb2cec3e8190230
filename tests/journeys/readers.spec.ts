import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { judgePlan, type Verdict } from '../../renderer/grammar/verdict.ts';
import { GRAMMAR } from '../../renderer/plan/grammar.ts';
import type { NodePlan, Plan } from '../../renderer/plan/plan.ts';
import { type Definitions, loadProject } from '../../src/server/project.ts';
import { startServer } from '../../src/server/start.ts';
import { isRefusal, readSettings } from '../../src/server/settings.ts';
import { listKept, unpack } from '../keep-reader.mjs';

/**
 * The pages of every grammar until now, each in front of today's server: what the verdict says that a page does with
 * a plan is what it does. Verdict and page share no line: the page is as it was built then.
 */
/** Of no grammar until now, so no page knows it. */
const unknown = (more: Partial<NodePlan> = {}): NodePlan => ({
  id: 'new',
  type: 'hologram',
  reads: [],
  ...more,
});
const INSTEAD: NodePlan = { id: 'old', type: 'text', props: { text: 'What older pages show' }, reads: [] };

interface Case {
  readonly screen: string;
  readonly path: string;
  /** What stands before the screen's own body. */
  readonly first?: NodePlan;
  readonly more?: Partial<Plan>;
}

const CASES: readonly Case[] = [
  { screen: 'privacy-policy', path: '/privacyPolicy' },
  { screen: 'test-steps', path: '/testSteps' },
  { screen: 'about-us', path: '/aboutUs', first: unknown({ fallback: INSTEAD, critical: true }) },
  { screen: 'customer-service', path: '/customerService', first: unknown() },
  { screen: 'promotion-agreement', path: '/agreementTemplate', first: unknown({ critical: true }) },
  { screen: 'download', path: '/downloadTemplate', more: { grammar: GRAMMAR + 1 } },
];

function changePlans({ plans, ...rest }: Definitions): Definitions {
  const changed = new Map(plans);
  for (const { screen, first, more } of CASES) {
    const plan = changed.get(screen);
    if (plan === undefined) throw new Error(`There is no screen ${screen}.`);
    changed.set(screen, { ...plan, ...more, body: [...(first === undefined ? [] : [first]), ...plan.body] });
  }
  return { ...rest, plans: changed };
}

for (const grammar of [...listKept(), GRAMMAR]) {
  test(`the page of grammar ${grammar} does with plans what the verdict says of it`, async ({ page }) => {
    const folder = mkdtempSync(join(tmpdir(), 'capiz-reader-'));
    if (grammar < GRAMMAR) unpack(grammar, join(folder, 'borrower'));
    const project = loadProject('.', grammar < GRAMMAR ? folder : 'dist');
    const settings = readSettings({ PORT: '0', CAPIZ_DEMO: '1', CAPIZ_REPORTS: '0', CAPIZ_DATA: folder });
    if (isRefusal(settings) || project.definitions === undefined) throw new Error('It cannot be served.');
    const definitions = changePlans(project.definitions);
    const server = await startServer(settings, { ...project, definitions }, () => undefined);
    try {
      const lost: string[] = [];
      page.on('request', (request) => {
        if (request.postData()?.includes('widget/unknown') === true) lost.push(request.url());
      });
      const seen: { [screen: string]: Verdict['verdict'] } = {};
      const said: typeof seen = {};
      for (const { screen, path, first } of CASES) {
        const plan = definitions.plans.get(screen);
        if (plan === undefined) continue;
        said[screen] = judgePlan(plan, grammar).verdict;
        lost.length = 0;
        await page.goto(server.origin + path);
        const refused = page.getByText('This page cannot be shown');
        await expect(page.getByRole('heading', { level: 1 }).first().or(refused).first()).toBeVisible();
        await expect(page.getByRole('main').or(refused).first()).not.toBeEmpty();
        const isRefused = await refused.isVisible();
        // Whatever a page lacks it reports; what is said instead it shows.
        if (!isRefused && said[screen] !== 'shows') await expect.poll(() => lost.length).toBeGreaterThan(0);
        if (first?.fallback !== undefined)
          await expect(page.getByText('What older pages show')).toBeVisible();
        seen[screen] = isRefused ? 'refuses' : lost.length > 0 ? 'shows-with-fallback' : 'shows';
      }
      expect(seen).toEqual(said);
    } finally {
      await server.close(0);
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
