import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commands, type ExtensionContext, type Location, Position, Uri, workspace } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';

const OWN = 'node_modules/capiz/bin/capiz.mjs';

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  client = createClient(context);
  context.subscriptions.push(
    commands.registerCommand('capiz.restart', () => client?.restart()),
    commands.registerCommand('capiz.showReferences', showReferences),
  );
  await client.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

function createClient(context: ExtensionContext): LanguageClient {
  const module = findServer(context);
  const server = { module, args: ['lsp'], transport: TransportKind.stdio };
  return new LanguageClient(
    'capiz',
    'Capiz',
    { run: server, debug: server },
    { documentSelector: [{ scheme: 'file', pattern: '**/{screens,schemas,fixtures}/**/*.json' }] },
  );
}

/** The command of the project, which knows its grammar; else the one inside the extension. */
function findServer(context: ExtensionContext): string {
  for (const { uri } of workspace.workspaceFolders ?? []) {
    for (let folder = uri.fsPath; ; folder = dirname(folder)) {
      if (existsSync(join(folder, OWN))) return join(folder, OWN);
      if (dirname(folder) === folder) break;
    }
  }
  return context.asAbsolutePath('server/capiz.mjs');
}

/** The command of the lines above a definition. The protocol sends plain objects. */
async function showReferences(
  address: string,
  { line, character }: { readonly line: number; readonly character: number },
): Promise<void> {
  const uri = Uri.parse(address);
  const position = new Position(line, character);
  const found = await commands.executeCommand<Location[]>('vscode.executeReferenceProvider', uri, position);
  await commands.executeCommand('editor.action.showReferences', uri, position, found);
}
