import { type Command, UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { EVERYWHERE, optionsByName } from '../options.ts';
import { printResult } from '../print-result.ts';

const SHELLS: { readonly [shell: string]: (commands: readonly Command[]) => string } = {
  bash: (commands) => `# npx capiz completion bash > /etc/bash_completion.d/capiz
_capiz() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')}" -- "$word"))
    return
  fi
  local options=""
  case "\${COMP_WORDS[1]}" in
${commands.map((command) => `    ${command.name}) options="${optionsOf(command).join(' ')}" ;;\n`).join('')}  esac
  COMPREPLY=($(compgen -W "$options --help" -- "$word") $(compgen -f -- "$word"))
}
complete -o filenames -F _capiz capiz
`,
  zsh: (commands) => `#compdef capiz
# capiz completion zsh > "\${fpath[1]}/_capiz"
_capiz() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${commands.map(({ name, summary }) => `      '${name}:${summary.replaceAll("'", '’')}'\n`).join('')}    )
    _describe command commands
    return
  fi
  case "$words[2]" in
${commands.map((command) => `    ${command.name}) compadd -- ${[...optionsOf(command), '--help'].join(' ')} ;;\n`).join('')}  esac
  _files
}
_capiz "$@"
`,
  fish: (commands) =>
    [
      '# capiz completion fish > ~/.config/fish/completions/capiz.fish\n',
      ...commands.flatMap((command) => [
        `complete -c capiz -n __fish_use_subcommand -a ${command.name} -d '${command.summary.replaceAll("'", '’')}'\n`,
        ...optionsOf(command).map(
          (option) =>
            `complete -c capiz -n '__fish_seen_subcommand_from ${command.name}' -l ${option.slice(2)}\n`,
        ),
      ]),
    ].join(''),
};

/** @param commands - All commands, including this one; read when it runs. */
export function completionCommand(commands: () => readonly Command[]): Command {
  return defineCommand({
    name: 'completion',
    usage: '<bash|zsh|fish> [--json]',
    summary: 'Prints a script with which a shell completes commands and options',
    examples: ['source <(npx capiz completion bash)', 'npx capiz completion zsh > "${fpath[1]}/_capiz"'],
    details: 'The script knows the commands and options of this version.',
    options: {
      '--json': 'print {"version":1,"shell","script"} instead of the script',
    },
    notes: 'Exit: 0 printed, 2 could not run.',
    run({ values, rest }, terminal) {
      const [shell = '', ...more] = rest;
      const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
      if (write === undefined || more.length > 0)
        throw new UsageError(`name the shell: ${Object.keys(SHELLS).join(', ')}`);
      const script = write(commands());
      printResult(terminal, values, { shell, script }, script);
      return 0;
    },
  });
}

function optionsOf({ options }: Command): string[] {
  const names = Object.keys(optionsByName(Object.keys(options)));
  return [...names.map((name) => `--${name}`), ...Object.keys(EVERYWHERE)];
}
