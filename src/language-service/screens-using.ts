import { visitRawNodes } from '#renderer/grammar/compile/names.ts';
import { partName } from '#src/shared/project-paths.ts';
import type { ProjectTexts } from './project-texts.ts';

const SCREEN = /^screens\/([^/]+)\.screen\.json$/;

/** Screens that are one of these documents, or contain one of them, directly or through parts. */
export function screensUsing(project: ProjectTexts, files: ReadonlySet<string>): ReadonlySet<string> {
  const reached = new Set(files);
  const [first] = files;
  if (first === undefined) return new Set();
  const { parts, screens } = project.read(first).world;
  const documents = [...parts.values(), ...screens.values()];
  for (let count = -1; count !== reached.size; ) {
    count = reached.size;
    const names = new Set([...reached].flatMap((file) => partName(file) ?? []));
    for (const { file, value } of documents) {
      visitRawNodes(value ?? {}, ({ type, part }) => {
        if (type === 'part' && typeof part === 'string' && names.has(part)) reached.add(file);
      });
    }
  }
  return new Set([...reached].flatMap((file) => SCREEN.exec(file)?.[1] ?? []));
}
