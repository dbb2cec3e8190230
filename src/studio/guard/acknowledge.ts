import { isJson } from '#renderer/grammar/json.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { joinPointer, splitPointer, valueAt } from '#renderer/grammar/pointer.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { type Edited, setAt } from '../model/edits.ts';
import { canBeEdited } from '../model/nodes.ts';
import type { Workspace } from '../model/workspace.ts';

/** Whether this warning can be acknowledged in its document. */
export function canBeAcknowledged({ severity, file, code }: Problem): boolean {
  return severity === 'warning' && code !== 'acknowledged/nothing' && /\.(?:screen|part)\.json$/.test(file);
}

/** Acknowledges a warning in the draft. */
export function acknowledgeInDraft(workspace: Workspace, problem: Problem, reason: string): void {
  const view = workspace.snapshot();
  const text = view.texts.get(problem.file);
  if (text === undefined || !canBeEdited(view, problem.file)) return;
  const edited = acknowledge({ path: problem.file, text }, problem, reason);
  workspace.edit({ label: 'Why this is intended', changes: { [problem.file]: edited.text } });
}

/** Writes the reason into the record that the warning is about. Review and check read it there. */
export function acknowledge(file: SourceFile, { pointer, code }: Problem, reason: string): Edited {
  const { document } = parseDocument(file.text, file.path);
  const names = splitPointer(pointer);
  const around = names.map((_name, at) => names.slice(0, names.length - at).reduce(joinPointer, ''));
  const record = around.find((one) => isJson(valueAt(document?.value, one))) ?? '';
  const at = joinPointer(joinPointer(record, 'x-acknowledged'), code);
  return { ...setAt(file, at, reason.trim()), pointer: record };
}
