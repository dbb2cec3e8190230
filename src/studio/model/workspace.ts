import { type Compiled, compileProject } from '#renderer/grammar/compile.ts';
import { parseFile } from '#renderer/grammar/parse.ts';
import { ProjectMemory } from '#renderer/grammar/project-memory.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { moveSteps, turn } from './move-steps.ts';
import { type Splice, spliceOf, undoSplice } from './splice.ts';

/** What one gesture does to the documents: their new texts by path, null where one goes. */
export interface Edit {
  /** In words, for whoever undoes it: "Label of Payment Method". */
  readonly label: string;
  readonly changes: { readonly [path: string]: string | null };
  /** Edits of one gesture in a row become one step: letters typed into one field. */
  readonly gesture?: string;
}

/** An edit as it is kept to be undone: by path what was spliced, or the whole text of a document that came or went. */
export interface Step {
  readonly label: string;
  readonly gesture?: string;
  readonly splices: { readonly [path: string]: Splice };
}

export interface WorkspaceView {
  /** Documents and names of pictures, as they would be published. */
  readonly files: readonly SourceFile[];
  /** Texts by path, of documents alone. */
  readonly texts: ReadonlyMap<string, string>;
  /** By path, each document as it last could be read: while somebody is in the middle of a word, as it was before. */
  readonly read: ReadonlyMap<string, SourceFile>;
  readonly problems: readonly Problem[];
  /** Of the last reading without an error: what is drawn while somebody is in the middle of a word. */
  readonly good: Compiled | undefined;
  /** The documents that `good` is of. */
  readonly goodFiles: readonly SourceFile[];
  /** Whether `good` is of these very documents. */
  readonly isGood: boolean;
  /** What would be undone and done again. */
  readonly undo: string | undefined;
  readonly redo: string | undefined;
  /** Paths that are not as they were published. */
  readonly changed: ReadonlySet<string>;
}

export interface Workspace {
  readonly subscribe: (listener: () => void) => () => void;
  readonly snapshot: () => WorkspaceView;
  edit(edit: Edit): void;
  /** Lays in what somebody else changed: no step of this person's. Of their own steps those stay that it leaves room for. */
  take(changes: { readonly [path: string]: string | null }): void;
  /** Whether all documents would have no error with these texts; nothing is changed. */
  wouldBeSound(changes: { readonly [path: string]: string }): boolean;
  /** What is found wrong in all documents with these texts and not without them; nothing is changed. */
  wouldFind(changes: { readonly [path: string]: string }): readonly Problem[];
  /** @returns the paths that it concerned. */
  undo(): readonly string[];
  redo(): readonly string[];
  /** Steps that can be undone, and those that can be done again, the next one last. */
  steps(): { readonly done: readonly Step[]; readonly undone: readonly Step[] };
}

export interface WorkspaceOptions {
  /** What is live: documents with their texts, pictures without. */
  readonly base: readonly SourceFile[];
  /** The draft's own documents over it; null deletes one. */
  readonly draft?: { readonly [path: string]: string | null };
  /** Of an earlier life of this page. */
  readonly done?: readonly Step[];
  readonly undone?: readonly Step[];
}

const MOST_STEPS = 500;

/**
 * The documents that are being edited, and all that follows from them. Every change from every pane is a text edit of
 * a document: what is undone, saved, compared and published is the same thing.
 */
export function openWorkspace({ base, draft = {}, done = [], undone = [] }: WorkspaceOptions): Workspace {
  const memory = new ProjectMemory();
  const published = new Map(base.map((file) => [file.path, file]));
  let files = new Map(published);
  lay(draft);
  let past = [...done];
  let future = [...undone];
  let read: ReadonlyMap<string, SourceFile> = new Map();
  let good: Compiled | undefined;
  let goodFiles: readonly SourceFile[] = [];
  let view = look();
  const listeners = new Set<() => void>();

  /** Files that stay the same objects are not read anew. */
  function lay(changes: { readonly [path: string]: string | null }): void {
    files = new Map(files);
    for (const [path, text] of Object.entries(changes)) {
      const before = published.get(path);
      if (text === null) files.delete(path);
      else files.set(path, before?.text === text ? before : { path, text });
    }
  }

  function look(): WorkspaceView {
    const all = [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    const compiled = compileProject(all, memory);
    const isGood = compiled.app !== undefined;
    if (isGood) {
      good = compiled;
      goodFiles = all;
    }
    const paths = new Set([...files.keys(), ...published.keys()]);
    read = new Map(
      all.map((file) => [
        file.path,
        parseFile(file).document === undefined ? (read.get(file.path) ?? file) : file,
      ]),
    );
    return {
      files: all,
      read,
      texts: new Map(all.map(({ path, text }) => [path, text])),
      problems: compiled.problems,
      good,
      goodFiles,
      isGood,
      undo: past.at(-1)?.label,
      redo: future.at(-1)?.label,
      changed: new Set([...paths].filter((path) => files.get(path)?.text !== published.get(path)?.text)),
    };
  }

  function compileWith(changes: { readonly [path: string]: string }): Compiled {
    const tried = view.files.map((file) => {
      const text = changes[file.path];
      return text === undefined ? file : { path: file.path, text };
    });
    return compileProject(tried, memory);
  }

  function tell(): void {
    view = look();
    for (const listener of listeners) listener();
  }

  function spliceAll(splices: Step['splices']): readonly string[] {
    const paths = Object.keys(splices);
    lay(
      Object.fromEntries(
        Object.entries(splices).map(([path, splice]) => [path, undoSplice(files.get(path)?.text, splice)]),
      ),
    );
    return paths;
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => view,
    wouldBeSound: (changes) => compileWith(changes).app !== undefined,
    wouldFind(changes) {
      const known = new Set(view.problems.map(sayProblem));
      return compileWith(changes).problems.filter((problem) => !known.has(sayProblem(problem)));
    },
    edit({ label, changes, gesture }) {
      const splices: { [path: string]: Splice } = {};
      for (const [path, text] of Object.entries(changes)) {
        const before = files.get(path)?.text;
        if (before !== (text ?? undefined)) splices[path] = spliceOf(before, text ?? undefined);
      }
      if (Object.keys(splices).length === 0) return;
      lay(changes);
      const last = past.at(-1);
      const isSame = gesture !== undefined && last?.gesture === gesture && future.length === 0;
      const step = { label, ...(gesture !== undefined && { gesture }), splices };
      past = isSame && last ? [...past.slice(0, -1), join(last, step)] : [...past, step].slice(-MOST_STEPS);
      future = [];
      tell();

      /** Both were made of one text after the other. */
      function join(first: Step, second: Step): Step {
        const joined: { [path: string]: Splice } = {};
        for (const path of new Set([...Object.keys(first.splices), ...Object.keys(second.splices)])) {
          const now = files.get(path)?.text;
          const [one, two] = [first.splices[path], second.splices[path]];
          const middle = two === undefined ? now : undoSplice(now, two);
          const before = one === undefined ? middle : undoSplice(middle ?? undefined, one);
          joined[path] = spliceOf(before ?? undefined, now);
        }
        return { ...second, splices: joined };
      }
    },
    take(changes) {
      for (const [path, text] of Object.entries(changes)) {
        const before = files.get(path)?.text;
        past = [...moveSteps(past, path, before, text ?? undefined)];
        future = moveSteps(future.map(turn), path, before, text ?? undefined).map(turn);
      }
      lay(changes);
      tell();
    },
    undo() {
      const step = past.at(-1);
      if (step === undefined) return [];
      past = past.slice(0, -1);
      future = [...future, step];
      const paths = spliceAll(step.splices);
      tell();
      return paths;
    },
    redo() {
      const step = future.at(-1);
      if (step === undefined) return [];
      future = future.slice(0, -1);
      past = [...past, step];
      const paths = spliceAll(turn(step).splices);
      tell();
      return paths;
    },
    steps: () => ({ done: past, undone: future }),
  };
}

/** A problem wherever it stands: an edit before it moves it. */
function sayProblem({ code, file, message }: Problem): string {
  return `${code} ${file} ${message}`;
}
