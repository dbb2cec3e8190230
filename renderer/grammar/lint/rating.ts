import type { Expression } from '../../plan/expression.ts';
import { readsOf } from '../compile/plan-expression.ts';
import { isJson } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import type { WrittenAction, WrittenDocument } from './document.ts';
import { pathOfInput } from './input-path.ts';

const LEADS_OUT = new Set(['native', 'leave']);

/** Checks that stars are sent as given, and that they do not decide who is led to another app or site. */
export function lintRating(document: WrittenDocument): void {
  const paths = document.nodes
    .filter(({ type }) => type === 'rating')
    .flatMap((node) => pathOfInput(node) ?? []);
  if (paths.length === 0) return;
  const reads = (expression: Expression | undefined): boolean =>
    expression !== undefined && readsOf(expression).some((path) => paths.includes(path));
  const gates = new Set<string>();
  for (const action of document.actions) {
    if (LEADS_OUT.has(action.name)) {
      for (const when of [...action.cases, `${action.pointer}/when`]) {
        if (reads(document.lowered(when))) gates.add(when);
      }
    }
    if (action.name === 'request') lintRequest(document, action, reads);
  }
  for (const gate of gates) {
    document.report('rating/gated', gate, 'What happens next depends on how many stars the visitor gave.');
  }
}

/** Reports a request member that contains the rating in one case and a constant in another. */
function lintRequest(
  document: WrittenDocument,
  { raw, pointer }: WrittenAction,
  reads: (expression: Expression | undefined) => boolean,
): void {
  const given = isJson(raw['with']) ? raw['with'] : {};
  for (const [name, value] of Object.entries(given)) {
    const at = joinPointer(`${pointer}/with`, name);
    const entries = isJson(value) ? value['choose'] : undefined;
    if (!Array.isArray(entries) || !reads(document.lowered(at))) continue;
    entries.forEach((entry: unknown, index) => {
      const constant = isJson(entry) ? entry['value'] : entry;
      if (typeof constant !== 'number') return;
      document.report(
        'rating/not-sent',
        `${at}/choose/${index}`,
        `${constant} may be sent instead of the number of stars that the visitor chose.`,
      );
    });
  }
}
