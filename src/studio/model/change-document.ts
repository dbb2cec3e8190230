import type { Edited } from './edits.ts';
import { canBeEdited } from './nodes.ts';
import type { Selection } from './outline.ts';
import type { Workspace } from './workspace.ts';

/** An edit of one document: its new text, and the pointer of the edited value. */
export type EditDocument = (source: { path: string; text: string }) => Edited;

/**
 * Edits one document. While it does not parse, only its text can be edited.
 *
 * @param gesture - Consecutive edits with the same gesture are one undo step.
 * @returns the edited value; undefined if nothing was edited.
 */
export function changeDocument(
  workspace: Workspace,
  label: string,
  edit: EditDocument,
  file: string,
  gesture?: string,
): Selection | undefined {
  const now = workspace.snapshot();
  const text = now.texts.get(file);
  if (text === undefined || !canBeEdited(now, file)) return undefined;
  const edited = edit({ path: file, text });
  workspace.edit({ label, changes: { [file]: edited.text }, ...(gesture !== undefined && { gesture }) });
  return { file, pointer: edited.pointer };
}
