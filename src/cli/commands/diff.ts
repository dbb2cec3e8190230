import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { diffProjects, type ProjectDifference } from '#renderer/grammar/difference/diff-projects.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { type Colours, makeColours } from '#src/shared/code-frame.ts';
import type { ChangedState, Comparison } from '#src/testing/compare-versions.ts';
import { type Terminal, UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { formatJson } from '../print-result.ts';
import { findProject, readProject, rootOf, ROOT_OPTION } from '../project.ts';
import { describeTextDiff } from '../text-diff.ts';

/** Maximum length of a printed value, in UTF-16 units. */
const SHOWN = 90;

export const diffCommand = defineCommand({
  name: 'diff',
  usage: '[before] [after] [--breaking] [--trees] [--json] [--root <folder>]',
  summary: 'Shows how two versions of a project differ in meaning',
  examples: [
    'npx capiz diff',
    'npx capiz diff main --trees',
    'npx capiz diff v1.2 v1.3 --breaking',
    'npx capiz diff ../old .',
  ],
  details: `A version is a folder or a git revision. Default of "after": the project as it is; of "before": HEAD. The order of
members, spacing and comments are ignored. Each difference has a category (text, look, behaviour, data or note); a
breaking difference has a reason.`,
  options: {
    '--breaking': 'only breaking differences',
    '--trees': `render the states of the fixtures in both versions, if they may differ, and show what a borrower
      reads before and after; also list the states that are proven unchanged`,
    '--json': `{"version":1,"changes":[{"file","category","breaking"?,"before"?:{"pointer","value"},"after"?:…}]};
      with --trees "states":{"changed":[{"screen","state","language","before"?:[…],"after"?:[…]}],
      "unchanged":[{"screen","state","language"}]}`,
    ...ROOT_OPTION,
  },
  notes: 'Exit: 0 the same, 1 differences (with --breaking: breaking ones), 2 could not run.',
  async run({ values, rest }, terminal) {
    const [before = 'HEAD', after, ...more] = rest;
    if (more.length > 0) throw new UsageError('two versions at a time');
    const versions = [
      readVersion(before, values.root, terminal),
      after === undefined
        ? readProject(rootOf(terminal, values.root))
        : readVersion(after, values.root, terminal),
    ] as const;
    const found = diffProjects(...versions);
    if ('unreadable' in found) throw new UsageError(`not readable: ${found.unreadable.join(', ')}`);
    const changes = found.filter(({ breaking }) => values.breaking !== true || breaking !== undefined);
    const states =
      values.trees === true ? await compareStates(rootOf(terminal, values.root), ...versions) : undefined;
    const colours = makeColours(terminal.hasColour);
    if (values.json === true) terminal.out(formatJson({ changes, ...(states && { states }) }));
    else {
      for (const change of changes) terminal.out(describeDifference(change, colours));
      if (states !== undefined) terminal.out(describeStates(states, colours));
    }
    const left = changes.filter(({ breaking }) => breaking !== undefined).length;
    terminal.err(
      changes.length === 0 ? 'no differences\n' : `${changes.length} differences, ${left} of them breaking\n`,
    );
    return changes.length === 0 ? 0 : 1;
  },
});

async function compareStates(
  root: string,
  before: readonly SourceFile[],
  after: readonly SourceFile[],
): Promise<Comparison> {
  const { compareVersions } = await import('#src/testing/compare-versions.ts');
  const { UnsoundProject } = await import('#src/testing/project.ts');
  try {
    return await compareVersions(root, before, after);
  } catch (error) {
    if (error instanceof UnsoundProject) throw new UsageError(`not drawn: ${error.message}`);
    throw error;
  }
}

/** Lists equal differences once, and names the states proven to be unchanged. */
function describeStates({ changed, unchanged }: Comparison, colours: Colours): string {
  const groups = new Map<string, ChangedState[]>();
  for (const one of changed) {
    const key = JSON.stringify([one.screen, one.before, one.after]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const parts = [...groups.values()].map((group) => {
    const [{ screen, before = [], after = [] }] = group as [ChangedState];
    const names = group.map(({ state, language }) => `${state} (${language})`).join(', ');
    const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
    return describeTextDiff(`${screen} › ${names}`, text(before), text(after), colours);
  });
  const screens = new Map<string, Set<string>>();
  for (const { screen, state } of unchanged)
    screens.set(screen, (screens.get(screen) ?? new Set()).add(state));
  for (const { screen, state } of changed) screens.get(screen)?.delete(state);
  const same = [...screens]
    .filter(([, states]) => states.size > 0)
    .map(([screen, states]) => `  ${screen}: ${[...states].join(', ')}\n`);
  return `${parts.join('')}${colours.bold('Proven unchanged')}${same.length === 0 ? ': none\n' : `\n${same.join('')}`}`;
}

function readVersion(name: string, root: string | undefined, terminal: Terminal): readonly SourceFile[] {
  const folder = resolve(terminal.folder, name);
  if (existsSync(folder) && statSync(folder).isDirectory()) return readProject(findProject(folder));
  return readRevision(rootOf(terminal, root), name);
}

/** The documents of a project at a revision. */
function readRevision(root: string, revision: string): SourceFile[] {
  const git = (...args: string[]): string => {
    const { status, stdout, stderr, error } = spawnSync('git', ['-C', root, ...args], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    if (error !== undefined) throw new UsageError(`git could not be started: ${error.message}`);
    if (status !== 0)
      throw new UsageError(
        `"${revision}" is neither a folder nor a git revision: ${stderr.trim().split('\n')[0] ?? ''}`,
      );
    return stdout;
  };
  const commit = git('rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`).trim();
  const paths = git('ls-tree', '-r', '-z', '--name-only', commit, '--', 'screens', 'schemas/api')
    .split('\0')
    .filter((path) => path.endsWith('.json'));
  return paths.map((path) => ({ path, text: git('show', `${commit}:./${path}`) }));
}

/** Describes one difference for a person. */
export function describeDifference(
  { file, category, breaking, before, after }: ProjectDifference,
  colours: Colours,
): string {
  const mark = before === undefined ? '+' : after === undefined ? '-' : '~';
  const pointer = (after ?? before)?.pointer ?? '';
  const why = breaking === undefined ? '' : `  ${colours.red(`breaking: ${breaking}`)}`;
  const lines = [`${mark} ${category.padEnd(9)} ${colours.bold(file)} ${pointer}${why}`];
  if (before !== undefined) lines.push(colours.dim(`    - ${show(before.value)}`));
  if (after !== undefined) lines.push(`    + ${show(after.value)}`);
  return `${lines.join('\n')}\n`;
}

function show(value: unknown): string {
  const text = JSON.stringify(value).replaceAll(/\p{Cf}/gu, '\ufffd');
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
