import { isJson } from '#renderer/grammar/json.ts';
import { parseFile } from '#renderer/grammar/parse.ts';
import { joinPointer, valueAt } from '#renderer/grammar/pointer.ts';
import { whereIs } from '../comments/where.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { nameCopy, originalOf } from './copy-names.ts';
import { setAt, setMember } from './edits.ts';
import { canBeEdited, documentOf } from './nodes.ts';
import type { Selection } from './outline.ts';
import { filesOf, nameOf, screensWith } from './uses.ts';
import type { WorkspaceView } from './workspace.ts';

/** A copy of a part that only one screen uses. */
export interface HereOnly {
  readonly changes: { readonly [path: string]: string };
  /** The selected node in the copy. */
  readonly place: Selection;
}

const fileOf = (part: string): string => `screens/parts/${part}.part.json`;

/**
 * Replaces a shared part of a screen by a copy that only this screen uses. Shared parts between the screen and the part
 * are copied as well. Unpublished changes of the selected node move to the copy; in the shared part the node is reset to
 * its live value.
 *
 * @param live - The live text of the part; undefined if it is not published.
 * @returns undefined if a needed document cannot be parsed.
 */
export function makeOwn(
  view: WorkspaceView,
  screen: string,
  { file, pointer }: Selection,
  live?: string,
): HereOnly | undefined {
  const between = partsBetween(view, `screens/${screen}.screen.json`, file);
  const names = new Map<string, string>();
  for (const part of between)
    if (part === file || screensWith(view, part).length > 1)
      names.set(part, freeName(view, part, screen, names));
  const changes: { [path: string]: string } = {};
  for (const path of [`screens/${screen}.screen.json`, ...between]) {
    if (!canBeEdited(view, path)) return undefined;
    const name = names.get(path);
    let text = view.texts.get(path) ?? '';
    if (name !== undefined) ({ text } = setMember({ path, text }, '', 'id', name));
    for (const use of usesIn(documentOf(view, path))) {
      const other = names.get(use.file);
      if (other !== undefined) ({ text } = setMember({ path, text }, use.pointer, 'part', other));
    }
    const to = name === undefined ? path : fileOf(name);
    if (text !== view.texts.get(to)) changes[to] = text;
  }
  const own = names.get(file);
  if (own === undefined) return undefined;
  const text = live === undefined ? undefined : takeBack(view, { file, pointer }, live);
  if (text !== undefined) changes[file] = text;
  return { changes, place: { file: fileOf(own), pointer } };
}

/**
 * The shared part with the selected node reset to its live value; undefined if nothing changes or the node is not
 * live.
 */
function takeBack(view: WorkspaceView, { file, pointer }: Selection, live: string): string | undefined {
  const now = documentOf(view, file);
  const before = parseFile({ path: file, text: live }).document?.value;
  const was = whereIs(pointer, now, before);
  if (was === undefined || !isJson(before) || !isJson(now)) return undefined;
  const value = valueAt(before, was);
  if (JSON.stringify(value) === JSON.stringify(valueAt(now, pointer))) return undefined;
  const { text } = setAt({ path: file, text: view.texts.get(file) ?? '' }, pointer, value);
  // If nothing else has changed, the shared part is live again byte for byte.
  const whole = parseFile({ path: file, text }).document?.value;
  return JSON.stringify(whole) === JSON.stringify(before) ? live : text;
}

/** The way back from a copy that only one screen uses. */
export interface Everywhere {
  readonly changes: { readonly [path: string]: string | null };
  /** The selected node in the shared part, or the part itself. */
  readonly place: Selection;
  /** The copy, and the shared part written as the copy: what differs between them is lost. */
  readonly copy: SourceFile;
  readonly shared: SourceFile;
}

/**
 * Replaces a copy that `makeOwn` made by the shared part, and removes the copy.
 *
 * @returns undefined if the part is not such a copy, or if a needed document cannot be parsed.
 */
export function makeShared(
  view: WorkspaceView,
  screen: string,
  { file, pointer }: Selection,
): Everywhere | undefined {
  const part = sharedPartOf(view, screen, file);
  if (part === undefined) return undefined;
  const other = fileOf(part);
  if (![file, other].every((path) => canBeEdited(view, path))) return undefined;
  const changes: { [path: string]: string | null } = { [file]: null };
  for (const path of filesOf(view, screen)) {
    const uses = usesIn(documentOf(view, path)).filter((use) => use.file === file);
    if (uses.length === 0) continue;
    if (!canBeEdited(view, path)) return undefined;
    let text = view.texts.get(path) ?? '';
    for (const use of uses) ({ text } = setMember({ path, text }, use.pointer, 'part', part));
    changes[path] = text;
  }
  const sharedText = view.texts.get(other) ?? '';
  const there = whereIs(pointer, documentOf(view, file), documentOf(view, other));
  return {
    changes,
    place: { file: other, pointer: there ?? '' },
    copy: { path: file, text: view.texts.get(file) ?? '' },
    shared: { path: file, text: setMember({ path: file, text: sharedText }, '', 'id', nameOf(file)).text },
  };
}

/** The part that a copy of one screen was made from, by the copy's name. */
function sharedPartOf(view: WorkspaceView, screen: string, file: string): string | undefined {
  const isOfOne = screensWith(view, file).join() === screen;
  if (!file.startsWith('screens/parts/') || !isOfOne) return undefined;
  const parts = [...view.texts.keys()].filter((path) => path.startsWith('screens/parts/')).map(nameOf);
  return originalOf(nameOf(file), screen, parts);
}

/** The counterpart of a part: the shared part of a copy, or the copy of a shared part. */
export interface RelatedParts {
  /** Of a copy: the shared part. */
  readonly original?: string;
  /** Of a shared part: the path that a copy for the screen has or had; it may be absent. */
  readonly copy?: string;
}

/** The part from which a screen's copy was made, or the copy that the screen can have had of a part. */
export function relatedParts(view: WorkspaceView, screen: string, file: string): RelatedParts {
  const part = sharedPartOf(view, screen, file);
  if (part !== undefined) return { original: fileOf(part) };
  if (!file.startsWith('screens/parts/') || !screensWith(view, file).includes(screen)) return {};
  return { copy: fileOf(nameCopy(nameOf(file), screen, () => true)) };
}

/** Parts on the paths from a document to a part, including that part. */
function partsBetween(view: WorkspaceView, from: string, wanted: string): ReadonlySet<string> {
  const found = new Set<string>();
  const asked = new Map<string, boolean>();
  const leadsThere = (path: string): boolean => {
    if (path === wanted) return true;
    const known = asked.get(path);
    if (known !== undefined) return known;
    // A circular part is an error and ends the search.
    asked.set(path, false);
    const leading = usesIn(documentOf(view, path)).filter((use) => leadsThere(use.file));
    for (const use of leading) found.add(use.file);
    asked.set(path, leading.length > 0);
    return leading.length > 0;
  };
  leadsThere(from);
  return found;
}

/** References to parts: pointers of the nodes, with the parts' files. */
function usesIn(value: unknown, pointer = ''): readonly Selection[] {
  if (Array.isArray(value)) return value.flatMap((one, at) => usesIn(one, joinPointer(pointer, at)));
  if (!isJson(value)) return [];
  const inner = Object.entries(value).flatMap(([name, one]) => usesIn(one, joinPointer(pointer, name)));
  const { type, part } = value;
  return type === 'part' && typeof part === 'string' ? [{ file: fileOf(part), pointer }, ...inner] : inner;
}

function freeName(
  view: WorkspaceView,
  part: string,
  screen: string,
  taken: ReadonlyMap<string, string>,
): string {
  const isFree = (name: string) => !view.texts.has(fileOf(name)) && ![...taken.values()].includes(name);
  return nameCopy(nameOf(part), screen, isFree);
}
