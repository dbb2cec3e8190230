import { parseFile } from '#renderer/grammar/parse.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { variantName } from '#src/shared/project-paths.ts';
import { undoSplice } from '#src/shared/splice.ts';
import type { Step } from './step.ts';

export interface DocumentsView {
  /** Documents and asset names of a release. Variants are left out because they are never published. */
  readonly files: readonly SourceFile[];
  /** Texts by path, including variants. */
  readonly texts: ReadonlyMap<string, string>;
  /** The last readable version of each document by path. While a document does not parse, this is the text before. */
  readonly read: ReadonlyMap<string, SourceFile>;
  /** The live documents that the draft changes. */
  readonly base: readonly SourceFile[];
  /** Paths that differ from the live documents. */
  readonly changed: ReadonlySet<string>;
}

type Changes = { readonly [path: string]: string | null };

/** The edited documents beside the live ones. */
export function openDocuments(base: readonly SourceFile[], draft: Changes) {
  let published = new Map(base.map((file) => [file.path, file]));
  let from = base;
  let files = new Map(published);
  let read: DocumentsView['read'] = new Map();
  write(draft);

  /** Unchanged files keep their identity, so they are not parsed again. */
  function write(changes: Changes): void {
    files = new Map(files);
    for (const [path, text] of Object.entries(changes)) {
      const before = published.get(path);
      if (text === null) files.delete(path);
      else files.set(path, before?.text === text ? before : { path, text });
    }
  }

  const texts = () => new Map([...files.values()].map(({ path, text }) => [path, text]));

  return {
    textOf: (path: string): string | undefined => files.get(path)?.text,
    write,
    undo({ splices }: Step): void {
      const before = Object.entries(splices).map(([path, splice]) => [
        path,
        undoSplice(files.get(path)?.text, splice),
      ]);
      write(Object.fromEntries(before));
    },
    rebase(next: readonly SourceFile[]): void {
      from = next;
      published = new Map(next.map((file) => [file.path, file]));
      write(Object.fromEntries(texts()));
    },
    look(): DocumentsView {
      const every = [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
      read = lastReadable(every, read);
      const isChanged = (path: string): boolean => files.get(path)?.text !== published.get(path)?.text;
      const paths = [...files.keys(), ...published.keys()];
      return {
        files: every.filter(({ path }) => variantName(path) === undefined),
        texts: texts(),
        read,
        base: from,
        changed: new Set(paths.filter((path) => variantName(path) === undefined && isChanged(path))),
      };
    },
  };
}

function lastReadable(files: readonly SourceFile[], before: DocumentsView['read']): DocumentsView['read'] {
  const isReadable = (file: SourceFile): boolean => parseFile(file).document !== undefined;
  return new Map(files.map((file) => [file.path, isReadable(file) ? file : (before.get(file.path) ?? file)]));
}
