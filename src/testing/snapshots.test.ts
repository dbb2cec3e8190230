import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DrawnState } from './drawn.ts';
import { readSnapshot, writeSnapshot } from './snapshot-file.ts';
import { findObsoleteFiles, pathOf, type Verdict, verifyScreen } from './snapshots.ts';
import { describeChanges, diffLines } from './tree-diff.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'capiz-snapshots-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function drawn(state: string, text: string, more: Partial<DrawnState> = {}): DrawnState {
  const lines = text.split('\n').map((line) => ({ text: line }));
  return { screen: 'shelf', state, title: `Title of ${state}`, language: 'en', lines, ...more };
}

function verify(
  states: readonly DrawnState[],
  writes: 'none' | 'missing' | 'all',
  isWhole = true,
): readonly (readonly [string, Verdict])[] {
  return verifyScreen('shelf', states, { root, writes, isWhole }).map(({ state, verdict }) => [
    state,
    verdict,
  ]);
}

const read = () => readFileSync(pathOf(root, 'shelf', 'en'), 'utf8');

describe('the snapshot of a screen', () => {
  it('has a block for each state, which refers to an earlier state if both are equal', () => {
    verify(
      [drawn('content', 'main\n  "Books"'), drawn('narrow', 'main\n  "Books"'), drawn('empty', 'main')],
      'all',
    );
    expect(read()).toBe(`# shelf in en: what a borrower is told. Written by \`capiz test -u\`.

## content: Title of content
main
  "Books"

## narrow: Title of narrow
as content

## empty: Title of empty
main
`);
  });

  it('is read as it was written', () => {
    const blocks = [
      { state: 'a', title: 'A: with a colon', lines: ['main', '  "as b"'] },
      { state: 'b', title: 'B', lines: ['main', '  "as b"'] },
      { state: 'c', title: 'C', lines: [] },
    ];
    const text = writeSnapshot('shelf', 'en', blocks);
    expect(readSnapshot(text).slice(0, 2)).toEqual(blocks.slice(0, 2));
    expect(writeSnapshot('shelf', 'en', readSnapshot(text))).toBe(text);
  });
});

describe('in CI nothing is written, and a difference fails', () => {
  it('reports a missing snapshot', () => {
    expect(verify([drawn('content', 'main')], 'none')).toEqual([['content', 'missing']]);
    expect(existsSync(pathOf(root, 'shelf', 'en'))).toBe(false);
  });

  it('reports a different text or title, and an obsolete snapshot', () => {
    verify([drawn('content', 'main'), drawn('empty', 'main'), drawn('gone', 'main')], 'all');
    const before = read();
    const now = [drawn('content', 'main\n  "new"'), drawn('empty', 'main', { title: 'Other' })];
    expect(verify(now, 'none')).toEqual([
      ['content', 'mismatched'],
      ['empty', 'mismatched'],
      ['gone', 'obsolete'],
    ]);
    expect(read()).toBe(before);
  });

  it('reports a state that could not be rendered', () => {
    expect(verify([drawn('content', '', { failure: 'in vain' })], 'none')).toEqual([['content', 'failed']]);
  });
});

describe('outside CI', () => {
  it("writes a new state's snapshot, and changes no other", () => {
    verify([drawn('content', 'main')], 'all');
    expect(verify([drawn('content', 'other'), drawn('new', 'main\n  "new"')], 'missing')).toEqual([
      ['content', 'mismatched'],
      ['new', 'written'],
    ]);
    expect(readSnapshot(read()).map(({ lines }) => lines)).toEqual([['main'], ['main', '  "new"']]);
  });

  it('an update deletes obsolete snapshots, unless only some states were rendered', () => {
    verify([drawn('content', 'main'), drawn('gone', 'x')], 'all');
    verify([drawn('content', 'changed')], 'all', false);
    expect(readSnapshot(read()).map(({ state }) => state)).toEqual(['content', 'gone']);
    verify([drawn('content', 'changed')], 'all');
    expect(readSnapshot(read()).map(({ state }) => state)).toEqual(['content']);
  });

  it('does not write an equal snapshot again', () => {
    verify([drawn('content', 'main')], 'all');
    const { mtimeMs, ino } = statSync(pathOf(root, 'shelf', 'en'));
    verify([drawn('content', 'main')], 'all');
    expect(statSync(pathOf(root, 'shelf', 'en'))).toMatchObject({ mtimeMs, ino });
  });

  it('stores no translation, and reports one that could not be rendered', () => {
    const states = [
      drawn('content', 'main'),
      drawn('content', 'main', { language: 'de', isTranslation: true }),
      drawn('empty', 'main'),
      drawn('empty', '', { language: 'de', isTranslation: true, failure: 'in vain' }),
      drawn('german', 'main', { language: 'de' }),
    ];
    expect(verify(states, 'all')).toEqual([
      ['content', 'written'],
      ['empty', 'written'],
      ['empty', 'failed'],
      ['german', 'written'],
    ]);
    expect(readSnapshot(readFileSync(pathOf(root, 'shelf', 'de'), 'utf8')).map(({ state }) => state)).toEqual(
      ['german'],
    );
  });

  it('finds files of removed screens, languages and scripts', () => {
    verify([drawn('content', 'main')], 'all');
    verify([drawn('lends', 'tap “Lend”', { language: 'scripts' })], 'all');
    const find = (...wanted: readonly string[]) => findObsoleteFiles(root, new Set(wanted));
    expect(find('en/shelf', 'scripts/shelf')).toEqual([]);
    expect(find('en/book', 'de/shelf', 'scripts/shelf')).toEqual(['fixtures/snapshots/en/shelf.txt']);
    expect(find('en/shelf')).toEqual(['fixtures/snapshots/scripts/shelf.txt']);
  });
});

describe('a difference', () => {
  it('shows the path to a change, once for neighbours', () => {
    const before = ['main', '  region "Plan"', '    "one"', '    "two"', 'contentinfo', '  button "Pay"'];
    const after = [
      'main',
      '  region "Plan"',
      '    "one"',
      '    "three"',
      'contentinfo',
      '  button "Pay" disabled',
    ];
    expect(describeChanges(before, after)?.lines).toEqual([
      '  main › region "Plan"',
      '-     "two"',
      '+     "three"',
      '  contentinfo',
      '-   button "Pay"',
      '+   button "Pay" disabled',
    ]);
    expect(describeChanges(before, before)).toBeUndefined();
  });

  it('shows only the first line of a removed subtree', () => {
    const before = ['main', '  "one"', 'contentinfo', '  list', '    button "Next"'];
    expect(describeChanges(before, ['main', '  "one"'])?.lines).toEqual([
      '-   contentinfo',
      '-   list',
      '-     button "Next"',
    ]);
  });

  it('contains every line of both, in order', () => {
    const before = ['a', 'b', 'c', 'd'];
    const after = ['b', 'x', 'd', 'e'];
    const lines = diffLines(before, after);
    expect(lines.filter(({ sign }) => sign !== '+').map(({ text }) => text)).toEqual(before);
    expect(lines.filter(({ sign }) => sign !== '-').map(({ text }) => text)).toEqual(after);
    expect(lines.filter(({ sign }) => sign === ' ').map(({ text }) => text)).toEqual(['b', 'd']);
  });
});
