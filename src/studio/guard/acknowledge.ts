import { isJson } from '#renderer/grammar/json.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { joinPointer, splitPointer, valueAt } from '#renderer/grammar/pointer.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { type Edited, setAt } from '../model/edits.ts';

/** Whether somebody may say that a warning is meant, where it is written. */
export function canBeMeant({ severity, file, code }: Problem): boolean {
  return severity === 'warning' && code !== 'acknowledged/nothing' && /\.(?:screen|part)\.json$/.test(file);
}

/** Writes why a warning is meant beside what it is about: it stands in the review, and in every check. */
export function acknowledge(file: SourceFile, { pointer, code }: Problem, reason: string): Edited {
  const { document } = parseDocument(file.text, file.path);
  const names = splitPointer(pointer);
  const around = names.map((_name, at) => names.slice(0, names.length - at).reduce(joinPointer, ''));
  const record = around.find((one) => isJson(valueAt(document?.value, one))) ?? '';
  const at = joinPointer(joinPointer(record, 'x-acknowledged'), code);
  return { ...setAt(file, at, reason.trim()), pointer: record };
}
