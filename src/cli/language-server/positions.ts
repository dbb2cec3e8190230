import { pathToFileURL, fileURLToPath } from 'node:url';
import { join, relative, sep } from 'node:path';
import type { Place } from '#renderer/grammar/places.ts';
import type { Location, Range } from 'vscode-languageserver/node';

/** A range of the protocol, which counts lines and UTF-16 units from 0. */
export function rangeOfPlace({
  line,
  column,
  length = 1,
}: Pick<Place, 'line' | 'column'> & { readonly length?: number }): Range {
  const start = { line: line - 1, character: column - 1 };
  return { start, end: { line: start.line, character: start.character + length } };
}

export function locationOf(root: string, place: Place): Location {
  return { uri: uriOf(root, place.file), range: rangeOfPlace(place) };
}

/** The address of a project's file. */
export function uriOf(root: string, path: string): string {
  return pathToFileURL(join(root, path)).href;
}

/** The path in a project; undefined for a file outside of it. */
export function pathIn(root: string, uri: string): string | undefined {
  const file = fileOf(uri);
  const path = file === undefined ? undefined : relative(root, file).split(sep).join('/');
  return path === undefined || path === '' || path.startsWith('../') ? undefined : path;
}

/** The path of a file on this machine; undefined for other addresses, such as unsaved files. */
export function fileOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}
