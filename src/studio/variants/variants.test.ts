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

describe('a variant', () => {
  it('is a further state of its screen with its own replies', () => {
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

  it('is ignored while it cannot be parsed or its scenario does not exist', () => {
    for (const text of [
      '{',
      '[]',
      '{"title": "Late"}',
      given((one) => one.replace('"status-174"', '"gone"')),
    ])
      expect(rehearseWith(fixtures, [{ path: PATH, text }]).scenarios.has('late')).toBe(false);
  });

  it('begins with the replies that its screen loads, and can add all others of its scenario', () => {
    const left = repliesLeft(given(), PATH, fixtures);
    const start = fixtures.scenarios.get('status-174')?.start;
    expect(left.map(({ key }) => key)).not.toContain(`${start} order-details`);
    const [first] = left;
    if (first === undefined) throw new Error('None is left.');
    const more = withReply(given(), PATH, first, fixtures) ?? '';
    expect(repliesLeft(more, PATH, fixtures)).toEqual(left.slice(1));
  });

  it('gets an unused name from its title', () => {
    expect(nameFor('Two instalments late!', () => false)).toBe('two-instalments-late');
    expect(nameFor('Late', (name) => name === 'late')).toBe('late-2');
    expect(nameFor('…', () => false)).toBe('state');
  });
});

describe('problemsIn', () => {
  it('finds nothing if every reply matches its contract', () => {
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
      'an unknown stage of the scenario',
      /"replies": \{\n\s*"\w+"/,
      '"replies": { "nowhere"',
      /^\/replies\/nowhere$/,
    ],
    ['an unknown endpoint', '"order-details"', '"order-detail"', /\/order-detail$/],
    ['an unknown scenario', '"scenario": "status-174"', '"scenario": "gone"', /^\/scenario$/],
    ['an unknown screen', '"screen": "order"', '"screen": "gone"', /^\/screen$/],
    ['an invalid document', '"replies"', '"answers"', /^$/],
  ])('locates %s', (_what, from, to, pointer) => {
    const text = given((one) => one.replace(from, to));
    expect(text).not.toBe(given());
    const [first] = problems(text);
    expect(first?.pointer).toMatch(pointer);
    const at = text.split('\n')[(first?.line ?? 0) - 1];
    expect(at?.length).toBeGreaterThan(0);
  });

  it('reports a text that is not JSON', () => {
    expect(problems('{ "title": ')[0]?.code).toMatch(/^parse\//);
  });
});
