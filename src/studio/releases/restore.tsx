import { useState } from 'react';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { LIST } from '../words/list.ts';
import { titleOf } from '../review/words.ts';
import { useReleaseName } from './release-names.ts';
import type { ReleasePair } from './release-review.tsx';

export interface RestoreProps {
  readonly pair: ReleasePair;
  /**
   * Restores documents and assets of a release in the draft.
   *
   * @param files - Text by path; null deletes the file.
   * @param isAll - Whether all other files are deleted.
   * @returns the documents that this person may not change; then nothing was restored.
   */
  onRestore(
    label: string,
    files: { readonly [path: string]: string | null },
    isAll: boolean,
  ): readonly string[];
}

/** The first names, and how many more there are. */
function listOf(paths: readonly string[]): string {
  const shown = paths.slice(0, MOST_NAMES).map(titleOf);
  const more = paths.length - shown.length;
  return LIST.format(more === 0 ? shown : [...shown, `${more} more`]);
}

const MOST_NAMES = 3;

/** Restores documents of either release in the draft: one by one, or all. */
export function Restore({ pair, onRestore }: RestoreProps) {
  const [said, setSaid] = useState<{ readonly path: string | undefined; readonly words: string }>();
  const nameOf = useReleaseName();
  const { older, newer, before, after, changed } = pair;
  const sides = [
    { release: older.hash, files: before.files },
    { release: newer.hash, files: after.files },
  ];
  const restore = (what: string, release: string, files: readonly SourceFile[], path?: string): void => {
    const label = `${what} as in ${nameOf(release)}`;
    const all = Object.fromEntries(files.map((file) => [file.path, file.text]));
    const locked = onRestore(
      label,
      path === undefined ? all : { [path]: all[path] ?? null },
      path === undefined,
    );
    const words =
      locked.length === 0
        ? `Your draft has ${label}.`
        : `Your draft is as it was: you may not change ${listOf(locked)}.`;
    setSaid({ path, words });
  };
  const buttons = (what: string, path?: string) => (
    <div className="st-decisions">
      {sides.map(({ release, files }) => (
        <button
          key={release}
          type="button"
          aria-label={`As in ${nameOf(release)}: ${what}`}
          onClick={() => restore(what, release, files, path)}
        >
          As in {nameOf(release)}
        </button>
      ))}
      <p role="status">{said?.path === path ? said?.words : ''}</p>
    </div>
  );
  return (
    <section aria-label="Restore">
      <h2>Take into your draft</h2>
      <ul className="st-changes">
        <li>
          Everything
          {buttons('Everything')}
        </li>
        {[...changed].sort().map((path) => (
          <li key={path}>
            {titleOf(path)}
            {buttons(titleOf(path), path)}
          </li>
        ))}
      </ul>
    </section>
  );
}
