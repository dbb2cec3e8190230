import { isJson, type Json } from '#renderer/grammar/json.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import { writeElement } from '../insert/new-node.ts';
import { fieldsOfRecord } from './known.ts';

/**
 * A new item of a list, with its required members; texts are placeholders.
 *
 * @param owner - The widget that has the list.
 */
export function newRecord(element: string, owner: Json, items: readonly unknown[]): Json {
  if (element === 'record') return recordOf(owner, items);
  if (element === 'table-row') {
    const columns = Array.isArray(owner['columns']) ? owner['columns'] : [{}];
    return { cells: columns.map(() => 'New value') };
  }
  const written = writeElement(shapes.elements[element]?.properties ?? {});
  // Two options with the same value could not be told apart, nor could two sections with the same key.
  if (element === 'option') return { ...written, value: freeIn(items, 'value', 'option') };
  if (element === 'heading') return { ...written, key: freeIn(items, 'key', 'section') };
  return written;
}

/** A record that a repeating group begins with: it needs at least one member, to be seen. */
function recordOf({ body }: Json, items: readonly unknown[]): Json {
  const [field] = fieldsOfRecord(body);
  if (field === undefined) return {};
  const { name, way, shape } = field;
  const value =
    way === 'flag' ? false : way === 'count' || shape.slot === 'number' ? items.length + 1 : 'New value';
  return { [name]: value };
}

function freeIn(items: readonly unknown[], member: string, stem: string): string {
  const taken = new Set(items.map((item) => isJson(item) && item[member]));
  let count = items.length + 1;
  while (taken.has(`${stem}${count}`)) count += 1;
  return `${stem}${count}`;
}
