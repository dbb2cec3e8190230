import { isJson, type Json } from '#renderer/grammar/json.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { joinPointer } from '#renderer/grammar/pointer.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { messageId } from '#renderer/plan/message.ts';

/** An entry of a catalogue that no field can show completely. */
export interface ClosedEntry {
  /** JSON Pointer in the catalogue; empty if the catalogue cannot be parsed. */
  readonly pointer: string;
  /** Its JSON; absent if the catalogue cannot be parsed. */
  readonly written?: string;
}

/** Finds the closed entry with a `ShownMessage.id`; undefined for an entry that a field shows. */
export type ClosedEntries = (id: string) => ClosedEntry | undefined;

export function readClosed({ path, text }: SourceFile): ClosedEntries {
  const value = parseDocument(text, path).document?.value;
  if (!isJson(value)) return () => ({ pointer: '' });
  const closed = new Map(closedIn(value['messages'], '/messages'));
  const contexts = Object.entries(isJson(value['contexts']) ? value['contexts'] : {});
  for (const [context, group] of contexts)
    for (const [id, one] of closedIn(group, joinPointer('/contexts', context), context)) closed.set(id, one);
  return (id) => closed.get(id);
}

function* closedIn(group: unknown, pointer: string, context?: string): Iterable<[string, ClosedEntry]> {
  if (!isJson(group)) return;
  for (const [source, written] of Object.entries(group)) {
    if (isShownWhole(written)) continue;
    const one = { pointer: joinPointer(pointer, source), written: JSON.stringify(written) };
    yield [messageId(source, context), one];
  }
}

function isShownWhole(written: unknown): boolean {
  if (!isJson(written)) return isLine(written);
  const { text, plural, forms, draft = false, for: writtenFor = '', ...others } = written;
  if (typeof draft !== 'boolean' || !isLine(writtenFor) || Object.keys(others).length > 0) return false;
  if (plural === undefined) return isLine(text) && forms === undefined;
  return typeof plural === 'string' && text === undefined && isJson(forms) && areLines(forms);
}

function areLines(forms: Json): boolean {
  return Object.values(forms).every(isLine);
}

/** Fields drop carriage returns. */
function isLine(value: unknown): boolean {
  return typeof value === 'string' && !value.includes('\r');
}
