import { type DocumentReadings, readingsOf } from '#renderer/grammar/project.ts';
import { ProjectMemory } from '#renderer/grammar/project-memory.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';

/** The files of a project at one moment, and what its documents read, each read once. */
export interface ProjectTexts {
  /** Documents and fixtures, with the text that an editor has. */
  readonly files: readonly SourceFile[];
  textOf(file: string): string | undefined;
  read(file: string): DocumentReadings;
}

/** @param memory - For callers that read the same project repeatedly. */
export function createProjectTexts(files: readonly SourceFile[], memory = new ProjectMemory()): ProjectTexts {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const known = new Map<string, DocumentReadings>();
  return {
    files,
    textOf: (file) => texts.get(file),
    read(file) {
      const before = known.get(file);
      if (before !== undefined) return before;
      const read = readingsOf(files, file, memory);
      known.set(file, read);
      return read;
    },
  };
}
