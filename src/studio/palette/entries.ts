import { titleOf } from '#src/shared/title-of.ts';
import type { OutlineItem, Selection } from '../model/outline.ts';
import { outlineOf } from '../model/outline.ts';
import { documentOf, screenTitleOf } from '../model/nodes.ts';
import type { WorkspaceView } from '../model/workspace.ts';

/** A search result: a screen, or a node. */
export interface Entry {
  readonly title: string;
  /** Kind and location. */
  readonly note: string;
  readonly screen: string;
  /** Absent for a screen. */
  readonly selection?: Selection;
}

const MOST = 40;

/**
 * Finds screens by title or id, and nodes by their text. A node of a part is listed once, on the first screen that uses the part.
 */
export function findEntries(view: WorkspaceView, words: string): readonly Entry[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = [...entriesOf(view)].filter(({ title, note }) => {
    const said = `${title} ${note}`.toLowerCase();
    return wanted.every((word) => said.includes(word));
  });
  const rank = ({ title, screen, selection }: Entry): number => {
    if (selection !== undefined && title === words) return 0;
    if (selection === undefined && (title === words || screen === words)) return 1;
    return title.toLowerCase().startsWith(wanted[0] ?? '') ? 2 : 3;
  };
  return found.sort((one, other) => rank(one) - rank(other)).slice(0, MOST);
}

const DOCUMENT = /^screens\/(parts\/)?([^/]+)\.(?:screen|part)\.json$/;

function* entriesOf(view: WorkspaceView): Iterable<Entry> {
  // Screens that are not compiled yet are listed too.
  for (const { path } of view.files) {
    const [, folder, screen] = DOCUMENT.exec(path) ?? [];
    if (screen !== undefined && folder === undefined)
      yield { title: screenTitleOf(view, screen), note: `screen ${screen}`, screen };
  }
  for (const { path } of view.files) {
    const [, folder, name] = DOCUMENT.exec(path) ?? [];
    if (name === undefined) continue;
    const screen = folder === undefined ? name : firstScreenWith(view, path);
    if (screen === undefined) continue;
    const shown = `“${screenTitleOf(view, screen)}” (${screen})`;
    const note = folder === undefined ? shown : `the shared part “${titleOf(name)}”, in ${shown}`;
    yield* nodesOf(outlineOf(path, documentOf(view, path)), screen, note);
  }
}

function* nodesOf(items: readonly OutlineItem[], screen: string, note: string): Iterable<Entry> {
  for (const { file, pointer, type, name, children } of items) {
    if (name !== '')
      yield { title: name, note: `${titleOf(type)} of ${note}`, screen, selection: { file, pointer } };
    yield* nodesOf(children, screen, note);
  }
}

function firstScreenWith({ good }: WorkspaceView, file: string): string | undefined {
  return Object.entries(good?.screens ?? {}).find(([, { origins }]) =>
    Object.values(origins).some((origin) => origin.file === file),
  )?.[0];
}
