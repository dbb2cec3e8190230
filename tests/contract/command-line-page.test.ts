import { describe, expect, it } from 'vitest';
import { COMMANDS } from '#src/cli/main.ts';
import { EVERYWHERE } from '#src/cli/options.ts';
import { describeCommand, describeOptions } from '#src/cli/run.ts';

const HEAD = `# The command line

\`npx capiz <command>\`. Data goes to the standard output, messages to the error output. Every command has \`--help\`. A command that
prints data has \`--json\`; its \`version\` grows when a program that reads the old form would misread the new one. Colours are
off if the output is not a terminal or \`NO_COLOR\` is set. Exit: 0 clean, 1 findings, 2 could not run. Every command has:

\`\`\`text
${describeOptions(EVERYWHERE)}\`\`\`

This page is written from the commands' own help: \`npx vitest run tests/contract/command-line-page.test.ts -u\`.
`;

describe('docs/reference/command-line.md has every command', () => {
  it('as its help describes it', async () => {
    const commands = COMMANDS.map(
      (command) => `\n## capiz ${command.name}\n\n\`\`\`text\n${describeCommand(command)}\`\`\`\n`,
    );
    await expect(HEAD + commands.join('')).toMatchFileSnapshot('../../docs/reference/command-line.md');
  });

  it.each(COMMANDS.map((command) => [command.name, command] as const))(
    '%s begins with an example',
    (name, command) => {
      expect(command.examples?.length).toBeGreaterThan(0);
      for (const example of command.examples ?? []) expect(example).toContain(`capiz ${name}`);
    },
  );

  it.each(COMMANDS.map((command) => [command.name, command] as const))(
    '%s describes its exit codes',
    (_name, { notes }) => {
      expect(notes).toMatch(/Exit:? /);
    },
  );
});
