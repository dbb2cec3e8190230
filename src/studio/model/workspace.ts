import type { Step } from './step.ts';
import { type Compiled, compileProject, Compiling } from '#renderer/grammar/compile.ts';
import { parseFile } from '#renderer/grammar/parse.ts';
import { inOrder } from '#renderer/grammar/project.ts';
import { ProjectMemory } from '#renderer/grammar/project-memory.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { variantName } from '#src/shared/project-paths.ts';
import { withBrand } from '#src/shared/brand/with-brand.ts';
import { moveSteps, turn } from './move-steps.ts';
import { type Splice, spliceOf, undoSplice } from './splice.ts';

/** One edit of documents: new texts by path, null for a deleted document. */
export interface Edit {
  /** Label for undo and redo: "Label of Payment Method". */
  readonly label: string;
  readonly changes: { readonly [path: string]: string | null };
  /** Consecutive edits with the same gesture become one undo step, such as typing into one field. */
  readonly gesture?: string;
}

export interface WorkspaceView {
  /** Documents and asset names of a release. Variants are left out because they are never published. */
  readonly files: readonly SourceFile[];
  /** Texts by path, including variants. */
  readonly texts: ReadonlyMap<string, string>;
  /** The last version of each document that could be parsed, by path. */
  readonly read: ReadonlyMap<string, SourceFile>;
  /** Until all screens are compiled, other screens keep their earlier problems. */
  readonly problems: readonly Problem[];
  /** Whether all screens are compiled. Until then errors of other screens can be missing. */
  readonly isWhole: boolean;
  /** Result of the last compilation without errors; the preview shows it while a document has errors. */
  readonly good: Compiled | undefined;
  /** The documents of `good`. */
  readonly goodFiles: readonly SourceFile[];
  /** Whether `good` is up to date. */
  readonly isGood: boolean;
  /** Labels of the next undo and redo. */
  readonly undo: string | undefined;
  readonly redo: string | undefined;
  /** The live documents that the draft changes. */
  readonly base: readonly SourceFile[];
  /** Paths that differ from the live documents. */
  readonly changed: ReadonlySet<string>;
}

export interface Workspace {
  readonly subscribe: (listener: () => void) => () => void;
  readonly snapshot: () => WorkspaceView;
  /** Compiles this screen before all others. */
  attend(screen: string): void;
  /** Does nothing if one of the documents is locked. */
  edit(edit: Edit): void;
  /** Whether this person may not change a document. */
  readonly isLocked: (path: string) => boolean;
  /**
   * Applies another person's changes without an undo step. This person's undo steps that overlap these changes are
   * dropped.
   */
  take(changes: { readonly [path: string]: string | null }): void;
  /** Replaces the live documents; the edits stay. */
  rebase(base: readonly SourceFile[]): void;
  /** Whether the project would have no errors with these texts. Changes nothing. */
  wouldBeSound(changes: { readonly [path: string]: string }): boolean;
  /** Problems that these texts would add. Changes nothing. */
  readonly wouldFind: (changes: { readonly [path: string]: string }) => readonly Problem[];
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
 * Runs a step repeatedly while the browser is idle, until it returns `done`.
 *
 * @returns a function that stops it.
 */
export type InPauses = (step: () => 'more' | 'done') => () => void;

const MOST_STEPS = 500;
/** Up to this number of screens, all are compiled at once. */
const FEW_SCREENS = 4;

const SCREEN = /^screens\/([^/]+)\.screen\.json$/;

/**
 * Opens the edited documents with everything derived from them. Every change from every pane is a text edit of a
 * document, so undo, save, diff and publish all work on the same texts.
 */
export function openWorkspace({
  base,
  draft = {},
  isLocked = () => false,
  done = [],
  undone = [],
  inPauses,
}: WorkspaceOptions): Workspace {
  const memory = new ProjectMemory();
  let published = new Map(base.map((file) => [file.path, file]));
  let from = base;
  let files = new Map(published);
  lay(draft);
  let past = [...done];
  let future = [...undone];
  let read: ReadonlyMap<string, SourceFile> = new Map();
  let good: Compiled | undefined;
  let goodFiles: readonly SourceFile[] = [];
  /** Problems of the last full compilation, and the files it read. */
  let found: readonly Problem[] = [];
  let foundIn: ReadonlySet<SourceFile> = new Set();
  let attended: string | undefined;
  let stopReading = (): void => undefined;
  const listeners = new Set<() => void>();
  let view = look();

  /** Unchanged files keep their identity, so they are not parsed again. */
  function lay(changes: { readonly [path: string]: string | null }): void {
    files = new Map(files);
    for (const [path, text] of Object.entries(changes)) {
      const before = published.get(path);
      if (text === null) files.delete(path);
      else files.set(path, before?.text === text ? before : { path, text });
    }
  }

  function look(): WorkspaceView {
    const every = [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    const all = every.filter(({ path }) => variantName(path) === undefined);
    read = new Map(
      every.map((file) => [
        file.path,
        parseFile(file).document === undefined ? (read.get(file.path) ?? file) : file,
      ]),
    );
    stopReading();
    const compiling = new Compiling(all, memory);
    if (inPauses === undefined || compiling.left <= FEW_SCREENS) return seeWhole(all, compiling.whole());
    stopReading = inPauses(() => {
      if (compiling.left > 0) {
        compiling.step();
        return 'more';
      }
      view = seeWhole(all, compiling.whole());
      tellAll();
      return 'done';
    });
    return seeFirst(all, compiling);
  }

  /** The view after only the attended screen is compiled. */
  function seeFirst(all: readonly SourceFile[], compiling: Compiling): WorkspaceView {
    const ids = all.flatMap(({ path }) => SCREEN.exec(path)?.[1] ?? []);
    attended = ids.find((id) => id === attended) ?? ids[0] ?? '';
    const sole = compiling.alone(attended);
    const alone = sole && withBrand(sole, all);
    const still = new Set(all.filter((file) => foundIn.has(file)).map(({ path }) => path));
    still.delete(`screens/${attended}.screen.json`);
    const problems = inOrder([...found.filter(({ file }) => still.has(file)), ...(alone?.problems ?? [])]);
    if (alone?.app === undefined) return describe(all, problems, { isWhole: false, isGood: false });
    const known = { ...good?.screens, ...alone.screens };
    const screens = Object.entries(known).filter(([id]) => ids.includes(id));
    const first = {
      ...alone,
      screens: Object.fromEntries(screens),
      plans: new Map(screens.map(([id, { plan }]) => [id, plan])),
    };
    // Show at least this screen, even if another one has an error.
    if (good === undefined) keep(all, first);
    return { ...describe(all, problems, { isWhole: false, isGood: true }), good: first, goodFiles: all };
  }

  function seeWhole(all: readonly SourceFile[], plain: Compiled): WorkspaceView {
    const compiled = withBrand(plain, all);
    const isGood = compiled.app !== undefined;
    if (isGood) keep(all, compiled);
    found = compiled.problems;
    foundIn = new Set(all);
    return describe(all, found, { isWhole: true, isGood });
  }

  function keep(all: readonly SourceFile[], compiled: Compiled): void {
    good = compiled;
    goodFiles = all;
  }

  function describe(
    all: readonly SourceFile[],
    problems: readonly Problem[],
    how: Pick<WorkspaceView, 'isWhole' | 'isGood'>,
  ): WorkspaceView {
    const paths = new Set([...files.keys(), ...published.keys()]);
    return {
      files: all,
      read,
      texts: new Map([...files.values()].map(({ path, text }) => [path, text])),
      problems,
      good,
      goodFiles,
      base: from,
      ...how,
      undo: past.at(-1)?.label,
      redo: future.at(-1)?.label,
      changed: new Set(
        [...paths].filter(
          (path) => variantName(path) === undefined && files.get(path)?.text !== published.get(path)?.text,
        ),
      ),
    };
  }

  function compileWith(changes: { readonly [path: string]: string }): Compiled {
    const tried = view.files.map((file) => {
      const text = changes[file.path];
      return text === undefined ? file : { path: file.path, text };
    });
    return withBrand(compileProject(tried, memory), tried);
  }

  function tell(): void {
    view = look();
    tellAll();
  }

  function tellAll(): void {
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
    attend(screen) {
      const isOther = attended !== screen;
      attended = screen;
      if (isOther && !view.isWhole) tell();
    },
    wouldBeSound: (changes) => compileWith(changes).app !== undefined,
    wouldFind(changes) {
      const { problems } = view.isWhole ? view : compileWith({});
      const known = new Set(problems.map(sayProblem));
      return compileWith(changes).problems.filter((problem) => !known.has(sayProblem(problem)));
    },
    isLocked,
    edit({ label, changes, gesture }) {
      if (Object.keys(changes).some(isLocked)) return;
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

      /** Merges two consecutive steps. */
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
    rebase(next) {
      from = next;
      published = new Map(next.map((file) => [file.path, file]));
      lay(Object.fromEntries([...files.values()].map(({ path, text }) => [path, text])));
      tell();
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

/** Identifies a problem without its position, which edits can move. */
function sayProblem({ code, file, message }: Problem): string {
  return `${code} ${file} ${message}`;
}
