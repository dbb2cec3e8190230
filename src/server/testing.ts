import type { Contract } from '#src/shared/contract.ts';
import { readFileSync } from 'node:fs';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import type { AppOptions } from './app-options.ts';
import { createApp } from './app.ts';
import { readProjectBytes } from '#src/shared/project-files.ts';
import { readContracts } from '#src/shared/contract.ts';
import { makeRelease, type Release } from './delivery/release.ts';
import { fixedRelease } from './delivery/release-source.ts';
import { readScenarioPictures } from './delivery/static-files.ts';
import type { Definitions, Project } from './project.ts';
import { loadFixtures } from '#src/simulator/service/load-fixtures.ts';
import { readPlaces } from '#src/simulator/service/places.ts';
import type { StateFiles } from '#src/simulator/states/states.ts';

/** For the tests of this folder: an app with three small screens, and calls as the page makes them. */

export const TEST_NOW = Date.UTC(2026, 2, 5, 18, 30);
export const TEST_PAY_ORIGIN = 'http://127.0.0.1:4174';

const TEMPLATE =
  '<!doctype html><html><head><title></title><!--capiz-release--></head><body><div id="capiz"><!--capiz-picture--></div><!--capiz-contact--><!--capiz-content--></body></html>';

export function testPlan(id: string): Plan {
  return {
    grammar: 1,
    id,
    title: id,
    params: {},
    data: {},
    state: {},
    timers: {},
    on: {},
    body: [],
    bar: [],
    overlays: {},
    endpoints: {},
    bridge: {},
    // Long enough to be compressed.
    messages: { source: { 'A text of the plan': 'A text of the plan, and again. '.repeat(20) } },
    uses: { widgets: [], actions: [] },
  };
}

export function testAppPlan(): AppPlan {
  return {
    grammar: 1,
    languages: { default: 'source', list: ['source'] },
    timeZone: 'UTC',
    session: { sessionId: { wire: ['sessionId'], shape: { type: 'text' } } },
    carried: {},
    config: { service: { phone: '+63 2 8000 0000', email: 'help@example.com' } },
    kept: {},
    hosts: {
      leave: ['pay.example.com'],
      frame: ['https://frames.example.com'],
      image: ['https://pictures.example.com'],
    },
    failures: {},
    bridge: {},
    screens: {
      order: { paths: ['/order', '/loanDetail'], params: ['orderId'] },
      repay: { paths: ['/repay'], params: ['orderId'] },
      'not-found': { paths: [], params: [] },
    },
    special: { unknown: 'not-found', signedOut: 'not-found' },
    messages: {},
    required: [],
  };
}

export const testContracts = readContracts(readProjectBytes('.'));
const { scenarios, service } = loadFixtures('.');
export const testScenarios = scenarios;
export const testService = service;
export const testPlaces = readPlaces(readFileSync('fixtures/places/sample.csv', 'utf8'));
export const testStates: StateFiles = { screens: new Map(), sets: new Map() };

/** Serves one release to everybody, with the product's contracts. */
export function serving(release: Release, contracts: readonly Contract[] = testContracts) {
  return fixedRelease({ release, contracts, assets: new Map() });
}

/** A project with three empty screens. */
const TEST_DEFINITIONS: Definitions = {
  app: testAppPlan(),
  plans: new Map(['order', 'repay', 'not-found'].map((id) => [id, testPlan(id)])),
  files: new Map([...readProjectBytes('.')].filter(([path]) => path.startsWith('schemas/'))),
};

const TEST_PAGE = {
  template: TEMPLATE,
  preloads: {},
  files: readScenarioPictures('fixtures/scenarios/pictures'),
};

const testFixtures = { scenarios: testScenarios, states: testStates, service: testService };

export const testProject: Project = {
  problems: [],
  describe: () => '',
  isSound: true,
  docs: 'dist/docs',
  definitions: TEST_DEFINITIONS,
  findPlaces: () => undefined,
  readBuilt: () => TEST_PAGE,
  readPictures: () => new Map(),
  readStudio: () => undefined,
  loadFixtures: () => testFixtures,
  readFixturesAgain: () => testFixtures,
  loadPlaces: () => testPlaces,
  rehearse: () => ({ ...testFixtures, places: '' }),
};

/** The options of an app with these screens. */
export function testParts(foreignHosts: readonly string[]) {
  const { app, plans } = TEST_DEFINITIONS;
  const releases = serving(makeRelease(app, plans, { foreignHosts }));
  return { ...TEST_PAGE, places: testPlaces, releases };
}

/** Waits end immediately, and their durations are recorded in `waits`. */
export function createTestApp(options: Partial<AppOptions> = {}) {
  const waits: number[] = [];
  const lines: string[] = [];
  const apps = createApp({
    ...testParts([new URL(TEST_PAY_ORIGIN).host]),
    loanService: {
      scenarios: testScenarios,
      states: testStates,
      service: testService,
      payOrigin: TEST_PAY_ORIGIN,
    },
    now: () => TEST_NOW,
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    log: (line, fields) => lines.push(`${line} ${JSON.stringify(fields ?? {})}`),
    ...options,
  });
  return { ...apps, waits, lines };
}

/** The value of a header in a visit. The session headers of both clients, `gather` and `eyes`, have the same value. */
function valueOf(header: string, visit: string): string {
  return `${['eyes', 'gather'].includes(header) ? 'known' : header}-${visit}`;
}

type App = ReturnType<typeof createTestApp>['app'];

/** Calls an endpoint by its contract, with the changes of the test. */
export function callEndpoint(
  app: App,
  endpoint: string,
  members: { readonly [wire: string]: string },
  {
    headers = {},
    visit = 'v',
    orderId,
  }: {
    headers?: { readonly [name: string]: string };
    visit?: string;
    /** In the query, with the session. */
    orderId?: string;
  } = {},
): Promise<Response> {
  const contract = testContracts.find(({ name }) => name === endpoint);
  if (!contract) throw new Error(`There is no contract ${endpoint}.`);
  const body = new URLSearchParams(members).toString();
  const isQuery = contract.encoding === 'query';
  const sent = {
    'X-Requested-With': 'XMLHttpRequest',
    ...Object.fromEntries(contract.headers.map((name) => [name, valueOf(name, visit)])),
    ...(!isQuery && { 'Content-Type': 'application/x-www-form-urlencoded' }),
    ...headers,
  };
  const query = new URLSearchParams({ ...(orderId !== undefined && { orderId }), ...(isQuery && members) });
  return Promise.resolve(
    app.request(`${contract.paths[0]}?${query}`.replace(/\?$/, ''), {
      method: contract.method,
      headers: sent,
      ...(!isQuery && { body }),
    }),
  );
}

export function readOrder(app: App, orderId: string, productId = '1203'): Promise<Response> {
  return callEndpoint(app, 'order-details', { productId, orderId });
}

export const FULL_PAYMENT = { productId: '1203', amount: '341250', channelNumber: '90006' } as const;
export const ROLLOVER_PAYMENT = { ...FULL_PAYMENT, amount: '52500', isDelay: '1' } as const;
