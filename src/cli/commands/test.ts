import { resolve } from 'node:path';
import { makeColours } from '#src/shared/code-frame.ts';
import { type Command, type Terminal, UsageError } from '../command.ts';
import { readOptions } from '../options.ts';
import { findProject } from '../project.ts';
import { createWatchQueue, createWatchTeller } from '../watch-test.ts';

/** Number of the `--json` form; grows when a reader of the old form would misread the new one. */
const JSON_VERSION = 1;

export const testCommand: Command = {
  name: 'test',
  usage: '[-u | --watch] [-t <name>] [--json] [--root <folder>] [paths]',
  summary: 'Draws every screen in every state and language, and compares',
  examples: ['capiz test', 'capiz test order -u', 'capiz test --watch'],
  details: `Draws each screen in each state of fixtures/states and each language, without browser, server and network, and
compares what a borrower is told with fixtures/snapshots. The clock stands at 2026-03-06T09:00+08:00.

  paths            screens: their names, their files, or the file of a part that they use; default all
  -u, --update     write what is drawn now
  --watch          do so again after each change of a definition or fixture, for the screens that it concerns; keys:
                   a all, f what failed, u write what is drawn of it, p part of a name, q quit
  -t, --name       only states and scripts whose <screen>/<name> contains this
  --json           print {"version":1,"states":[…],"scripts":[…],"obsoleteFiles":[…],"summary":{…}} instead of words
  --root <folder>  the project; default: the nearest folder upwards that has screens/app.json

A state that has no snapshot yet gets one. With CI set nothing is ever written: a missing snapshot fails as one that
differs or that nothing draws any more.

Exit: 0 all as written, 1 something differs, is missing, obsolete or could not be drawn, 2 could not run.`,
  async run(args, terminal) {
    const began = terminal.now();
    const { values, rest } = readOptions(args, {
      update: { type: 'boolean', short: 'u' },
      watch: { type: 'boolean' },
      name: { type: 'string', short: 't' },
      json: { type: 'boolean' },
      root: { type: 'string' },
    });
    const root =
      values.root === undefined ? findProject(terminal.folder) : resolve(terminal.folder, values.root);
    const isCi = (process.env['CI'] ?? '') !== '';
    if (isCi && values.update === true) throw new UsageError('CI is set: nothing is written there');
    if (values.watch === true) {
      if (isCi || values.update === true || values.json === true)
        throw new UsageError('--watch is for a person who looks on: not with CI set, -u or --json');
      return (await watch(root, rest, values.name, terminal)) ? 0 : 1;
    }
    const { describeRun, runTests, UnknownPath, UnsoundProject } = await import('#src/testing/test-run.ts');
    try {
      const run = await runTests({
        root,
        folder: terminal.folder,
        paths: rest,
        name: values.name,
        writes: isCi ? 'none' : values.update === true ? 'all' : 'missing',
      });
      if (values.json === true)
        terminal.out(`${JSON.stringify({ version: JSON_VERSION, ...run.report }, null, 2)}\n`);
      else terminal.out(describeRun(run, makeColours(terminal.hasColour), terminal.now() - began));
      return run.isClean ? 0 : 1;
    } catch (error) {
      if (error instanceof UnsoundProject || error instanceof UnknownPath)
        throw new UsageError(error.message);
      throw error;
    }
  },
};

/** @returns Whether all was as written when somebody quit. */
async function watch(
  root: string,
  paths: readonly string[],
  name: string | undefined,
  terminal: Terminal,
): Promise<boolean> {
  const { describeRun } = await import('#src/testing/test-run.ts');
  const { openWatch } = await import('#src/testing/open-watch.ts');
  const queue = createWatchQueue(terminal.err);
  const colours = makeColours(terminal.hasColour);
  const mute = terminal.hearKeys?.(queue.press);
  try {
    return await openWatch(
      { root, folder: terminal.folder, paths, name },
      queue,
      createWatchTeller(terminal, (run, ms) => describeRun(run, colours, ms)),
    );
  } finally {
    mute?.();
  }
}
