// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from 'vitest';
import { valueAt } from '#renderer/grammar/pointer.ts';
import type { ScriptStep } from '#src/shared/scripts.ts';
import { playScript } from '../play-script.ts';
import { prepareScreens } from '../prepare.ts';
import { loadTestProject } from '../project.ts';
import { runScreen } from '../run-screen.ts';
import type { TestRun } from '../test-run.ts';
import { type Collector, createCollector } from './collect.ts';
import { button, compileLibrary, library } from '#renderer/grammar/testing.ts';
import { instrument } from './instrument.ts';
import { NamedListPlaces } from './named-list-places.ts';
import { placeMarks } from './marks.ts';
import { writeCoveragePage } from './page.ts';
import { describeCoverage, writeLcov } from './print.ts';
import { makeCoverage, percentOf } from './report.ts';
import { makeColours } from '#src/shared/code-frame.ts';

const project = loadTestProject('.');
let collector: Collector;
beforeAll(async () => {
  await prepareScreens(project.release.plans.values());
  collector = createCollector(project);
});

const CHANNELS = 'screens/parts/payment-channels.part.json';
const PAY = `${CHANNELS}#/overlays/channels/bar/0/on/tap`;

function play(...steps: readonly ScriptStep[]) {
  return playScript(collector.project, 'repay', { name: 'of-a-test', steps }, collector.watch);
}

describe('coverage of a screen that is rendered and played', () => {
  it('does not change the text of the screen', async () => {
    const options = { wants: ({ name }: { name: string }) => name === 'content', plays: () => false };
    const [plain] = await runScreen(project, 'repay', options);
    const [watched] = await runScreen(collector.project, 'repay', { ...options, watch: collector.watch });
    expect(watched?.lines).toEqual(plain?.lines);
    expect(collector.hits).toContain('screens/repay.screen.json#/body/0! drawn');
    expect(collector.hits).toContain(`${CHANNELS}#/body/0/enabledWhen true`);
    expect(collector.hits).not.toContain(`${CHANNELS}#/body/0/on/tap/0 done`);
  });

  it('counts both results of a condition, success and failure of an action, each case, each end of a call', async () => {
    const seen = (hit: string) => collector.hits.has(hit);
    await play({ tap: 'Payment Method' });
    expect(seen(`${CHANNELS}#/body/0/on/tap/0 done`)).toBe(true);
    expect(seen(`${PAY}/0 done`)).toBe(false);
    await play({ tap: 'Payment Method' }, { answer: 'pay-code', with: 'break' }, { tap: 'Payment' });
    expect(seen(`${PAY}/0 failed`)).toBe(true);
    expect(seen(`${PAY}/0/catch/0/when true`)).toBe(true);
    expect(seen(`${PAY}/0/catch/0/when false`)).toBe(false);
    expect(seen(`${PAY}/0/catch/0/run/0 done`)).toBe(true);
    expect(seen('repay pay-code network')).toBe(true);
    expect(seen('repay pay-code business')).toBe(false);
    const error = { code: '5001', message: 'Closed today.' };
    await play({ tap: 'Payment Method' }, { answer: 'pay-code', with: { error } }, { tap: 'Payment' });
    expect(seen(`${PAY}/0/catch/0/when false`)).toBe(true);
    expect(seen('repay pay-code business')).toBe(true);
    await play({ tap: 'Payment Method' }, { tap: 'Payment' });
    expect(seen(`${PAY}/0 done`)).toBe(true);
    expect(seen(`${PAY}/1 done`)).toBe(true);
  });
});

it("counts a payment's two results: done, and not known yet", async () => {
  const way = 'screens/pay-way.screen.json#/body/2/body/2/on/submit/0/critical/done';
  const pay = async (orderStatus: string) => {
    const steps: readonly ScriptStep[] = [
      { tap: { role: 'radio', contains: 'First Island Bank' } },
      { answer: 'repayment-commit', with: 'break' },
      { answer: 'order-details', with: { patch: { orderStatus } } },
      { tap: { role: 'button', contains: 'Pay ₱' } },
      { wait: 3 },
    ];
    await playScript(collector.project, 'pay-way', { name: 'of-a-test', steps }, collector.watch);
    return ['true', 'false'].map((end) => collector.hits.has(`${way} ${end}`));
  };
  expect(await pay('180')).toEqual([false, true]);
  expect(await pay('200')).toEqual([true, true]);
});

/** A run of one screen with only these hits. */
function emptyRun(...hits: readonly string[]): TestRun {
  return {
    isClean: true,
    screens: ['rollover'],
    verified: [],
    hits: new Set(hits),
    project,
    report: {
      states: [],
      scripts: [],
      looks: [],
      obsoleteFiles: [],
      summary: { passed: 0, failed: 0, mismatched: 0, missing: 0, obsolete: 0, written: 0 },
    },
  };
}

describe('the report', () => {
  const report = (...hits: readonly string[]) => makeCoverage(emptyRun(...hits));
  const WHEN = 'screens/rollover.screen.json#/body/2/visibleWhen';

  it('counts the covered points by document, and lists the others with position and text', () => {
    const nothing = report();
    const { conditions } = nothing.total;
    expect(conditions.seen).toBe(0);
    expect(report(`${WHEN} true`).total.conditions).toEqual({ seen: 1, of: conditions.of });
    const missing = (all: ReturnType<typeof report>) =>
      all.misses.flatMap(({ pointer, missing: what, line, text }) =>
        pointer === '/body/2/visibleWhen' ? [`${line} ${what} ${text}`] : [],
      );
    const line = project.files
      .find(({ path }) => path === 'screens/rollover.screen.json')
      ?.text.split('\n')
      .findIndex((one) => one.includes('data.plan.isShowReyTop'));
    expect(missing(nothing)).toEqual([
      `${(line ?? 0) + 1} is never false data.plan.isShowReyTop`,
      `${(line ?? 0) + 1} is never true data.plan.isShowReyTop`,
    ]);
    expect(missing(report(`${WHEN} true`, `${WHEN} false`))).toEqual([]);
    expect(nothing.documents.map(({ file }) => file)).toContain(CHANNELS);
  });

  it('does not count a catch that the compiler added for a lost answer', () => {
    const screens = ['promotion', 'bind-bank', 'complaint-details'];
    const { misses } = makeCoverage({ ...emptyRun(), screens });
    const caught = misses.filter(({ pointer }) => /\/catch\/\d+\/when$/.test(pointer));
    expect(caught.length).toBeGreaterThan(0);
    for (const { file, pointer } of misses) {
      const [, at] = /^(.*\/catch\/\d+)(?:\/|$)/.exec(pointer) ?? [];
      const text = project.files.find(({ path }) => path === file)?.text ?? '';
      if (at !== undefined) expect([file, at, valueAt(JSON.parse(text), at)]).not.toContain(undefined);
    }
  });

  it('never rounds up to 100 %', () => {
    expect(percentOf({ seen: 1999, of: 2000 })).toBe(99.9);
    expect(percentOf({ seen: 2000, of: 2000 })).toBe(100);
    expect(percentOf({ seen: 0, of: 0 })).toBe(100);
  });

  it('is printed as words and as lcov', () => {
    const nothing = report();
    const words = describeCoverage(nothing, makeColours(false), true);
    expect(words).toMatch(
      /^never {2}screens\/rollover\.screen\.json:\d+:\d+ {2}is never true {2}data\.plan\.isShowReyTop$/m,
    );
    expect(words).toContain('rollover-plan never ends with timeout');
    const lcov = writeLcov(nothing);
    expect(lcov).toContain(`SF:${CHANNELS}\n`);
    expect(lcov).toMatch(/^BRDA:\d+,0,0,0$/m);
  });

  it('lists each alternative at its own position', () => {
    const run = { ...emptyRun(), screens: ['repay'] };
    const places = makeCoverage(run).misses.flatMap(({ pointer, missing, text }) =>
      pointer.startsWith('/body/0/noteTone/') && missing === 'is never true' ? [[pointer, text]] : [],
    );
    expect(places).toEqual([
      ['/body/0/noteTone/choose/0/when', 'has(values.days) && values.days < 0'],
      ['/body/0/noteTone/choose/1/when', 'has(values.days) && values.days <= 3'],
    ]);
  });

  it('lists a call at the position of its request', () => {
    const [first] = report().misses.filter(({ missing }) => missing.startsWith('rollover-plan never'));
    expect(first).toMatchObject({ pointer: '/data/plan', screen: 'rollover' });
  });
});

describe('the page that marks missing coverage on the screenshot', () => {
  const hit = (file: string, pointer: string) => `${file}#${pointer}`;
  /** An element for each node of `nodes`: id → pointer of its screen. */
  const pictureOf = (state: string, nodes: { readonly [id: string]: string }) => ({
    state,
    title: state,
    page: {
      ...{ language: 'en', title: '', style: '', classes: '' },
      body: Object.keys(nodes)
        .map((id) => `<p id="${id}"></p>`)
        .join(''),
      // A node that is not rendered has no element.
      nodes: { ...nodes, gone: '/body/2' },
    },
  });
  const origins = Object.fromEntries(
    ['/body/0', '/body/0/body/1', '/body/2', '/bar/0'].map((pointer) => [pointer, { file: 'a', pointer }]),
  );
  const miss = (metric: 'nodes' | 'conditions' | 'outcomes', pointer: string) => ({
    ...{ metric, file: 'a', line: 1, column: 1, missing: 'is never true', text: '' },
    pointer,
  });
  const place = (...misses: readonly ReturnType<typeof miss>[]) =>
    placeMarks(misses, origins, [
      pictureOf('first', { one: '/body/0', bar: '/bar/0' }),
      pictureOf('second', { two: '/body/0/body/1' }),
    ]).map(({ state, element, edge }) => [state, element, edge]);

  it('marks each miss on the screenshot that shows its source most closely', () => {
    expect(
      place(
        miss('outcomes', '/bar/0/on/tap/0'),
        miss('conditions', '/body/0/visibleWhen'),
        miss('conditions', '/body/0/body/1/note'),
        miss('conditions', '/overlays/ask'),
      ),
    ).toEqual([
      ['first', 'bar', 'on'],
      ['first', 'one', 'on'],
      ['second', 'two', 'on'],
      [undefined, undefined, 'on'],
    ]);
  });

  it('marks a node that is never rendered below its predecessor, or in its parent', () => {
    expect(
      place(miss('nodes', '/body/2'), miss('nodes', '/body/0/body/0'), miss('nodes', '/body/0/body/3')),
    ).toEqual([
      ['first', 'one', 'below'],
      ['first', 'one', 'on'],
      ['second', 'two', 'below'],
    ]);
    expect(place(miss('conditions', '/body/2/visibleWhen'))).toEqual([['first', 'one', 'below']]);
  });

  it('is one file with the copied pages, positions, and lines of documents', async () => {
    const [drawn] = await runScreen(project, 'rollover', {
      wants: ({ name }) => name === 'content',
      plays: () => false,
      keepsPages: 'first',
    });
    const verified = [
      {
        screen: 'rollover',
        state: 'content',
        language: 'source',
        verdict: 'passed' as const,
        expected: [],
        drawn,
      },
    ];
    const run = { ...emptyRun(hit(CHANNELS, '/body/0! drawn')), verified };
    const page = new DOMParser().parseFromString(
      writeCoveragePage(run, makeCoverage(run), '.cz-a{}</style>'),
      'text/html',
    );
    const data = JSON.parse(page.getElementById('data')?.textContent ?? '') as {
      readonly screens: readonly {
        readonly pictures: readonly { readonly state: string; readonly html: string }[];
        readonly marks: readonly {
          readonly place: string;
          readonly state?: string;
          readonly element?: string;
        }[];
      }[];
    };
    const [screen] = data.screens;
    expect(screen?.pictures.map(({ state }) => state)).toEqual(['content']);
    expect(screen?.pictures[0]?.html).toContain('/* the look */');
    expect(screen?.pictures[0]?.html).toContain('<h1');
    const marked = screen?.marks.filter(({ state, element }) => state === 'content' && element !== undefined);
    expect(marked?.length).toBeGreaterThan(10);
    expect(marked?.[0]?.place).toMatch(/^screens\/[\w./-]+:\d+:\d+$/);
    expect(page.querySelector('pre')?.textContent).toContain('← is never');
    expect(page.documentElement.outerHTML).not.toMatch(/(?:src|href)="http/);
  });
});

it('the actions of a named list are points of the list, once for all its uses', () => {
  const screen = {
    lists: { home: { run: [{ do: 'notice', text: 'Bye' }, { do: 'back' }] } },
    body: [button([{ do: 'run', list: 'home' }]), button([{ do: 'run', list: 'home' }])],
  };
  const shelf = compileLibrary(screen).screens['shelf'];
  if (shelf === undefined) throw new Error('There is no such screen.');
  const { points } = instrument(shelf.written, shelf.origins, new NamedListPlaces(library(screen)));
  const actions = [...points.values()].filter(({ kind }) => kind === 'action').map(({ pointer }) => pointer);
  expect(actions).toEqual(['/body/0/on/tap/0', '/lists/home/run/0', '/lists/home/run/1', '/body/1/on/tap/0']);
});

it('instrument distinguishes the nodes, cases and conditions of one text', () => {
  const { written, origins } = project.compiled.screens['repay'] ?? {};
  if (written === undefined || origins === undefined) throw new Error('There is no such screen.');
  const { points } = instrument(written, origins, new NamedListPlaces([]));
  const notes = [...points.keys()].filter((id) => id.startsWith('screens/repay.screen.json#/body/0/note?'));
  expect(notes.length).toBeGreaterThan(3);
  expect(points.get(`${PAY}/0`)?.ways).toEqual(['done', 'failed']);
  expect(points.get(`${PAY}/1`)?.ways).toEqual(['done']);
});

describe('a condition that the parameter of a part decides', () => {
  const card = {
    params: { edit: { type: 'boolean', default: false }, kind: { type: 'string', default: 'a' } },
    body: [
      {
        type: 'text',
        visibleWhen: '!params.edit',
        text: {
          choose: [
            { when: "params.kind == 'b'", value: 'Of kind b' },
            { when: 'device.online', value: 'Online' },
            'Offline',
          ],
        },
      },
      button([{ do: 'choose', cases: [{ when: 'params.edit', run: [{ do: 'back' }] }, { run: [] }] }]),
    ],
  };
  const pointsOf = (given: object): readonly string[] => {
    const screen = { body: [{ type: 'part', part: 'card', id: 'one', with: given }] };
    const shelf = compileLibrary(screen, { parts: { card } }).screens['shelf'];
    if (shelf === undefined) throw new Error('There is no such screen.');
    const { points } = instrument(shelf.written, shelf.origins, new NamedListPlaces([]));
    return [...points]
      .filter(([, { file }]) => file.endsWith('.part.json'))
      .map(([id, { ways }]) => `${id.replace(/^.*#/, '')} ${ways.join()}`);
  };

  it('has no two results, and the conditions after it keep their numbers', () => {
    expect(pointsOf({})).toEqual([
      '/body/0! drawn',
      '/body/0/text?2 true,false',
      '/body/1! drawn',
      '/body/1/on/tap/0 done',
      '/body/1/on/tap/0/cases/0/run/0 done',
      '/body/1/on/tap/0/cases/1 true',
    ]);
    expect(pointsOf({ kind: '${session.branch}' })).toContain('/body/0/text?1 true,false');
  });

  it('what it excludes is still a point, for another use of the part', () => {
    expect(pointsOf({ edit: true })).toEqual(
      expect.arrayContaining([
        '/body/0! drawn',
        '/body/1/on/tap/0/cases/0 true',
        '/body/1/on/tap/0/cases/1 true',
      ]),
    );
    expect(pointsOf({ edit: '${device.online}' })).toEqual(
      expect.arrayContaining(['/body/0/visibleWhen true,false', '/body/1/on/tap/0/cases/0/when true,false']),
    );
  });
});
