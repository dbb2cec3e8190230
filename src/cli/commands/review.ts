import { makeColours } from '#src/shared/code-frame.ts';
import type { Change } from '#src/testing/review.ts';
import { type Terminal, UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { refusing } from '../options.ts';
import { printResult } from '../print-result.ts';
import { rootOf, ROOT_OPTION } from '../project.ts';

type Decision = 'accepted' | 'rejected' | 'skipped';

const ANSWERS: { readonly [answer: string]: Decision } = {
  y: 'accepted',
  a: 'accepted',
  n: 'rejected',
  r: 'rejected',
  s: 'skipped',
  '': 'skipped',
};

export const reviewCommand = defineCommand({
  name: 'review',
  usage: '[--accept | --reject] [-t <name>] [--json] [--root <folder>] [paths]',
  summary: 'Accepts changes of snapshots one by one',
  examples: ['npx capiz review', 'npx capiz review order', 'npx capiz review --accept repay'],
  details: `Renders the states as npx capiz test does, and shows each difference from the snapshots; a difference that is the same in
several states and languages is shown once. Answer y to accept what is rendered now, n if it is a fault to fix in the
definition, s (or nothing) to decide later, q to stop. Only accepted changes are written.`,
  options: {
    paths: 'screens: their names, their files, or the file of a part that they use; default all',
    '--accept': 'accept every change without asking',
    '--reject': 'accept none, and list them',
    '-t, --name <name>': 'only states and scripts whose <screen>/<name> contains this',
    '--json': 'with --accept or --reject: {"version":1,"changes":[{"title","decision"}],"failures":[…]}',
    ...ROOT_OPTION,
  },
  notes: `With CI set nothing is written. Exit: 0 nothing is left to decide, 1 something was rejected, skipped or could not be
rendered, 2 could not run. git restore fixtures/snapshots undoes it.`,
  async run({ values, rest }, terminal) {
    const always = values.accept === true ? 'accepted' : values.reject === true ? 'rejected' : undefined;
    if (values.accept === true && values.reject === true)
      throw new UsageError('accept them all, or reject them all');
    if (values.json === true && always === undefined)
      throw new UsageError('--json asks nothing: say --accept or --reject');
    if (always !== 'rejected' && (process.env['CI'] ?? '') !== '')
      throw new UsageError('CI is set: nothing is written there');
    const root = rootOf(terminal, values.root);
    const { findChanges } = await import('#src/testing/review.ts');
    const { UnknownPath, UnsoundProject } = await import('#src/testing/test-run.ts');
    const review = await refusing([UnsoundProject, UnknownPath], () =>
      findChanges({ root, folder: terminal.folder, paths: rest, name: values.name }),
    );
    const decided = await decide(review.changes, always, terminal, values.json === true);
    const { failures } = review;
    const changes = review.changes.map(({ title }, index) => ({ title, decision: decided[index] }));
    const lines = failures.map((failure) => `FAILED  ${failure}\n`);
    printResult(terminal, values, { changes, failures }, lines.join(''));
    const count = (decision: Decision): number => decided.filter((one) => one === decision).length;
    const left = decided.length - count('accepted') + review.failures.length;
    terminal.err(
      decided.length + review.failures.length === 0
        ? 'nothing to review: all snapshots match\n'
        : `${count('accepted')} accepted, ${count('rejected')} rejected, ${count('skipped')} skipped` +
            `${review.failures.length > 0 ? `, ${review.failures.length} could not be drawn` : ''}\n`,
    );
    return left === 0 ? 0 : 1;
  },
});

/** Decides on each change. An accepted change is written immediately, so that an interruption loses nothing. */
export async function decide(
  changes: readonly Change[],
  always: Decision | undefined,
  terminal: Terminal,
  isSilent = false,
): Promise<readonly Decision[]> {
  const colours = makeColours(terminal.hasColour);
  const decided: Decision[] = [];
  let isOver = false;
  for (const [index, change] of changes.entries()) {
    if (!isOver && !isSilent) {
      terminal.out(`${index + 1}/${changes.length}  ${change.title}\n${change.describe(colours)}`);
    }
    const decision = isOver ? 'skipped' : (always ?? (await ask(terminal)));
    if (decision === undefined) isOver = true;
    if (decision === 'accepted') change.accept();
    decided.push(decision ?? 'skipped');
  }
  return decided;
}

/** @returns Undefined at the end of the input. */
async function ask(terminal: Terminal): Promise<Decision | undefined> {
  for (;;) {
    terminal.err('accept? [y]es, [n]o, [s]kip, [q]uit: ');
    const answer = (await terminal.read?.())?.trim().toLowerCase();
    if (answer === undefined || answer === 'q' || answer === 'quit') return undefined;
    const letter = answer.slice(0, 1);
    const decision = Object.hasOwn(ANSWERS, letter) ? ANSWERS[letter] : undefined;
    if (decision !== undefined) return decision;
  }
}
