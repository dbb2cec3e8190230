import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from '#src/assistant/mcp-server.ts';
import { messageOf } from '#src/shared/message-of.ts';
import { type ExitCode, UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { FolderRenderer } from '../mcp/folder-renderer.ts';
import { FolderWorkspace } from '../mcp/folder-workspace.ts';
import { createPropose } from '../mcp/propose-folder.ts';
import { readProject, rootOf, ROOT_OPTION } from '../project.ts';
import { SERVER_OPTIONS } from '../registry-client.ts';

const INSTRUCTIONS = `Screens of a web app for phones are JSON documents, which are checked, compiled and served. Begin with overview. Ask
reference for the members of what you use, all names in one call. Make all edits in one call of edit, fixtures and states too, with "test"
for the screens: it answers with every problem, what a borrower reads in each new state, and what no state reaches. Correct that, and propose. Edits are written into the files
of the project at once; undo takes them back. You cannot publish or approve: people review the draft.`;

export const mcpCommand = defineCommand({
  name: 'mcp',
  usage: '[--server <address>] [--token-file <file>] [--root <folder>]',
  summary: 'Lets an assistant read, edit, check and render a project, as an MCP server over stdio',
  examples: ['npx capiz mcp', 'npx capiz mcp --root screens-project --server https://capiz.example'],
  details: `An MCP client starts it and calls its tools over standard input and output. Edits are written into the files of the project.
The tool "propose" sends them to the server as a draft that people review, under the name of the token's owner; without a server all
other tools work. No tool publishes, approves or reads a secret.`,
  options: { ...SERVER_OPTIONS, ...ROOT_OPTION },
  notes: 'Exit: 0 the client closed the connection, 2 could not run.',
  async run({ values, rest }, terminal): Promise<ExitCode> {
    if (rest.length > 0) throw new UsageError('it takes no arguments');
    const root = rootOf(terminal, values.root);
    // Says at once what is wrong with the folder.
    readProject(root);
    let client = '';
    let renderer: FolderRenderer | undefined;
    const propose = createPropose(values, root, () => client);
    const workspace = new FolderWorkspace(root, propose, (wrote) => {
      renderer = new FolderRenderer(root, terminal, wrote);
      return renderer;
    });
    await new Promise<void>((resolve) => {
      serveStdio(() => {
        const server = createMcpServer({
          renders: true,
          members: {},
          instructions: INSTRUCTIONS,
          open(_given, name) {
            client = name;
            return Promise.resolve({ workspace });
          },
          refusalOf: () => undefined,
          report: (error) =>
            terminal.err(`capiz mcp: ${error instanceof Error ? error.stack : messageOf(error)}\n`),
        });
        return server;
      });
      process.stdin.once('close', resolve);
      process.stdin.once('end', resolve);
    });
    await renderer?.close();
    return 0;
  },
});
