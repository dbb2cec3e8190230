import { type DocumentReadings, readingsOf } from '#renderer/grammar/project.ts';
import { valueAt } from '#renderer/grammar/pointer.ts';
import type { ProjectMemory } from '#renderer/grammar/project-memory.ts';
import { scopeAt } from '#renderer/grammar/scope-at.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { rangeOf } from './place.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Caches the parts of a document that suggestions need. If the document does not parse, its last readable version is
 * used.
 */
export interface Reader {
  around(files: readonly SourceFile[], file: string): Surroundings;
}

/** @param memory - For callers that read the same project in other ways, too. */
export function createReader(memory?: ProjectMemory): Reader {
  let known:
    | { readonly files: readonly SourceFile[]; readonly file: string; readonly read: DocumentReadings }
    | undefined;
  const whole = new Map<string, DocumentReadings>();

  function read(files: readonly SourceFile[], file: string): DocumentReadings {
    if (known?.files === files && known.file === file) return known.read;
    const fresh = readingsOf(files, file, memory);
    if (fresh.document !== undefined) whole.set(file, fresh);
    known = { files, file, read: fresh };
    return fresh;
  }

  return {
    around(files, file) {
      const now = read(files, file);
      return {
        file,
        world: now.world,
        fixtures: files.flatMap(({ path }) => (path.startsWith('fixtures/') ? [path] : [])),
        scopeAt(pointer) {
          const found = scopeAt((whole.get(file) ?? now).readings, pointer);
          if (found !== undefined || valueAt(now.document?.value, pointer) !== '') return found;
          // An empty expression is not compiled, so compile with `true` in its place.
          return scopeAt(readingsOf(withText(files, file, pointer), file, memory).readings, pointer);
        },
      };
    },
  };
}

/** The documents with `true` in an empty text. */
function withText(files: readonly SourceFile[], file: string, pointer: string): readonly SourceFile[] {
  return files.map((one) => {
    const place = one.path === file ? rangeOf(one.text, pointer) : undefined;
    if (place === undefined) return one;
    return { path: file, text: `${one.text.slice(0, place.from + 1)}true${one.text.slice(place.from + 1)}` };
  });
}
