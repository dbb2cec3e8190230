import type { Problem } from '#renderer/plan/problem.ts';
import { HINTS } from './hints.ts';

/** Problems at the place that has them. */
export function StepProblems({ problems }: { readonly problems: readonly Problem[] }) {
  return problems.map(({ code, pointer, message, help, severity }) => (
    <p key={`${code} ${pointer} ${message}`} className="st-step-problem">
      <span className={severity === 'error' ? 'st-mark st-bad' : 'st-mark'}>{severity}</span> {message}
      {sayAdvice(code, help)}
    </p>
  ));
}

function sayAdvice(code: string, help: string | undefined): string {
  const advice = HINTS[code]?.advice ?? (help && `${help.charAt(0).toUpperCase()}${help.slice(1)}.`);
  return advice === undefined ? '' : ` ${advice}`;
}
