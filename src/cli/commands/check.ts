import { join, resolve } from 'node:path';
import { checkProject } from '#renderer/grammar/check.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { applyBrand } from '#src/shared/brand/apply-brand.ts';
import { APP_FILE, type ProjectFile } from '#src/shared/project-files.ts';
import { readTokens, RESOLVER_FILE } from '#src/shared/tokens/read-tokens.ts';
import { makeColours } from '#src/shared/code-frame.ts';
import type { Command } from '../command.ts';
import { readOptions } from '../options.ts';
import { describeProblems, describeSummary } from '#src/shared/problem-report.ts';
import { findProject, readProject, selectFiles } from '../project.ts';

/** Number of the `--json` form; grows when a reader of the old form would misread the new one. */
const JSON_VERSION = 1;

export const checkCommand: Command = {
  name: 'check',
  usage: '[--json] [--root <folder>] [paths]',
  summary: 'Checks the definitions of a project',
  details: `Checks screens, parts, messages, endpoints and the application together and reports every problem.

  paths            report only what stands in these files or folders; all is checked nevertheless
  --json           print {"version":1,"problems":[…],"summary":{…}} instead of words
  --root <folder>  the project; default: the nearest folder upwards that has screens/app.json

Exit: 0 no errors (warnings are printed and counted), 1 errors, 2 could not run.`,
  run(args, terminal) {
    const began = terminal.now();
    const { values, rest } = readOptions(args, { json: { type: 'boolean' }, root: { type: 'string' } });
    const root =
      values.root === undefined ? findProject(terminal.folder) : resolve(terminal.folder, values.root);
    const files = readProject(root);
    const selected = selectFiles(files, rest, root, terminal.folder);
    // What stands in no file, such as a missing application, concerns every file.
    const known = new Set(files.map(({ path }) => path));
    const problems = [...checkProject(files), ...checkBrand(root, files)].filter(
      ({ file }) => selected.has(file) || !known.has(file),
    );
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    const screens = [...selected].filter((path) => path.endsWith('.screen.json')).length;
    const summary = { screens, errors, warnings: problems.length - errors };
    if (values.json === true)
      terminal.out(`${JSON.stringify({ version: JSON_VERSION, problems, summary }, null, 2)}\n`);
    else {
      const texts = new Map(files.map(({ path, text }) => [path, text]));
      terminal.out(describeProblems(problems, texts, makeColours(terminal.hasColour)));
      terminal.out(describeSummary(summary, terminal.now() - began));
    }
    return errors === 0 ? 0 : 1;
  },
};

/** The brand's contrast, where the project has a theme for it. */
function checkBrand(root: string, files: readonly ProjectFile[]): readonly Problem[] {
  const app = files.find(({ path }) => path === APP_FILE);
  const tokens = readTokens(join(root, RESOLVER_FILE));
  return app === undefined || tokens === undefined ? [] : applyBrand(tokens, app.text).problems;
}
