import type { ExplainedElement } from '#renderer/grammar/explain-element.ts';
import { COLUMN } from '#src/assistant/describe-place.ts';
import type { Colours } from '#src/shared/code-frame.ts';
import type { Seers } from '#src/testing/coverage/who-sees.ts';

/** Maximum number of names in a line; the others are only counted. */
const NAMED = 6;

const WAYS: { readonly [way: string]: string } = {
  drawn: 'seen by',
  begun: 'begun by',
  done: 'done by',
  failed: 'fails in',
  true: 'true in',
  false: 'false in',
};

/** Kinds whose states and scripts are counted. For other kinds, only the results of their conditions are counted. */
const COUNTED: ReadonlySet<ExplainedElement['kind']> = new Set(['screen', 'part', 'node', 'action']);

/** Describes which states and scripts reach the element. Empty for kinds that are not counted. */
export function describeSeers(
  { ways, asked }: Seers,
  { kind, condition }: ExplainedElement,
  { dim }: Colours,
): string {
  const entries = Object.entries(ways).filter(([way]) => way !== 'begun' || ways['done'] === undefined);
  if (entries.length === 0 && condition === undefined && !COUNTED.has(kind)) return '';
  if (entries.length === 0) return `${dim('seen by'.padEnd(COLUMN))}none of ${asked} states and scripts\n`;
  return entries
    .map(([way, names]) => {
      const rest = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
      const label = WAYS[way] ?? 'reached by';
      return `${dim(label.padEnd(COLUMN))}${names.length} of ${asked}: ${names.slice(0, NAMED).join(', ')}${rest}\n`;
    })
    .join('');
}
