import type { SourceFile } from '#renderer/grammar/world.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { type Compilation, createCompiler, type InPauses } from './compiler.ts';
import { type DocumentsView, openDocuments } from './documents.ts';
import type { Edit } from './edit.ts';
import { openHistory } from './history.ts';
import { type Splice, spliceOf } from '#src/shared/splice.ts';
import type { Step } from './step.ts';

export interface WorkspaceView extends DocumentsView, Compilation {
  /** Labels of the next undo and redo. */
  readonly undo: string | undefined;
  readonly redo: string | undefined;
}

export interface Workspace {
  readonly subscribe: (listener: () => void) => () => void;
  readonly snapshot: () => WorkspaceView;
  /** Compiles this screen before all others. */
  attend(screen: string): void;
  /**
   * Does nothing if it would change a locked document.
   *
   * @returns the paths of those documents.
   */
  edit(edit: Edit): readonly string[];
  /** Makes the next edit a new undo step, also in the same field. */
  endStep(): void;
  /** Whether this person may not change a document. */
  readonly isLocked: (path: string) => boolean;
  /**
   * Applies another person's changes without an undo step. This person's undo steps that overlap these changes are
   * dropped.
   */
  take(changes: { readonly [path: string]: string | null }): void;
  /** How often another person's changes were applied. */
  takes(): number;
  /** Replaces the live documents; the edits stay. */
  rebase(base: readonly SourceFile[]): void;
  /** Whether the project would have no errors with these texts. Changes nothing. */
  wouldBeSound(changes: { readonly [path: string]: string }): boolean;
  /** Problems that these texts would add. Changes nothing. */
  readonly wouldFind: (changes: Edit['changes']) => readonly Problem[];
  /** @returns the changed paths. */
  undo(): readonly string[];
  redo(): readonly string[];
  /** Undo and redo steps; the next one is the last. */
  steps(): { readonly done: readonly Step[]; readonly undone: readonly Step[] };
}

export interface WorkspaceOptions {
  /** The live documents; assets without content. */
  readonly base: readonly SourceFile[];
  /** The draft's changes; null for a deleted document. */
  readonly draft?: { readonly [path: string]: string | null };
  /** Default: all documents may be changed. */
  readonly isLocked?: (path: string) => boolean;
  /** Undo and redo steps from an earlier visit of the page. */
  readonly done?: readonly Step[];
  readonly undone?: readonly Step[];
  /** Compiles the other screens in the background. Without it, `edit` returns when all are compiled. */
  readonly inPauses?: InPauses;
}

/**
 * Opens the edited documents with everything derived from them. Every change from every pane is a text edit of a
 * document, so undo, save, diff and publish all work on the same texts.
 */
export function openWorkspace(options: WorkspaceOptions): Workspace {
  const { base, draft = {}, isLocked = () => false, done = [], undone = [], inPauses } = options;
  const documents = openDocuments(base, draft);
  const history = openHistory(done, undone);
  const compiler = createCompiler(inPauses);
  const listeners = new Set<() => void>();
  let view = look();
  let takes = 0;

  function look(): WorkspaceView {
    const now = documents.look();
    const first = compiler.compile(now.files, (whole) => {
      view = { ...now, ...whole, ...history.labels() };
      notify();
    });
    return { ...now, ...first, ...history.labels() };
  }

  function update(): void {
    view = look();
    notify();
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }

  function isFree(step: Step | undefined): boolean {
    return !Object.keys(step?.splices ?? {}).some(isLocked);
  }

  function undoStep(step: Step | undefined): readonly string[] {
    if (step === undefined) return [];
    documents.undo(step);
    update();
    return Object.keys(step.splices);
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => view,
    attend(screen) {
      if (compiler.attend(screen) && !view.isWhole) update();
    },
    wouldBeSound: (changes) => compiler.compileWith(changes, view.files).app !== undefined,
    wouldFind(changes) {
      const { problems } = view.isWhole ? view : compiler.compileWith({}, view.files);
      const known = new Set(problems.map(sayProblem));
      const { problems: all } = compiler.compileWith(changes, view.files);
      return all.filter((problem) => !known.has(sayProblem(problem)));
    },
    isLocked,
    edit({ label, changes, gesture }) {
      const splices: { [path: string]: Splice } = {};
      for (const [path, text] of Object.entries(changes)) {
        const before = documents.textOf(path);
        if (before !== (text ?? undefined)) splices[path] = spliceOf(before, text ?? undefined);
      }
      const locked = Object.keys(splices).filter(isLocked);
      if (Object.keys(splices).length === 0 || locked.length > 0) return locked;
      documents.write(changes);
      history.add({ label, ...(gesture !== undefined && { gesture }), splices }, documents.textOf);
      update();
      return [];
    },
    endStep: history.end,
    rebase(next) {
      history.end();
      documents.rebase(next);
      update();
    },
    take(changes) {
      takes += 1;
      for (const [path, text] of Object.entries(changes)) {
        history.move(path, documents.textOf(path), text ?? undefined);
      }
      documents.write(changes);
      update();
    },
    takes: () => takes,
    undo: () => (isFree(history.steps().done.at(-1)) ? undoStep(history.undo()) : []),
    redo: () => (isFree(history.steps().undone.at(-1)) ? undoStep(history.redo()) : []),
    steps: history.steps,
  };
}

/** Identifies a problem without its position, which edits can move. */
function sayProblem({ code, file, message }: Problem): string {
  return `${code} ${file} ${message}`;
}
