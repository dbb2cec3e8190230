import { readFileSync } from 'node:fs';
import type { APIRequestContext } from '@playwright/test';
import type { State } from '../../src/shared/states.ts';

/** A screen with an address, and its visitor. */
export interface Place {
  readonly screen: string;
  readonly path: string;
  readonly scenario: string;
  readonly params: { readonly [name: string]: string };
}

/** The address of each screen, and the visitor of its content state. */
export async function listPlaces(request: APIRequestContext): Promise<readonly Place[]> {
  const reply = await request.get('/capiz/gallery/states.json');
  const states = (await reply.json()) as readonly (State & { readonly screen: string })[];
  return [...new Set(states.map(({ screen }) => screen))].flatMap((screen) => {
    const { routes = [] } = JSON.parse(readFileSync(`screens/${screen}.screen.json`, 'utf8')) as {
      routes?: readonly string[];
    };
    const usual = states.find((state) => state.screen === screen && state.name === 'content');
    const { scenario = 'repayable', params = {} } = usual ?? {};
    const { address = {} } = JSON.parse(readFileSync(`fixtures/scenarios/${scenario}.json`, 'utf8')) as {
      address?: Place['params'];
    };
    const [path] = routes;
    return path === undefined ? [] : [{ screen, path, scenario, params: { ...address, ...params } }];
  });
}
