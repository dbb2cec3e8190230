import { describe, expect, it } from 'vitest';
import type { Plan } from '#renderer/plan/plan.ts';
import { makeRelease } from '#src/server/delivery/release.ts';
import { loadStates } from '#src/simulator/states/load-states.ts';
import { listStates, readsData, type StateFile } from '#src/simulator/states/states.ts';
import { testScenarios } from '#src/server/testing.ts';
import type { Shows } from '#src/shared/states.ts';
import { appPlan, plans } from '#tests/engine.ts';

const release = makeRelease(appPlan(), plans, { demo: true });
const files = loadStates('.');
const screens = listStates(files, testScenarios, release);

/** Whether any record in a plan has a property. */
function hasAny(plan: Plan, isSo: (record: { readonly [name: string]: unknown }) => boolean): boolean {
  let found = false;
  JSON.stringify([plan.body, plan.bar, plan.overlays, plan.on], (_, value: unknown) => {
    if (typeof value === 'object' && value !== null && isSo(value as { readonly [name: string]: unknown })) {
      found = true;
    }
    return value;
  });
  return found;
}

/** The states that a definition can show. */
function possible(plan: Plan): Shows[] {
  const drawsList = hasAny(
    plan,
    (one) => 'list' in one && 'as' in one && JSON.stringify(one['list']).includes('["get","data"'),
  );
  const asks = hasAny(plan, (one) => one['do'] === 'request' && one['background'] !== true);
  return [
    'content',
    'offline',
    ...(readsData(plan) ? (['skeleton', 'error'] as const) : []),
    ...(drawsList ? (['empty'] as const) : []),
    ...(asks ? (['submitting', 'success'] as const) : []),
  ];
}

describe('the gallery shows every screen in every state that its definition can have', () => {
  it.each([...plans])('%s', (id, plan) => {
    const shown = new Set(screens.get(id)?.map(({ shows }) => shows));
    expect(possible(plan).filter((one) => !shown.has(one))).toEqual([]);
  });
});

describe('the states of a screen', () => {
  const list = (screen: string, file?: StateFile) =>
    listStates({ ...files, screens: new Map(file && [[screen, file]]) }, testScenarios, release).get(
      screen,
    ) ?? [];
  const find = (name: string, file: StateFile) => list('rollover', file).find((one) => one.name === name);

  it('without a file are its content, its loading and error states, and every scenario that opens it', () => {
    const names = list('rollover').map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['content', 'skeleton', 'offline', 'narrow', 'no-plan-rows']),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it('have no skeleton if the screen loads nothing', () => {
    const names = list('not-found').map(({ name }) => name);
    expect(names).toContain('narrow');
    expect(names).not.toContain('skeleton');
  });

  it("of a file override a set's states member by member, or remove one", () => {
    expect(find('skeleton', { states: [{ name: 'skeleton', scenario: 'overdue' }] })).toMatchObject({
      shows: 'skeleton',
      network: 'hold',
      scenario: 'overdue',
      path: '/repayDelay',
    });
    expect(find('narrow', { states: [{ name: 'narrow', omit: true }] })).toBeUndefined();
  });

  it('of sets inherit what a file declares for all its states', () => {
    const defaults = { scenario: 'overdue', begin: [{ see: 'Plan' }] };
    expect(find('offline', { defaults, states: [] })).toMatchObject(defaults);
  });

  it('of a screen without a route have their own address', () => {
    expect(list('not-found')[0]).toMatchObject({ path: '/gallery/not-found' });
  });

  it('are refused for an unknown screen, set or scenario', () => {
    const refused = (screen: string, file: StateFile) => () => list(screen, file);
    expect(refused('rolover', { states: [] })).toThrow('fixtures/states/rolover.json: there is no screen');
    expect(refused('rollover', { sets: ['payng'], states: [] })).toThrow('there is no set payng');
    expect(refused('rollover', { states: [{ name: 'late', scenario: 'layt' }] })).toThrow(
      'there is no scenario layt',
    );
  });
});
