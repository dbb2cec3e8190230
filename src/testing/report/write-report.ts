import { createHash } from 'node:crypto';
import { escapeHtml } from '#src/shared/html.ts';
import { createPositions } from '#renderer/grammar/positions.ts';
import { reportScreenshot, writeDifference, type VerifiedScreenshot } from '../screenshot-run.ts';
import { SCRIPT_RECORDS } from '../snapshot-file.ts';
import type { Verdict } from '../snapshots.ts';
import { reportOf, type TestRun } from '../test-run.ts';
import { diffLines } from '../tree-diff.ts';
import styles from './page.css?raw';
import script from './page.js?raw';

/** Expected and actual line; undefined if only the other side has it. */
type Row = readonly [was: string | undefined, is: string | undefined];

interface Entry {
  readonly screen: string;
  readonly state: string;
  /** A language, `script`, or `pictures`. */
  readonly language: string;
  readonly verdict: Verdict;
  readonly title: string;
  readonly failure?: string;
  readonly places?: readonly string[];
  /** The command that accepts the current result. */
  readonly accept?: string;
  readonly rows?: readonly Row[];
  /** The text of a state that passed. */
  readonly lines?: readonly string[];
  readonly pictures?: readonly ReportedPicture[];
}

interface ReportedPicture {
  readonly name: string;
  readonly verdict: Verdict;
  readonly words?: string;
  /** PNG, as `data:` URLs. */
  readonly before?: string;
  readonly after?: string;
  readonly difference?: string;
}

export interface ReportOptions {
  /** The project's name, for the title. */
  readonly name: string;
  /** Whether screenshots were compared with a revision: then there is nothing to accept. */
  readonly isAgainst?: boolean;
}

/**
 * An HTML report of a run that opens from disk: every state, expected beside actual, and its source. One file; it fetches
 * nothing, and only its own script runs.
 *
 * @param look - The project's tokens.
 */
export function writeReport(
  run: TestRun,
  pictures: readonly VerifiedScreenshot[],
  look: string,
  { name, isAgainst = false }: ReportOptions,
): string {
  const data = JSON.stringify({
    entries: inOrder([...entriesOf(run), ...fileEntries(run), ...pictureEntries(run, pictures, isAgainst)]),
  }).replaceAll('<', '\\u003c');
  const all = `${look}\n${styles}`.replaceAll('</style', '<\\/style');
  const policy =
    `default-src 'none'; img-src data:; style-src '${hash(all)}'; script-src '${hash(script)}'; ` +
    "require-trusted-types-for 'script'; trusted-types 'none'";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Screens of ${escapeHtml(name)}</title>
<style>${all}</style>
</head>
<body class="report">
<header class="top">
<h1>Screens of ${escapeHtml(name)}</h1>
<nav id="filters" aria-label="Which states"></nav>
<input id="search" type="search" placeholder="screen/state" aria-label="Part of screen/state">
<p class="soft">j next · k previous · c copy · / search</p>
</header>
<nav id="list" aria-label="States"></nav>
<main id="detail"></main>
<script type="application/json" id="report">${data}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** Groups by screen and state, in the order of first occurrence: the screenshots of a state follow its text. */
function inOrder(entries: readonly Entry[]): readonly Entry[] {
  const groups = new Map<string, Map<string, Entry[]>>();
  for (const entry of entries) {
    const own = groups.get(entry.screen) ?? new Map<string, Entry[]>();
    own.set(entry.state, [...(own.get(entry.state) ?? []), entry]);
    groups.set(entry.screen, own);
  }
  return [...groups.values()].flatMap((own) => [...own.values()].flat());
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function entriesOf({ verified, project }: TestRun): readonly Entry[] {
  const positions = createPositions(project);
  return verified.map((one): Entry => {
    const { screen, state, verdict, failure, places } = reportOf(one, positions);
    const lines = one.drawn?.lines.map(({ text }) => text) ?? [];
    return {
      screen,
      state,
      language: one.language === SCRIPT_RECORDS ? 'script' : one.language,
      verdict,
      title: one.drawn?.title ?? '',
      ...(failure !== undefined && { failure }),
      ...(places && { places }),
      ...(isAccepted(verdict) && {
        accept: `npx capiz test ${screen}${verdict === 'obsolete' ? '' : ` -t ${screen}/${state}`} -u`,
      }),
      ...(verdict === 'passed' && { lines }),
      ...(verdict !== 'passed' && failure === undefined && { rows: pairLines(one.expected, lines) }),
    };
  });
}

/** Obsolete snapshot files. */
function fileEntries({ report }: TestRun): readonly Entry[] {
  return report.obsoleteFiles.map((path) => ({
    screen: 'files',
    state: path,
    language: 'file',
    verdict: 'obsolete',
    title: 'A snapshot of no screen, or of no language',
    accept: 'npx capiz test -u',
  }));
}

/** Whether `-u` would write the actual result into the snapshots. */
function isAccepted(verdict: Verdict): boolean {
  return verdict === 'mismatched' || verdict === 'missing' || verdict === 'obsolete';
}

/** Lines of both sides; a removed and an added line at the same position are one row. */
export function pairLines(before: readonly string[], after: readonly string[]): readonly Row[] {
  const rows: Row[] = [];
  let gone: string[] = [];
  let come: string[] = [];
  const flush = (): void => {
    for (let at = 0; at < Math.max(gone.length, come.length); at += 1) rows.push([gone[at], come[at]]);
    gone = [];
    come = [];
  };
  for (const { sign, text } of diffLines(before, after)) {
    if (sign === '-') gone.push(text);
    else if (sign === '+') come.push(text);
    else {
      flush();
      rows.push([text, text]);
    }
  }
  flush();
  return rows;
}

/** One entry for each state with screenshots; equal screenshots are not in the file. */
function pictureEntries(
  { project }: TestRun,
  pictures: readonly VerifiedScreenshot[],
  isAgainst: boolean,
): readonly Entry[] {
  const byState = new Map<string, VerifiedScreenshot[]>();
  for (const one of pictures) {
    const key = `${one.screen}/${one.state}`;
    byState.set(key, [...(byState.get(key) ?? []), one]);
  }
  return [...byState.values()].flatMap((own): Entry[] => {
    const worst = WORST.flatMap((verdict) => own.find((one) => one.verdict === verdict) ?? [])[0];
    if (worst === undefined) return [];
    const { screen, state, verdict, failure } = worst;
    const canAccept = !isAgainst && isAccepted(verdict);
    return [
      {
        screen,
        state,
        language: 'pictures',
        verdict,
        title: project.states.get(screen)?.find((one) => one.name === state)?.title ?? '',
        ...(failure !== undefined && { failure }),
        ...(canAccept && {
          accept: `npx capiz test ${screen}${verdict === 'obsolete' ? '' : ` -t ${screen}/${state}`} --pictures -u`,
        }),
        pictures: own.filter((one) => one.verdict !== 'passed').map(writePicture),
      },
    ];
  });
}

const WORST: readonly Verdict[] = ['failed', 'mismatched', 'missing', 'obsolete', 'written', 'passed'];

function writePicture(one: VerifiedScreenshot): ReportedPicture {
  const { name, verdict, difference } = reportScreenshot(one);
  return {
    name,
    verdict,
    ...(difference && { words: writeDifference(difference) }),
    ...(one.before && { before: addressOf(one.before) }),
    ...(one.after && { after: addressOf(one.after) }),
    ...(one.difference && { difference: addressOf(one.difference.picture) }),
  };
}

function addressOf(png: Uint8Array): string {
  return `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
}
