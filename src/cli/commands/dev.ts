import { messageOf } from '#src/shared/message-of.ts';
import { type Command, type ExitCode, UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { printResult } from '../print-result.ts';
import { rootOf, ROOT_OPTION } from '../project.ts';

/** A running gallery. */
interface Served {
  readonly address: string;
  close(): Promise<void>;
}

/** Starts the gallery of a project; rejects with the reason why it cannot. */
export type ServeGallery = (options: {
  readonly root: string;
  readonly port: number | undefined;
  readonly opens: boolean;
}) => Promise<Served>;

/** @param serve - Undefined in a clone of Capiz, which has `npm run dev`. */
export function devCommand(serve: ServeGallery | undefined): Command {
  return defineCommand({
    name: 'dev',
    usage: '[--port <number>] [--open] [--json] [--root <folder>]',
    summary: 'Shows your own widgets and the states of your screens in the browser while you edit them',
    examples: ['npx capiz dev', 'npx capiz dev --port 5200 --open'],
    details: `For a project that has the package capiz and Vite. Each widget of capiz.config.mjs has a page with its examples, controls for
its members, and the events that it emits; the examples are in its schema. Each screen has a page for each of its states. A
change of a widget, a schema, a definition or a fixture is shown at once. Ctrl-C ends it. In a clone of Capiz: npm run dev.`,
    options: {
      '--port <number>': 'default: 5180, or the next free port',
      '--open': 'open the browser',
      '--json': 'print {"version":1,"address":"http://localhost:5180/"} when it is ready',
      ...ROOT_OPTION,
    },
    notes: 'Exit: 0 ended by Ctrl-C or SIGTERM, 2 could not run.',
    readsConfig: true,
    async run({ values, rest }, terminal): Promise<ExitCode> {
      if (rest.length > 0) throw new UsageError('it takes no arguments');
      if (serve === undefined) throw new UsageError('this is a clone of Capiz: use npm run dev [folder]');
      const root = rootOf(terminal, values.root);
      const served = await start(serve, root, readPort(values.port), values.open === true);
      const { address } = served;
      printResult(terminal, values, { address }, `${address}\n`);
      await new Promise<void>((ended) => {
        process.once('SIGINT', ended);
        process.once('SIGTERM', ended);
      });
      await served.close();
      return 0;
    },
  });
}

async function start(
  serve: ServeGallery,
  root: string,
  port: number | undefined,
  opens: boolean,
): Promise<Served> {
  try {
    return await serve({ root, port, opens });
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

function readPort(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (!/^\d{1,5}$/.test(given) || Number(given) > 65_535)
    throw new UsageError(`--port takes a number up to 65535, not "${given}"`);
  return Number(given);
}
