import { isJson, type Json } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import type { Draft } from './draft.ts';

/** Calls `visit` for every node of a raw document, also if its shape is invalid. */
export function visitRawNodes(
  document: Json,
  visit: (node: Json, pointer: string, ancestors: readonly Json[]) => void,
): void {
  const walkSlots = (owner: Json, pointer: string, ancestors: readonly Json[]): void => {
    for (const slot of SLOTS) walkLists({ [slot]: owner[slot] }, pointer, ancestors);
  };
  const walkLists = (lists: Json, pointer: string, ancestors: readonly Json[]): void => {
    for (const [slot, list] of Object.entries(lists)) {
      if (!Array.isArray(list)) continue;
      list.forEach((node: unknown, index) => {
        if (isJson(node)) visitNode(node, `${joinPointer(pointer, slot)}/${index}`, ancestors);
      });
    }
  };
  const visitNode = (node: Json, pointer: string, ancestors: readonly Json[]): void => {
    visit(node, pointer, ancestors);
    if (SLOTS.some((slot) => node[slot] !== undefined)) walkSlots(node, pointer, [...ancestors, node]);
    if (isJson(node['slots'])) walkLists(node['slots'], `${pointer}/slots`, [...ancestors, node]);
    if (isJson(node['fallback'])) visitNode(node['fallback'], `${pointer}/fallback`, ancestors);
  };
  walkSlots(document, '', []);
  const overlays = isJson(document['overlays']) ? document['overlays'] : {};
  for (const [id, overlay] of Object.entries(overlays)) {
    if (isJson(overlay)) walkSlots(overlay, joinPointer('/overlays', id), [overlay]);
  }
}

const SLOTS = ['body', 'bar'];

/** Ids that a document gives to nodes, forms and overlays. */
export function ownIds(document: Json): Set<string> {
  const ids = new Set<string>(isJson(document['overlays']) ? Object.keys(document['overlays']) : []);
  visitRawNodes(document, (node) => {
    if (typeof node['id'] === 'string') ids.add(node['id']);
  });
  return ids;
}

export function checkDuplicateIds(draft: Draft, document: Json): void {
  const ids = new Set<string>(isJson(document['overlays']) ? Object.keys(document['overlays']) : []);
  // For a part: its name for the form around its use.
  if (typeof document['form'] === 'string') ids.add(document['form']);
  visitRawNodes(document, (node, pointer) => {
    const { id } = node;
    if (typeof id !== 'string') return;
    if (ids.has(id)) draft.report('node/duplicate-id', `${pointer}/id`, `The id "${id}" is already in use.`);
    ids.add(id);
  });
}
