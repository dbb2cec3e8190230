import {
  type CodeAction,
  CodeActionKind,
  type CompletionItem,
  CompletionItemKind,
  type Diagnostic,
  DiagnosticSeverity,
  type DocumentSymbol,
  type Hover,
  InsertTextFormat,
  type Location,
  MarkupKind,
  SymbolKind,
  type TextEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { formatDocument } from '#renderer/grammar/format.ts';
import { isJson } from '#renderer/grammar/json.ts';
import { parseFile } from '#renderer/grammar/parse.ts';
import { joinPointer } from '#renderer/grammar/pointer.ts';
import { documentKind } from '#renderer/grammar/world.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { sayProblem, textFixOf } from '#src/language-service/fixes.ts';
import { placeOf, referencesTo } from '#src/language-service/references.ts';
import { sayAt } from '#src/language-service/say.ts';
import { suggestAt, type Suggestion } from '#src/language-service/suggest.ts';
import { symbolAt } from '#src/language-service/symbols.ts';
import { changesBetween } from '#src/shared/text-changes.ts';
import type { OpenProject } from './open-project.ts';
import { locationOf, rangeOfPlace, uriOf } from './positions.ts';

/* What the editor asks about one document. Each function is pure over the texts of the project. */

const SOURCE = 'capiz';

export function diagnosticOf(problem: Problem): Diagnostic {
  return {
    range: rangeOfPlace(problem),
    severity: problem.severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code: problem.code,
    source: SOURCE,
    message: sayProblem(problem),
  };
}

const ITEM_KINDS: { readonly [kind in Suggestion['kind']]: CompletionItemKind } = {
  member: CompletionItemKind.Property,
  word: CompletionItemKind.EnumMember,
  name: CompletionItemKind.Reference,
  path: CompletionItemKind.Variable,
  function: CompletionItemKind.Function,
};

/** Completion at an offset of a document. */
export function completionsAt(
  project: OpenProject,
  file: string,
  document: TextDocument,
  offset: number,
  hasSnippets: boolean,
): CompletionItem[] {
  const found = suggestAt(document.getText(), offset, project.around(file));
  if (found === undefined) return [];
  const range = {
    start: document.positionAt(found.replaced.from),
    end: document.positionAt(found.replaced.to),
  };
  const typed = document.getText({ start: range.start, end: document.positionAt(found.from) });
  return found.all.map((one, at): CompletionItem => {
    const { insert, caret } = one;
    const newText = hasSnippets
      ? `${escapeSnippet(insert.slice(0, caret))}$0${escapeSnippet(insert.slice(caret))}`
      : insert;
    return {
      label: one.label,
      kind: ITEM_KINDS[one.kind],
      ...(one.detail !== '' && { detail: one.detail }),
      ...(one.help !== '' && { documentation: { kind: MarkupKind.PlainText, value: one.help } }),
      // Editors filter by the text in the range, which has the quotes.
      filterText: typed + one.label,
      sortText: `${1 - one.rank} ${String(at).padStart(4, '0')}`,
      insertTextFormat: hasSnippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
      textEdit: { range, newText },
    };
  });
}

function escapeSnippet(text: string): string {
  return text.replaceAll(/[\\$}]/g, '\\$&');
}

export function hoverAt(
  project: OpenProject,
  file: string,
  document: TextDocument,
  offset: number,
): Hover | null {
  const said = sayAt(project.files, file, document.getText(), offset);
  if (said === undefined) return null;
  const lines = [
    `**${escapeMarkdown(said.title)}**`,
    ...(said.help === '' ? [] : [escapeMarkdown(said.help)]),
  ];
  return { contents: { kind: MarkupKind.Markdown, value: lines.join('\n\n') } };
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>#|]/g, '\\$&');
}

export function definitionAt(project: OpenProject, file: string, offset: number): Location | null {
  const symbol = symbolAt(project.texts, file, offset);
  const place = symbol && placeOf(project.files, symbol.declared);
  return place === undefined ? null : locationOf(project.root, place);
}

export function referencesAt(
  project: OpenProject,
  file: string,
  offset: number,
  withDeclaration: boolean,
): Location[] {
  const symbol = symbolAt(project.texts, file, offset);
  if (symbol === undefined) return [];
  const places = referencesTo(project.texts, symbol);
  return (withDeclaration ? places : places.slice(1)).map((place) => locationOf(project.root, place));
}

/** The edits that format a document; none if it does not parse. */
export function formatEdits(file: string, document: TextDocument): TextEdit[] {
  const text = document.getText();
  if (documentKind(file) === undefined || parseFile({ path: file, text }).document === undefined) return [];
  return editsBetween(document, formatDocument({ path: file, text }));
}

export function editsBetween(document: TextDocument, after: string): TextEdit[] {
  return changesBetween(document.getText(), after).map(({ from, to, insert }) => ({
    range: { start: document.positionAt(from), end: document.positionAt(to) },
    newText: insert,
  }));
}

/** The fixes of the problems in a range of lines. */
export function fixesIn(
  project: OpenProject,
  file: string,
  document: TextDocument,
  lines: { readonly first: number; readonly last: number },
): CodeAction[] {
  const text = document.getText();
  return project.problemsOf(file).flatMap((problem): CodeAction[] => {
    if (problem.line - 1 < lines.first || problem.line - 1 > lines.last) return [];
    const fix = textFixOf(problem, text);
    const fixed = fix?.apply(text);
    if (fix === undefined || fixed === undefined || fixed === text) return [];
    return [
      {
        title: fix.word === undefined ? `Fix ${problem.code}` : `Change to “${fix.word}”`,
        kind: CodeActionKind.QuickFix,
        diagnostics: [diagnosticOf(problem)],
        isPreferred: true,
        edit: { changes: { [uriOf(project.root, file)]: editsBetween(document, fixed) } },
      },
    ];
  });
}

/** All fixes that have exactly one solution, as `capiz check --fix` makes them. */
export function fixAll(project: OpenProject, file: string, document: TextDocument): CodeAction[] {
  const before = document.getText();
  const after = project.problemsOf(file).reduceRight((text, problem) => {
    const fix = textFixOf(problem, text);
    return fix?.word === undefined ? (fix?.apply(text) ?? text) : text;
  }, before);
  if (after === before) return [];
  return [
    {
      title: 'Fix everything that has one solution',
      kind: CodeActionKind.SourceFixAll,
      edit: { changes: { [uriOf(project.root, file)]: editsBetween(document, after) } },
    },
  ];
}

/** The outline of a document: its members, and in lists its nodes and actions. */
export function outlineOf(project: OpenProject, file: string): DocumentSymbol[] {
  const text = project.textOf(file);
  const { document } = text === undefined ? {} : parseFile({ path: file, text });
  if (document === undefined || !isJson(document.value)) return [];
  const rangeAt = (pointer: string, part: 'key' | 'value') => rangeOfPlace(document.place(pointer, part));
  const symbolFor = (value: unknown, pointer: string, name: string): DocumentSymbol[] => {
    const of = isJson(value)
      ? [value['type'], value['do']].find((one) => typeof one === 'string')
      : undefined;
    const children = childrenOf(value, pointer).flatMap(([inner, at, own]) => symbolFor(inner, at, own));
    if (of === undefined && children.length === 0 && pointer.split('/').length > 3) return [];
    const key = rangeAt(pointer, 'key');
    return [
      {
        name: typeof of === 'string' ? nameOfRecord(value, of) : name,
        kind: typeof of === 'string' ? SymbolKind.Object : SymbolKind.Property,
        range: {
          start: key.start,
          end: document.place(pointer).line === key.start.line + 1 ? rangeAt(pointer, 'value').end : key.end,
        },
        selectionRange: key,
        ...(children.length > 0 && { children }),
      },
    ];
  };
  return childrenOf(document.value, '').flatMap(([inner, at, own]) => symbolFor(inner, at, own));
}

function childrenOf(
  value: unknown,
  pointer: string,
): (readonly [value: unknown, pointer: string, name: string])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([name, inner]) => [inner, joinPointer(pointer, name), name]);
}

function nameOfRecord(value: unknown, type: string): string {
  const words = isJson(value)
    ? ['text', 'title', 'label', 'name', 'id', 'part', 'to', 'endpoint'].map((name) => value[name])
    : [];
  const word = words.find((one) => typeof one === 'string');
  return typeof word === 'string' ? `${type} ${word}` : type;
}
