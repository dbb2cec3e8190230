import { createHash } from 'node:crypto';
import { escapeHtml } from '#src/shared/html.ts';
import type { TestRun } from '../test-run.ts';
import { writePage } from '../write-page.ts';
import { instrumentAll } from './collect.ts';
import { missesOf, type MarkedScreenshot, placeMarks } from './marks.ts';
import styles from './page.css?raw';
import script from './page.js?raw';
import { type CoverageReport, METRICS, type Miss, percentOf } from './report.ts';

/** Placeholder in each page for the shared styles, which the page's script inserts. */
const LOOK = '/* the look */';

/**
 * An HTML page that opens from disk: each rendered screen with its misses marked and listed with their positions; then
 * every document with its lines. One file; it fetches nothing, and only its own script runs.
 *
 * @param run - A run that kept its pages.
 * @param look - The project's tokens and the styles of its widgets.
 */
export function writeCoveragePage(run: TestRun, report: CoverageReport, look: string): string {
  const data = JSON.stringify({ look, mark: LOOK, screens: screensOf(run, report) }).replaceAll(
    '<',
    '\\u003c',
  );
  const texts = new Map(run.project.files.map(({ path, text }) => [path, text]));
  // A frame inherits this page's policy, and the copied pages have inline styles.
  const policy = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-${createHash(
    'sha256',
  )
    .update(script)
    .digest('base64')}'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Coverage of the definitions</title>
<style>${styles}</style>
</head>
<body>
<h1>Coverage of the definitions</h1>
<table>${METRICS.map((metric) => writeSum(report, metric)).join('')}</table>
<h2>Screens</h2>
<div class="screens">
<nav id="list" aria-label="Screens"></nav>
<section id="picture" aria-label="As it is drawn"></section>
<section id="misses" aria-label="Never seen"></section>
</div>
<h2>Documents</h2>
<table><tr><th scope="col">document</th><th scope="col">nodes</th><th scope="col">conditions</th><th scope="col">outcomes</th></tr>
${report.documents.map((one) => writeRow(one, report)).join('\n')}</table>
${writeDocuments(report, texts)}
<script type="application/json" id="data">${data}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** A screen as the page's script reads it. */
function screensOf({ project, screens, verified }: TestRun, report: CoverageReport) {
  const all = instrumentAll(project);
  return screens.map((screen) => {
    const points = [...(all.get(screen)?.points.values() ?? [])];
    const places = new Set(points.map(({ file, pointer }) => `${file}#${pointer}`));
    const kept = verified.flatMap((one): MarkedScreenshot[] => {
      if (one.screen !== screen || one.drawn?.page === undefined) return [];
      return [{ state: one.state, title: one.drawn.title, page: one.drawn.page }];
    });
    const origins = project.compiled.screens[screen]?.origins ?? {};
    const marks = placeMarks(missesOf(report, screen, places), origins, kept);
    const shown = new Set([kept[0]?.state, ...marks.map(({ state }) => state)]);
    return {
      screen,
      pictures: kept
        .filter(({ state }) => shown.has(state))
        .map(({ state, title, page }) => ({ state, title, html: writePage(page, LOOK) })),
      marks: marks.map(({ miss, ...where }) => ({ ...where, ...tell(miss) })),
    };
  });
}

function tell({ metric, file, line, column, missing, text }: Miss) {
  return { metric, place: `${file}:${line}:${column}`, missing, text };
}

function writeSum({ total }: CoverageReport, metric: (typeof METRICS)[number]): string {
  const { seen, of } = total[metric];
  return `<tr><th scope="row">${metric}</th><td>${percentOf(total[metric]).toFixed(1)} %</td><td>${seen} of ${of}</td></tr>`;
}

function writeRow(
  { file, nodes, conditions, outcomes }: CoverageReport['documents'][number],
  { misses }: CoverageReport,
): string {
  const isWhole = !misses.some((miss) => miss.file === file);
  const name = isWhole ? escapeHtml(file) : `<a href="#${escapeHtml(file)}">${escapeHtml(file)}</a>`;
  const cells = [nodes, conditions, outcomes].map(({ seen, of }) => `<td>${seen}/${of}</td>`).join('');
  return `<tr><th scope="row">${name}</th>${cells}</tr>`;
}

function writeDocuments({ misses }: CoverageReport, texts: ReadonlyMap<string, string>): string {
  const by = new Map<string, Miss[]>();
  for (const miss of misses) by.set(miss.file, [...(by.get(miss.file) ?? []), miss]);
  return [...by].map(([file, missed]) => writeDocument(file, missed, texts.get(file) ?? '')).join('\n');
}

/** Number of lines shown around a miss. */
const AROUND = 2;

function writeDocument(file: string, missed: readonly Miss[], text: string): string {
  const at = new Map<number, string[]>();
  for (const { line, missing } of missed) at.set(line, [...(at.get(line) ?? []), missing]);
  const lines = text.split('\n').flatMap((line, index) => {
    const number = index + 1;
    const isNear = [...at.keys()].some((one) => Math.abs(one - number) <= AROUND);
    if (!isNear) return [...at.keys()].some((one) => one - number === AROUND + 1) ? ['…'] : [];
    const missing = at.get(number);
    const shown = `${String(number).padStart(5)}  ${escapeHtml(line)}`;
    return [missing === undefined ? shown : `<mark>${shown}</mark>  ← ${escapeHtml(missing.join(', '))}`];
  });
  return `<h3 id="${escapeHtml(file)}">${escapeHtml(file)}</h3>\n<pre tabindex="0">${lines.join('\n')}</pre>`;
}
