import { join } from 'node:path';
import { editCatalogue } from '#renderer/grammar/edit-catalogue.ts';
import { readCatalogue, readMessages } from '#renderer/grammar/messages.ts';
import { parseDocument, parseFile } from '#renderer/grammar/parse.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { readProjectFiles } from '#src/shared/project-files.ts';
import { openWorkspace, type Workspace, type WorkspaceView } from '#src/studio/model/workspace.ts';
import { type DocumentsView, openDocuments } from '#src/studio/model/documents.ts';
import { setAt } from '#src/studio/model/edits.ts';
import { routesOf, screenPath } from '#src/studio/screens/all-screens.ts';
import { deleteScreen } from '#src/studio/screens/change-screens.ts';
import { commentsIn } from './comments.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Screens in one project. Compiling fewer documents makes 20,000 sequences possible. */
const SCREENS = 5;

/** As in the studio, but nothing is compiled in pauses: the screen that is open is compiled at every edit. */
export function openStudioWorkspace(
  base: readonly SourceFile[],
  rest: Omit<Parameters<typeof openWorkspace>[0], 'base' | 'inPauses'> = {},
): Workspace {
  return openWorkspace({ base, ...rest, inPauses: () => () => undefined });
}

/** Projects of some shipped screens each; together they have all shipped screens. */
export function* shippedProjects(): Iterable<readonly SourceFile[]> {
  const files = readProjectFiles(ROOT);
  const ids = files.flatMap(({ path }) => SCREEN.exec(path)?.[1] ?? []).filter((id) => id !== HOME);
  const count = Math.ceil(ids.length / SCREENS);
  // Neighbours in the alphabet are alike, so each project takes every nth screen.
  for (let nth = 0; nth < count; nth += 1)
    yield cutProject(files, [HOME, ...ids.filter((_id, at) => at % count === nth)]);
}

const SCREEN = /^screens\/([^/]+)\.screen\.json$/;
/** Links to screens that are left out of the project lead to this screen. It has no parameters. */
const HOME = 'about-us';

/** The project with only some screens, and what they use. */
function cutProject(files: readonly SourceFile[], kept: readonly string[]): readonly SourceFile[] {
  const documents = openDocuments(files, {});
  for (const { path } of files) {
    const id = SCREEN.exec(path)?.[1];
    if (id !== undefined && !kept.includes(id))
      documents.write(deleteScreen(viewOf(documents.look()), id, HOME));
  }
  // The addresses of screens that are left out are too many for one screen.
  const path = screenPath(HOME);
  const routes = routesOf(parseFile({ path, text: textOf(files, path) }).document?.value);
  documents.write({ [path]: setAt({ path, text: documents.textOf(path) ?? '' }, '/routes', routes).text });
  return withoutTranslations(withoutUnused(documents.look().files));
}

/** Drops translations of texts that no document has: for each of them the checker looks for a similar text. */
function withoutTranslations(files: readonly SourceFile[]): readonly SourceFile[] {
  const read = readMessages(files);
  if ('errors' in read) throw new Error(read.errors.map(({ message }) => message).join(' '));
  const shown = new Set(read.messages.map(({ id }) => id));
  return files.map((file) => {
    if (!file.path.startsWith('screens/messages/')) return file;
    const unused = readCatalogue(file)?.entries.filter(({ id }) => !shown.has(id)) ?? [];
    const edits = unused.map(({ source, context }) => ({ source, context, written: undefined }));
    return { path: file.path, text: editCatalogue(file.text, edits) };
  });
}

function textOf(files: readonly SourceFile[], wanted: string): string {
  return files.find(({ path }) => path === wanted)?.text ?? '';
}

/** A view of the files before they are compiled. */
function viewOf(documents: DocumentsView): WorkspaceView {
  const nothing = { problems: [], good: undefined, goodFiles: [], undo: undefined, redo: undefined };
  return { ...documents, ...nothing, isWhole: false, isGood: false };
}

const NAMED = /([^/]+)\.(?:endpoint|part)\.json$/;

/** Drops contracts and parts whose name no other document has. */
function withoutUnused(files: readonly SourceFile[]): readonly SourceFile[] {
  const used = files.filter(({ path }) => {
    const name = NAMED.exec(path)?.[1];
    return (
      name === undefined ||
      files.some((one) => one.path !== path && new RegExp(`["./]${name}\\b`).test(one.text))
    );
  });
  return used.length === files.length ? files : withoutUnused(used);
}

/** How the documents of a project are written. */
export const STYLES = ['as shipped', 'with comments', 'with comments and CRLF'] as const;
export type Style = (typeof STYLES)[number];

/** The same project, written in another way. */
export function writeAs(files: readonly SourceFile[], style: Style): readonly SourceFile[] {
  if (style === 'as shipped') return files;
  return files.map(({ path, text }) => {
    if (!/\.(?:screen|part)\.json$|screens\/messages\//.test(path)) return { path, text };
    const commented = withComments(text);
    if (parseDocument(commented, path).document === undefined || commentsIn(commented).length === 0)
      throw new Error(`${path} cannot have comments.`);
    return { path, text: style === 'with comments' ? commented : commented.replaceAll('\n', '\r\n') };
  });
}

/** A comment above, behind and below some of the lines, and blank lines. Each comment is there once. */
function withComments(text: string): string {
  const lines = text.split('\n');
  return lines
    .flatMap((line, at) => {
      const isEnd = at >= lines.length - 2;
      if (isEnd || at === 0) return [line];
      switch (at % 5) {
        case 0:
          return [`  // above ${at}`, line];
        case 1:
          return [`${line} // behind ${at}`];
        case 2:
          return [line, '', `/* block ${at} */`];
        default:
          return [line];
      }
    })
    .join('\n');
}
