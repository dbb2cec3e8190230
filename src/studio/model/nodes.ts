import { titleOfScreen } from '#src/shared/screen-title.ts';
import { isJson } from '#renderer/grammar/json.ts';
import { parseFile } from '#renderer/grammar/parse.ts';
import { joinPointer, splitPointer, valueAt } from '#renderer/grammar/pointer.ts';
import type { Edit } from './edit.ts';
import { allItems, itemAround, outlineOf, type Selection } from './outline.ts';
import { filesOf, nameOf } from './uses.ts';
import type { WorkspaceView } from './workspace.ts';

/** Ids of the plan's nodes that come from a pointer; several if a part is used several times. */
export function nodesAt(
  { good }: WorkspaceView,
  screen: string,
  { file, pointer }: Selection,
): readonly string[] {
  const origins = Object.entries(good?.screens[screen]?.origins ?? {}).filter(
    ([, origin]) =>
      origin.file === file && (pointer === origin.pointer || pointer.startsWith(`${origin.pointer}/`)),
  );
  const deepest = Math.max(0, ...origins.map(([, origin]) => origin.pointer.length));
  return origins.filter(([, origin]) => origin.pointer.length === deepest).map(([node]) => node);
}

/** File and pointer of a node of a screen's plan. */
export function placeOf({ good }: WorkspaceView, screen: string, node: string): Selection | undefined {
  const origin = good?.screens[screen]?.origins[node];
  return origin && { file: origin.file, pointer: origin.pointer };
}

/** The parent of a node; at the top of a part, the node of the screen that uses the part. */
export function placeAround(
  view: WorkspaceView,
  screen: string,
  { file, pointer }: Selection,
): Selection | undefined {
  const around = itemAround(outlineOf(file, documentOf(view, file)), pointer);
  if (around !== undefined && splitPointer(around.pointer).length > 1) return around;
  for (const other of filesOf(view, screen)) {
    for (const item of allItems(outlineOf(other, documentOf(view, other)))) {
      if (other === file || item.type !== 'part') continue;
      if (nodeOf(view, item)?.values['part'] === nameOf(file)) return item;
    }
  }
  return around;
}

/** A document as JSON. While it does not parse, its last readable version. */
export function documentOf({ read }: WorkspaceView, file: string): unknown {
  const known = read.get(file);
  return known && parseFile(known).document?.value;
}

/** The title of a screen, as staff know it. */
export function screenTitleOf(view: WorkspaceView, screen: string): string {
  return titleOfScreen(screen, documentOf(view, `screens/${screen}.screen.json`));
}

/** The slots that a part declares. */
export function slotsOfPart(view: WorkspaceView, part: string): readonly string[] {
  const document = documentOf(view, `screens/parts/${part}.part.json`);
  return isJson(document) && isJson(document['slots']) ? Object.keys(document['slots']) : [];
}

/** Whether a document parses. If it does not, only its text can be edited. */
export function canBeEdited({ read, texts }: WorkspaceView, file: string): boolean {
  return read.get(file)?.text === texts.get(file);
}

/** Why these changes cannot be made: one of the documents does not parse, so an edit of its values would lose text. */
export function whyUnreadable(view: WorkspaceView, changes: Edit['changes']): string | undefined {
  const broken = Object.entries(changes).find(
    ([path, text]) => text !== null && view.texts.has(path) && !canBeEdited(view, path),
  );
  return broken && `The document ${broken[0]} has an error in its text: fix it first.`;
}

/** Conditions of the ancestors of a node, outermost first. */
export function conditionsAround(view: WorkspaceView, { file, pointer }: Selection): readonly string[] {
  const document = documentOf(view, file);
  if (!isJson(document)) return [];
  const names = splitPointer(pointer);
  return names.slice(0, -1).flatMap((_name, depth) => {
    const around = names.slice(0, depth + 1).reduce((path, name) => joinPointer(path, name), '');
    const value = valueAt(document, around);
    return isJson(value) && typeof value['visibleWhen'] === 'string' ? [value['visibleWhen']] : [];
  });
}

/** The record at a pointer, with its widget or overlay type. */
export function nodeOf(
  view: WorkspaceView,
  { file, pointer }: Selection,
):
  | {
      readonly kind: 'widgets' | 'overlays';
      readonly type: string;
      readonly values: { readonly [name: string]: unknown };
    }
  | undefined {
  const document = documentOf(view, file);
  const value = isJson(document) ? valueAt(document, pointer) : undefined;
  if (!isJson(value) || typeof value['type'] !== 'string') return undefined;
  const kind = /^\/overlays\/[^/]+$/.test(pointer) ? 'overlays' : 'widgets';
  return { kind, type: value['type'], values: value };
}
