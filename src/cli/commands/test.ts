import { resolve } from 'node:path';
import { makeColours } from '#src/shared/code-frame.ts';
import { type Command, UsageError } from '../command.ts';
import { readOptions } from '../options.ts';
import { findProject } from '../project.ts';

/** Number of the `--json` form; grows when a reader of the old form would misread the new one. */
const JSON_VERSION = 1;

export const testCommand: Command = {
  name: 'test',
  usage: '[-u] [-t <name>] [--json] [--root <folder>] [paths]',
  summary: 'Draws every screen in every state and language, and compares',
  examples: ['capiz test', 'capiz test order -u'],
  details: `Draws each screen in each state of fixtures/states and each language, without browser, server and network, and
compares what a borrower is told with fixtures/snapshots. The clock stands at 2026-03-06T09:00+08:00.

  paths            screens: their names, their files, or the file of a part that they use; default all
  -u, --update     write what is drawn now
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
      name: { type: 'string', short: 't' },
      json: { type: 'boolean' },
      root: { type: 'string' },
    });
    const root =
      values.root === undefined ? findProject(terminal.folder) : resolve(terminal.folder, values.root);
    const isCi = (process.env['CI'] ?? '') !== '';
    if (isCi && values.update === true) throw new UsageError('CI is set: nothing is written there');
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
