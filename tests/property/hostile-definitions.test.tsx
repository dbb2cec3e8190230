// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen as page } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { actions } from '#renderer/actions/index.ts';
import { createForms } from '#renderer/forms/edit-forms.ts';
import { compileLibrary, library } from '#renderer/grammar/testing.ts';
import { prepareScreen, Screen } from '#renderer/index.ts';
import { DEVICE, fakeWorld, open } from '#renderer/runtime/testing.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import { readPlan } from '#renderer/plan/read-plan.ts';
import { openApi, type Send } from '#tests/publish-api.ts';
import { reportFigures } from '#tests/reliability/figures.ts';
import { hostileAddresses } from './hostile-addresses.ts';
import { LONG } from './settings.ts';
import { type HostileDefinition, hostileDefinitions, PLACES, SOUND } from './hostile-definitions.ts';

/*
 * Hostile definitions: refused when published, and harmless when forced into the page. tests/journeys/hostile.spec.ts tests
 * each class in a real browser.
 */

// jsdom has no layout to scroll.
window.scrollTo = () => {};
afterEach(cleanup);

let send: Send;
beforeAll(async () => {
  send = await openApi();
});

const definitions = hostileDefinitions();

/** The rules that must refuse a definition, by class. A refusal by another rule would prove nothing. */
const RULES: { readonly [kind: string]: readonly string[] } = {
  address: ['value/bad-address'],
  path: [
    ...[
      'forbidden-name',
      'unsupported',
      'type',
      'unknown-member',
      'unknown-function',
      'unknown-name',
      'syntax',
    ].map((rule) => `expression/${rule}`),
  ],
  name: [
    ...['parse/forbidden-name', 'expression/forbidden-name', 'expression/not-a-path'],
    ...['property/bad-format', 'overlay/unknown', 'screen/unknown'],
  ],
  pattern: ['rule/bad-pattern'],
  depth: ['parse/too-deep', 'parse/too-large'],
  huge: ['property/too-many', 'property/too-long', 'limit/nodes', 'parse/too-large'],
  cycle: ['field/cycle', 'data/cycle'],
  markup: [
    ...['widget/unknown-type', 'property/unknown', 'property/not-allowed-value', 'property/bad-type'],
    'parse/forbidden-name',
  ],
  action: ['action/unknown'],
};

/** Definitions that the publish API accepts, or refuses by another rule or at another position. */
async function findAccepted(all: readonly HostileDefinition[], publish = send): Promise<string[]> {
  const accepted: string[] = [];
  for (const { class: kind, title, screen } of all) {
    const { status, problems } = await publish(library(screen));
    const isNamed = problems.some(
      ({ code, file }) => file === 'screens/shelf.screen.json' && RULES[kind]?.includes(code),
    );
    if (status !== 422 || !isNamed) accepted.push(`${kind}: ${title.slice(0, 80)}`);
  }
  return accepted;
}

const SAFE: { readonly [place: string]: string } = {
  leave: 'https://help.example.com/a',
  frame: 'https://rules.example.com/a',
  image: 'https://covers.example/a.png',
};
const RUNS =
  'script, object, embed, iframe:not([sandbox]), [onclick], [onerror], [onload], [style], [srcdoc]';

/** Forbidden effects of a forced plan: navigation, frames, or executable elements. */
async function findDone(plan: Plan, hostile: string): Promise<string[]> {
  const { app } = compileLibrary({ data: {}, body: [] });
  if (app === undefined || typeof readPlan(plan) === 'string') return [];
  const world = fakeWorld();
  await prepareScreen(plan);
  const live = open(world, plan, { app, actions, createForms, device: DEVICE, params: { cardId: '1' } });
  await act(async () => {
    render(<Screen live={live} />);
  });
  for (const button of page.queryAllByRole('button')) {
    await act(async () => {
      fireEvent.click(button);
      await world.pass(1_000);
    });
  }
  const done = world.left.map((address) => `left for ${address}`);
  for (const frame of document.querySelectorAll('iframe')) done.push(`framed ${frame.src}`);
  for (const one of document.querySelectorAll(RUNS)) done.push(`drew ${one.outerHTML.slice(0, 60)}`);
  live.close();
  cleanup();
  return done.map((what) => `${hostile.slice(0, 60)} ${what}`);
}

function forced(place: string, address: string): Plan {
  const safe = SAFE[place] ?? '';
  const plan = compileLibrary({ data: {}, ...PLACES[place]?.(safe) }).plans.get('shelf');
  return JSON.parse(
    JSON.stringify(plan).replaceAll(JSON.stringify(safe), () => JSON.stringify(address)),
  ) as Plan;
}

/** A plan with one node that no compiler writes. */
function nodeForced(node: object): Plan {
  const plan = compileLibrary({ data: {}, body: [{ type: 'text', id: 'it', text: 'Words' }] }).plans.get(
    'shelf',
  );
  return { ...plan, body: [{ id: 'it', reads: [], ...node }] } as unknown as Plan;
}

describe('a hostile definition', () => {
  it('is refused by the publish API, at its position, by a rule of its class', {
    timeout: 120_000,
  }, async () => {
    const accepted = await findAccepted(definitions);
    const classes = [...new Set(definitions.map((one) => one.class))];
    reportFigures({
      ...{ check: 21, part: 'definitions', definitions: definitions.length, accepted: accepted.length },
      classes: Object.fromEntries(
        classes.map((kind) => [kind, definitions.filter((one) => one.class === kind).length]),
      ),
    });
    expect(accepted).toEqual([]);
    expect(definitions.length).toBeGreaterThanOrEqual(200);
  });

  it('is refused for its hostile part: without that part it is accepted', async () => {
    for (const [kind, screens] of Object.entries(SOUND))
      for (const screen of screens) expect([kind, (await send(library(screen))).status]).toEqual([kind, 200]);
    expect(Object.keys(SOUND).sort()).toEqual([...new Set(definitions.map((one) => one.class))].sort());
  });

  it('forced into the page navigates nowhere and renders nothing executable', {
    timeout: 120_000,
  }, async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const done: string[] = [];
    let drawn = 0;
    const addresses = hostileAddresses('help.example.com').filter((_, at) => LONG || at % 5 === 0);
    for (const [at, { address }] of addresses.entries()) {
      const places = Object.keys(PLACES).filter((_, turn) => (at + turn) % 3 === 0);
      for (const place of places) {
        drawn += 1;
        done.push(...(await findDone(forced(place, address), `${place} ${address}`)));
      }
    }
    for (const { title, screen, class: kind } of definitions.filter(
      (one, at) => one.class === 'markup' && (LONG || at % 3 === 0),
    )) {
      drawn += 1;
      const [node] = screen['body'] as readonly { readonly type: string }[];
      const { type = 'text', ...props } = node ?? {};
      done.push(...(await findDone(nodeForced({ type, props }), `${kind} ${title}`)));
    }
    reportFigures({ check: 21, part: 'forced', drawn, done: done.length });
    expect(done).toEqual([]);
    vi.restoreAllMocks();
  });

  it('the check detects a checker that accepts a hostile definition, and a page that follows one', async () => {
    const generous: Send = () => Promise.resolve({ status: 200, problems: [] });
    expect(await findAccepted(definitions.slice(0, 3), generous)).toHaveLength(3);
    const other = { code: 'form/unknown', file: 'screens/shelf.screen.json', line: 1, column: 1 };
    const mistaken: Send = () => Promise.resolve({ status: 422, problems: [other] });
    expect(await findAccepted(definitions.slice(0, 3), mistaken)).toHaveLength(3);
    // The same check on an allowed address sees the navigation and the frame.
    expect(await findDone(forced('leave', 'https://help.example.com/b'), 'leave')).toEqual([
      'leave left for https://help.example.com/b',
    ]);
    expect(await findDone(forced('frame', 'https://rules.example.com/b'), 'frame')).toContain(
      'frame framed https://rules.example.com/b',
    );
  });
});
