import { readdirSync } from 'node:fs';
import { AXE } from './axe.ts';
import { withProject } from './with-project.ts';
import { IS_LONG, openLane, type ScreenState, visitState } from './sweep.ts';
import { expect, test } from './visit.ts';

/*
 * The sweep of `sweep.spec.ts` over other projects than the shipped one: their screens have widgets and members that no
 * shipped screen has, and here a real engine runs them. A short run visits every fourth example; a long one visits all.
 */

const EXAMPLES = readdirSync('fixtures/examples').map((name) => `fixtures/examples/${name}`);
const PROJECTS = [
  'fixtures/consumer/insurance',
  ...EXAMPLES.filter((_, index) => IS_LONG || index % 4 === 0),
];

test.describe.configure({ mode: 'parallel' });

for (const [place, project] of PROJECTS.entries()) {
  test(`${project} in every state: reached, no serious finding, nothing cut`, async ({ page, request }) => {
    await page.addInitScript(AXE);
    const found: string[] = [];
    await withProject(project, async (origin) => {
      const states = (await (
        await request.get(`${origin}/capiz/gallery/states.json`)
      ).json()) as readonly ScreenState[];
      const lane = await openLane(page, place % 2 === 0 ? 'light' : 'dark');
      const seen = new Set<string>();
      for (const state of states)
        for (const fault of await visitState(lane, state, seen, origin))
          found.push(`${state.screen} ${state.name}: ${fault}`);
      expect(states.length).toBeGreaterThan(0);
    });
    expect(found).toEqual([]);
  });
}
