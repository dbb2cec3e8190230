import { dirname } from 'node:path';
import {
  type CodeAction,
  CodeActionKind,
  CodeLensRefreshRequest,
  type Connection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { ShownCounts } from '#src/testing/coverage/who-sees.ts';
import { nearestProject } from '../project.ts';
import {
  completionsAt,
  definitionAt,
  diagnosticOf,
  fixAll,
  fixesIn,
  formatEdits,
  hoverAt,
  outlineOf,
  referencesAt,
} from './features.ts';
import type { startCounting } from './count-thread.ts';
import type { StartInspector } from './inspection.ts';
import { lensesOf } from './lenses.ts';
import { OpenProject } from './open-project.ts';
import { fileOf, pathIn, uriOf } from './positions.ts';
import { isKnownFile } from './project-files.ts';
import { renameAt, renameRange } from './renames.ts';

/** How long after the last change the whole project is checked, in ms. */
const PAUSE_MS = 200;

export interface LanguageServerOptions {
  readonly startInspector: StartInspector;
  readonly startCounting: typeof startCounting;
}

/** A document in an open project. */
interface Opened {
  readonly project: OpenProject;
  readonly file: string;
  readonly document: TextDocument;
}

/** Answers an editor, by the Language Server Protocol, until the connection ends. */
export function serveLanguage(connection: Connection, options: LanguageServerOptions): void {
  new LanguageServer(connection, options).listen();
}

class LanguageServer {
  readonly #connection: Connection;
  readonly #options: LanguageServerOptions;
  readonly #documents = new TextDocuments(TextDocument);
  readonly #projects = new Map<string, OpenProject>();
  readonly #pauses = new Map<OpenProject, NodeJS.Timeout>();
  /** Files with problems in the editor; an empty list removes them. */
  readonly #told = new Set<string>();
  readonly #counts = new Map<string, ShownCounts>();
  #hasSnippets = false;
  #saysWhatChanged = false;
  #refreshesLenses = false;
  #stopCounting = (): void => undefined;
  #countNext: (() => void) | undefined;

  constructor(connection: Connection, options: LanguageServerOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  listen(): void {
    const connection = this.#connection;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => {
      if (!this.#saysWhatChanged) return;
      void connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [{ globPattern: '**/{screens,schemas,fixtures}/**' }],
      });
    });
    connection.onDidChangeWatchedFiles(({ changes }) => this.#reload(changes.map(({ uri }) => uri)));
    connection.onShutdown(() => {
      for (const pause of this.#pauses.values()) clearTimeout(pause);
      for (const project of this.#projects.values()) project.close();
      this.#stopCounting();
    });
    this.#documents.onDidChangeContent(({ document }) => this.#edit(document));
    this.#documents.onDidSave(({ document }) => this.#save(document));
    this.#documents.onDidClose(({ document }) => {
      const opened = this.#open(document.uri);
      opened?.project.closeFile(opened.file);
      if (opened !== undefined) this.#inspectLater(opened.project, undefined);
    });
    this.#answer(connection);
    this.#documents.listen(connection);
    connection.listen();
  }

  #initialize({ capabilities }: InitializeParams): InitializeResult {
    const { textDocument, workspace } = capabilities;
    this.#hasSnippets = textDocument?.completion?.completionItem?.snippetSupport === true;
    this.#refreshesLenses = workspace?.codeLens?.refreshSupport === true;
    this.#saysWhatChanged = workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    return {
      serverInfo: { name: 'capiz' },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        completionProvider: { triggerCharacters: ['"', '.', '{', ':', ' '] },
        hoverProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        documentSymbolProvider: true,
        documentFormattingProvider: true,
        renameProvider: { prepareProvider: true },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.SourceFixAll] },
        codeLensProvider: {},
      },
    };
  }

  #answer(connection: Connection): void {
    connection.onCompletion(({ textDocument, position }) => {
      const opened = this.#open(textDocument.uri);
      if (opened === undefined) return [];
      const { project, file, document } = opened;
      return completionsAt(project, file, document, document.offsetAt(position), this.#hasSnippets);
    });
    connection.onHover(({ textDocument, position }) => {
      const opened = this.#open(textDocument.uri);
      return opened === undefined
        ? null
        : hoverAt(opened.project, opened.file, opened.document, opened.document.offsetAt(position));
    });
    connection.onDefinition(({ textDocument, position }) => {
      const opened = this.#open(textDocument.uri);
      return opened === undefined
        ? null
        : definitionAt(opened.project, opened.file, opened.document.offsetAt(position));
    });
    connection.onReferences(({ textDocument, position, context }) => {
      const opened = this.#open(textDocument.uri);
      if (opened === undefined) return [];
      const { project, file, document } = opened;
      return referencesAt(project, file, document.offsetAt(position), context.includeDeclaration);
    });
    connection.onDocumentSymbol(({ textDocument }) => {
      const opened = this.#open(textDocument.uri);
      return opened === undefined ? [] : outlineOf(opened.project, opened.file);
    });
    connection.onDocumentFormatting(({ textDocument }) => {
      const opened = this.#open(textDocument.uri);
      return opened === undefined ? [] : formatEdits(opened.file, opened.document);
    });
    connection.onPrepareRename(({ textDocument, position }) => {
      const opened = this.#open(textDocument.uri);
      if (opened === undefined) return null;
      const { project, file, document } = opened;
      return renameRange(project, file, document.offsetAt(position), document);
    });
    connection.onRenameRequest(({ textDocument, position, newName }) => {
      const opened = this.#open(textDocument.uri);
      if (opened === undefined) return null;
      return renameAt(opened.project, opened.file, opened.document.offsetAt(position), newName);
    });
    connection.onCodeAction(({ textDocument, range, context }): CodeAction[] => {
      const opened = this.#open(textDocument.uri);
      if (opened === undefined) return [];
      const { project, file, document } = opened;
      const isAsked = (kind: CodeActionKind): boolean => context.only?.includes(kind) ?? true;
      const lines = { first: range.start.line, last: range.end.line };
      return [
        ...(isAsked(CodeActionKind.QuickFix) ? fixesIn(project, file, document, lines) : []),
        ...(isAsked(CodeActionKind.SourceFixAll) ? fixAll(project, file, document) : []),
      ];
    });
    connection.onCodeLens(({ textDocument }) => {
      const opened = this.#open(textDocument.uri);
      return opened === undefined
        ? []
        : lensesOf(opened.project, opened.file, this.#counts.get(textDocument.uri));
    });
  }

  /** The project of a document that the editor has open; undefined for other files. */
  #open(uri: string): Opened | undefined {
    const document = this.#documents.get(uri);
    const found = this.#find(uri);
    return document === undefined || found === undefined ? undefined : { ...found, document };
  }

  #find(uri: string): { readonly project: OpenProject; readonly file: string } | undefined {
    const full = fileOf(uri);
    const root = full === undefined ? undefined : nearestProject(dirname(full));
    const file = root === undefined ? undefined : pathIn(root, uri);
    if (root === undefined || file === undefined || !isKnownFile(file)) return undefined;
    return { project: this.#projectOf(root), file };
  }

  #projectOf(root: string): OpenProject {
    const known = this.#projects.get(root);
    if (known !== undefined) return known;
    const project = new OpenProject(root, this.#options.startInspector, {
      onProblems: (file) => this.#tell(project, file),
      onChecked: () => {
        const count = this.#countNext;
        this.#countNext = undefined;
        count?.();
      },
    });
    this.#projects.set(root, project);
    return project;
  }

  #edit(document: TextDocument): void {
    const found = this.#find(document.uri);
    if (found === undefined) return;
    const { project, file } = found;
    const isFirst = !this.#told.has(document.uri);
    project.edit(file, document.getText());
    this.#tell(project, file);
    this.#inspectLater(project, file);
    if (isFirst) this.#count(project, file);
  }

  #save({ uri }: TextDocument): void {
    const found = this.#find(uri);
    if (found === undefined) return;
    const { project, file } = found;
    if (this.#saysWhatChanged) project.reload([file]);
    else project.reloadAll();
    this.#inspectLater(project, file);
    this.#count(project, file);
  }

  #reload(uris: readonly string[]): void {
    for (const [root, project] of this.#projects) {
      const files = uris.flatMap((uri) => pathIn(root, uri) ?? []);
      if (files.length === 0) continue;
      project.reload(files);
      this.#inspectLater(project, undefined);
    }
  }

  /** Checks the whole project when the person pauses. */
  #inspectLater(project: OpenProject, file: string | undefined): void {
    clearTimeout(this.#pauses.get(project));
    this.#pauses.set(
      project,
      setTimeout(() => project.inspect(file), PAUSE_MS),
    );
  }

  #tell(project: OpenProject, file: string): void {
    const uri = uriOf(project.root, file);
    const diagnostics = project.problemsOf(file).map(diagnosticOf);
    const document = this.#documents.get(uri);
    if (diagnostics.length === 0 && document === undefined && !this.#told.has(uri)) return;
    this.#told.add(uri);
    void this.#connection.sendDiagnostics({
      uri,
      ...(document && { version: document.version }),
      diagnostics,
    });
  }

  /** Counts which nodes the states show, if the files on disk are what the editor shows. It begins when the project is checked. */
  #count(project: OpenProject, file: string): void {
    if (!/\.(?:screen|part)\.json$/.test(file)) return;
    this.#stopCounting();
    this.#countNext = () => {
      if (!project.isSaved) return;
      this.#stopCounting = this.#options.startCounting(project.root, file, (counts) => {
        this.#counts.set(uriOf(project.root, file), counts);
        if (this.#refreshesLenses) void this.#connection.sendRequest(CodeLensRefreshRequest.type);
      });
    };
  }
}
