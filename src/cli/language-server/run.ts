import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import type { ExitCode } from '../command.ts';
import { startCounting } from './count-thread.ts';
import { startInspector } from './inspect-thread.ts';
import { serveLanguage } from './serve.ts';

/** Serves the editor at the other end of the standard streams. The library ends the process when the editor says so. */
export function runLanguageServer(): Promise<ExitCode> {
  serveLanguage(createConnection(ProposedFeatures.all, process.stdin, process.stdout), {
    startInspector,
    startCounting,
  });
  return new Promise<ExitCode>(() => undefined);
}
