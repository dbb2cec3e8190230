import type { ValueTitles } from '#renderer/grammar/expression/sentence.ts';
import { isWithin, type Edited } from '../model/edits.ts';
import type { Workspace, WorkspaceView } from '../model/workspace.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import type { Surroundings } from './surroundings.ts';

type Edit = (source: { path: string; text: string }) => Edited;

/** What every step of a document needs for its editor. */
export interface Editing {
  readonly workspace: Workspace;
  readonly view: WorkspaceView;
  readonly file: string;
  readonly around: Surroundings;
  readonly titles: ValueTitles;
  /** Of the document. */
  readonly problems: readonly Problem[];
  /** Pointer of the step whose fields are shown. */
  readonly open: string | undefined;
  setOpen(pointer: string | undefined): void;
  /** Edits the document; the selection stays. Typing with one gesture is one undo step. */
  change(label: string, edit: Edit, gesture?: string): void;
  /** Moves the focus after the next render: to the name of a step, its first field, or the button that adds to a list. */
  focus(pointer: string, on: 'name' | 'field' | 'add'): void;
  /** Says what happened, for screen readers. */
  say(words: string): void;
  onOpenJson(pointer: string): void;
}

/** Whether an edit would add no errors. */
export function isSoundEdit({ workspace, view, file }: Editing, edit: Edit): boolean {
  const { text } = edit({ path: file, text: view.texts.get(file) ?? '' });
  return workspace.wouldFind({ [file]: text }).every(({ severity }) => severity !== 'error');
}

/** Problems of an action itself: not those of actions in its cases. */
export function problemsOfStep({ problems }: Editing, pointer: string): readonly Problem[] {
  return problems.filter(
    (one) =>
      isWithin(one.pointer, pointer) &&
      !/^\/(?:cases|catch)\/\d+\/run\/\d+/.test(one.pointer.slice(pointer.length)),
  );
}
