import { type Range, ResponseError, type WorkspaceEdit } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type Renaming, renameInProject } from '#renderer/grammar/rename.ts';
import { documentKind } from '#renderer/grammar/world.ts';
import type { DefinitionSymbol, SymbolKind } from '#src/language-service/definition-symbol.ts';
import { referencesTo, usesOf } from '#src/language-service/references.ts';
import { symbolAt } from '#src/language-service/symbols.ts';
import { partName } from '#src/shared/project-paths.ts';
import { findBesideScreen } from '../beside-screen.ts';
import { editsBetween } from './features.ts';
import type { OpenProject } from './open-project.ts';
import { rangeOfPlace, uriOf } from './positions.ts';

/** Code of the protocol: the request is right, and cannot be answered. */
const REQUEST_FAILED = -32_803;

/** The range of the name at an offset. @throws ResponseError with the reason if it cannot be renamed. */
export function renameRange(
  project: OpenProject,
  file: string,
  offset: number,
  document: TextDocument,
): { readonly range: Range; readonly placeholder: string } {
  const symbol = symbolToRename(project, file, offset);
  const at = document.positionAt(offset);
  const place = referencesTo(project.texts, symbol).find((one) => {
    const { start, end } = rangeOfPlace(one);
    return (
      one.file === file &&
      start.line === at.line &&
      start.character <= at.character &&
      at.character <= end.character
    );
  });
  if (place === undefined) throw refusal('This name cannot be renamed here. Rename it where it is declared.');
  const range = rangeOfPlace(place);
  const text = document.getText(range);
  if (!text.startsWith('"')) return { range, placeholder: symbol.name };
  const { start, end } = range;
  return {
    range: {
      start: { ...start, character: start.character + 1 },
      end: { ...end, character: end.character - 1 },
    },
    placeholder: symbol.name,
  };
}

/** The edits of all files. @throws ResponseError with the reason if the name cannot be changed. */
export function renameAt(project: OpenProject, file: string, offset: number, to: string): WorkspaceEdit {
  const renaming = renamingOf(project, symbolToRename(project, file, offset), to);
  const documents = project.files.filter(
    ({ path }) => documentKind(path) !== undefined || path.includes('/assets/'),
  );
  const renamed = renameInProject(documents, renaming);
  if (typeof renamed === 'string') throw refusal(renamed);
  const former = new Map([...renamed.moved].map(([from, now]) => [now, from]));
  const changes = renamed.files.flatMap(({ path, text }): Change[] => {
    const from = former.get(path) ?? path;
    return text === project.textOf(from) && from === path ? [] : [{ from, path, text }];
  });
  // Fixtures, tests and pages refer to a screen by its name; they are read from disk.
  const beside =
    renaming.kind === 'screen'
      ? findBesideScreen(project.root, renaming).changes.map(({ from, path, text }) => ({
          from: from ?? path,
          path,
          text,
        }))
      : [];
  return { documentChanges: [...changes, ...beside].flatMap((change) => documentChangesOf(project, change)) };
}

interface Change {
  readonly from: string;
  readonly path: string;
  readonly text: string;
}

function documentChangesOf(
  project: OpenProject,
  { from, path, text }: Change,
): NonNullable<WorkspaceEdit['documentChanges']> {
  const [oldUri, newUri] = [uriOf(project.root, from), uriOf(project.root, path)];
  const before = project.textOf(from);
  const document = TextDocument.create(oldUri, 'json', 0, before ?? '');
  const edits = before === undefined ? [] : editsBetween(document, text);
  return [
    ...(edits.length === 0 ? [] : [{ textDocument: { uri: oldUri, version: null }, edits }]),
    ...(from === path ? [] : [{ kind: 'rename' as const, oldUri, newUri }]),
  ];
}

/** @throws ResponseError if there is no name, or the project alone cannot change it. */
function symbolToRename(project: OpenProject, file: string, offset: number): DefinitionSymbol {
  const symbol = symbolAt(project.texts, file, offset);
  if (symbol === undefined) throw refusal('There is no name here that the project declares.');
  const why = FIXED[symbol.kind];
  if (why !== undefined) throw refusal(why);
  return symbol;
}

function renamingOf(project: OpenProject, symbol: DefinitionSymbol, to: string): Renaming {
  const { kind, name, declared, path = [], origin } = symbol;
  const { file, pointer } = declared;
  if (kind === 'screen' || kind === 'part') return { kind, from: name, to };
  if (kind === 'state') return { kind, file, from: name, to };
  if (kind === 'field') {
    const [, form = '', ...names] = path;
    return { kind, file, form, groups: names.slice(0, -1), from: name, to };
  }
  const endpoint = documentKind(file)?.name ?? '';
  if (kind === 'request') return { kind, endpoint, from: name, to };
  if (kind === 'member' && origin !== undefined) {
    const [, around = ''] = origin.split('#');
    return { kind: 'reply', endpoint, from: around === '' ? name : `${around}.${name}`, to };
  }
  const isInAddresses = kind === 'param' && partName(file) === undefined;
  return {
    ...{ kind: 'name', from: name, to, uses: usesOf(project.texts, symbol) },
    ...(isInAddresses && { inAddresses: { file, pointer } }),
  };
}

/** Why names of a kind stay as they are. */
const FIXED: { readonly [kind in SymbolKind]?: string } = {
  session: 'The app around the page sends the session by these names.',
  kept: 'Phones have stored the value by this name.',
  method: 'The app around the page has this method.',
  endpoint:
    'Fixtures and stored calls have the name of the endpoint. Write a contract with the new name, and then remove this one.',
  scenario: 'Rename the file of the scenario, and then correct what the check reports.',
  reply: 'Rename the file of the fixture, and then correct what the check reports.',
};

function refusal(why: string): ResponseError<undefined> {
  return new ResponseError(REQUEST_FAILED, why);
}
