import type { Colours } from '#src/shared/code-frame.ts';
import { type Count, type CoverageReport, METRICS, type Miss, percentOf } from './report.ts';

const SHOWN = 60;

/** Describes the coverage for people: the misses, one line for each document, and the sum. */
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

/** lcov format: a line for each point, a branch for each result. */
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
