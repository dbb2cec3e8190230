import { innerOf } from '../expression/path-places.ts';
import { parseExpression, type Syntax } from '../expression/syntax.ts';
import { isJson, type Json } from '../json.ts';
import { isInData } from '../lone-actions.ts';
import { recordsIn, splitPointer } from '../pointer.ts';
import type { TextEdits } from '../text-edits.ts';

/**
 * Rewrites `done` of critical requests for grammar 5. Until grammar 4 a `done` that is false says that the request failed, and an absent one
 * that its outcome is not known yet; since grammar 5 a condition of its own, `failed`, says that it failed.
 *
 * @param document - A document of grammar 4.
 */
export function splitOutcome(document: Json, edits: TextEdits): void {
  for (const { record, pointer } of recordsIn(document)) {
    const { critical } = record;
    if (isInData(splitPointer(pointer))) continue;
    if (record['do'] !== 'request' || !isJson(critical) || typeof critical['done'] !== 'string') continue;
    const known = conditionOfFilter(critical['done']);
    if (known === undefined) {
      if (!Object.hasOwn(critical, 'failed')) edits.addMember(`${pointer}/critical`, 'failed', '"true"');
    } else edits.replaceText(`${pointer}/critical/done`, known);
  }
}

/**
 * The condition C of `[true].filter(name, C)[?0]`: the way to write, until grammar 4, that a request succeeded if C is true and has an
 * unknown outcome otherwise.
 */
function conditionOfFilter(done: string): string | undefined {
  const { name, condition } =
    /^\[true\]\.filter\((?<name>\w+), (?<condition>.+)\)\[\?0\]$/.exec(done)?.groups ?? {};
  if (name === undefined || condition === undefined) return undefined;
  const { tree } = parseExpression(condition);
  return tree === undefined || reads(tree, name) ? undefined : condition;
}

function reads(node: Syntax, name: string): boolean {
  return (node.kind === 'name' && node.name === name) || innerOf(node).some((inner) => reads(inner, name));
}
