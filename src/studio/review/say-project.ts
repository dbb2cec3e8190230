import { diffProjects, type ProjectDifference } from '#renderer/grammar/difference/diff-projects.ts';
import { compareValues } from '#renderer/grammar/difference/compare.ts';
import { titlesOfValues } from '#renderer/grammar/expression/sentence.ts';
import { isJson } from '#renderer/grammar/json.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { APP_FILE } from '#src/shared/project-paths.ts';
import { type Surroundings, surroundingsOf } from '../actions/surroundings.ts';
import { isWithin } from '../model/edits.ts';
import { moneyOf } from '../conditions/say.ts';
import { type ScreenChange, sayScreenChange } from '../screens/say-change.ts';
import { findSwap, partAt, type PartSwap, saySwap } from './copies.ts';
import { findMoves, type ReadDifference } from './moves.ts';
import { sayDocument, type Sentence } from './sentences.ts';
import { readTitles } from './titles.ts';
import { LIST } from '../words/list.ts';

export interface ToldSentence extends Sentence {
  /** Titles of the other screens that have the same change. */
  readonly also: readonly string[];
}

/** The changes of one document in words. */
export interface ToldDocument {
  readonly path: string;
  /** The screens that show it. */
  readonly title: string;
  readonly note: string;
  readonly sentences: readonly ToldSentence[];
}

const SCREEN = /\.screen\.json$/;

/**
 * The changes of a project in words. A sentence that is the same on several screens is told once, at the first one.
 *
 * @param changed - Changed paths, assets included.
 */
export function sayProject(
  differences: readonly ProjectDifference[],
  before: readonly SourceFile[],
  after: readonly SourceFile[],
  changed: ReadonlySet<string>,
): readonly ToldDocument[] {
  const [old, young] = [readerOf(before), readerOf(after)];
  const [formerTitles, titles] = [readTitles(before), readTitles(after)];
  const paths = [...new Set([...differences.map(({ file }) => file), ...changed])].sort();
  const renamed = findRenamed(paths, old, young);
  const former = new Set(renamed.values());
  const sides = { old, young, formerTitles, titles };
  /** What is said of a copy where it is shown, by the path of the copy. */
  const copies = new Map<string, readonly Sentence[]>();

  function sayDocuments(from: string, to: string, own: readonly ReadDifference[]): readonly Sentence[] {
    const value = { before: old(from), after: young(to) };
    let around: Surroundings | undefined;
    const document = {
      ...value,
      words: {
        titles: titlesOfValues([young(APP_FILE), value.after ?? value.before]),
        money: moneyOf(young(APP_FILE)),
      },
      around: () =>
        (around ??= value.after === undefined ? surroundingsOf(before, from) : surroundingsOf(after, to)),
      isCatalogue: to.startsWith('screens/messages/'),
    };
    const moved = findMoves(own);
    const swaps = new Map(moved.map((change) => [change, findSwap(change, value.after, sides)]));
    const others = moved.filter((change) => swaps.get(change) === undefined);
    const swapped = [...swaps.values()].filter((swap) => swap !== undefined);
    return [...sayDocument(others, document), ...withoutRepeats(swapped.flatMap(sayPart))];
  }

  /** Sentences for a node that now uses another part: what differs between the two parts. */
  function sayPart(swap: PartSwap): readonly Sentence[] {
    const [from, to] = [partAt(swap.from), partAt(swap.to)];
    const [copy, shared] = swap.isBack ? [from, to] : [to, from];
    const known = copies.get(copy);
    if (known !== undefined) return known;
    // A part that contains itself ends here.
    copies.set(copy, []);
    const said = saySwap(swap, sayVersions(from, to), sayVersions(shared, shared));
    copies.set(copy, said);
    return said;
  }

  function sayVersions(from: string, to: string): readonly Sentence[] {
    const textOf = (files: readonly SourceFile[], path: string): string =>
      files.find((file) => file.path === path)?.text ?? '';
    const found = diffProjects(
      [{ path: to, text: textOf(before, from) }],
      [{ path: to, text: textOf(after, to) }],
    );
    if ('unreadable' in found) return [];
    return sayDocuments(
      from,
      to,
      found.filter((change) => change.after?.pointer !== '/id'),
    );
  }

  const told = paths.flatMap((path) => {
    if (former.has(path)) return [];
    const from = renamed.get(path);
    const isGone = young(path) === undefined;
    const own =
      from === undefined
        ? differences.filter(({ file }) => file === path)
        : compareValues({ pointer: '', value: old(from) }, { pointer: '', value: young(path) });
    const whole = from === undefined ? sayScreenChange(path, before, after) : NOTHING_WHOLE;
    const others = whole.isAll ? [] : own.filter((change) => !isTold(change, whole.told));
    const sentences = [
      ...whole.sentences.map((sentence) => ({ parts: [sentence] })),
      ...sayDocuments(from ?? path, path, others),
    ];
    const names = isGone ? formerTitles : titles;
    const shown = names.screensOf(path);
    const isPart = !SCREEN.test(path) && shown.length > 0;
    return [
      {
        path,
        title: isPart ? LIST.format(shown) : names.of(path),
        note: isPart ? names.of(path) : from === undefined ? '' : `Before: ${formerTitles.of(from)}`,
        sentences: sentences.length > 0 ? sentences : [sayWhole(path, before, after)],
      },
    ];
  });
  return joinEqual(told.filter(({ path }) => !copies.has(path)));
}

function withoutRepeats(sentences: readonly Sentence[]): readonly Sentence[] {
  return [...new Map(sentences.map((sentence) => [JSON.stringify(sentence), sentence])).values()];
}

const NOTHING_WHOLE: ScreenChange = { sentences: [], isAll: false, told: [] };

/** Whether a sentence about the whole screen tells a difference. */
function isTold(
  { before, after }: Pick<ProjectDifference, 'before' | 'after'>,
  told: readonly string[],
): boolean {
  return told.some((pointer) => isWithin((after ?? before)?.pointer ?? '', pointer));
}

/** A change that is not in the content of a document: of an image, or of the way it is written. */
function sayWhole(path: string, before: readonly SourceFile[], after: readonly SourceFile[]): Sentence {
  if (path.endsWith('.json')) return { parts: ['Written differently, means the same.'] };
  const [was, is] = [before, after].map((files) => files.some((file) => file.path === path));
  return { parts: [was === true ? (is === true ? 'Another picture.' : 'It is deleted.') : 'It is new.'] };
}

/** Tells a sentence of several screens once. */
function joinEqual(
  told: readonly (Omit<ToldDocument, 'sentences'> & { readonly sentences: readonly Sentence[] })[],
): readonly ToldDocument[] {
  const first = new Map<string, { readonly path: string; readonly also: string[] }>();
  for (const { path, title, sentences } of told) {
    if (!SCREEN.test(path)) continue;
    for (const sentence of sentences) {
      const key = JSON.stringify(sentence);
      const known = first.get(key);
      if (known === undefined) first.set(key, { path, also: [] });
      else known.also.push(title);
    }
  }
  return told.flatMap((document) => {
    const sentences = document.sentences.flatMap((sentence): ToldSentence[] => {
      const known = SCREEN.test(document.path) ? first.get(JSON.stringify(sentence)) : undefined;
      if (known === undefined) return [{ ...sentence, also: [] }];
      return known.path === document.path ? [{ ...sentence, also: known.also }] : [];
    });
    return sentences.length === 0 ? [] : [{ ...document, sentences }];
  });
}

type Reader = (path: string) => unknown;

function readerOf(files: readonly SourceFile[]): Reader {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const read = new Map<string, unknown>();
  return (path) => {
    const text = texts.get(path);
    if (text === undefined || !path.endsWith('.json')) return undefined;
    if (!read.has(path)) read.set(path, parseDocument(text, path).document?.value);
    return read.get(path);
  };
}

/** Screens that have another id, by their new path: all but their id and addresses is the same. */
function findRenamed(paths: readonly string[], old: Reader, young: Reader): ReadonlyMap<string, string> {
  const screens = paths.filter((path) => SCREEN.test(path));
  const gone = new Set(screens.filter((path) => young(path) === undefined));
  const renamed = new Map<string, string>();
  for (const path of screens) {
    if (old(path) !== undefined) continue;
    const from = [...gone].find((one) => contentOf(old(one)) === contentOf(young(path)));
    if (from === undefined) continue;
    gone.delete(from);
    renamed.set(path, from);
  }
  return renamed;
}

function contentOf(screen: unknown): string {
  return JSON.stringify(isJson(screen) ? { ...screen, id: '', routes: [] } : screen);
}
