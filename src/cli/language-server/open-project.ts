import { Compiling } from '#renderer/grammar/compile.ts';
import { parseFile } from '#renderer/grammar/parse.ts';
import { ProjectMemory } from '#renderer/grammar/project-memory.ts';
import { documentKind, type SourceFile } from '#renderer/grammar/world.ts';
import { inOrder } from '#renderer/grammar/project.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { isSameRecord } from '#src/language-service/same-record.ts';
import { createProjectTexts, type ProjectTexts } from '#src/language-service/project-texts.ts';
import { createReader } from '#src/language-service/reading.ts';
import type { Surroundings } from '#src/language-service/surroundings.ts';
import type { InspectionResult, Inspector, StartInspector } from './inspection.ts';
import { readAll, readOne } from './project-files.ts';

export interface ProjectListener {
  /** The problems of a file may have changed. */
  onProblems(file: string): void;
  /** The texts of now are checked completely. */
  onChecked(): void;
}

/** A project that an editor has open, with the texts that are not saved yet. */
export class OpenProject {
  readonly root: string;
  readonly #listener: ProjectListener;
  readonly #inspector: Inspector;
  readonly #memory = new ProjectMemory();
  readonly #reader = createReader(this.#memory);
  #saved: Map<string, SourceFile>;
  readonly #edited = new Map<string, SourceFile>();
  #files: readonly SourceFile[] | undefined;
  #texts: ProjectTexts | undefined;
  #version = 0;
  /** What the inspecting thread has. */
  #sent = new Set<SourceFile>();
  #compiled = UNCHECKED;
  #inspected = UNCHECKED;
  #warnings = new Map<string, Warnings>();

  constructor(root: string, start: StartInspector, listener: ProjectListener) {
    this.root = root;
    this.#listener = listener;
    this.#saved = new Map(readAll(root));
    this.#inspector = start(root, (result) => this.#take(result));
  }

  /** Documents and fixtures, with the texts of the editor. */
  get files(): readonly SourceFile[] {
    this.#files ??= [...new Map([...this.#saved, ...this.#edited]).values()].sort((a, b) =>
      a.path < b.path ? -1 : 1,
    );
    return this.#files;
  }

  get texts(): ProjectTexts {
    this.#texts ??= createProjectTexts(this.files, this.#memory);
    return this.#texts;
  }

  /** What completion needs of a document. */
  around(file: string): Surroundings {
    return this.#reader.around(this.files, file);
  }

  textOf(file: string): string | undefined {
    return (this.#edited.get(file) ?? this.#saved.get(file))?.text;
  }

  /** Whether no text of the editor differs from its file. */
  get isSaved(): boolean {
    return [...this.#edited.values()].every(({ path, text }) => this.#saved.get(path)?.text === text);
  }

  edit(file: string, text: string): void {
    if (this.textOf(file) === text && this.#edited.has(file)) return;
    // The text that is on disk stays the same object, so that nothing is read again.
    const saved = this.#saved.get(file);
    this.#edited.set(file, saved?.text === text ? saved : { path: file, text });
    this.#changed();
  }

  closeFile(file: string): void {
    if (this.#edited.delete(file)) this.#changed();
  }

  /** Reads files again that changed on disk. */
  reload(files: readonly string[]): void {
    for (const file of files) {
      const read = readOne(this.root, file);
      const before = this.#saved.get(file);
      if (read === undefined) this.#saved.delete(file);
      else if (before?.text !== read.text) this.#saved.set(file, read);
    }
    this.#changed();
  }

  /** Reads every file again, for an editor that does not say what changed. */
  reloadAll(): void {
    const read = readAll(this.root);
    this.#saved = new Map([...read].map(([path, file]) => [path, this.#same(file)]));
    this.#changed();
  }

  #same(file: SourceFile): SourceFile {
    const before = this.#saved.get(file.path);
    return before?.text === file.text ? before : file;
  }

  #changed(): void {
    this.#files = undefined;
    this.#texts = undefined;
    this.#version += 1;
  }

  /** Starts a check of the whole project; its results arrive by `onProblems`. */
  inspect(edited: string | undefined): void {
    const files = this.files;
    const paths = new Set(files.map(({ path }) => path));
    this.#inspector.inspect({
      version: this.#version,
      changed: files.filter((file) => !this.#sent.has(file)),
      removed: [...this.#sent].flatMap(({ path }) => (paths.has(path) ? [] : [path])),
      ...(edited !== undefined && { edited }),
    });
    this.#sent = new Set(files);
  }

  /** The problems of a file now. Until the whole project is checked again, earlier warnings of unchanged records stay. */
  problemsOf(file: string): readonly Problem[] {
    if (this.#inspected.version === this.#version) return this.#inspected.by.get(file) ?? [];
    const isCompiled = this.#compiled.version === this.#version;
    const own = isCompiled ? (this.#compiled.by.get(file) ?? []) : this.#ownProblems(file);
    const told = new Set(own.map(nameOfProblem));
    const { source, problems = [] } = this.#warnings.get(file) ?? {};
    const now = this.#source(file);
    const still = problems.filter(
      (one) => !told.has(nameOfProblem(one)) && isSameRecord(one.pointer, source, now),
    );
    return inOrder([...own, ...still]);
  }

  #source(file: string): SourceFile | undefined {
    return this.#edited.get(file) ?? this.#saved.get(file);
  }

  /** The problems that a file has by itself. */
  #ownProblems(file: string): readonly Problem[] {
    if (documentKind(file) !== undefined) return new Compiling(this.files, this.#memory).problemsIn(file);
    const source = this.#source(file);
    return source === undefined ? [] : parseFile(source).problems;
  }

  #take(result: InspectionResult): void {
    const { version, problems } = result;
    // A newer text is being checked already.
    if (version !== this.#version) return;
    if (result.of === 'document') {
      this.#warnings.set(result.file, { source: this.#source(result.file), problems });
      this.#listener.onProblems(result.file);
      return;
    }
    const by = byFile(problems);
    const before = result.of === 'compilation' ? this.#compiled : this.#inspected;
    if (result.of === 'compilation') this.#compiled = { version, by };
    else {
      this.#inspected = { version, by };
      this.#warnings = new Map(
        [...by].map(([file, all]) => {
          const told = new Set((this.#compiled.by.get(file) ?? []).map(nameOfProblem));
          const found = all.filter((problem) => !told.has(nameOfProblem(problem)));
          return [file, { source: this.#source(file), problems: found }];
        }),
      );
    }
    for (const file of new Set([...before.by.keys(), ...by.keys()])) this.#listener.onProblems(file);
    if (result.of === 'project') this.#listener.onChecked();
  }

  close(): void {
    this.#inspector.close();
  }
}

/** The result of a check. */
interface Checked {
  /** The version of the texts that was checked. */
  readonly version: number;
  readonly by: ReadonlyMap<string, readonly Problem[]>;
}

const UNCHECKED: Checked = { version: -1, by: new Map() };

/** Problems that only a slower check finds, and the text in which it found them. */
interface Warnings {
  readonly source: SourceFile | undefined;
  readonly problems: readonly Problem[];
}

function nameOfProblem({ code, pointer, message }: Problem): string {
  return `${code} ${pointer} ${message}`;
}

function byFile(problems: readonly Problem[]): ReadonlyMap<string, readonly Problem[]> {
  const by = new Map<string, Problem[]>();
  for (const problem of problems) {
    const of = by.get(problem.file);
    if (of === undefined) by.set(problem.file, [problem]);
    else of.push(problem);
  }
  return by;
}
