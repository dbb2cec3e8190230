import { existsSync } from 'node:fs';
import { basename, relative, resolve, sep } from 'node:path';
import type { Colours } from '#src/shared/code-frame.ts';
import { loadTestProject, type ProjectReader, type TestProject } from './project.ts';
import { createPool, type Pool } from './pool.ts';
import { LOOKS, SCRIPT_RECORDS } from './snapshot-file.ts';
import { createPositions } from '#renderer/grammar/positions.ts';
import {
  findObsoleteFiles,
  removeFiles,
  type Verified,
  type VerifyOptions,
  verifyScreen,
} from './snapshots.ts';
import { describeChanges } from './tree-diff.ts';

export { UnsoundProject } from './project.ts';

export interface TestOptions {
  readonly root: string;
  /** The folder to which the paths are relative. */
  readonly folder: string;
  readonly paths: readonly string[];
  /** Part of `<screen>/<state>`, or of `<screen>/<script>`. */
  readonly name: string | undefined;
  /** Default: all languages of the project. */
  readonly languages?: readonly string[];
  readonly writes: VerifyOptions['writes'];
  /** Whether to collect coverage. */
  readonly covers?: boolean;
  /** Whether to keep copies of the pages, in each state's first language. */
  readonly keepsPages?: boolean;
  /** A running pool. Its threads read the project again, and reuse what no edit affects. */
  readonly warm?: { readonly pool: Pool; readonly version: number; readonly reader: ProjectReader };
}

/** The output of `capiz test --json`. */
export interface TestReport {
  readonly states: readonly StateReport[];
  readonly scripts: readonly ScriptReport[];
  /** The looks of states, and of scripts under the name `script <name>`. */
  readonly looks: readonly LookReport[];
  /** Snapshot files without a screen or language. */
  readonly obsoleteFiles: readonly string[];
  readonly summary: { readonly [verdict in Verified['verdict']]: number };
}

export interface StateReport {
  readonly screen: string;
  readonly state: string;
  readonly language: string;
  readonly verdict: Verified['verdict'];
  /** Lines that differ, each group below the path of its ancestors; `-` expected, `+` actual. */
  readonly diff?: readonly string[];
  /** Sources of the different nodes: `file:line:column`. */
  readonly places?: readonly string[];
  readonly failure?: string;
}

export interface ScriptReport extends Omit<StateReport, 'state' | 'language'> {
  readonly script: string;
}

export type LookReport = Omit<StateReport, 'language'>;

/** The rendered states, compared with their snapshots. */
export interface DrawnRun {
  readonly project: TestProject;
  /** Screens that were rendered. */
  readonly screens: readonly string[];
  /** Covered points, if collected. */
  readonly hits: ReadonlySet<string>;
  readonly verified: readonly Verified[];
  /** Snapshot files without a screen or language. */
  readonly obsoleteFiles: readonly string[];
}

export interface TestRun extends Omit<DrawnRun, 'obsoleteFiles'> {
  readonly isClean: boolean;
  readonly report: TestReport;
}

/** Renders, compares, and writes what `writes` allows. @throws UnsoundProject; Error for an unknown path. */
export async function drawAndVerify(options: TestOptions): Promise<DrawnRun> {
  const { root, name, writes } = options;
  const project = options.warm?.reader.read() ?? loadTestProject(root);
  const screens = selectScreens(project, options);
  const jobs = screens
    .map((screen) => {
      const pick = (all: readonly { readonly name: string }[] = []) =>
        all.map((one) => one.name).filter((one) => name === undefined || `${screen}/${one}`.includes(name));
      return {
        screen,
        names: pick(project.states.get(screen)),
        scripts: pick(project.scripts.get(screen)),
      };
    })
    .filter(({ names, scripts }) => names.length + scripts.length > 0);
  // Begin with the slowest screens, so that no thread waits at the end.
  const { warm } = options;
  const pool = warm?.pool ?? createPool(root, { covers: options.covers === true });
  const sizeOf = ({ names, scripts }: (typeof jobs)[number]) => names.length + scripts.length;
  const bySize = [...jobs].sort((a, b) => sizeOf(b) - sizeOf(a));
  const drawn = await pool
    .run(
      bySize.map((job) => ({
        ...job,
        ...(options.languages && { languages: options.languages }),
        ...(warm && { version: warm.version }),
        ...(options.keepsPages === true && { keepsPages: 'first' }),
      })),
    )
    .finally(() => (warm === undefined ? pool.close() : undefined));
  const verified = jobs.flatMap((job) =>
    verifyScreen(job.screen, drawn[bySize.indexOf(job)] ?? [], {
      root,
      writes,
      isWhole: name === undefined,
    }),
  );
  const isAll = options.paths.length === 0 && name === undefined;
  const obsoleteFiles = isAll ? findObsoleteFiles(root, listSnapshots(project)) : [];
  return { project, screens, hits: pool.hits, verified, obsoleteFiles };
}

/** `<folder>/<screen>` of each snapshot that a project has. */
function listSnapshots({ states, scripts, release }: TestProject): ReadonlySet<string> {
  const wanted = new Set([...scripts.keys()].map((screen) => `${SCRIPT_RECORDS}/${screen}`));
  for (const [screen, all] of states) {
    wanted.add(`${LOOKS}/${screen}`);
    for (const { lang } of all) wanted.add(`${lang ?? release.language}/${screen}`);
  }
  return wanted;
}

/** Renders and compares. @throws Same as `drawAndVerify`. */
export async function runTests(options: TestOptions): Promise<TestRun> {
  const { root, writes } = options;
  const { project, screens, hits, verified, obsoleteFiles } = await drawAndVerify(options);
  if (writes === 'all') removeFiles(root, obsoleteFiles);
  const left = writes === 'all' ? [] : obsoleteFiles;
  const positions = createPositions(project);
  const reports = verified.map((one) => reportOf(one, positions));
  const states = reports.filter(({ language }) => language !== SCRIPT_RECORDS && language !== LOOKS);
  const looks = reports.flatMap(({ language, ...one }) => (language === LOOKS ? [one] : []));
  const scripts = reports.flatMap(({ state, language, ...one }) =>
    language === SCRIPT_RECORDS ? [{ ...one, script: state }] : [],
  );
  const count = (verdict: Verified['verdict']) => reports.filter((one) => one.verdict === verdict).length;
  const summary = {
    passed: count('passed'),
    failed: count('failed'),
    mismatched: count('mismatched'),
    missing: count('missing'),
    obsolete: count('obsolete'),
    written: count('written'),
  };
  const wrong = summary.failed + summary.mismatched + summary.missing + summary.obsolete + left.length;
  return {
    isClean: wrong === 0,
    screens,
    hits,
    project,
    verified,
    report: { states, scripts, looks, obsoleteFiles: left, summary },
  };
}

/** Resolves a command-line path: a screen's name, its file, or a part's file for all its users. */
export function selectScreens(
  project: TestProject,
  { root, folder, paths }: Pick<TestOptions, 'root' | 'folder' | 'paths'>,
): readonly string[] {
  const all = [...project.states.keys()];
  if (paths.length === 0) return all;
  const chosen = new Set<string>();
  for (const path of paths) {
    if (all.includes(path)) {
      chosen.add(path);
      continue;
    }
    const full = resolve(folder, path);
    if (!existsSync(full)) throw new UnknownPath(`there is no screen and no file "${path}"`);
    const inside = relative(root, full).split(sep).join('/');
    const users = all.filter((screen) => {
      if (basename(inside) === `${screen}.screen.json` || inside === '' || inside === 'screens') return true;
      const origins = project.compiled.screens[screen]?.origins ?? {};
      return Object.values(origins).some(({ file }) => file === inside || file.startsWith(`${inside}/`));
    });
    if (users.length === 0) throw new UnknownPath(`no screen is made of ${path}`);
    for (const screen of users) chosen.add(screen);
  }
  return all.filter((screen) => chosen.has(screen));
}

/** A path on the command line that matches nothing. */
export class UnknownPath extends Error {}

/** The report of one state. */
export function reportOf(
  { screen, state, language, verdict, expected, drawn }: Verified,
  positions: ReturnType<typeof createPositions>,
): StateReport {
  const base = { screen, state, language, verdict };
  if (drawn?.failure !== undefined) return { ...base, failure: drawn.failure };
  if (verdict !== 'mismatched' || drawn === undefined) return base;
  const lines = drawn.lines.map(({ text }) => text);
  const changes = describeChanges(expected, lines);
  if (changes === undefined) return { ...base, diff: ['  the title differs'] };
  const nodes = new Set(changes.at.map((at) => drawn.lines[at]?.node));
  const places = [...nodes].flatMap((node) =>
    node === undefined ? [] : (positions.ofNode(screen, node) ?? []),
  );
  return { ...base, diff: changes.lines, ...(places.length > 0 && { places: [...new Set(places)] }) };
}

const SHOWN = 12;

/** Describes a run for people: failures first, equal differences once, counts at the end. */
/** For people at a terminal. */
export const ACCEPT = 'To look at each: capiz review. To accept all of a screen: capiz test -u <screen>';

export function describeRun({ report }: TestRun, colours: Colours, ms: number): string {
  const scripts = report.scripts.map((one) => ({ ...one, state: one.script, language: 'script' }));
  const parts: string[] = [];
  const looks = report.looks.map((one) => ({ ...one, language: LOOKS }));
  const all = groupReports([...report.states, ...scripts, ...looks]);
  for (const group of all.slice(0, SHOWN)) parts.push(describeGroup(group, colours));
  if (all.length > SHOWN) parts.push(`… and ${all.length - SHOWN} more; capiz test <screen> shows them\n`);
  for (const path of report.obsoleteFiles) parts.push(`${colours.red('OBSOLETE')} ${path}\n`);
  const { passed, ...others } = report.summary;
  const counts = Object.entries(others).flatMap(([word, count]) => (count > 0 ? [`${count} ${word}`] : []));
  const files = report.obsoleteFiles.length > 0 ? [`${report.obsoleteFiles.length} obsolete files`] : [];
  parts.push(`${[`${passed} passed`, ...counts, ...files].join(', ')} in ${(ms / 1000).toFixed(1)} s\n`);
  if (others.mismatched + others.obsolete + others.missing + files.length > 0) parts.push(`${ACCEPT}\n`);
  return parts.join('');
}

/** Groups states that differ from their snapshots in the same way. */
export function groupReports(reports: readonly StateReport[]): readonly (readonly StateReport[])[] {
  const groups = new Map<string, StateReport[]>();
  for (const one of reports) {
    if (one.verdict === 'passed' || one.verdict === 'written') continue;
    // A state or script that cannot be played fails in each language, and to the eye.
    const same = one.failure === undefined ? (one.diff ?? [one.state]) : [one.state.replace(/^script /, '')];
    const key = [one.verdict, one.screen, one.failure ?? '', ...same].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

export function describeGroup(group: readonly StateReport[], { red, dim, bold }: Colours): string {
  const [first] = group;
  if (first === undefined) return '';
  const word = first.verdict === 'mismatched' ? 'FAIL' : first.verdict.toUpperCase();
  const others = group.slice(1).map(({ state, language }) => `${state} (${language})`);
  const lines = [
    `${red(word)}  ${bold(`${first.screen} › ${first.state}`)}  (${first.language})`,
    ...(first.failure === undefined ? [] : [`  ${first.failure}`]),
    ...(first.diff ?? []).map((line) => (line.startsWith(' ') ? dim(line) : line)),
    ...(first.places ?? []).map((place) => dim(`  ${place}`)),
    ...(others.length === 0 ? [] : [dim(`  the same in ${sayFew(others)}`)]),
  ];
  return `${lines.join('\n')}\n\n`;
}

function sayFew(names: readonly string[]): string {
  return names.length <= 4
    ? names.join(', ')
    : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;
}
