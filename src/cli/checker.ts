import { readWorld } from '#renderer/grammar/world.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import type { ProjectFile } from './project.ts';

export function checkProject(files: readonly ProjectFile[]): Problem[] {
  return readWorld(files).problems;
}
