import type { Report } from './report.ts';
import { escapeXml } from './xml.ts';

/** Checkstyle's XML, for code reviews and build servers: each file with problems, and its problems. */
export function writeCheckstyle({ problems }: Report): string {
  const files = [...new Set(problems.map(({ file }) => file))];
  const parts = files.map((file) => {
    const errors = problems
      .filter((problem) => problem.file === file)
      .map(({ code, severity, line, column, message, help }) => {
        const words = help === undefined ? message : `${message} ${help}`;
        return `    <error line="${line}" column="${column}" severity="${severity}" message="${escapeXml(words)}" source="capiz.${escapeXml(code)}" />\n`;
      });
    return `  <file name="${escapeXml(file)}">\n${errors.join('')}  </file>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<checkstyle version="4.3">\n${parts.join('')}</checkstyle>\n`;
}
