import { isJson, type Json } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import type { Draft } from './draft.ts';

/** Calls back for every node of a document as it is written, whether or not its shape is right. */
export function visitRawNodes(
  document: Json,
  visit: (node: Json, pointer: string, ancestors: readonly Json[]) => void,
): void {
  const walk = (raw: unknown, pointer: string, ancestors: readonly Json[]): void => {
    if (!Array.isArray(raw)) return;
    raw.forEach((node: unknown, index) => {
      if (isJson(node)) visitNode(node, joinPointer(pointer, index), ancestors);
    });
  };
  const visitNode = (node: Json, pointer: string, ancestors: readonly Json[]): void => {
    visit(node, pointer, ancestors);
    for (const slot of ['body', 'bar']) walk(node[slot], `${pointer}/${slot}`, [...ancestors, node]);
    if (isJson(node['fallback'])) visitNode(node['fallback'], `${pointer}/fallback`, ancestors);
  };
  walk(document['body'], '/body', []);
  walk(document['bar'], '/bar', []);
  const overlays = isJson(document['overlays']) ? document['overlays'] : {};
  for (const [id, overlay] of Object.entries(overlays)) {
    if (!isJson(overlay)) continue;
    const pointer = joinPointer('/overlays', id);
    for (const slot of ['body', 'bar']) walk(overlay[slot], `${pointer}/${slot}`, [overlay]);
  }
}

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
  visitRawNodes(document, (node, pointer) => {
    const { id } = node;
    if (typeof id !== 'string') return;
    if (ids.has(id))
      draft.report('node/duplicate-id', `${pointer}/id`, `"${id}" already names another place.`);
    ids.add(id);
  });
}
