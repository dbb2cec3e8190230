import { defineCommand } from '../define-command.ts';

export const lspCommand = defineCommand({
  name: 'lsp',
  usage: '[--stdio]',
  summary: 'Runs the language server for an editor',
  examples: ['npx capiz lsp'],
  details: `Speaks the Language Server Protocol on the standard input and output. An editor starts it; it helps in screens,
parts, app.json, contracts, catalogues and fixtures: problems while typing, completion, explanations, definitions, references,
renaming, formatting, fixes, and how many states show a node.`,
  options: { '--stdio': 'the only way to connect, and the default; editors pass it' },
  notes: 'Exit: 0 the editor ended it, 1 the connection broke.',
  async run(_given, terminal) {
    const { runLanguageServer } = await import('../language-server/run.ts');
    return runLanguageServer(terminal.folder);
  },
});
