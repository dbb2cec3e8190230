import type { Colours } from '#src/shared/code-frame.ts';
import { createPositions } from '#renderer/grammar/positions.ts';
import { scriptBlock } from './snapshot-file.ts';
import { acceptStates, removeFiles, type Verified } from './snapshots.ts';
import { describeGroup, drawAndVerify, groupReports, reportOf, type TestOptions } from './test-run.ts';

/** A change to decide on: states that differ from their snapshots in the same way, or an obsolete file. */
export interface Change {
  /** `order › repayable`, and how many states have the same change. */
  readonly title: string;
  /** Describes the difference. */
  readonly describe: (colours: Colours) => string;
  /** Writes the change to the snapshots. */
  readonly accept: () => void;
}

export interface Review {
  readonly changes: readonly Change[];
  /** States that could not be rendered: these cannot be accepted. */
  readonly failures: readonly string[];
}

/** Renders the states, and finds those that differ from their snapshots. @throws Same as `drawAndVerify`. */
export async function findChanges(options: Omit<TestOptions, 'writes'>): Promise<Review> {
  const { root } = options;
  const { project, verified, obsoleteFiles } = await drawAndVerify({ ...options, writes: 'none' });
  const order = (screen: string): readonly string[] => {
    const scripts = (project.scripts.get(screen) ?? []).map(({ name }) => name);
    return [
      ...(project.states.get(screen) ?? []).map(({ name }) => name),
      ...scripts,
      ...scripts.map(scriptBlock),
    ];
  };
  const positions = createPositions(project);
  const reports = new Map(verified.map((one) => [reportOf(one, positions), one]));
  const groups = groupReports([...reports.keys()]);
  const changes = groups.flatMap((group): Change[] => {
    const [first] = group;
    if (first === undefined || first.verdict === 'failed') return [];
    const states = group.flatMap((report) => reports.get(report) ?? []);
    const isShown = first.verdict === 'missing' || first.verdict === 'obsolete';
    return [
      {
        title: `${first.screen} › ${first.state}${group.length > 1 ? ` and ${group.length - 1} more` : ''}`,
        describe: (colours) => describeGroup(group, colours) + (isShown ? describeWhole(states) : ''),
        accept: () => acceptStates(root, states, order),
      },
    ];
  });
  const files = obsoleteFiles.map(
    (path): Change => ({
      title: path,
      describe: ({ red }) => `${red('OBSOLETE')}  ${path}\n\n`,
      accept: () => removeFiles(root, [path]),
    }),
  );
  return {
    changes: [...changes, ...files],
    failures: groups.flatMap(([first]) =>
      first?.verdict === 'failed' ? [`${first.screen} › ${first.state}: ${first.failure ?? ''}`] : [],
    ),
  };
}

/** For a new or obsolete state: its complete text. */
function describeWhole([first]: readonly Verified[]): string {
  if (first === undefined) return '';
  const { drawn, expected } = first;
  const lines =
    drawn === undefined ? expected.map((line) => `- ${line}`) : drawn.lines.map(({ text }) => `+ ${text}`);
  return `${lines.join('\n')}\n\n`;
}
