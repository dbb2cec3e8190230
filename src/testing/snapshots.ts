import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFile } from '#src/shared/write-file.ts';
import type { DrawnState } from './drawn.ts';
import { readSnapshot, type SnapshotBlock, writeSnapshot } from './snapshot-file.ts';

/**
 * `fixtures/snapshots/<language>/<screen>.txt`, `…/scripts/<screen>.txt` and `…/looks/<screen>.txt`. A state has a snapshot in
 * one language: its own, or the project's first.
 */
export const SNAPSHOTS = 'fixtures/snapshots';

export type Verdict = 'passed' | 'failed' | 'mismatched' | 'missing' | 'obsolete' | 'written';

export interface Verified {
  readonly screen: string;
  readonly state: string;
  readonly language: string;
  readonly verdict: Verdict;
  readonly expected: readonly string[];
  readonly drawn: DrawnState | undefined;
}

export interface VerifyOptions {
  readonly root: string;
  /** Whether every state of the screens was rendered: only then a block can be obsolete. */
  readonly isWhole: boolean;
  /** `none` writes nothing, `missing` only new snapshots, `all` every difference. */
  readonly writes: 'none' | 'missing' | 'all';
}

/**
 * Compares the rendered states of one screen with their snapshots, and writes what `writes` allows. A translation only has to
 * be rendered: `capiz diff --trees` shows what changed in it.
 */
export function verifyScreen(
  screen: string,
  drawn: readonly DrawnState[],
  { root, isWhole, writes }: VerifyOptions,
): readonly Verified[] {
  const compared = drawn.filter(({ isTranslation, failure }) => !isTranslation || failure !== undefined);
  const languages = [...new Set(compared.map(({ language }) => language))];
  return languages.flatMap((language) => {
    const path = pathOf(root, screen, language);
    const states = compared.filter((one) => one.language === language);
    const former = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const blocks = new Map(readSnapshot(former).map((block) => [block.state, block]));
    const verified = states.map((one): Verified => {
      const block = blocks.get(one.state);
      return {
        screen,
        state: one.state,
        language,
        verdict: verdictOf(one, block, writes),
        expected: block?.lines ?? [],
        drawn: one,
      };
    });
    const names = new Set(states.map(({ state }) => state));
    const rest = [...blocks.values()].filter(({ state }) => !names.has(state));
    if (isWhole && writes !== 'all') {
      for (const { state, lines } of rest)
        verified.push({ screen, state, language, verdict: 'obsolete', expected: lines, drawn: undefined });
    }
    if (writes !== 'none' && verified.some(({ verdict }) => verdict === 'written' || writes === 'all')) {
      const next = new Map(isWhole && writes === 'all' ? [] : blocks);
      for (const { state, verdict, drawn: one } of verified) {
        if (one === undefined || (verdict !== 'written' && verdict !== 'passed')) continue;
        next.set(state, blockOf(one));
      }
      const order = [...names];
      const sorted = isWhole
        ? [...next.values()].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
        : [...next.values()];
      const text = writeSnapshot(screen, language, sorted);
      if (text !== former) {
        writeFile(path, text);
      }
    }
    return verified;
  });
}

function verdictOf(
  drawn: DrawnState,
  block: SnapshotBlock | undefined,
  writes: VerifyOptions['writes'],
): Verdict {
  if (drawn.failure !== undefined) return 'failed';
  if (block === undefined) return writes === 'none' ? 'missing' : 'written';
  const { lines, title } = blockOf(drawn);
  if (title === block.title && lines.join('\n') === block.lines.join('\n')) return 'passed';
  return writes === 'all' ? 'written' : 'mismatched';
}

/**
 * Writes the snapshots of these states, and deletes obsolete ones; all others stay.
 *
 * @param order - Names of a screen's states and scripts, in the order of its file.
 */
export function acceptStates(
  root: string,
  states: readonly Verified[],
  order: (screen: string) => readonly string[],
): void {
  const files = new Map<string, Verified[]>();
  for (const one of states) {
    const path = pathOf(root, one.screen, one.language);
    files.set(path, [...(files.get(path) ?? []), one]);
  }
  for (const [path, [first, ...more]] of files) {
    if (first === undefined) continue;
    const { screen, language } = first;
    const former = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const blocks = new Map(readSnapshot(former).map((block) => [block.state, block]));
    for (const { state, drawn } of [first, ...more]) {
      if (drawn === undefined) blocks.delete(state);
      else if (drawn.failure === undefined) blocks.set(state, blockOf(drawn));
    }
    const names = order(screen);
    const sorted = [...blocks.values()].sort((a, b) => names.indexOf(a.state) - names.indexOf(b.state));
    writeFile(path, writeSnapshot(screen, language, sorted));
  }
}

function blockOf({ state, title, lines }: DrawnState): SnapshotBlock {
  return { state, title, lines: lines.map(({ text }) => text) };
}

export function pathOf(root: string, screen: string, language: string): string {
  return join(root, SNAPSHOTS, language, `${screen}.txt`);
}

/**
 * Snapshot files that no state, look or script has any more, relative to the project.
 *
 * @param wanted - `<folder>/<screen>` of the files that should exist.
 */
export function findObsoleteFiles(root: string, wanted: ReadonlySet<string>): readonly string[] {
  const folder = join(root, SNAPSHOTS);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.txt') && !wanted.has(path.slice(0, -'.txt'.length)))
    .map((path) => `${SNAPSHOTS}/${path}`)
    .sort();
}

export function removeFiles(root: string, paths: readonly string[]): void {
  for (const path of paths) rmSync(join(root, path));
}
