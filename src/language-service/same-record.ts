import { valueAt } from '#renderer/grammar/pointer.ts';
import { parseFile } from '#renderer/grammar/parse.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';

/**
 * Whether a record is there before and after an edit and has the same members, so that an earlier warning about it
 * still holds.
 *
 * @param pointer - JSON Pointer of the record.
 */
export function isSameRecord(
  pointer: string,
  before: SourceFile | undefined,
  after: SourceFile | undefined,
): boolean {
  if (before === after) return true;
  if (before === undefined || after === undefined) return false;
  const [old, young] = [before, after].map((file) =>
    JSON.stringify(valueAt(parseFile(file).document?.value, pointer)),
  );
  return old !== undefined && old === young;
}
