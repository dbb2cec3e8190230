import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inspectProject } from '#renderer/grammar/lint/inspect.ts';
import { fixFile } from '#renderer/grammar/lint/fix.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { checkBrand } from '#src/shared/brand/with-brand.ts';
import { makeColours } from '#src/shared/code-frame.ts';
import { type ProjectFile } from '#src/shared/project-files.ts';
import { writeFile } from '#src/shared/write-file.ts';
import { messageOf } from '#src/shared/message-of.ts';
import { type Terminal, UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { checkFixtures } from '../fixtures/check-fixtures.ts';
import { openProject, ROOT_OPTION } from '../project.ts';
import { writeCheckstyle } from '../reports/checkstyle.ts';
import { writeCodeFrames } from '../reports/code-frames.ts';
import { writeGithub } from '../reports/github.ts';
import { writeJson } from '../reports/json.ts';
import { writeJunit } from '../reports/junit.ts';
import { writeMarkdown } from '../reports/markdown.ts';
import type { Report } from '../reports/report.ts';
import { writeSarif } from '../reports/sarif.ts';
import { writeStylish } from '../reports/stylish.ts';

type Writer = (report: Report, hasColour: boolean) => string;

const FORMATS: { readonly [format: string]: Writer } = {
  codeframe: (report, hasColour) => writeCodeFrames(report, makeColours(hasColour)),
  stylish: (report, hasColour) => writeStylish(report, makeColours(hasColour)),
  json: writeJson,
  sarif: writeSarif,
  junit: writeJunit,
  checkstyle: writeCheckstyle,
  github: writeGithub,
  markdown: writeMarkdown,
};

export const checkCommand = defineCommand({
  name: 'check',
  usage: '[--fix] [--max-warnings <n>] [--format <format>[=<file>]] [--json] [--root <folder>] [paths]',
  summary: 'Checks the definitions of a project',
  examples: [
    'npx capiz check',
    'npx capiz check screens/order.screen.json',
    'npx capiz check --fix',
    'npx capiz check --max-warnings 0 --format github --format sarif=dist/capiz.sarif',
  ],
  details:
    'Checks screens, parts, messages, endpoints and the application together and reports every problem.',
  options: {
    paths: 'report only problems in these files or folders; everything is checked',
    '--fix': 'fix problems that have exactly one solution, and report the rest',
    '--max-warnings <n>': 'exit with 1 if there are more warnings; acknowledged warnings do not count',
    '--format <format>...': `codeframe (default), stylish, json, sarif, junit, checkstyle, github, markdown; can be
      repeated, all but one with =<file> to write to that file`,
    '--json': 'the same as --format json: {"version":1,"problems":[…],"acknowledged":[…],"summary":{…}}',
    ...ROOT_OPTION,
  },
  notes: `Acknowledged warnings are printed first and errors last, right above the counts.
An intended warning is acknowledged in the definition, with its reason: "x-acknowledged": { "<code>": "<why>" }.

Exit: 0 no errors (warnings are printed and counted), 1 errors or too many warnings, 2 could not run.`,
  run({ values, rest }, terminal) {
    const began = terminal.now();
    const outputs = readFormats([...(values.format ?? []), ...(values.json === true ? ['json'] : [])]);
    const most = readLimit(values['max-warnings']);
    const { root, files, selected } = openProject(terminal, values.root, rest);
    const inspected =
      values.fix === true ? fix(root, files, selected, terminal) : { files, ...inspect(root, files) };
    // A problem without a file, such as a missing application, concerns every file.
    const known = new Set(files.map(({ path }) => path));
    const concerns = ({ file }: Problem): boolean => selected.has(file) || !known.has(file);
    const problems = inspected.problems.filter(concerns);
    const acknowledged = inspected.acknowledged.filter(concerns);
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    const warnings = problems.length - errors;
    const report: Report = {
      problems,
      acknowledged,
      summary: {
        screens: [...selected].filter((path) => path.endsWith('.screen.json')).length,
        errors,
        warnings,
        acknowledged: acknowledged.length,
      },
      texts: new Map([
        ...textsOfFixtures(root, problems),
        ...inspected.files
          .filter(({ path }) => selected.has(path))
          .map(({ path, text }) => [path, text] as const),
      ]),
      durationMs: terminal.now() - began,
    };
    for (const { write, file } of outputs) {
      if (file === undefined) terminal.out(write(report, terminal.hasColour));
      else writeReport(resolve(terminal.folder, file), write(report, false));
    }
    return errors === 0 && warnings <= most ? 0 : 1;
  },
});

/** Fixtures are not documents of the project, but their problems are shown with their lines too. */
function textsOfFixtures(root: string, problems: readonly Problem[]): [path: string, text: string][] {
  const paths = new Set(problems.map(({ file }) => file).filter((file) => file.startsWith('fixtures/')));
  return [...paths]
    .filter((path) => existsSync(join(root, path)))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]);
}

interface Output {
  readonly write: Writer;
  /** Undefined: print to the terminal. */
  readonly file?: string;
}

function readFormats(given: readonly string[]): Output[] {
  const outputs = given.map((one): Output => {
    const [, name = '', file] = /^([^=]*)(?:=(.*))?$/.exec(one) ?? [];
    const write = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
    if (write === undefined || file === '')
      throw new UsageError(
        `--format takes one of ${Object.keys(FORMATS).join(', ')}, or one with =<file>, not "${one}"`,
      );
    return { write, ...(file === undefined ? {} : { file }) };
  });
  const toTerminal = outputs.filter(({ file }) => file === undefined).length;
  if (toTerminal > 1) throw new UsageError('only one format can be printed; give the others =<file>');
  // If every format goes to a file, the terminal still gets a readable report.
  return toTerminal === 0 ? [...outputs, { write: FORMATS['codeframe'] ?? writeJson }] : outputs;
}

function readLimit(given: string | undefined): number {
  if (given === undefined) return Infinity;
  if (!/^\d+$/.test(given)) throw new UsageError(`--max-warnings takes a number, not "${given}"`);
  return Number(given);
}

function inspect(root: string, files: readonly ProjectFile[]): ReturnType<typeof inspectProject> {
  return inspectProject(files, [...checkBrand(files), ...checkFixtures(root, files)]);
}

/** Applies fixes until none is left: removing one warning can reveal another. */
function fix(
  root: string,
  files: readonly ProjectFile[],
  selected: ReadonlySet<string>,
  terminal: Terminal,
): ReturnType<typeof inspectProject> & { readonly files: readonly ProjectFile[] } {
  let current = files;
  let found = inspect(root, current);
  for (let round = 0; round < 10; round += 1) {
    const fixed = current.map((file) =>
      selected.has(file.path) ? { ...file, text: fixFile(file, found.problems) } : file,
    );
    if (fixed.every(({ text }, index) => text === current[index]?.text)) break;
    current = fixed;
    found = inspect(root, current);
  }
  const changed = current.filter(({ text }, index) => text !== files[index]?.text);
  for (const { path, text } of changed) writeFileSync(join(root, path), text);
  terminal.err(
    changed.length === 0
      ? 'nothing to fix\n'
      : `fixed ${changed.map(({ path }) => path).join(', ')}; git restore brings the old text back\n`,
  );
  return { files: current, ...found };
}

function writeReport(path: string, text: string): void {
  try {
    writeFile(path, text);
  } catch (error) {
    throw new UsageError(`the report cannot be written: ${messageOf(error)}`);
  }
}
