// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { checkCompatibility } from '#renderer/grammar/verdict.ts';
import { prepareScreen, Screen } from '#renderer/index.ts';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import type { ActionPlan, NodePlan, Plan } from '#renderer/plan/plan.ts';
import { readPlan } from '#renderer/plan/read-plan.ts';
import { testContracts } from '#src/server/testing.ts';
import { plans, tappable, visitScreen } from '#tests/engine.ts';
import { reportFigures } from '#tests/reliability/figures.ts';
import { LONG, SEED } from './settings.ts';

/*
 * Check 9, generated definitions: an older page gets plans with widgets, members and actions of a later version. It does not
 * break; non-critical parts fall back; a screen without a critical part cannot send anything. Stored pages of earlier grammars
 * are tested in `tests/journeys/readers.spec.ts`.
 */

// jsdom has no layout to scroll.
window.scrollTo = () => {};
afterEach(cleanup);

const COUNT = LONG ? 1_000 : 30;
const UNSAFE = 'This page cannot be shown safely';
const INSTEAD = 'What older pages show';

type Kind = 'plain' | 'fallback' | 'critical' | 'critical with fallback' | 'member' | 'action';
const KINDS: readonly Kind[] = [
  'plain',
  'fallback',
  'critical',
  'critical with fallback',
  'member',
  'action',
];

interface Change {
  readonly screen: string;
  readonly kind: Kind;
  /** Position in the screen's body, from 0 to 1. */
  readonly at: number;
}

const change: fc.Arbitrary<Change> = fc.record({
  screen: fc.constantFrom(...plans.keys()),
  kind: fc.constantFrom(...KINDS),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
});

const fallback: NodePlan = { id: 'instead', type: 'text', props: { text: INSTEAD }, reads: [] };
const HOLOGRAM: NodePlan = { id: 'later', type: 'hologram', props: { depth: 3 }, reads: [] };
const NODES: { readonly [kind in Kind]?: NodePlan } = {
  plain: HOLOGRAM,
  fallback: { ...HOLOGRAM, fallback },
  critical: { ...HOLOGRAM, critical: true },
  'critical with fallback': { ...HOLOGRAM, critical: true, fallback },
  action: {
    id: 'later',
    type: 'button',
    props: { text: 'Levitate', look: 'secondary' },
    on: { tap: [{ do: 'levitate', props: { height: 2 } } as unknown as ActionPlan] },
    reads: [],
  },
};

/** A plan as a later version of the language would write it. */
function renew(plan: Plan, { kind, at }: Change): Plan {
  const index = Math.floor(at * plan.body.length);
  const node = NODES[kind];
  if (node !== undefined)
    return { ...plan, body: [...plan.body.slice(0, index), node, ...plan.body.slice(index)] };
  const body = plan.body.map((one) => ({ ...one, props: { ...one.props, hologram: true } }));
  return { ...plan, body, later: { than: 'this page' } } as Plan;
}

/** Renders the plan and taps every control. @returns Faults of the page. */
async function findFaults(made: Change, judge = checkCompatibility): Promise<readonly string[]> {
  const plan = readPlan(renew(plans.get(made.screen) as Plan, made));
  if (typeof plan === 'string') return [`is ${plan}`];
  const sent: string[] = [];
  const names = new Set(Object.values(plan.endpoints).flatMap(({ safe, name }) => (safe ? [] : [name])));
  const unsafe = testContracts.filter(({ name }) => names.has(name)).flatMap(({ paths }) => paths);
  const { live, world, settle } = await visitScreen(made.screen, {
    plan,
    tamper(envelope, url) {
      if (unsafe.some((path) => url.startsWith(path))) sent.push(url);
      return envelope;
    },
  });
  await prepareScreen(plan);
  await act(async () => {
    render(<Screen live={live} />);
    await settle();
  });
  const shown = document.body.textContent ?? '';
  const isRefused = shown.includes(UNSAFE);
  // Without data the screen shows only its error or loading state.
  if (live.surface.snapshot().phase !== 'content' && !isRefused) return shown === '' ? ['shows nothing'] : [];
  const faults: string[] = [];
  const { verdict } = judge(plan, GRAMMAR);
  if (isRefused !== (verdict === 'refuses'))
    faults.push(`${verdict}, and the page ${isRefused ? 'refuses' : 'shows'}`);
  if (made.kind.endsWith('fallback') && !shown.includes(INSTEAD)) faults.push('shows no fallback');
  if (shown === '') faults.push('shows nothing');
  if (made.kind === 'action' || isRefused) {
    for (const node of [...tappable(live)].slice(0, 12)) {
      await act(async () => {
        live.emit(node, 'tap');
        await settle();
      });
    }
  }
  if (isRefused && document.querySelector('form, .cz-button-primary') !== null) faults.push('can be sent');
  if (isRefused && sent.length > 0) faults.push(`sends ${sent.join(' ')}`);
  if (world.faults.some(({ code }) => code === 'widget/threw' || code === 'action/fault'))
    faults.push('threw');
  return faults;
}

describe('a plan of a later language', () => {
  it(
    'breaks no page, and without a critical part nothing can be sent',
    async () => {
      const made = fc.sample(change, { seed: SEED, numRuns: COUNT });
      const faults: string[] = [];
      const kinds: { [kind: string]: number } = {};
      for (const one of made) {
        kinds[one.kind] = (kinds[one.kind] ?? 0) + 1;
        const found = await findFaults(one).catch((error: unknown) => [String(error)]);
        faults.push(
          ...found.map((fault) => `${one.screen} with ${one.kind} at ${one.at.toFixed(2)} ${fault}`),
        );
        cleanup();
      }
      reportFigures({ check: 9, part: 'generated', definitions: COUNT, kinds, crashes: faults.length });
      expect(faults).toEqual([]);
      expect(Object.keys(kinds).length).toBe(KINDS.length);
    },
    LONG ? 1_800_000 : 90_000,
  );

  it('the check detects a verdict that differs from what the page does', async () => {
    const usual: Change = { screen: 'about-us', kind: 'critical', at: 0 };
    expect(await findFaults(usual)).toEqual([]);
    cleanup();
    expect(await findFaults(usual, () => ({ verdict: 'shows', nodes: [] }))).toEqual([
      'shows, and the page refuses',
    ]);
  });
});
