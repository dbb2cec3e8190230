// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { actions } from '#renderer/actions/index.ts';
import { createForms } from '#renderer/forms/edit-forms.ts';
import { compileProject } from '#renderer/grammar/compile.ts';
import { prepareScreen, Screen } from '#renderer/index.ts';
import { DEVICE, fakeWorld, open } from '#renderer/runtime/testing.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { spoil } from '#tests/bad-definitions.ts';
import { reportFigures } from '#tests/reliability/figures.ts';
import { isJson, parseFile } from '#tests/reply-members.ts';
import { generateDefinitions } from './generated-definitions.ts';
import { LONG } from './settings.ts';

/* Check 3 (d): a page renders every screen of an accepted definition, before its data arrives and after. */

// jsdom has no layout to scroll.
window.scrollTo = () => {};
afterEach(cleanup);

const COUNT = LONG ? 10_000 : 150;

const TEXTS: { readonly [format: string]: string } = {
  date: '2026-03-05',
  'date-time': '2026-03-05T10:00:00Z',
  uri: 'https://rules.example/a.png',
};

/** A reply that matches a schema of the contracts. */
function answerOf(schema: unknown): unknown {
  if (!isJson(schema)) return null;
  const { known, format, items, properties, additionalProperties } = schema;
  // A schema without a type is inferred from its keywords.
  const type = schema['type'] ?? (isJson(properties) ? 'object' : items !== undefined ? 'array' : 'string');
  if (Array.isArray(known)) return known[0];
  if (type === 'integer' || type === 'number') return 500;
  if (type === 'boolean') return true;
  if (type === 'array') return [answerOf(items), answerOf(items)];
  if (type !== 'object') return TEXTS[String(format)] ?? 'A text';
  const members = Object.entries(isJson(properties) ? properties : {});
  const named = members.map(([name, member]) => [name, answerOf(member)] as const);
  const free = isJson(additionalProperties) ? [['any', answerOf(additionalProperties)] as const] : [];
  return Object.fromEntries([...named, ...free]);
}

/** Faults in how a page shows a plan, and the number of answered calls. */
async function findFaults(
  app: AppPlan,
  plan: Plan,
  replies: ReadonlyMap<string, unknown>,
): Promise<{ readonly faults: readonly string[]; readonly answered: number }> {
  const world = fakeWorld();
  const faults: string[] = [];
  const look = (when: string) => {
    if (document.querySelector('main') === null) faults.push(`${plan.id} is blank ${when}`);
  };
  await prepareScreen(plan);
  const given = (names: object) => Object.fromEntries(Object.keys(names).map((name) => [name, '1']));
  const params = given({ ...app.carried, ...plan.params });
  const session = given(app.session);
  const live = open(world, plan, { app, actions, createForms, device: DEVICE, params, session });
  await act(async () => {
    render(<Screen live={live} />);
  });
  look('at first');
  for (let at = 0; at < Math.min(world.calls.length, 10); at += 1) {
    const call = world.calls[at];
    await act(async () => {
      const reply = replies.get(new URL(call?.url ?? '', 'https://page.test').pathname);
      await call?.answer({ status: 200, body: JSON.stringify(reply) });
      await world.pass(1_000);
    });
  }
  look('with its data');
  cleanup();
  const told = world.faults.map(({ code, detail }) => `${plan.id}: ${code} ${detail ?? ''}`);
  return { faults: [...faults, ...told], answered: Math.min(world.calls.length, 10) };
}

/** Accepted definitions that cannot be rendered. */
async function findBroken(count: number, change = (plan: Plan) => plan) {
  const broken: string[] = [];
  let accepted = 0;
  let drawn = 0;
  let answered = 0;
  for (const { title, fault } of generateDefinitions(count)) {
    const files = spoil(fault);
    const { app, plans, problems } = compileProject(files);
    if (app === undefined || problems.some(({ severity }) => severity === 'error')) continue;
    accepted += 1;
    const contracts = files.filter(({ path }) => path.endsWith('.endpoint.json')).map(parseFile);
    const replies = new Map(contracts.map(({ path, reply }) => [String(path), answerOf(reply)]));
    for (const plan of plans.values()) {
      drawn += 1;
      const found = await findFaults(app, change(plan), replies).catch((error: unknown) => ({
        faults: [String(error)],
        answered: 0,
      }));
      const { faults } = found;
      answered += found.answered;
      if (faults.length > 0) broken.push(`${title}: ${faults.join(', ')}\n${fault.text ?? ''}`);
    }
  }
  return { broken, accepted, drawn, answered };
}

describe('a generated definition that is accepted', () => {
  it(
    'is rendered: no screen is blank, and the page reports nothing',
    async () => {
      const { broken, ...figures } = await findBroken(COUNT);
      reportFigures({ check: 3, part: 'drawn', definitions: COUNT, ...figures, broken: broken.length });
      expect(broken.slice(0, 3)).toEqual([]);
      expect(figures.accepted).toBeGreaterThan(COUNT / 10);
      // A screen that loads nothing tests little.
      expect(figures.answered).toBeGreaterThan(COUNT / 10);
    },
    LONG ? 1_800_000 : 60_000,
  );

  it('the check detects a checker that accepts what a page cannot render', async () => {
    // React logs caught errors.
    const silent = vi.spyOn(console, 'error').mockImplementation(() => {});
    const careless = (plan: Plan) => {
      const body = plan.body.map((node) => ({ ...node, props: { ...node.props, text: {} } }));
      return { ...plan, body } as unknown as Plan;
    };
    expect((await findBroken(20, careless)).broken.length).toBeGreaterThan(0);
    silent.mockRestore();
  });
});
