/** Bench results: rows of figures with verdicts, as a table for the terminal, as JSON, and as a page with bars. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { BUILT } from './pages.mjs';

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** @returns A figure from several runs. */
export function figureOf(values) {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values), runs: values.length };
}

/**
 * Whether a budget holds.
 *
 * @param values - The compared value of each run: a ratio to the baseline of the same run, or the figure itself.
 * @param isCoarse - For small forms, which vary more between runs than between pages: missed only if every run misses.
 */
export function judge(values, most, isCoarse = false) {
  const value = isCoarse ? Math.min(...values) : median(values);
  return { value: median(values), most, isHeld: value <= most };
}

const written = (value) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2));

/** Rows of `{ what, at, unit, figures: { page: figure }, budget?: { page, value, most, isHeld } }`. */
export function printRows(title, rows) {
  console.log(`\n## ${title}\n`);
  for (const at of new Set(rows.map((row) => row.at ?? ''))) {
    const group = rows.filter((row) => (row.at ?? '') === at);
    const pages = [...new Set(group.flatMap(({ figures }) => Object.keys(figures)))];
    console.log(`${at === '' ? '' : `${at}: `}median [least to most]\n`);
    console.log(`| | ${pages.join(' | ')} | budget | |`);
    console.log(`|---|${'---|'.repeat(pages.length + 2)}`);
    for (const { what, unit, figures, budget } of group) {
      const cells = pages.map((page) => {
        const figure = figures[page];
        if (figure === undefined) return '–';
        const spread = figure.runs > 1 ? ` [${written(figure.min)} to ${written(figure.max)}]` : '';
        return `${written(figure.median)}${spread}`;
      });
      const verdict = budget === undefined ? '' : budget.isHeld ? 'held' : 'MISSED';
      const limit = budget === undefined ? '' : `${budget.page} ${written(budget.value)} ≤ ${budget.most}`;
      console.log(`| ${what}, ${unit} | ${cells.join(' | ')} | ${limit} | ${verdict} |`);
    }
    console.log('');
  }
}

/** @returns Whether every budget holds. */
export function conclude(sections, probes) {
  const budgets = sections.flatMap(({ title, rows }) =>
    rows.flatMap(({ what, at, budget }) => (budget ? [{ title, what, at, ...budget }] : [])),
  );
  const missed = budgets.filter(({ isHeld }) => !isHeld);
  const machine = {
    cores: availableParallelism(),
    load: loadavg()[0],
    ...(probes.length > 0 && { fixedLoopMs: figureOf(probes) }),
  };
  mkdirSync(BUILT, { recursive: true });
  writeFileSync(join(BUILT, 'bench.json'), `${JSON.stringify({ machine, sections, missed }, null, 1)}\n`);
  writeFileSync(join(BUILT, 'bench.html'), pageOf(sections));
  console.log(`\nMachine: ${JSON.stringify(machine)}`);
  console.log(
    `${budgets.length} budgets, ${missed.length} missed. dist/bench/bench.json, dist/bench/bench.html`,
  );
  for (const { title, what, at, value, most } of missed)
    console.log(`MISSED ${title}: ${what}${at ? `, ${at}` : ''}: ${written(value)} > ${most}`);
  return missed.length === 0;
}

const escape = (text) => String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const WIDTH = 420;
const LINE = 22;

/** Bars in proportion to the figures; the largest has the whole width. */
function bars(figures) {
  const most = Math.max(...Object.values(figures).map(({ median: value }) => value), 1e-9);
  const lines = Object.entries(figures).map(([page, figure], at) => {
    const length = Math.max(1, (Math.max(figure.median, 0) / most) * WIDTH);
    const top = at * LINE;
    return `<text x="150" y="${top + 15}" text-anchor="end">${escape(page)}</text>
<rect x="160" y="${top + 3}" width="${length.toFixed(1)}" height="16" class="${page.startsWith('capiz') ? 'ours' : ''}"/>
<text x="${(166 + length).toFixed(1)}" y="${top + 15}">${written(figure.median)}</text>`;
  });
  const height = Object.keys(figures).length * LINE;
  return `<svg width="${WIDTH + 260}" height="${height}" role="img">${lines.join('')}</svg>`;
}

function pageOf(sections) {
  const parts = sections.map(({ title, rows, notes = [] }) => {
    const drawn = rows.map(({ what, at, unit, figures, budget }) => {
      const verdict =
        budget === undefined
          ? ''
          : ` <b class="${budget.isHeld ? 'held' : 'missed'}">${budget.page} ${written(budget.value)}, at most ${budget.most}: ${budget.isHeld ? 'held' : 'missed'}</b>`;
      return `<h3>${escape(what)}${at ? `, ${escape(at)}` : ''}, ${escape(unit)}</h3>${verdict}${bars(figures)}`;
    });
    const told = notes.map((note) => `<p>${escape(note)}</p>`);
    return `<h2>${escape(title)}</h2>${told.join('')}${drawn.join('')}`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Capiz, measured</title><style>
body{font:14px/1.4 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em}h3{margin:1.2em 0 .2em;font-weight:600}
svg{display:block;font:13px system-ui,sans-serif}rect{fill:#9aa7b8}rect.ours{fill:#1663c7}b.held{color:#1a7f37}b.missed{color:#c0232c}
</style></head><body><h1>Capiz, measured</h1>${parts.join('')}</body></html>\n`;
}
