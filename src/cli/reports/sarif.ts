import type { CodeEntry } from '#renderer/grammar/codes/entry.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { allCodes } from '../all-codes.ts';
import type { Report } from './report.ts';

/** SARIF 2.1.0 (OASIS): acknowledged warnings are included as suppressed, with their reasons. */
export function writeSarif({ problems, acknowledged }: Report): string {
  const used = [...new Set([...problems, ...acknowledged].map(({ code }) => code))].sort();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'capiz check', rules: used.map(describeRule) } },
        columnKind: 'utf16CodeUnits',
        results: [
          ...problems.map((problem) => describeResult(problem, used)),
          ...acknowledged.map((problem) => ({
            ...describeResult(problem, used),
            suppressions: [{ kind: 'inSource', status: 'accepted', justification: problem.reason }],
          })),
        ],
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function describeRule(code: string): object {
  const entry: CodeEntry | undefined = allCodes[code];
  return {
    id: code,
    ...(entry === undefined
      ? {}
      : {
          shortDescription: { text: `${entry.title}.` },
          fullDescription: { text: entry.why },
          help: { text: `Bad: ${entry.bad}\nGood: ${entry.good}` },
          defaultConfiguration: { level: entry.severity },
        }),
  };
}

function describeResult(problem: Problem, rules: readonly string[]): object {
  const { code, severity, message, help, file, line, column, length = 1, pointer } = problem;
  return {
    ruleId: code,
    ruleIndex: rules.indexOf(code),
    level: severity,
    message: { text: help === undefined ? message : `${message} ${help}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(file) },
          region: { startLine: line, startColumn: column, endColumn: column + length },
        },
        logicalLocations: [{ fullyQualifiedName: `${file}#${pointer}` }],
      },
    ],
  };
}
