import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { version } from '../../../package.json';
import type { Command, Terminal } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import type { Examination, Finding } from '../doctor/finding.ts';
import { examineBrowser, examineClock, examineFonts, examinePermissions } from '../doctor/machine.ts';
import { examineNode, examinePackages } from '../doctor/packages.ts';
import { examineDefinitions, examineGenerated } from '../doctor/project.ts';
import { formatJson } from '../print-result.ts';
import { openProject, ROOT_OPTION } from '../project.ts';

/** @param ofTheServer - Further checks, for an installation with a server. */
export function doctorCommand(ofTheServer: readonly Examination[]): Command {
  const examinations = [
    examineNode,
    examinePackages,
    examineGenerated,
    examineDefinitions,
    examinePermissions,
    examineClock,
    examineFonts,
    examineBrowser,
    ...ofTheServer,
  ];
  return defineCommand({
    name: 'doctor',
    usage: '[--json] [--root <folder>]',
    summary: 'Checks that everything needed is installed, and prints a report that you can share',
    examples: ['npx capiz doctor', 'npx capiz doctor --json'],
    details: `Checks versions, packages, generated files, definitions, permissions, the clock, fonts with the currency sign of the
project, the browser and, if there is a server, its database. The report contains no folder, host or secret of this
machine. A warning is about something that only some commands need, or that could not be checked.`,
    options: {
      '--json': 'print {"version":1,"about":{…},"findings":[{name,verdict,says,help}]}',
      ...ROOT_OPTION,
    },
    notes: 'It changes nothing. Exit: 0 no faults, 1 faults, 2 could not run.',
    async run({ values }, terminal) {
      const { root, files } = openProject(terminal, values.root);
      const now = Date.now();
      const patient = { root, documents: files, environment: process.env, now };
      const findings: Finding[] = [];
      for (const examine of examinations) findings.push(await examine(patient));
      const about = {
        capiz: version,
        grammar: GRAMMAR,
        node: process.versions.node,
        platform: `${process.platform} ${process.arch}`,
      };
      if (values.json === true) terminal.out(formatJson({ about, findings }));
      else writeReport(terminal, about, findings);
      return findings.some(({ verdict }) => verdict === 'fault') ? 1 : 0;
    },
  });
}

function writeReport(
  terminal: Terminal,
  { capiz, grammar, node, platform }: { readonly [what: string]: string | number },
  findings: readonly Finding[],
): void {
  terminal.out(`Capiz ${capiz}, grammar ${grammar}, Node ${node}, ${platform}\n`);
  const width = Math.max(...findings.map(({ name }) => name.length));
  for (const { name, verdict, says, help } of findings) {
    terminal.out(`${verdict.padEnd(7)}  ${name.padEnd(width)}  ${says}\n`);
    if (help !== undefined) terminal.out(`${' '.repeat(width + 11)}help: ${help}\n`);
  }
  const count = (one: Finding['verdict']) => findings.filter(({ verdict }) => verdict === one).length;
  terminal.err(`${count('fault')} faults, ${count('warning')} warnings\n`);
}
