import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { writeDemoAddress } from '#src/simulator/scenarios/demo-page.ts';
import { testScenarios } from '#src/server/testing.ts';

interface Definition {
  readonly id: string;
  readonly params?: { readonly [name: string]: { readonly required?: boolean } };
}

const screens = new Map(
  readdirSync('screens')
    .filter((name) => name.endsWith('.screen.json'))
    .map((name) => JSON.parse(readFileSync(`screens/${name}`, 'utf8')) as Definition)
    .map(({ id, params = {} }) => [id, Object.keys(params).filter((name) => params[name]?.required)]),
);

it('every link of the demonstration gives the parameters that its screen requires', () => {
  const missing = [...testScenarios.values()].flatMap((scenario) => {
    const given = new URL(writeDemoAddress('/', scenario, 'v'), 'https://page.test').searchParams;
    return scenario.opens.flatMap((id) =>
      (screens.get(id) ?? [])
        .filter((name) => !given.has(name))
        .map((name) => `${scenario.name} ${id}: ${name}`),
    );
  });
  expect(missing).toEqual([]);
});
