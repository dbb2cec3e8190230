import * as v from 'valibot';
import { valueAt } from '#renderer/grammar/pointer.ts';
import { tryToKeep, type Unsent } from '../forms/unsent.ts';
import { documentOf } from '../model/nodes.ts';
import { itemAt, outlineOf, type OutlineItem, titleOf } from '../model/outline.ts';
import type { Workspace } from '../model/workspace.ts';
import { onlyPlaceOf, whereIs } from './where.ts';

const COMMENTS = v.array(
  v.object({
    /** Empty for the document. */
    pointer: v.string(),
    /** What the node is called; empty for the document. */
    title: v.string(),
    text: v.string(),
    /** The node as JSON, if it was deleted since. */
    deleted: v.exactOptional(v.string()),
  }),
);

/** A comment that is typed and not sent. */
export type UnsentComment = Readonly<v.InferOutput<typeof COMMENTS>[number]>;

const PREFIX = 'capiz-comments ';

function keyOf(name: string, file: string): string {
  return `${PREFIX}${JSON.stringify([name, file])}`;
}

/** The unsent comments of a person in a document. They stay in this tab until they are sent, also over a reload. */
export function unsentComments(name: string, file: string): readonly UnsentComment[] {
  const read = v.safeParse(
    v.pipe(v.string(), v.parseJson(), COMMENTS),
    sessionStorage.getItem(keyOf(name, file)),
  );
  return read.success ? read.output : [];
}

function store(name: string, file: string, comments: readonly UnsentComment[]): void {
  if (comments.length === 0) sessionStorage.removeItem(keyOf(name, file));
  else tryToKeep(keyOf(name, file), JSON.stringify(comments));
}

/** Whether the node of a comment is in the document. */
export function isThere({ pointer, title, deleted }: UnsentComment, items: readonly OutlineItem[]): boolean {
  if (deleted !== undefined) return false;
  return pointer === '' || titleAt(items, pointer) === title;
}

/** The unsent comment on a node or on the document, or one whose node was deleted. */
export function unsentComment(name: string, file: string, subject: Omit<UnsentComment, 'text'>): Unsent {
  const isIt = (one: UnsentComment): boolean =>
    one.pointer === subject.pointer && one.title === subject.title && one.deleted === subject.deleted;
  const others = () => unsentComments(name, file).filter((one) => !isIt(one));
  return {
    read: () => unsentComments(name, file).find(isIt),
    keep: (values) => store(name, file, [...others(), { text: '', ...values, ...subject }]),
    forget: () => store(name, file, others()),
  };
}

/**
 * Keeps unsent comments at their nodes while documents change.
 *
 * @returns a function that stops it.
 */
export function followNodes(workspace: Workspace, name: string): () => void {
  let before = workspace.snapshot();
  return workspace.subscribe(() => {
    const after = workspace.snapshot();
    for (const file of new Set([...before.read.keys(), ...after.read.keys()])) {
      if (before.read.get(file)?.text === after.read.get(file)?.text) continue;
      const comments = unsentComments(name, file);
      if (comments.length === 0) continue;
      const [old, young] = [documentOf(before, file), documentOf(after, file)];
      store(
        name,
        file,
        comments.map((one) => follow(one, file, old, young)),
      );
    }
    before = after;
  });
}

function follow(comment: UnsentComment, file: string, before: unknown, after: unknown): UnsentComment {
  const { pointer, deleted, ...kept } = comment;
  if (pointer === '') return comment;
  const young = outlineOf(file, after);
  if (deleted !== undefined) {
    const node: unknown = JSON.parse(deleted);
    const again = onlyPlaceOf(node, before) === undefined ? onlyPlaceOf(node, after) : undefined;
    return again === undefined
      ? comment
      : { ...kept, pointer: again, title: titleAt(young, again) ?? kept.title };
  }
  // The comment was written in another version of the document.
  if (!isThere(comment, outlineOf(file, before))) return comment;
  const now = whereIs(pointer, before, after);
  if (now === undefined) return { ...comment, deleted: JSON.stringify(valueAt(before, pointer)) };
  return { ...comment, pointer: now, title: titleAt(young, now) ?? kept.title };
}

function titleAt(items: readonly OutlineItem[], pointer: string): string | undefined {
  const item = itemAt(items, pointer);
  return item?.pointer === pointer ? titleOf(item) : undefined;
}
