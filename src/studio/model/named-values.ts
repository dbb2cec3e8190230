import { isJson } from '#renderer/grammar/json.ts';
import { readPaths } from '#renderer/grammar/expression/read-paths.ts';
import { titlesOfValues, type ValueTitles } from '#renderer/grammar/expression/sentence.ts';
import { APP_FILE } from '#src/shared/project-paths.ts';
import { documentOf } from './nodes.ts';
import type { WorkspaceView } from './workspace.ts';

/** The titles of the named values that expressions of a document read. */
export function titlesIn(view: WorkspaceView, file: string): ValueTitles {
  return titlesOfValues([documentOf(view, APP_FILE), documentOf(view, file)]);
}

/** What the named values in conditions mean, for those that have a title and a description. */
export function notesOf(
  view: WorkspaceView,
  file: string,
  conditions: readonly string[],
): readonly { readonly title: string; readonly description: string }[] {
  const paths = new Set(conditions.flatMap((one) => [...readPaths(one, false)]));
  return [APP_FILE, file].flatMap((one) => {
    const document = documentOf(view, one);
    const values = isJson(document) && isJson(document['values']) ? document['values'] : {};
    return Object.entries(values).flatMap(([name, raw]) => {
      if (!isJson(raw) || !paths.has(`values.${name}`)) return [];
      const { title, description } = raw;
      return typeof title === 'string' && typeof description === 'string' ? [{ title, description }] : [];
    });
  });
}
