import { parseFile } from '#renderer/grammar/parse.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { variantName } from '#src/shared/project-paths.ts';
import { undoSplice } from './splice.ts';
import type { Step } from './step.ts';
import type { Edit, WorkspaceView } from './workspace.ts';

/** The edited documents beside the live ones. */
export function openDocuments(base: readonly SourceFile[], draft: Edit['changes']) {
  let published = new Map(base.map((file) => [file.path, file]));
  let from = base;
  let files = new Map(published);
  let read: ReadonlyMap<string, SourceFile> = new Map();
  write(draft);

  /** Unchanged files keep their identity, so they are not parsed again. */
  function write(changes: Edit['changes']): void {
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
    look(): Pick<WorkspaceView, 'files' | 'texts' | 'read' | 'base' | 'changed'> {
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

function lastReadable(files: readonly SourceFile[], before: WorkspaceView['read']): WorkspaceView['read'] {
  const isReadable = (file: SourceFile): boolean => parseFile(file).document !== undefined;
  return new Map(files.map((file) => [file.path, isReadable(file) ? file : (before.get(file.path) ?? file)]));
}
