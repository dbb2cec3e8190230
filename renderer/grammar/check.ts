import type { Problem } from '../plan/problem.ts';
import { analyzeProject } from './project.ts';
import type { SourceFile } from './world.ts';

/**
 * All problems of all documents of a project, by file, line and column.
 *
 * @param files Paths relative to the project. Files that are no documents are ignored.
 */
export function checkProject(files: readonly SourceFile[]): Problem[] {
  return [...analyzeProject(files).problems];
}
