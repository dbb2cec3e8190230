import type { Report } from './report.ts';
import { escapeXml } from './xml.ts';

/** JUnit's XML, for build servers: each document is a test, and each error or warning a failure of it. */
export function writeJunit({ problems, texts, durationMs }: Report): string {
  const files = new Set([...texts.keys(), ...problems.map(({ file }) => file)]);
  const cases = [...files].sort().map((file) => {
    const failures = problems
      .filter((problem) => problem.file === file)
      .map(({ code, severity, line, column, pointer, message, help }) => {
        const more = help === undefined ? '' : `\n${help}`;
        const body = `${file}:${line}:${column}  ${pointer}\n${message}${more}`;
        return `      <failure type="${escapeXml(severity)}" message="${escapeXml(`${code}: ${message}`)}">${escapeXml(body)}</failure>\n`;
      });
    const head = `    <testcase classname="capiz check" name="${escapeXml(file)}" file="${escapeXml(file)}"`;
    return failures.length === 0 ? `${head} />\n` : `${head}>\n${failures.join('')}    </testcase>\n`;
  });
  const failed = new Set(problems.map(({ file }) => file)).size;
  const counts = `tests="${files.size}" failures="${failed}" errors="0" time="${(durationMs / 1000).toFixed(3)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<testsuites ${counts}>\n  <testsuite name="capiz check" ${counts}>\n`,
    ...cases,
    '  </testsuite>\n</testsuites>\n',
  ].join('');
}
