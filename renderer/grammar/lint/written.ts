import type { Project } from '../project.ts';
import type { Reading, WorldDocument } from '../world.ts';
import { WrittenDocument } from './document.ts';

/** The screens and parts without errors, each with what was read in it, as rules look at them. */
export function writtenDocuments(
  project: Project,
  readings: readonly Reading[],
): { readonly screens: readonly WrittenDocument[]; readonly parts: readonly WrittenDocument[] } {
  const { screens, parts } = project.world;
  return {
    screens: [...screens.values()].flatMap((one) => written(one, true, project, readings)),
    parts: [...parts.values()].flatMap((one) => written(one, false, project, readings)),
  };
}

function written(
  { document, value, file }: WorldDocument,
  isScreen: boolean,
  { problems }: Project,
  readings: readonly Reading[],
): WrittenDocument[] {
  const isBroken = problems.some((problem) => problem.severity === 'error' && problem.file === file);
  if (document === undefined || value === undefined || isBroken) return [];
  const own = readings.filter((reading) => reading.document === document);
  return [new WrittenDocument(document, value, isScreen, own)];
}
