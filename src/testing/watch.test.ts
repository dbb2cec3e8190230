import { expect, it } from 'vitest';
import type { TestProject } from './project.ts';
import type { StateReport, TestRun } from './test-run.ts';
import { type Selection, type WatchEvent, type WatchUpdate, watchTests } from './watch.ts';

/** A run in which some screens differ from their snapshots. */
function runOf(screens: readonly string[], wrong: readonly string[]): TestRun {
  const states = screens.map(
    (screen): StateReport => ({
      screen,
      state: 'content',
      language: 'en',
      verdict: wrong.includes(screen) ? 'mismatched' : 'passed',
    }),
  );
  return {
    isClean: wrong.length === 0,
    screens,
    hits: new Set(),
    project: {} as TestProject,
    verified: [],
    report: {
      states,
      scripts: [],
      looks: [],
      obsoleteFiles: [],
      summary: { passed: 0, failed: 0, mismatched: 0, missing: 0, obsolete: 0, written: 0 },
    },
  };
}

const ALL = ['order', 'repay', 'site'];

async function watched(
  events: readonly WatchEvent[],
  outcome: (selection: Selection, turn: number) => readonly string[] | Error,
) {
  const asked: Selection[] = [];
  const told: WatchUpdate[] = [];
  const glances: string[] = [];
  const isClean = await watchTests(
    { paths: [], name: undefined, writes: 'missing' },
    {
      events: (async function* () {
        yield* events;
      })(),
      affected: (paths) => (paths.includes('app') ? undefined : paths.filter((one) => ALL.includes(one))),
      notify: (one) => void told.push(one),
      glance: (screen) => {
        glances.push(screen);
        return Promise.resolve(runOf([screen], []));
      },
      run: (selection) => {
        asked.push(selection);
        const wrong = outcome(selection, asked.length);
        if (wrong instanceof Error) return Promise.reject(wrong);
        const screens = selection.paths.length === 0 ? ALL : selection.paths;
        return Promise.resolve(runOf(screens, wrong));
      },
    },
  );
  return {
    isClean,
    told,
    glances,
    asked: asked.map(({ paths, name, writes }) => [paths.join(' '), name, writes]),
  };
}

it('renders only affected screens after a change, and nothing if no state shows it', async () => {
  const { asked, told, glances } = await watched(
    [{ paths: ['repay'] }, { paths: ['theme'] }, { paths: ['app'] }],
    () => [],
  );
  expect(asked).toEqual([
    ['', undefined, 'missing'],
    ['repay', undefined, 'missing'],
    ['', undefined, 'missing'],
  ]);
  expect(glances).toEqual(['repay']);
  expect(told.map(({ kind }) => kind).slice(2, 5)).toEqual(['begins', 'glanced', 'ended']);
  expect(told.filter(({ kind }) => kind === 'nothing')).toHaveLength(1);
});

it('f renders the failed states, u writes them, and afterwards both have nothing to do', async () => {
  const { isClean, asked } = await watched(
    [{ key: 'failed' }, { key: 'update' }, { key: 'failed' }, { key: 'update' }, { key: 'all' }],
    ({ writes }, turn) => (turn > 3 || writes === 'all' ? [] : ['order', 'site']),
  );
  expect(asked).toEqual([
    ['', undefined, 'missing'],
    ['order site', undefined, 'missing'],
    ['order site', undefined, 'all'],
    ['', undefined, 'missing'],
  ]);
  expect(isClean).toBe(true);
});

it('p narrows the following runs until its pattern is empty', async () => {
  const { asked } = await watched(
    [{ pattern: 'repay/ov' }, { paths: ['order'] }, { pattern: '' }, { key: 'quit' }, { key: 'all' }],
    () => [],
  );
  expect(asked).toEqual([
    ['', undefined, 'missing'],
    ['', 'repay/ov', 'missing'],
    ['order', 'repay/ov', 'missing'],
    ['', undefined, 'missing'],
  ]);
});

it('renders changes that were made during errors after the errors are fixed', async () => {
  const { isClean, asked, told } = await watched([{ paths: ['order'] }, { paths: ['repay'] }], (_, turn) =>
    turn === 2 ? new Error('the definitions have errors') : turn === 3 ? ['repay'] : [],
  );
  expect(asked.map(([paths]) => paths)).toEqual(['', 'order', 'order repay']);
  expect(told.filter(({ kind }) => kind === 'failed')).toHaveLength(1);
  expect(isClean).toBe(false);
});
