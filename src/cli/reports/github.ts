import type { Report } from './report.ts';

/** Workflow commands of GitHub Actions: annotations in the diff. GitHub shows ten of a kind; `markdown` has all. */
export function writeGithub({ problems }: Report): string {
  return problems
    .map(({ code, severity, file, line, column, length = 1, message, help }) => {
      const properties = {
        file,
        line,
        endLine: line,
        col: column,
        endColumn: column + length,
        title: code,
      };
      const written = Object.entries(properties).map(
        ([name, value]) => `${name}=${escapeProperty(String(value))}`,
      );
      const text = help === undefined ? message : `${message} ${help}`;
      return `::${severity} ${written.join(',')}::${escapeData(text)}\n`;
    })
    .join('');
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
