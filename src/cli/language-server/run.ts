import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { completeSchemas } from '#src/extensions/complete-schema.ts';
import { loadConfig } from '#src/extensions/config.ts';
import { describeAlso } from '#src/language-service/schema-at.ts';
import type { ExitCode } from '../command.ts';
import { nearestProject } from '../project.ts';
import { startCounting } from './count-thread.ts';
import { startInspector } from './inspect-thread.ts';
import { serveLanguage } from './serve.ts';

/**
 * Serves the editor at the other end of the standard streams. The library ends the process when the editor says so.
 *
 * @param folder - Where the editor started it. The widgets and actions of the project there are described too.
 */
export async function runLanguageServer(folder: string): Promise<ExitCode> {
  const root = nearestProject(folder);
  const extensions = root === undefined ? undefined : await loadConfig(root);
  if (extensions !== undefined) describeAlso(completeSchemas(extensions));
  serveLanguage(createConnection(ProposedFeatures.all, process.stdin, process.stdout), {
    startInspector,
    startCounting,
  });
  return new Promise<ExitCode>(() => undefined);
}
