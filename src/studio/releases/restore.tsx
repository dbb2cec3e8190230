import { useState } from 'react';
import type { SourceFile } from '#renderer/grammar/world.ts';
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
   */
  onRestore(label: string, files: { readonly [path: string]: string | null }, isAll: boolean): void;
}

/** Restores documents of either release in the draft: one by one, or all. */
export function Restore({ pair, onRestore }: RestoreProps) {
  const [said, setSaid] = useState<string>();
  const nameOf = useReleaseName();
  const { older, newer, before, after, changed } = pair;
  const sides = [
    { release: older.hash, files: before.files },
    { release: newer.hash, files: after.files },
  ];
  const restore = (what: string, release: string, files: readonly SourceFile[], path?: string): void => {
    const label = `${what} as in ${nameOf(release)}`;
    const all = Object.fromEntries(files.map((file) => [file.path, file.text]));
    onRestore(label, path === undefined ? all : { [path]: all[path] ?? null }, path === undefined);
    setSaid(`Your draft has ${label}.`);
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
      <p role="status">{said}</p>
    </section>
  );
}
