import { parseDocument } from '#renderer/grammar/parse.ts';
import { joinPointer, valueAt } from '#renderer/grammar/pointer.ts';
import { type Edited, setAt, setMember } from '../model/edits.ts';
import { type OutlineItem, type Selection, titleOf } from '../model/outline.ts';
import { readSaying } from '../words/saying.ts';
import type { Filled } from './definition.ts';

/** An edit of one document, by which something of it stays selected. */
export type Change = (
  label: string,
  edit: (source: { path: string; text: string }) => Edited,
  place: Selection,
  /** Edits of one gesture in a row are one step. */
  gesture?: string,
) => void;

/** Says a property of a node; undefined where it is not to be said any more. Letters of one field are one step. */
export function writeProperty(
  change: Change,
  item: OutlineItem,
  { name, title }: Filled,
  value: unknown,
  gesture = `${item.file}${item.pointer}/${name}`,
): void {
  change(
    `${title} of ${titleOf(item)}`,
    (source) => setWords(source, item.pointer, name, value),
    item,
    gesture,
  );
}

/** Gives a member a value; words that are kept apart from equal ones stay so. */
export function setWords(
  source: { readonly path: string; readonly text: string },
  pointer: string,
  name: string,
  value: unknown,
): Edited {
  const at = joinPointer(pointer, name);
  const { document } = parseDocument(source.text, source.path);
  const said = readSaying(document && valueAt(document.value, at));
  return said?.context === undefined || value === undefined
    ? setMember(source, pointer, name, value)
    : { ...setAt(source, `${at}/choose/0`, value), pointer };
}
