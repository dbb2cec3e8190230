import { expect, it } from 'vitest';
import { readProjectFiles } from '#src/shared/project-files.ts';
import { loadFixtures } from '#src/simulator/service/load-fixtures.ts';
import { withReplies } from '#src/simulator/states/variants.ts';
import { sceneOf, statesOfScreen } from '../model/version.ts';
import { openVersion } from '../review/versions.ts';
import {
  putOverrides,
  replyOf,
  saveOverrides,
  overridesIn,
  type DataOverrides,
  overrideReply,
  withOverrides,
} from './overrides.ts';
import { duplicate } from './variants.ts';

const version = openVersion(readProjectFiles('.'));
const fixtures = { ...loadFixtures('.'), places: {} as never };
const [first] = statesOfScreen(version, fixtures, 'repay').filter(({ name }) => name === 'content');
const plan = version.compiled.plans.get('repay');
if (first === undefined || plan === undefined) throw new Error('There is no such state.');
const state = first;
const scenario = fixtures.scenarios.get(state.scenario);
if (scenario === undefined) throw new Error('There is no such scenario.');
const REPLY = 'instalment-plan';
const scene = sceneOf(version, fixtures, state, { language: 'en-PH', theme: undefined, textScale: 1 });
if (scene === undefined) throw new Error('There is no scene.');
const nothing: DataOverrides = { saved: scenario, replies: {}, params: {} };

it('changes the reply of one scene, and none of the fixtures', () => {
  const before = replyOf(scenario, REPLY);
  const overrides = overrideReply(nothing, scenario, REPLY, { ...before, repayAmount: 5 });
  const shown = withOverrides(scene, { ...overrides, params: { source: 'x' } });
  const changed = shown.rehearsal.scenarios.get(scenario.name);
  expect(changed && replyOf(changed, REPLY)).toMatchObject({ repayAmount: 5 });
  expect(shown.state.params).toMatchObject({ source: 'x' });
  expect(replyOf(scenario, REPLY)).toBe(before);
  expect(scene.rehearsal.scenarios.get(scenario.name)).toBe(scenario);
});

it('changes the stages that have the same reply, and no other', () => {
  const { start, stages } = scenario;
  const others = Object.keys(stages).filter(
    (stage) => stage !== start && REPLY in (stages[stage]?.replies ?? {}),
  );
  expect(others).toEqual(['extended']);
  const overrides = overrideReply(nothing, scenario, REPLY, {});
  expect(Object.keys(overrides.replies)).toEqual([start]);
  const same = { ...scenario, stages: { ...stages, extended: stages[start] ?? { replies: {}, cases: {} } } };
  expect(Object.keys(overrideReply(nothing, same, REPLY, {}).replies)).toEqual([start, 'extended']);
});

it('belongs to one state of one screen, and stays while another state is changed', () => {
  const other = { ...state, name: 'other' };
  const all = putOverrides(putOverrides({}, state, nothing), other, { ...nothing, params: { source: 'x' } });
  expect(overridesIn(all, state, scenario)).toBe(nothing);
  expect(overridesIn(all, other, scenario)?.params).toEqual({ source: 'x' });
  expect(overridesIn(all, { ...state, screen: 'order' }, scenario)).toBeUndefined();
  expect(overridesIn(putOverrides(all, state, undefined), state, scenario)).toBeUndefined();
});

it('keeps what was saved in the state meanwhile: another value of the same reply', () => {
  const before = replyOf(scenario, REPLY);
  const overrides = overrideReply(nothing, scenario, REPLY, { ...before, repayAmount: 5 });
  const saved = withReplies(scenario, {
    [scenario.start]: { [REPLY]: { ...before, noticeMsg: 'Of a colleague', repayAmount: 7 } },
  });
  const now = overridesIn(putOverrides({}, state, overrides), state, saved);
  expect(now && now.replies[scenario.start]?.[REPLY]).toEqual({
    ...before,
    noticeMsg: 'Of a colleague',
    repayAmount: 5,
  });
  expect(overridesIn(putOverrides({}, state, now), state, saved)).toBe(now);
});

it('changed data is saved in a copy of the state', () => {
  const copy = duplicate('Less', state, scenario, plan, undefined);
  const overrides = {
    ...overrideReply(nothing, scenario, REPLY, { repayAmount: 5 }),
    params: { source: 'x' },
  };
  const saved: unknown = JSON.parse(saveOverrides(copy, 'fixtures/variants/less.json', overrides) ?? '');
  expect(saved).toMatchObject({
    title: 'Less',
    scenario: scenario.name,
    state: { params: { source: 'x' } },
    replies: { [scenario.start]: { [REPLY]: { repayAmount: 5 } } },
  });
  expect(saveOverrides('{', 'fixtures/variants/less.json', overrides)).toBeUndefined();
});
