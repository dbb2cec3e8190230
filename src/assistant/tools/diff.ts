import * as v from 'valibot';
import { diffProjects, type ProjectDifference } from '#renderer/grammar/difference/diff-projects.ts';
import type { ProjectFile } from '#src/shared/project-files.ts';
import { isProjectPath } from '#src/shared/project-paths.ts';
import { refuse } from '../answer.ts';
import { defineTool } from '../tool.ts';
import { definitionsOf } from '../workspace.ts';

const SHOWN = 100;
const LONGEST = 160;

export const diffTool = defineTool({
  name: 'diff',
  title: 'Diff',
  description:
    'What the edits changed in meaning since the beginning (of this session, or of the draft), by category, with breaking changes. With trees: also what a borrower reads before and after, for each state that changed.',
  input: v.strictObject({ trees: v.exactOptional(v.boolean(), false) }),
  async run({ trees }, workspace) {
    const [base, files] = [await workspace.readBase(), await workspace.readFiles()];
    const [before, after] = [definitionsOf(base), definitionsOf(files)];
    const fixtures = listChangedFixtures(base, files);
    const found = diffProjects(before, after);
    if ('unreadable' in found)
      return refuse(
        'unreadable',
        `Not readable: ${found.unreadable.join(', ')}.`,
        'Correct what check reports.',
      );
    const { renderer } = workspace;
    if (trees && renderer === undefined)
      return refuse('no-renderer', 'States are not rendered here.', 'Call diff without trees.');
    const states = trees ? await renderer?.compare(before, after) : undefined;
    const left = found.length - SHOWN;
    const lines = [
      `${found.length} differences.`,
      ...found.slice(0, SHOWN).map(sayDifference),
      ...(left > 0 ? [`… and ${left} more.`] : []),
      ...(fixtures.length > 0 ? [`Changed fixtures: ${fixtures.join(', ')}.`] : []),
      ...(states === undefined ? [] : [states.text]),
    ];
    return {
      text: lines.join('\n'),
      data: { changes: found.slice(0, SHOWN), count: found.length, fixtures, ...states?.data },
    };
  },
});

function listChangedFixtures(base: readonly ProjectFile[], files: readonly ProjectFile[]): readonly string[] {
  const before = new Map(base.map(({ path, text }) => [path, text]));
  const after = new Map(files.map(({ path, text }) => [path, text]));
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => path.startsWith('fixtures/') && !isProjectPath(path) && before.get(path) !== after.get(path),
  );
}

function sayDifference({ file, category, breaking, before, after }: ProjectDifference): string {
  const pointer = (after ?? before)?.pointer ?? '';
  const parts = [
    `${category} ${file} ${pointer}`,
    ...(breaking === undefined ? [] : [`breaking: ${breaking}`]),
    ...(before === undefined ? [] : [`before ${shorten(before.value)}`]),
    ...(after === undefined
      ? []
      : [pointer === '' && before === undefined ? 'new document' : `after ${shorten(after.value)}`]),
  ];
  return parts.join('; ');
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
