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

/** What one gesture does to the documents: their new texts by path, null where one goes. */
export interface Edit {
  /** In words, for whoever undoes it: "Label of Payment Method". */
  readonly label: string;
  readonly changes: { readonly [path: string]: string | null };
  /** Edits of one gesture in a row become one step: letters typed into one field. */
  readonly gesture?: string;
}

export interface WorkspaceView {
  /** Documents and names of pictures, as they would be published; variants, which stay with the draft, are none of them. */
  readonly files: readonly SourceFile[];
  /** Texts by path, of variants too. */
  readonly texts: ReadonlyMap<string, string>;
  /** By path, each document as it last could be read: while somebody is in the middle of a word, as it was before. */
  readonly read: ReadonlyMap<string, SourceFile>;
  /** While not all screens were read, those of the others are as they were found last. */
  readonly problems: readonly Problem[];
  /** Whether all screens were read as they are now: until then an error of another one may still be found. */
  readonly isWhole: boolean;
  /** Of the last reading without an error: what is drawn while somebody is in the middle of a word. */
  readonly good: Compiled | undefined;
  /** The documents that `good` is of. */
  readonly goodFiles: readonly SourceFile[];
  /** Whether `good` is of these very documents. */
  readonly isGood: boolean;
  /** What would be undone and done again. */
  readonly undo: string | undefined;
  readonly redo: string | undefined;
  /** The documents that the draft changes. */
  readonly base: readonly SourceFile[];
  /** Paths that are not as they were published. */
  readonly changed: ReadonlySet<string>;
}

export interface Workspace {
  readonly subscribe: (listener: () => void) => () => void;
  readonly snapshot: () => WorkspaceView;
  /** The screen that is looked at: it is read before all others. */
  attend(screen: string): void;
  /** Does nothing if one of the documents is locked. */
  edit(edit: Edit): void;
  /** Whether this person may not change a document. */
  readonly isLocked: (path: string) => boolean;
  /** Lays in what somebody else changed: no step of this person's. Of their own steps those stay that it leaves room for. */
  take(changes: { readonly [path: string]: string | null }): void;
  /** Replaces the documents that the draft changes; the edited texts stay. */
  rebase(base: readonly SourceFile[]): void;
  /** Whether all documents would have no error with these texts; nothing is changed. */
  wouldBeSound(changes: { readonly [path: string]: string }): boolean;
  /** What is found wrong in all documents with these texts and not without them; nothing is changed. */
  readonly wouldFind: (changes: { readonly [path: string]: string }) => readonly Problem[];
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
  /** Default: all documents may be changed. */
  readonly isLocked?: (path: string) => boolean;
  /** Of an earlier life of this page. */
  readonly done?: readonly Step[];
  readonly undone?: readonly Step[];
  /** Where all screens are read beside other work; without it an edit returns when all were. */
  readonly inPauses?: InPauses;
}

/**
 * Takes steps of some milliseconds while nothing else is to be done, until one says that it was the last.
 *
 * @returns what ends it before.
 */
export type InPauses = (step: () => 'more' | 'done') => () => void;

const MOST_STEPS = 500;
/** So many screens are read at once: what is looked at is not kept waiting by them. */
const FEW_SCREENS = 4;

const SCREEN = /^screens\/([^/]+)\.screen\.json$/;

/**
 * The documents that are being edited, and all that follows from them. Every change from every pane is a text edit of
 * a document: what is undone, saved, compared and published is the same thing.
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
  /** What the last reading of all screens found, and in what. */
  let found: readonly Problem[] = [];
  let foundIn: ReadonlySet<SourceFile> = new Set();
  let attended: string | undefined;
  let stopReading = (): void => undefined;
  const listeners = new Set<() => void>();
  let view = look();

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

  /** What is known once the screen that is looked at was read. */
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
    // Rather than nothing, should another screen have an error.
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

/** A problem wherever it stands: an edit before it moves it. */
function sayProblem({ code, file, message }: Problem): string {
  return `${code} ${file} ${message}`;
}
