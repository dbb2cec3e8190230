import { isJson, type Json } from '#renderer/grammar/json.ts';
import { parseFile } from '#renderer/grammar/parse.ts';
import { joinPointer, valueAt } from '#renderer/grammar/pointer.ts';
import type { Place } from './points.ts';

const APP = 'screens/app.json';

/** Where the actions of named lists are written. A plan has a copy of them for each `run`. */
export class NamedListPlaces {
  readonly #documents = new Map<string, Json>();

  /** @param files The definitions of a project. */
  constructor(files: readonly { readonly path: string; readonly text: string }[]) {
    for (const file of files) {
      if (!/(?:\.screen|\.part|\/app)\.json$/.test(file.path)) continue;
      const value = parseFile(file).document?.value;
      if (isJson(value)) this.#documents.set(file.path, value);
    }
  }

  /** The place of the actions that the action at a place runs. Undefined if it is no `run`. */
  runAt({ file, pointer }: Place): Place | undefined {
    const action = valueAt(this.#documents.get(file), pointer);
    if (!isJson(action) || action['do'] !== 'run' || typeof action['list'] !== 'string') return undefined;
    const at = `${joinPointer('/lists', action['list'])}/run`;
    const isOwn = valueAt(this.#documents.get(file), at) !== undefined;
    return { file: isOwn ? file : APP, pointer: at };
  }
}
