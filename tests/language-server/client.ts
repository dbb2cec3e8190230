import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  type Diagnostic,
  type InitializeResult,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
} from 'vscode-languageserver/node';

/** The command of this checkout. */
const COMMAND = resolve('bin/capiz.mjs');

/** An editor: a client of the Language Server Protocol, connected to `capiz lsp` in a process of its own. */
export class Editor {
  readonly #root: string;
  readonly #server: ChildProcess;
  readonly connection: ProtocolConnection;
  readonly #told = new Map<string, PublishDiagnosticsParams>();
  readonly #waiting = new Set<() => void>();
  readonly #texts = new Map<string, string>();
  #version = 0;
  lensRefreshes = 0;

  private constructor(root: string, command: string) {
    this.#root = root;
    this.#server = spawn(process.execPath, [command, 'lsp', '--stdio'], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const { stdin, stdout } = this.#server;
    if (stdin === null || stdout === null) throw new Error('The server has no streams.');
    this.connection = createProtocolConnection(
      new StreamMessageReader(stdout),
      new StreamMessageWriter(stdin),
    );
    this.connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      this.#told.set(params.uri, params);
      for (const tell of this.#waiting) tell();
    });
    this.connection.onRequest('client/registerCapability', () => null);
    this.connection.onRequest('workspace/codeLens/refresh', () => {
      this.lensRefreshes += 1;
      for (const tell of this.#waiting) tell();
      return null;
    });
    this.connection.listen();
  }

  /** @param command - The file that Node runs. */
  static async start(root: string, command = COMMAND): Promise<Editor> {
    const editor = new Editor(root, command);
    await editor.connection.sendRequest<InitializeResult>('initialize', {
      processId: process.pid,
      rootUri: pathToFileURL(root).href,
      capabilities: {
        textDocument: { completion: { completionItem: { snippetSupport: true } } },
        workspace: {
          didChangeWatchedFiles: { dynamicRegistration: true },
          codeLens: { refreshSupport: true },
        },
      },
    });
    await editor.connection.sendNotification('initialized', {});
    return editor;
  }

  uri(path: string): string {
    return pathToFileURL(join(this.#root, path)).href;
  }

  textOf(path: string): string {
    return this.#texts.get(path) ?? readFileSync(join(this.#root, path), 'utf8');
  }

  open(path: string): Promise<void> {
    return this.openText(path, this.textOf(path));
  }

  /** Opens a file that may not be saved. */
  async openText(path: string, text: string): Promise<void> {
    this.#texts.set(path, text);
    this.#version += 1;
    const textDocument = { uri: this.uri(path), languageId: 'json', version: this.#version, text };
    await this.connection.sendNotification('textDocument/didOpen', { textDocument });
  }

  /** Replaces text as a person who types. @returns The version of the document. */
  async replace(path: string, before: string, after: string): Promise<number> {
    const text = this.textOf(path);
    const at = text.indexOf(before);
    if (at < 0) throw new Error(`${path} has no ${before}.`);
    const range = { start: this.position(path, at), end: this.position(path, at + before.length) };
    this.#texts.set(path, text.slice(0, at) + after + text.slice(at + before.length));
    this.#version += 1;
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: this.uri(path), version: this.#version },
      contentChanges: [{ range, text: after }],
    });
    return this.#version;
  }

  async save(path: string): Promise<void> {
    await this.connection.sendNotification('textDocument/didSave', { textDocument: { uri: this.uri(path) } });
  }

  position(path: string, offset: number): { readonly line: number; readonly character: number } {
    const lines = this.textOf(path).slice(0, offset).split('\n');
    return { line: lines.length - 1, character: (lines.at(-1) ?? '').length };
  }

  /** A text of a document after an edit, whose range is in the document as it is now. */
  apply(path: string, text: string, { range, newText }: TextEdit): string {
    const offset = ({ line, character }: TextEdit['range']['start']): number =>
      this.textOf(path)
        .split('\n')
        .slice(0, line)
        .reduce((sum, one) => sum + one.length + 1, character);
    return text.slice(0, offset(range.start)) + newText + text.slice(offset(range.end));
  }

  /** Asks about the place of a text, or `after` characters behind its beginning. */
  ask<T>(method: string, path: string, text: string, more: object = {}, after = 1): Promise<T> {
    const at = this.textOf(path).indexOf(text);
    if (at < 0) throw new Error(`${path} has no ${text}.`);
    return this.connection.sendRequest<T>(`textDocument/${method}`, {
      textDocument: { uri: this.uri(path) },
      position: this.position(path, at + after),
      ...more,
    });
  }

  askAll<T>(method: string, path: string, more: object = {}): Promise<T> {
    return this.connection.sendRequest<T>(`textDocument/${method}`, {
      textDocument: { uri: this.uri(path) },
      ...more,
    });
  }

  problemsOf(path: string): readonly Diagnostic[] {
    return this.#told.get(this.uri(path))?.diagnostics ?? [];
  }

  /** The version of the document that the problems are of. */
  checkedVersion(path: string): number | undefined {
    return this.#told.get(this.uri(path))?.version;
  }

  isTold(path: string): boolean {
    return this.#told.has(this.uri(path));
  }

  /** Waits until a condition holds, which is tried after each message. */
  async until(condition: () => boolean, what: string, timeoutMs = 60_000): Promise<void> {
    if (condition()) return;
    await new Promise<void>((done, fail) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(tell);
      };
      const timer = setTimeout(() => {
        end();
        fail(new Error(`Waited in vain: ${what}.`));
      }, timeoutMs);
      const tell = (): void => {
        if (!condition()) return;
        end();
        done();
      };
      this.#waiting.add(tell);
    });
  }

  async close(): Promise<number | null> {
    const ended = new Promise<number | null>((done) => this.#server.on('exit', done));
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    return ended;
  }
}
