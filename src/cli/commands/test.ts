import { existsSync, statSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import type { VerifiedScreenshot } from '#src/testing/screenshot-run.ts';
import type { TestRun } from '#src/testing/test-run.ts';
import { makeColours } from '#src/shared/code-frame.ts';
import { writeFile } from '#src/shared/write-file.ts';
import { type Terminal, UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { openCameraOf } from '../camera.ts';
import { describePictures, testPictures } from '../picture-test.ts';
import { formatJson } from '../print-result.ts';
import { rootOf, ROOT_OPTION } from '../project.ts';
import { createWatchQueue, createWatchTeller } from '../watch-test.ts';

export const testCommand = defineCommand({
  name: 'test',
  usage:
    '[-u | --watch] [--pictures [--against <revision>]] [--report <file>] [-t <name>] [--json] [--root <folder>] [paths]',
  summary:
    'Renders every screen in every state and language, and compares the first language with the snapshots',
  examples: [
    'npx capiz test',
    'npx capiz test order -u',
    'npx capiz test --watch',
    'npx capiz test --pictures --against HEAD --report report.html',
  ],
  details: `Renders each screen in each state of fixtures/states and each language, without browser, server and network, and
compares what a borrower reads in the state's own language or the project's first, and how it looks, with
fixtures/snapshots. Translations only have to be rendered: capiz diff --trees shows what changed in them. The clock is set to 2026-03-06T09:00+08:00.`,
  options: {
    paths: 'screens: their names, their files, or the file of a part that they use; default all',
    '-u, --update': 'write what is rendered now',
    '--watch': `repeat after each change of a definition or fixture, for the screens that depend on it; keys:
      a all, f failed ones, u write their snapshots, p part of a name, q quit; on a network drive that
      reports no changes, set CHOKIDAR_USEPOLLING=1`,
    '--pictures': `also take a screenshot of each state in Chromium, light and dark, and compare it pixel by pixel with the
      last accepted screenshot of this machine (.capiz/pictures, not in git: letters depend on fonts and browser)`,
    '--against <revision>':
      "with --pictures: compare with screenshots of a revision's definitions and fixtures, taken now",
    '--report <file>': `write a page that opens from disk: the differences, expected beside actual, screenshots with a slider;
      below them, folded, what passed; into a folder it writes index.html`,
    '-t, --name <name>': 'only states and scripts whose <screen>/<name> contains this',
    '--json':
      'print {"version":1,"states":[…],"scripts":[…],"looks":[…],"pictures"?:[…],"obsoleteFiles":[…],"summary":{…}} instead of words',
    ...ROOT_OPTION,
  },
  notes: `Writes the snapshot of a state that has none. With CI set, it writes nothing. The test fails if a snapshot is missing,
differs, or belongs to no state any more.

Exit: 0 all snapshots match, 1 something differs, is missing, obsolete or could not be rendered, 2 could not run:
with --pictures also where there is no Chromium.`,
  async run({ values, rest }, terminal) {
    const began = terminal.now();
    const root = rootOf(terminal, values.root);
    const isCi = (process.env['CI'] ?? '') !== '';
    if (isCi && values.update === true) throw new UsageError('CI is set: nothing is written there');
    if (values.watch === true) {
      if (
        isCi ||
        [values.update, values.json, values.pictures, values.report].some((one) => one !== undefined)
      )
        throw new UsageError(
          '--watch needs a person at a terminal: not with CI set, -u, --json, --pictures or --report',
        );
      return (await watch(root, rest, values.name, terminal)) ? 0 : 1;
    }
    if (values.against !== undefined && (values.pictures !== true || values.update === true))
      throw new UsageError('--against needs --pictures, and does not go with -u');
    // Open the camera before rendering, so that unchecked screenshots are never reported as passed.
    const camera = values.pictures === true ? await openCameraOf(terminal, root) : undefined;
    const { describeRun, runTests, UnknownPath, UnsoundProject } = await import('#src/testing/test-run.ts');
    const writes = isCi ? 'none' : values.update === true ? 'all' : 'missing';
    try {
      const run = await runTests({
        root,
        folder: terminal.folder,
        paths: rest,
        name: values.name,
        writes,
      });
      const { name, against } = values;
      const pictures = camera && (await testPictures(camera, run, { root, name, writes, against }, terminal));
      if (values.report !== undefined)
        await writeReportTo(resolve(terminal.folder, values.report), run, pictures, against);
      const colours = makeColours(terminal.hasColour);
      if (values.json === true) {
        const { reportScreenshot } = await import('#src/testing/screenshot-run.ts');
        const all = { ...run.report, ...(pictures && { pictures: pictures.map(reportScreenshot) }) };
        terminal.out(formatJson(all));
      } else {
        for (const { verdict, screen, state, language } of run.verified)
          terminal.detail?.(`${verdict.padEnd(10)}  ${screen} › ${state}  (${language})`);
        terminal.out(describeRun(run, colours, terminal.now() - began));
        if (pictures) terminal.out(await describePictures(pictures, colours));
      }
      const isSeen = (pictures ?? []).every(({ verdict }) => verdict === 'passed' || verdict === 'written');
      return run.isClean && isSeen ? 0 : 1;
    } catch (error) {
      if (error instanceof UnsoundProject || error instanceof UnknownPath)
        throw new UsageError(error.message);
      throw error;
    } finally {
      await camera?.close();
    }
  },
});

/** @param path - A folder if it exists as a folder or has no extension; otherwise a file. */
async function writeReportTo(
  path: string,
  run: TestRun,
  pictures: readonly VerifiedScreenshot[] = [],
  against: string | undefined,
): Promise<void> {
  const { writeReport } = await import('#src/testing/report/write-report.ts');
  const { readLook } = await import('#src/testing/write-page.ts');
  const isFolder = extname(path) === '' || (existsSync(path) && statSync(path).isDirectory());
  const file = isFolder ? join(path, 'index.html') : path;
  const { root, release } = run.project;
  const of = { name: basename(root), isAgainst: against !== undefined };
  writeFile(file, writeReport(run, pictures, readLook(release.app.plan), of));
}

/** @returns Whether everything matched the snapshots at the end. */
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
  const mute = terminal.listenToKeys?.(queue.press);
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
