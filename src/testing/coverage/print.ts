import type { Colours } from '#src/shared/code-frame.ts';
import { type Count, type CoverageReport, METRICS, type Miss, percentOf } from './report.ts';

const SHOWN = 60;

/** For a person: what is missing, a line a document, the sum last. */
export function describeCoverage(
  report: CoverageReport,
  { red, dim, bold }: Colours,
  isFull: boolean,
): string {
  const { misses, documents, total } = report;
  const shown = isFull ? misses : misses.filter(({ metric }) => metric !== 'endpoints').slice(0, SHOWN);
  const lines = shown.map(
    ({ file, line, column, missing, text }) =>
      `${red('never')}  ${file}:${line}:${column}  ${missing}${text === '' ? '' : dim(`  ${text}`)}`,
  );
  if (shown.length < misses.length)
    lines.push(dim(`… and ${misses.length - shown.length} more; --all shows them, --json has all`));
  const width = Math.max(0, ...documents.map(({ file }) => file.length));
  lines.push('', `${''.padEnd(width)}  ${bold('     nodes  conditions    outcomes')}`);
  for (const { file, nodes, conditions, outcomes } of documents) {
    const row = `${file.padEnd(width)}  ${cell(nodes, 10)}  ${cell(conditions, 10)}  ${cell(outcomes, 10)}`;
    lines.push([nodes, conditions, outcomes].every(isWhole) ? dim(row) : row);
  }
  lines.push('');
  for (const metric of METRICS) {
    const { seen, of } = total[metric];
    lines.push(
      `${metric.padEnd(10)}  ${percentOf(total[metric]).toFixed(1).padStart(5)} %  ${seen} of ${of}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function isWhole({ seen, of }: Count): boolean {
  return seen === of;
}

function cell({ seen, of }: Count, width: number): string {
  return (of === 0 ? '–' : `${seen}/${of}`).padStart(width);
}

/** As lcov reads it: a line of a document for each place, a branch for each way. */
export function writeLcov({ documents, misses }: CoverageReport): string {
  const by = new Map<string, Miss[]>();
  for (const miss of misses) {
    if (miss.metric !== 'endpoints') by.set(miss.file, [...(by.get(miss.file) ?? []), miss]);
  }
  return documents
    .map(({ file, nodes, conditions, outcomes }) => {
      const missed = by.get(file) ?? [];
      const of = conditions.of + outcomes.of;
      const seen = conditions.seen + outcomes.seen;
      const branches = missed
        .filter(({ metric }) => metric !== 'nodes')
        .map(({ line }, index) => `BRDA:${line},0,${index},0`);
      const lines = missed.filter(({ metric }) => metric === 'nodes').map(({ line }) => `DA:${line},0`);
      return [
        'TN:capiz',
        `SF:${file}`,
        ...lines,
        `LF:${nodes.of}`,
        `LH:${nodes.seen}`,
        ...branches,
        `BRF:${of}`,
        `BRH:${seen}`,
        'end_of_record',
        '',
      ].join('\n');
    })
    .join('');
}

/** One page without network: the sums, and every document that lacks something with its lines, what is missing beside them. */
export function writeHtml(report: CoverageReport, texts: ReadonlyMap<string, string>): string {
  const { documents, total, misses } = report;
  const by = new Map<string, Miss[]>();
  for (const miss of misses) by.set(miss.file, [...(by.get(miss.file) ?? []), miss]);
  const sums = METRICS.map(
    (metric) =>
      `<tr><th scope="row">${metric}</th><td>${percentOf(total[metric]).toFixed(1)} %</td><td>${total[metric].seen} of ${total[metric].of}</td></tr>`,
  ).join('');
  const rows = documents
    .map(({ file, nodes, conditions, outcomes }) => {
      const name = by.has(file) ? `<a href="#${escape(file)}">${escape(file)}</a>` : escape(file);
      const cells = [nodes, conditions, outcomes].map(({ seen, of }) => `<td>${seen}/${of}</td>`).join('');
      return `<tr><th scope="row">${name}</th>${cells}</tr>`;
    })
    .join('\n');
  const sections = [...by]
    .map(([file, missed]) => writeDocument(file, missed, texts.get(file) ?? ''))
    .join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Coverage of the definitions</title>
<style>
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:70rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse}th,td{text-align:left;padding:.2rem 1rem .2rem 0;font-variant-numeric:tabular-nums}
pre{overflow:auto;font-size:.85rem;line-height:1.45}mark{background:#fdd;color:#600}
@media (prefers-color-scheme:dark){mark{background:#622;color:#fdd}}
</style></head><body>
<h1>Coverage of the definitions</h1>
<table>${sums}</table>
<h2>Documents</h2>
<table><tr><th>document</th><th>nodes</th><th>conditions</th><th>outcomes</th></tr>
${rows}</table>
${sections}
</body></html>
`;
}

/** Lines around what is missing; the rest is left out. */
const AROUND = 2;

function writeDocument(file: string, missed: readonly Miss[], text: string): string {
  const told = missed
    .filter(({ metric }) => metric === 'endpoints')
    .map(({ missing }) => `<li>${escape(missing)}</li>`);
  const at = new Map<number, string[]>();
  for (const { metric, line, missing } of missed) {
    if (metric !== 'endpoints') at.set(line, [...(at.get(line) ?? []), missing]);
  }
  const lines = text.split('\n').flatMap((line, index) => {
    const number = index + 1;
    const isNear = [...at.keys()].some((one) => Math.abs(one - number) <= AROUND);
    if (!isNear) return at.size > 0 && [...at.keys()].some((one) => one - number === AROUND + 1) ? ['…'] : [];
    const missing = at.get(number);
    const shown = `${String(number).padStart(5)}  ${escape(line)}`;
    return [missing === undefined ? shown : `<mark>${shown}</mark>  ← ${escape(missing.join(', '))}`];
  });
  const list = told.length === 0 ? '' : `<ul>${told.join('')}</ul>`;
  const code = lines.length === 0 ? '' : `<pre>${lines.join('\n')}</pre>`;
  return `<h2 id="${escape(file)}">${escape(file)}</h2>\n${list}${code}`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
