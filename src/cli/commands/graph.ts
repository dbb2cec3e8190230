import { type ScreenGraph, screenGraph } from '#renderer/grammar/screen-graph.ts';
import { UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { formatJson } from '../print-result.ts';
import { openProject, ROOT_OPTION } from '../project.ts';

export const graphCommand = defineCommand({
  name: 'graph',
  usage: '[--format mermaid|json] [--json] [--root <folder>]',
  summary: 'Prints which screens lead where, and by which actions',
  examples: ['npx capiz graph', 'npx capiz graph --format json', 'npx capiz graph > flow.mmd'],
  details: `Each screen is a box. Each way to another screen is an arrow with the words that a person taps; if the arrow is dotted,
the new screen replaces the old one. Screens that nothing leads to, and screens that lead nowhere, are marked.`,
  options: {
    '--format <format>': 'mermaid (default) or json',
    '--json':
      '{"version":1,"screens":[{"id","paths","isUnreachable","isEnd"}],"edges":[{"from","to","by","replaces"}]}',
    ...ROOT_OPTION,
  },
  notes: 'Exit: 0 printed, 2 could not run.',
  run({ values }, terminal) {
    const format = values.json === true ? 'json' : (values.format ?? 'mermaid');
    if (format !== 'mermaid' && format !== 'json')
      throw new UsageError(`--format takes mermaid or json, not "${format}"`);
    const graph = screenGraph(openProject(terminal, values.root).files);
    if (graph === undefined) throw new UsageError('the project has errors; see npx capiz check');
    terminal.out(format === 'json' ? formatJson(graph) : writeMermaid(graph));
    return 0;
  },
});

function writeMermaid({ screens, edges }: ScreenGraph): string {
  const boxes = screens.map(({ id, paths, isUnreachable, isEnd }) => {
    const label = [id, ...paths].map(escape).join('<br>');
    const mark = isUnreachable ? ':::unreachable' : isEnd ? ':::end' : '';
    return `  ${idOf(id)}["${label}"]${mark}\n`;
  });
  const arrows = edges.map(
    ({ from, to, by, replaces }) =>
      `  ${idOf(from)} ${replaces ? '-.->' : '-->'}|"${escape(by)}"| ${idOf(to)}\n`,
  );
  const looks = '  classDef unreachable stroke-dasharray: 4\n  classDef end stroke-width: 3px\n';
  return `flowchart LR\n${boxes.join('')}${arrows.join('')}${looks}`;
}

/** A prefix, because "end" and similar words are Mermaid keywords. */
function idOf(screen: string): string {
  return `screen-${screen}`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '#amp;')
    .replaceAll('"', '#quot;')
    .replaceAll('<', '#lt;')
    .replaceAll('>', '#gt;')
    .replaceAll('\n', ' ');
}
