import { isJson, type Json } from '#renderer/grammar/json.ts';
import { joinPointer, splitPointer, valueAt } from '#renderer/grammar/pointer.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { callKind } from '../fields/field-draft.ts';
import { findFormFields } from '../fields/form-fields.ts';
import { isEmptySlot, placeFor } from '../insert/new-node.ts';
import { type Edited, isWithin, pasteItem, placeItem, wrapItem } from '../model/edits.ts';
import { canBeEdited, documentOf } from '../model/nodes.ts';
import type { Selection } from '../model/outline.ts';
import type { Workspace } from '../model/workspace.ts';

/* Pastes and moves nodes. A node goes only where the checker accepts its type; otherwise the reason is returned. */

/** The edited document and the node's new pointer, with the errors that it adds; or why the node cannot go there. */
export type Arranged =
  | { readonly edited: Edited; readonly problems: readonly Problem[] }
  | { readonly why: string };

/** A position for a node. */
interface Place {
  /** JSON Pointer of the list. */
  readonly list: string;
  /** Index among the current items. */
  readonly at: number;
}

/** Where a node is dropped: before or behind an outline line, or into its list. */
export type Side = 'before' | 'behind' | 'into';

/**
 * Problem codes which mean that a node cannot be inserted at this position. A reference to missing data is not among
 * these codes: the node is inserted, and the problem is listed.
 */
const MISFIT =
  /^(fields|steps|widget|property|limit)\/|^(form\/nested|field\/(no-home|two-homes|repeated)|part\/circular|action\/needs-tap|parse\/too-deep)$/;

/** The JSON of a node, for the clipboard. */
export function copyNode(workspace: Workspace, { file, pointer }: Selection): string | undefined {
  const value = valueIn(workspace, file, pointer);
  return isNode(value) ? JSON.stringify(value, undefined, 2) : undefined;
}

/**
 * Inserts a node behind the selection; into the selection if it has no children, or if the node is not allowed
 * behind it.
 */
export function pasteNode(workspace: Workspace, { file, pointer }: Selection, copied: string): Arranged {
  const node = readCopied(copied);
  if (node === undefined) return { why: 'The clipboard does not contain a node.' };
  const all = placesBy(workspace, file, pointer).map((place) =>
    tryAt(workspace, file, node, place, (source) => pasteItem(source, place.list, place.at, node)),
  );
  return firstThatFits(all);
}

/** Inserts a node into the selection if the selection has a list of nodes, else behind it. Makes its ids unique. */
export function addNode(workspace: Workspace, { file, pointer }: Selection, node: Json): Arranged {
  const place = placeFor(documentOf(workspace.snapshot(), file), pointer);
  return insertAt(workspace, file, node, place);
}

/** Inserts a node beside or into another node. Makes its ids unique. */
export function dropNode(
  workspace: Workspace,
  { file, pointer }: Selection,
  side: Side,
  node: Json,
): Arranged {
  const value = valueIn(workspace, file, pointer);
  const inside = isEmptySlot(pointer, value) ? [{ list: pointer, at: 0 }] : placesIn(value, pointer);
  const [place] = side === 'into' ? inside : [placeBeside(pointer, side)];
  return place === undefined ? { why: NOWHERE } : insertAt(workspace, file, node, place);
}

function insertAt(workspace: Workspace, file: string, node: Json, place: Place): Arranged {
  return tryAt(workspace, file, node, place, (source) => pasteItem(source, place.list, place.at, node));
}

/** Moves a node beside or into another node of the same document. */
export function moveNode(
  workspace: Workspace,
  file: string,
  pointer: string,
  target: string,
  side: Side,
): Arranged {
  if (isWithin(target, pointer)) return { why: 'A node cannot be put into itself.' };
  const node = valueIn(workspace, file, pointer);
  const beside = side === 'into' ? undefined : placeBeside(target, side);
  const places = side === 'into' ? placesIn(valueIn(workspace, file, target), target) : beside && [beside];
  const all = (places ?? []).map((place) =>
    tryAt(workspace, file, node, place, (source) => placeItem(source, pointer, place.list, place.at)),
  );
  return firstThatFits(all);
}

/** Puts a node into a new section at its position. */
export function wrapNode(workspace: Workspace, file: string, pointer: string): Arranged {
  const place = listedAt(pointer);
  if (place === undefined) return { why: 'It is not in a list.' };
  return tryAt(workspace, file, { type: 'section' }, place, (source) =>
    wrapItem(source, pointer, { type: 'section' }),
  );
}

const NOWHERE = 'Nothing can be put there.';

function firstThatFits(all: readonly Arranged[]): Arranged {
  return all.find((one) => 'edited' in one) ?? all[0] ?? { why: NOWHERE };
}

/** The place before or behind a node; undefined if the node is in no list. */
function placeBeside(pointer: string, side: 'before' | 'behind'): Place | undefined {
  const listed = listedAt(pointer);
  return listed && { list: listed.list, at: listed.at + (side === 'before' ? 0 : 1) };
}

function tryAt(
  workspace: Workspace,
  file: string,
  node: unknown,
  place: Place,
  edit: (source: { readonly path: string; readonly text: string }) => Edited,
): Arranged {
  const view = workspace.snapshot();
  const text = view.texts.get(file);
  if (text === undefined || !canBeEdited(view, file))
    return { why: 'The document has an error: fix it first.' };
  const why = misplaced(documentOf(view, file), place.list, node);
  if (why !== undefined) return { why };
  const edited = edit({ path: file, text });
  const problems = workspace
    .wouldFind({ [file]: edited.text })
    .filter(({ severity }) => severity === 'error');
  const misfit = problems.find(({ code }) => MISFIT.test(code));
  return misfit === undefined ? { edited, problems } : { why: misfit.message };
}

/**
 * Why a node cannot go into a list: an added field belongs only into the list of a `fields` node, and such a list
 * accepts only added fields of its kinds. Undefined if the node can go there.
 */
function misplaced(document: unknown, list: string, node: unknown): string | undefined {
  const fields = findFormFields(document).find(({ pointer }) => joinPointer(pointer, 'fields') === list);
  const kind = isJson(node) && node['type'] === undefined ? node['kind'] : undefined;
  if (fields === undefined)
    return kind === undefined ? undefined : 'An added field can only be among the fields of its form.';
  if (typeof kind === 'string' && fields.allow.kinds.includes(kind)) return undefined;
  return `Only these kinds are allowed there: ${fields.allow.kinds.map(callKind).join(', ')}.`;
}

function placesBy(workspace: Workspace, file: string, pointer: string): readonly Place[] {
  const value = valueIn(workspace, file, pointer);
  const inside = placesIn(value, pointer);
  const listed = listedAt(pointer);
  const behind = listed === undefined ? [] : [{ list: listed.list, at: listed.at + 1 }];
  const isEmpty = inside.some(({ at }) => at === 0);
  const all = isEmpty ? [...inside, ...behind] : [...behind, ...inside];
  // Without a selection the node goes to the end.
  return pointer === '' ? placesIn(valueIn(workspace, file, '/body'), '/body') : all;
}

function placesIn(value: unknown, pointer: string): readonly Place[] {
  if (Array.isArray(value)) return [{ list: pointer, at: value.length }];
  const body = isJson(value) ? value['body'] : undefined;
  return Array.isArray(body) ? [{ list: joinPointer(pointer, 'body'), at: body.length }] : [];
}

function listedAt(pointer: string): Place | undefined {
  const names = splitPointer(pointer);
  const at = Number(names.at(-1));
  return names.length < 2 || !Number.isInteger(at)
    ? undefined
    : { list: names.slice(0, -1).reduce((path, name) => joinPointer(path, name), ''), at };
}

function valueIn(workspace: Workspace, file: string, pointer: string): unknown {
  const document = documentOf(workspace.snapshot(), file);
  return isJson(document) ? valueAt(document, pointer) : undefined;
}

function readCopied(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isNode(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the value is a node, or a field of a form. */
function isNode(value: unknown): value is Json {
  if (!isJson(value)) return false;
  const { type, kind, each } = value;
  if (typeof type === 'string') return Object.hasOwn(shapes.widgets, type);
  return typeof kind === 'string' && each === undefined;
}
