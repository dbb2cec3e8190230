import type { Scenario } from '#src/simulator/scenarios/scenario.ts';
import { createRegistryApi } from '#src/server/registry/api.ts';
import { type Database, openDatabase } from '#src/server/registry/database.ts';
import type { Role } from '#src/review/roles.ts';
import { givenStaff } from '#src/server/staff/testing.ts';
import { createAsk } from './api.ts';
import type { Fixtures } from './load.ts';
import { OWN_ANSWERS } from '#src/simulator/service/service-fixtures.ts';

const SCENARIO = { name: 'plain', title: 'Plain', opens: ['shelf'], behaviour: {} };

/** Fixtures of the library's screens with one scenario. */
export const LIBRARY_FIXTURES: Fixtures = {
  scenarios: new Map([['plain', SCENARIO as unknown as Scenario]]),
  states: { screens: new Map(), sets: new Map() },
  service: OWN_ANSWERS,
  places: {} as Fixtures['places'],
};

/** Sends a request to a registry; the test gives the type of the response. */
export type Ask = <T = unknown>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<T>;

/** An in-memory registry with the HTTP API of the page. */
export interface TestRegistry {
  readonly database: Database;
  /** Signs a person in and returns their API. */
  askAs(name: string, role?: Role): Promise<Ask>;
  /** Publishes a project. @returns the release. */
  goLive(ask: Ask, files: ReadonlyMap<string, Buffer>): Promise<string>;
}

/** @param opened - A database to use instead of the embedded one. */
export async function openTestRegistry(now: () => number, opened?: Database): Promise<TestRegistry> {
  const database = opened ?? (await openDatabase(':memory:'));
  const api = createRegistryApi({ database, now, afterChange: () => Promise.resolve() });
  const askAs: TestRegistry['askAs'] = async (name, role = 'admin') => {
    const token = await givenStaff(database, name, role);
    const ask = createAsk('', async (path, init) => {
      const headers = {
        ...(init?.headers as { [name: string]: string }),
        Authorization: `Bearer ${token}`,
      };
      return api.request(String(path), { ...init, headers });
    });
    return ask as Ask;
  };
  return {
    database,
    askAs,
    async goLive(ask, files) {
      const encoded = [...files].map(([path, bytes]) => [path, bytes.toString('base64')]);
      const body = { files: Object.fromEntries(encoded), reason: 'A beginning.' };
      const { hash, needs } = await ask<{ hash: string; needs: readonly unknown[] }>(
        'POST',
        '/releases',
        body,
      );
      if (needs.length > 0) {
        const second = await askAs('second');
        await second('POST', `/releases/${hash}/approve`, { reason: 'A beginning.' });
      }
      await ask('POST', `/releases/${hash}/publish`, { reason: 'A beginning.' });
      return hash;
    },
  };
}
