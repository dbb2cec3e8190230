import { isJson, type Json } from '../json.ts';
import { recordsIn } from '../pointer.ts';
import type { TextEdits } from '../text-edits.ts';

/** Members of nodes that have another name, by the type of the node. */
const OF_NODES: { readonly [type: string]: { readonly [was: string]: string } } = {
  'text-field': { max: 'maxLength' },
  // Grammar 5 had these names before it was released.
  'number-field': { least: 'min', most: 'max' },
};

/**
 * Renames the members and words that grammar 5 renamed.
 *
 * @param document - A document of grammar 5, or a contract.
 */
export function renameMembers(document: Json, edits: TextEdits): void {
  for (const { record, pointer } of recordsIn(document)) {
    const { type, critical } = record;
    const names = typeof type === 'string' && Object.hasOwn(OF_NODES, type) ? OF_NODES[type] : undefined;
    for (const [was, now] of Object.entries(names ?? {}))
      if (Object.hasOwn(record, was)) edits.renameMember(`${pointer}/${was}`, now);
    if (record['do'] === 'request' && isJson(critical) && Object.hasOwn(critical, 'wish'))
      edits.renameMember(`${pointer}/critical/wish`, 'sameAs');
  }
  const { effect } = document;
  if (isJson(effect) && effect['is'] === 'repeatable') edits.replaceText('/effect/is', 'idempotent');
  if (isContract(document) && Object.hasOwn(document, 'ahead')) edits.renameMember('/ahead', 'prefetch');
}

function isContract({ method, reply }: Json): boolean {
  return method !== undefined && reply !== undefined;
}
