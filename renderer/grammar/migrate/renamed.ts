import { isJson, type Json } from '../json.ts';
import { isInData } from '../lone-actions.ts';
import { recordsIn, splitPointer } from '../pointer.ts';
import type { TextEdits } from '../text-edits.ts';

/** Members of nodes that have another name, by the type of the node. */
const OF_NODES: { readonly [type: string]: { readonly [was: string]: string } } = {
  'text-field': { max: 'maxLength' },
  // Grammar 5 had these names before it was released.
  'number-field': { least: 'min', most: 'max' },
};

/**
 * Renames the members and words that grammar 5 renamed. A record that has both names keeps both: the checker says which one is unknown.
 *
 * @param document - A document of grammar 5, or a contract.
 */
export function renameMembers(document: Json, edits: TextEdits): void {
  const rename = (record: Json, pointer: string, was: string, now: string): void => {
    if (Object.hasOwn(record, was) && !Object.hasOwn(record, now))
      edits.renameMember(`${pointer}/${was}`, now);
  };
  for (const { record, pointer } of recordsIn(document)) {
    if (isInData(splitPointer(pointer))) continue;
    const { type, critical } = record;
    const names = typeof type === 'string' && Object.hasOwn(OF_NODES, type) ? OF_NODES[type] : undefined;
    for (const [was, now] of Object.entries(names ?? {})) rename(record, pointer, was, now);
    if (record['do'] === 'request' && isJson(critical))
      rename(critical, `${pointer}/critical`, 'wish', 'sameAs');
  }
  const { effect } = document;
  if (isJson(effect) && effect['is'] === 'repeatable') edits.replaceText('/effect/is', 'idempotent');
  if (isContract(document)) rename(document, '', 'ahead', 'prefetch');
}

function isContract({ method, reply }: Json): boolean {
  return method !== undefined && reply !== undefined;
}
