import type { Project } from '../project.ts';
import type { Reading, WorldDocument } from '../world.ts';
import { type DocumentKind, WrittenDocument } from './document.ts';

/** The documents without errors, with the readings of each, for lint rules. */
export function writtenDocuments(
  project: Project,
  readings: readonly Reading[],
): { readonly [documents in 'screens' | 'parts' | 'apps']: readonly WrittenDocument[] } {
  const { screens, parts, app } = project.world;
  return {
    screens: [...screens.values()].flatMap((one) => written(one, 'screen', project, readings)),
    parts: [...parts.values()].flatMap((one) => written(one, 'part', project, readings)),
    apps: app === undefined ? [] : written(app, 'app', project, readings),
  };
}

function written(
  { document, value, file }: WorldDocument,
  kind: DocumentKind,
  { problems }: Project,
  readings: readonly Reading[],
): WrittenDocument[] {
  const isBroken = problems.some((problem) => problem.severity === 'error' && problem.file === file);
  if (document === undefined || value === undefined || isBroken) return [];
  const own = readings.filter((reading) => reading.document === document);
  return [new WrittenDocument(document, value, kind, own)];
}
