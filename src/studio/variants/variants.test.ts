import { describe, expect, it } from 'vitest';
import { readProjectFiles } from '#src/shared/project-files.ts';
import { loadFixtures } from '#src/simulator/service/load-fixtures.ts';
import { openVersion } from '../review/versions.ts';
import { contractsOf, statesOfScreen } from '../model/version.ts';
import {
  duplicate,
  nameFor,
  problemsIn,
  rehearseWith,
  repliesLeft,
  variantPath,
  withReply,
} from './variants.ts';

const version = openVersion(readProjectFiles('.'));
const { plans } = version.compiled;
const fixtures = { ...loadFixtures('.'), places: {} as never };
const world = { contracts: contractsOf(version), plans, scenarios: fixtures.scenarios };
const PATH = variantPath('late');

function given(change: (text: string) => string = (text) => text): string {
  const [state] = statesOfScreen(version, fixtures, 'order').filter(({ name }) => name === 'status-174');
  const plan = plans.get('order');
  const scenario = fixtures.scenarios.get('status-174');
  if (state === undefined || plan === undefined || scenario === undefined) throw new Error('No such state.');
  return change(duplicate('Late', state, scenario, plan, undefined));
}
const problems = (text: string) => problemsIn({ path: PATH, text }, world);

describe('a state that somebody made of another one', () => {
  it('is one more state of its screen, answered with replies of its own', () => {
    const text = given((one) => one.replace(/"productName": "[^"]*"/, '"productName": "Moonrise Cash"'));
    const own = rehearseWith(fixtures, [{ path: PATH, text }]);
    const states = statesOfScreen(version, own, 'order');
    expect(states.filter(({ name }) => name === 'late')).toEqual([
      expect.objectContaining({ title: 'Late', scenario: 'late', path: '/order' }),
    ]);
    const { start = '', stages = {} } = own.scenarios.get('late') ?? {};
    expect(stages[start]?.replies['order-details']).toMatchObject({ productName: 'Moonrise Cash' });
    const before = fixtures.scenarios.get('status-174');
    expect(before?.stages[start]?.replies['order-details']).not.toMatchObject({
      productName: 'Moonrise Cash',
    });
  });

  it('that somebody is writing and that cannot be read, or of no scenario, changes nothing', () => {
    for (const text of [
      '{',
      '[]',
      '{"title": "Late"}',
      given((one) => one.replace('"status-174"', '"gone"')),
    ])
      expect(rehearseWith(fixtures, [{ path: PATH, text }]).scenarios.has('late')).toBe(false);
  });

  it('begins with the replies that its screen asks for, and can have every other of its scenario', () => {
    const left = repliesLeft(given(), PATH, fixtures);
    const start = fixtures.scenarios.get('status-174')?.start;
    expect(left.map(({ key }) => key)).not.toContain(`${start} order-details`);
    const [first] = left;
    if (first === undefined) throw new Error('None is left.');
    const more = withReply(given(), PATH, first, fixtures) ?? '';
    expect(repliesLeft(more, PATH, fixtures)).toEqual(left.slice(1));
  });

  it('is called after its words, and as nobody else is', () => {
    expect(nameFor('Two instalments late!', () => false)).toBe('two-instalments-late');
    expect(nameFor('Late', (name) => name === 'late')).toBe('late-2');
    expect(nameFor('…', () => false)).toBe('state');
  });
});

describe('what is wrong in it is said where it stands', () => {
  it('nothing is where every reply fits its contract', () => {
    expect(problems(given())).toEqual([]);
  });

  it.each([
    [
      'a value of another type',
      /"orderStatus": "[^"]*"/,
      '"orderStatus": {}',
      /\/order-details\/orderStatus$/,
    ],
    [
      'a stage that the scenario has not',
      /"replies": \{\n\s*"\w+"/,
      '"replies": { "nowhere"',
      /^\/replies\/nowhere$/,
    ],
    ['an endpoint that nobody calls', '"order-details"', '"order-detail"', /\/order-detail$/],
    ['a scenario that is not there', '"scenario": "status-174"', '"scenario": "gone"', /^\/scenario$/],
    ['a screen that is not there', '"screen": "order"', '"screen": "gone"', /^\/screen$/],
    ['a shape that is none', '"replies"', '"answers"', /^$/],
  ])('%s', (_what, from, to, pointer) => {
    const text = given((one) => one.replace(from, to));
    expect(text).not.toBe(given());
    const [first] = problems(text);
    expect(first?.pointer).toMatch(pointer);
    const at = text.split('\n')[(first?.line ?? 0) - 1];
    expect(at?.length).toBeGreaterThan(0);
  });

  it('a text that is no JSON', () => {
    expect(problems('{ "title": ')[0]?.code).toMatch(/^parse\//);
  });
});
