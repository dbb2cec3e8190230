import { isJson } from '#renderer/grammar/json.ts';
import { parseFile } from '#renderer/grammar/parse.ts';
import { joinPointer, valueAt } from '#renderer/grammar/pointer.ts';
import { whereIs } from '../comments/where.ts';
import { setAt, setMember } from './edits.ts';
import { canBeEdited, documentOf } from './nodes.ts';
import type { Selection } from './outline.ts';
import { nameOf, screensWith } from './uses.ts';
import type { WorkspaceView } from './workspace.ts';

/** A part that is a screen's own from now on. */
export interface HereOnly {
  readonly changes: { readonly [path: string]: string };
  /** What was selected, in that part. */
  readonly place: Selection;
}

const LONGEST_NAME = 64;
const fileOf = (part: string): string => `screens/parts/${part}.part.json`;

/**
 * Gives a screen a part of its own in the place of one that others use too: a copy that it alone names, and a copy of
 * every shared part that stands between them. What of the selected node was changed since it was published goes with
 * the copy, and the others have again what is live.
 *
 * @param live - What the part says where it is published; undefined where it is not.
 * @returns undefined where a document that is concerned cannot be read now.
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

/** The shared part with its selected node as it is live; undefined where that is what it says, or it is not there. */
function takeBack(view: WorkspaceView, { file, pointer }: Selection, live: string): string | undefined {
  const now = documentOf(view, file);
  const before = parseFile({ path: file, text: live }).document?.value;
  const was = whereIs(pointer, now, before);
  if (was === undefined || !isJson(before) || !isJson(now)) return undefined;
  const value = valueAt(before, was);
  if (JSON.stringify(value) === JSON.stringify(valueAt(now, pointer))) return undefined;
  return setAt({ path: file, text: view.texts.get(file) ?? '' }, pointer, value).text;
}

/** Parts on the ways from a document to a part, that one too. */
function partsBetween(view: WorkspaceView, from: string, wanted: string): ReadonlySet<string> {
  const found = new Set<string>();
  const asked = new Map<string, boolean>();
  const leadsThere = (path: string): boolean => {
    if (path === wanted) return true;
    const known = asked.get(path);
    if (known !== undefined) return known;
    // A part that names itself is an error, and leads nowhere.
    asked.set(path, false);
    const leading = usesIn(documentOf(view, path)).filter((use) => leadsThere(use.file));
    for (const use of leading) found.add(use.file);
    asked.set(path, leading.length > 0);
    return leading.length > 0;
  };
  leadsThere(from);
  return found;
}

/** Where a document names parts: the places, and the parts' own documents. */
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
  const whole = `${nameOf(part)}-${screen}`;
  const isFree = (name: string) => !view.texts.has(fileOf(name)) && ![...taken.values()].includes(name);
  for (let nth = 1; ; nth += 1) {
    const end = nth === 1 ? '' : `-${nth}`;
    const name = whole.slice(0, LONGEST_NAME - end.length) + end;
    if (isFree(name)) return name;
  }
}
