import { parseDocument } from '#renderer/grammar/parse.ts';
import { joinPointer, splitPointer, valueAt } from '#renderer/grammar/pointer.ts';
import type { EditDocument } from '../model/change-document.ts';
import { type Edited, setAt } from '../model/edits.ts';
import { type OutlineItem, type Selection, titleOf } from '../model/outline.ts';
import { readPlainText } from '../words/plain-text.ts';
import type { Filled } from './definition.ts';
import { isShownWhole } from './shown.ts';

/** An edit of one document, and the selection after it. */
export type Change = (
  label: string,
  edit: EditDocument,
  place: Selection,
  /** Consecutive edits with the same gesture are one undo step. */
  gesture?: string,
) => void;

/** Sets a property of a node; undefined removes it. Typing into one field is one undo step. */
export function writeProperty(
  change: Change,
  item: OutlineItem,
  property: Filled,
  value: unknown,
  gesture = `${item.file}${item.pointer} ${property.name}`,
): void {
  change(
    `${property.title} of ${titleOf(item)}`,
    (source) => setShown(source, joinPointer(item.pointer, property.name), property, value),
    item,
    gesture,
  );
}

/**
 * Writes the value of a field into the document. A text with a context keeps it. A value that the field cannot show
 * completely is not replaced.
 */
export function setShown(
  source: { readonly path: string; readonly text: string },
  at: string,
  property: Filled,
  value: unknown,
): Edited {
  const pointer = splitPointer(at).slice(0, -1).reduce(joinPointer, '');
  const { document } = parseDocument(source.text, source.path);
  const before = document && valueAt(document.value, at);
  if (!isShownWhole(property, before)) return { text: source.text, pointer };
  const isApart = readPlainText(before)?.context !== undefined;
  const edited = isApart ? setAt(source, `${at}/choose/0`, value ?? '') : setAt(source, at, value);
  return { ...edited, pointer };
}
