import { isDeepStrictEqual } from 'node:util';
import { parseFile } from '#renderer/grammar/parse.ts';
import { valueAt } from '#renderer/grammar/pointer.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { openDocuments } from '#src/studio/model/documents.ts';
import { canBeEdited, documentOf } from '#src/studio/model/nodes.ts';
import { reopen } from '#src/studio/model/remember.ts';
import { recall } from '#src/studio/model/remembered.ts';
import type { Workspace } from '#src/studio/model/workspace.ts';
import { lostComments } from './comments.ts';
import { type Command, Desk, type Made, type Move } from './desk.ts';
import { DOCUMENTS } from './documents.ts';
import { NODES } from './nodes.ts';
import { openStudioWorkspace } from './project.ts';
import { STATES } from './states.ts';
import { STEPS } from './steps.ts';
import { TEXTS } from './texts.ts';
import { VALUES } from './values.ts';

/** The commands by what a person would say that they do. */
export const COMMANDS: { readonly [name: string]: Command } = {
  ...NODES,
  ...VALUES,
  ...STEPS,
  ...TEXTS,
  ...DOCUMENTS,
  ...STATES,
};

type Texts = ReadonlyMap<string, string>;

/** What is done to a draft in one run. */
export interface Sequence {
  /** Which screen is open, among those of the project. */
  readonly screen: number;
  readonly moves: readonly Move[];
}

/** Moves of the longest sequences. After these the whole studio opens again, which takes longer than the edits. */
export const LONGEST = 7;

/** How often each command was made, by name. */
export type Counts = Map<string, number>;

/**
 * Makes a sequence of edits and undoes and redoes all of them. The workspace is afterwards as it was before.
 *
 * @throws Error that says which promise does not hold.
 */
export function runSequence(
  workspace: Workspace,
  { screen: nth, moves }: Sequence,
  { counts, commands = COMMANDS }: { readonly counts?: Counts; readonly commands?: typeof COMMANDS } = {},
): void {
  const begun = workspace.steps().done.length;
  const first = workspace.snapshot().texts;
  /** The texts after each undo step. */
  const history: Texts[] = [first];
  for (const move of moves) {
    makeMove(workspace, nth, move, { counts, commands });
    const depth = workspace.steps().done.length - begun;
    history.length = depth + 1;
    history[depth] = workspace.snapshot().texts;
  }
  checkReopened(workspace, moves.length === LONGEST);
  // A screen that no edit has changed is open while the steps are undone, as it is compiled already.
  workspace.attend(untouchedScreen(workspace, first));
  for (const [depth, texts] of [...history.entries()].reverse().slice(1)) {
    if (workspace.undo().length === 0) throw new Error(`Undo ${depth + 1} does nothing.`);
    checkTexts(workspace.snapshot().texts, texts, `undo of step ${depth + 1}`);
  }
  for (const [depth, texts] of history.entries()) {
    if (depth === 0) continue;
    if (workspace.redo().length === 0) throw new Error(`Redo ${depth} does nothing.`);
    checkTexts(workspace.snapshot().texts, texts, `redo of step ${depth}`);
  }
  for (let depth = history.length; depth > 1; depth -= 1) workspace.undo();
  checkTexts(workspace.snapshot().texts, first, 'undo of everything');
}

function makeMove(
  workspace: Workspace,
  nth: number,
  move: Move,
  { counts, commands }: { readonly counts: Counts | undefined; readonly commands: typeof COMMANDS },
): void {
  const names = Object.keys(commands);
  const name = names[move.command % names.length] ?? '';
  const screens = Object.keys(workspace.snapshot().good?.screens ?? {});
  const all = [...workspace.snapshot().texts.keys()].flatMap((path) => SCREEN.exec(path)?.[1] ?? []);
  const screen = all[nth % all.length] ?? screens[0] ?? '';
  workspace.attend(screen);
  const before = workspace.snapshot();
  const desk = new Desk(workspace, screen, move);
  const made = commands[name]?.(desk);
  const after = workspace.snapshot();
  if (made === undefined || desk.isRefused) {
    if (after.texts !== before.texts) throw new Error(`"${name}" edits although it is not offered.`);
    return;
  }
  counts?.set(name, (counts.get(name) ?? 0) + 1);
  try {
    if (after.good === undefined) throw new Error('the studio has nothing to show');
    checkDocuments(workspace, before.texts, made);
  } catch (error) {
    throw new Error(`"${name}": ${String(error)}`, { cause: error });
  }
}

const SCREEN = /^screens\/([^/]+)\.screen\.json$/;

function checkDocuments(
  workspace: Workspace,
  before: Texts,
  { typed = [], replaced = [], isText }: Made,
): void {
  const view = workspace.snapshot();
  for (const [path, text] of view.texts) {
    const had = before.get(path);
    if (had === text || !path.endsWith('.json')) continue;
    const wasReadable = had === undefined || parseFile({ path, text: had }).document !== undefined;
    if (isText !== true && wasReadable && !canBeEdited(view, path))
      throw new Error(`${path} does not parse:\n${text}`);
    if (had === undefined) continue;
    const own = replaced.filter(({ file }) => file === path).map(({ pointer }) => pointer);
    const lost = lostComments(had, text, own);
    if (lost.length > 0) throw new Error(`${path} has lost the comments ${lost.join(', ')}`);
    if (isText !== true && isCrlf(had) && !isCrlf(text)) throw new Error(`${path} has other line ends`);
  }
  for (const { place, value } of typed) {
    const found = valueAt(documentOf(view, place.file), place.pointer);
    if (!isDeepStrictEqual(asJson(found), asJson(value)))
      throw new Error(
        `${place.file}${place.pointer} is ${JSON.stringify(found)}, not ${JSON.stringify(value)}`,
      );
  }
}

function asJson(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}

/** Whether all lines end as on Windows. */
function isCrlf(text: string): boolean {
  return text.includes('\r\n') && !/(^|[^\r])\n/.test(text);
}

/** Opens the draft as the page does after a reload: the server has its changes, the browser the undo steps. */
function checkReopened(workspace: Workspace, isWhole: boolean): void {
  const { base, texts } = workspace.snapshot();
  const live = new Map(base.map(({ path, text }) => [path, text]));
  const changed = [...new Set([...live.keys(), ...texts.keys()])].filter(
    (path) => live.get(path) !== texts.get(path),
  );
  const draft = Object.fromEntries(changed.map((path) => [path, texts.get(path) ?? null]));
  const { done, undone } = workspace.steps();
  const paths = [...new Set([...done, ...undone].flatMap(({ splices }) => Object.keys(splices)))];
  const own = Object.fromEntries(paths.map((path) => [path, texts.get(path) ?? null]));
  const written = JSON.stringify({ version: 1, done, undone, texts: own, kept: {}, sent: {} });
  const remembered = recall({ ...NO_STORAGE, getItem: () => written }, 'draft');
  if (remembered === undefined) throw new Error('The steps cannot be read after a reload.');
  if (!isDeepStrictEqual(remembered.done, done)) throw new Error('Undo steps are lost by a reload.');
  const stored = asStored(draft);
  checkTexts(openDocuments(base, stored).look().texts, texts, 'opening the draft again');
  if (!isWhole) return;
  const opened = reopen({ base, draft: stored, inPauses: () => () => undefined }, remembered).workspace;
  checkTexts(opened.snapshot().texts, texts, 'opening the studio again');
}

const NO_STORAGE = { setItem: () => undefined, removeItem: () => undefined, key: () => null, length: 0 };

/** As the server stores documents: in UTF-8. */
function asStored(draft: { readonly [path: string]: string | null }): {
  readonly [path: string]: string | null;
} {
  const stored = Object.entries(draft).map(([path, text]) => [
    path,
    text === null ? null : Buffer.from(text, 'utf8').toString('utf8'),
  ]);
  return Object.fromEntries(stored) as { readonly [path: string]: string | null };
}

function checkTexts(texts: Texts, wanted: Texts, what: string): void {
  const other = [...new Set([...texts.keys(), ...wanted.keys()])].find(
    (path) => texts.get(path) !== wanted.get(path),
  );
  if (other !== undefined) throw new Error(`After ${what} ${other} is not as it was.`);
}

function untouchedScreen(workspace: Workspace, before: Texts): string {
  const { texts } = workspace.snapshot();
  const found = [...texts].find(([path, text]) => SCREEN.test(path) && before.get(path) === text);
  return SCREEN.exec(found?.[0] ?? '')?.[1] ?? '';
}

/** Opens a project in each of its screens once, so that the first sequence finds all of them. */
export function openProject(files: readonly SourceFile[]): Workspace {
  const workspace = openStudioWorkspace(files);
  for (const { path } of files) {
    const screen = SCREEN.exec(path)?.[1];
    if (screen !== undefined) workspace.attend(screen);
  }
  return workspace;
}
