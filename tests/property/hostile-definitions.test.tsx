// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen as page } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { actions } from '#renderer/actions/index.ts';
import { createForms } from '#renderer/forms/all-forms.ts';
import { compileLibrary } from '#renderer/grammar/testing.ts';
import { prepareScreen, Screen } from '#renderer/index.ts';
import { DEVICE, fakeWorld, open } from '#renderer/live/testing.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import { readPlan } from '#renderer/plan/read-plan.ts';
import { type Database, openDatabase } from '#src/server/registry/database.ts';
import type { RegistryRefusal } from '#src/server/registry/failures.ts';
import { makeRelease } from '#src/server/registry/releases.ts';
import { by, smallProject } from '#src/server/registry/testing.ts';
import { reportFigures } from '#tests/reliability/figures.ts';
import { hostileAddresses } from './hostile-addresses.ts';
import { LONG } from './settings.ts';
import { type HostileDefinition, hostileDefinitions, PLACES } from './hostile-definitions.ts';

/* Hostile definitions: refused when they are published, and inert where somebody forces them into the page. */

// jsdom has no layout to scroll.
window.scrollTo = () => {};
afterEach(cleanup);

let database: Database;
beforeAll(async () => {
  database = await openDatabase(':memory:');
});
afterAll(() => database.close());

const definitions = hostileDefinitions();

/** What the server, asked to publish each, takes. */
async function findAccepted(all: readonly HostileDefinition[], make = makeRelease): Promise<string[]> {
  const accepted: string[] = [];
  for (const { class: kind, title, screen } of all) {
    const refusal: unknown = await make(database, { bytes: smallProject(screen), ...by('ana') }).then(
      () => undefined,
      (error: unknown) => error,
    );
    const problems = (refusal as RegistryRefusal | undefined)?.problems ?? [];
    const isNamed = problems.some(
      ({ severity, file }) => severity === 'error' && file.endsWith('shelf.screen.json'),
    );
    if (!isNamed) accepted.push(`${kind}: ${title.slice(0, 80)}`);
  }
  return accepted;
}

const SAFE: { readonly [place: string]: string } = {
  leave: 'https://help.example.com/a',
  frame: 'https://rules.example.com/a',
  image: 'https://help.example.com/a.png',
};
const RUNS =
  'script, object, embed, iframe:not([sandbox]), [onclick], [onerror], [onload], [style], [srcdoc]';

/** What a forced plan did that it may not: left, framed or drew what runs. */
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

/** A plan whose one node is what no compiler writes. */
function nodeForced(node: object): Plan {
  const plan = compileLibrary({ data: {}, body: [{ type: 'text', id: 'it', text: 'Words' }] }).plans.get(
    'shelf',
  );
  return { ...plan, body: [{ id: 'it', reads: [], ...node }] } as unknown as Plan;
}

describe('a hostile definition', () => {
  it('is refused by the server, at its place', { timeout: 120_000 }, async () => {
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

  it('forced into the page leads nowhere and draws nothing that runs', { timeout: 120_000 }, async () => {
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

  it('would be found out where it were taken, and where it were followed', async () => {
    const generous = (() => Promise.resolve()) as unknown as typeof makeRelease;
    expect(await findAccepted(definitions.slice(0, 3), generous)).toHaveLength(3);
    // The same looking at what is allowed: it is seen to leave, and to frame.
    expect(await findDone(forced('leave', 'https://help.example.com/b'), 'leave')).toEqual([
      'leave left for https://help.example.com/b',
    ]);
    expect(await findDone(forced('frame', 'https://rules.example.com/b'), 'frame')).toContain(
      'frame framed https://rules.example.com/b',
    );
  });
});
