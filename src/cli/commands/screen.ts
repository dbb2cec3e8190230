import * as v from 'valibot';
import { UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { askRegistry, SERVER_OPTIONS } from '../registry-client.ts';

const CLOSED = v.object({
  screens: v.array(v.looseObject({ screen: v.string(), reason: v.string() })),
});

export const screenCommand = defineCommand({
  name: 'screen',
  usage: 'close <id> | open <id> | list [--reason <text>] [--json]',
  summary: 'Closes a screen for everybody at once, and opens it again',
  examples: ['npx capiz screen close repay --reason "It shows a wrong amount"', 'npx capiz screen list'],
  details: 'In every release a closed screen is replaced by a page that says that it is not available.',
  options: {
    '--reason <text>': 'the reason, recorded in the audit',
    '--json':
      'print {"version":1,"screens":[{"screen","reason"}]} instead of words; what is refused is {"version":1,"refused":{"code","message"}}',
    ...SERVER_OPTIONS,
  },
  notes: 'Undo: npx capiz screen open <id> --reason "why". Exit: 0 done, 1 refused, 2 could not run.',
  async run({ values, rest }, terminal) {
    const [verb, screen] = rest;
    const { reason } = values;
    if (verb !== 'list') {
      if (verb !== 'close' && verb !== 'open') throw new UsageError('name an action: close, open or list');
      if (screen === undefined) throw new UsageError('name the screen');
      if (reason === undefined) throw new UsageError('give a reason: --reason "…"');
    }
    return askRegistry(terminal, values, 'Not done', async (client) => {
      const { screens } =
        verb === 'list'
          ? await client.get('/closed-screens', CLOSED)
          : verb === 'close'
            ? await client.post('/closed-screens', { screen, reason }, CLOSED)
            : await client.post(`/closed-screens/${screen}/open`, { reason }, CLOSED);
      const lines = screens.map((closed) => `${closed.screen} is closed: ${closed.reason}\n`);
      return { data: { screens }, words: lines.length === 0 ? 'No screen is closed.\n' : lines.join('') };
    });
  },
});
