import { type Command, UsageError } from '../command.ts';
import { readOptions } from '../options.ts';
import { connectRegistry, SERVER_HELP, SERVER_OPTIONS, ServerRefusal } from '../registry-client.ts';

export const screenCommand: Command = {
  name: 'screen',
  usage: 'close <id> | open <id> | list',
  summary: 'Closes a screen for everybody at once, and opens it again',
  examples: ['capiz screen close repay --reason "It shows a wrong amount"', 'capiz screen list'],
  details: `In the place of a closed screen stands, in every release, a page that says so and does nothing.

  --reason <text>        why; stands in the audit
${SERVER_HELP}

Undo: capiz screen open. Exit: 0 done, 1 refused, 2 could not run.`,
  async run(args, { folder, out, err }) {
    const { values, rest } = readOptions(args, { ...SERVER_OPTIONS, reason: { type: 'string' } });
    const [verb, screen] = rest;
    const { reason } = values;
    if (verb !== 'list') {
      if (verb !== 'close' && verb !== 'open') throw new UsageError('say what to do: close, open or list');
      if (screen === undefined) throw new UsageError('name the screen');
      if (reason === undefined) throw new UsageError('say why: --reason "…"');
    }
    const client = connectRegistry(values, folder);
    try {
      const { screens } =
        verb === 'list'
          ? await client.get<Answer>('/closed-screens')
          : verb === 'close'
            ? await client.post<Answer>('/closed-screens', { screen, reason })
            : await client.post<Answer>(`/closed-screens/${screen}/open`, { reason });
      if (screens.length === 0) out('No screen is closed.\n');
      for (const closed of screens) out(`${closed.screen} is closed: ${closed.reason}\n`);
      return 0;
    } catch (error) {
      if (!(error instanceof ServerRefusal)) throw error;
      err(`Not done: ${error.message}\n`);
      return 1;
    }
  },
};

interface Answer {
  readonly screens: readonly { readonly screen: string; readonly reason: string }[];
}
