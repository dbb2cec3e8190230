import { parseFile } from '#renderer/grammar/parse.ts';
import { isJson, type Json } from '#renderer/grammar/json.ts';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { setAt } from '../model/edits.ts';
import { titlesIn } from '../model/named-values.ts';
import { documentOf } from '../model/nodes.ts';
import type { Selection } from '../model/outline.ts';
import type { Workspace, WorkspaceView } from '../model/workspace.ts';
import type { Filled } from '../properties/definition.ts';
import { type Change, setShown } from '../properties/write.ts';

/** What the inputs of several fields need: the document that they edit, and how. */
export interface MemberScope {
  readonly workspace: Pick<Workspace, 'wouldBeSound'>;
  readonly view: WorkspaceView;
  /** The selection, which stays while its members are edited. */
  readonly place: Selection;
  readonly onChange: Change;
  onOpenJson(pointer: string): void;
}

/** Edits the document; the selection stays. */
export function edit(
  { place, onChange }: MemberScope,
  label: string,
  change: Parameters<Change>[1],
  gesture?: string,
): void {
  onChange(label, (source) => ({ text: change(source).text, pointer: place.pointer }), place, gesture);
}

/** Writes the value of one field; undefined removes it. Typing into one field is one undo step. */
export function write(scope: MemberScope, pointer: string, property: Filled, value: unknown): void {
  const label = property.title;
  edit(scope, label, (source) => setShown(source, pointer, property, value), `${scope.place.file}${pointer}`);
}

/** Whether the project would have no errors with another value at a pointer. */
export function isSoundWith(
  { workspace, view, place }: MemberScope,
  pointer: string,
  value: unknown,
): boolean {
  const { text } = setAt({ path: place.file, text: view.texts.get(place.file) ?? '' }, pointer, value);
  return workspace.wouldBeSound({ [place.file]: text });
}

export function documentIn({ view, place }: MemberScope): Json {
  const document = documentOf(view, place.file);
  return isJson(document) ? document : {};
}

/** Whether the grammar of the document has a member. One that is written is shown anyway. */
export function isOffered(scope: MemberScope, { name, shape }: Filled, owner: Json): boolean {
  return owner[name] !== undefined || (shape.since ?? 0) <= grammarOf(scope);
}

export function grammarOf(scope: MemberScope): number {
  const { grammar } = documentIn(scope);
  return typeof grammar === 'number' ? grammar : GRAMMAR;
}

/** Another document of the draft as JSON; an empty record if there is none. */
export function otherDocument({ view }: MemberScope, path: string): Json {
  const file = view.files.find((one) => one.path === path);
  const value = file && parseFile(file).document?.value;
  return isJson(value) ? value : {};
}

export function titles({ view, place }: MemberScope): ReturnType<typeof titlesIn> {
  return titlesIn(view, place.file);
}
