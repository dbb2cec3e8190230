import { joinPointer } from '#renderer/grammar/pointer.ts';
import type { ReportFault } from './compile-cases.ts';
import type { Behaviour, Scenario } from '../scenarios/scenario.ts';

/** Members that have an effect only with this `answer`. */
const ONLY_BESIDE = { status: 'http', code: 'error', message: 'error' } as const;
const MEMBERS = ['status', 'code', 'message'] as const;

/** Reports members of `behaviour` without an effect: the service would ignore them. */
export function checkBehaviours(behaviours: Scenario['behaviour'], report: ReportFault): void {
  for (const [endpoint, behaviour] of Object.entries(behaviours))
    checkBehaviour(behaviour, joinPointer('/behaviour', endpoint), report);
}

function checkBehaviour(behaviour: Behaviour, at: string, report: ReportFault): void {
  const idle = MEMBERS.filter(
    (member) => behaviour[member] !== undefined && behaviour.answer !== ONLY_BESIDE[member],
  );
  for (const member of idle) {
    const message = `"${member}" has an effect only beside "answer": "${ONLY_BESIDE[member]}".`;
    const help = `write "answer": "${ONLY_BESIDE[member]}", or leave "${member}" out`;
    report({ code: 'fixture/shape', pointer: `${at}/${member}`, message, help, isKey: true });
  }
  const { answer, delayMs, times, every } = behaviour;
  if (answer === undefined && delayMs === undefined && idle.length === 0) {
    const message = 'This has no effect: it neither delays nor fails.';
    report({ code: 'fixture/shape', pointer: at, message, help: 'write "delayMs" or "answer"' });
  }
  if (times !== undefined && every !== undefined && times < every) {
    const message = `No call behaves so: "times" is ${times}, and the first call that "every" means is call ${every}.`;
    const help = 'write a larger "times", or leave it out';
    report({ code: 'fixture/shape', pointer: `${at}/times`, message, help });
  }
}
