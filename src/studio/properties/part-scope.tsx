import { useState } from 'react';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { makeOwn } from '../model/here-only.ts';
import { type OutlineItem, type Selection, titleOf } from '../model/outline.ts';
import { screensWith } from '../model/uses.ts';
import type { Workspace, WorkspaceView } from '../model/workspace.ts';

export interface PartScopeProps {
  readonly workspace: Workspace;
  readonly view: WorkspaceView;
  /** The screen that is looked at. */
  readonly screen: string;
  readonly item: OutlineItem;
  /** What is live. */
  readonly live: readonly SourceFile[];
  /** What was selected, where it stands now. */
  onMade(place: Selection): void;
}

/** Where the selected node stands in a part that several screens use: whether a change is for all of them, or for this one. */
export function PartScope({ workspace, view, screen, item, live, onMade }: PartScopeProps) {
  const [isRefused, setRefused] = useState(false);
  if (!item.file.startsWith('screens/parts/')) return null;
  const screens = screensWith(view, item.file);
  if (screens.length < 2 || !screens.includes(screen)) return null;

  function choose(): void {
    const published = live.find(({ path }) => path === item.file)?.text;
    const own = makeOwn(workspace.snapshot(), screen, item, published);
    setRefused(own === undefined);
    if (own === undefined) return;
    workspace.edit({ label: `${titleOf(item)} on ${screen} alone`, changes: own.changes });
    onMade(own.place);
  }

  return (
    <section className="st-scope" aria-label="For which screens">
      <p>
        Used in {screens.length} screens: {screens.join(', ')}
      </p>
      <div className="st-row" role="group" aria-label="A change is for">
        <button type="button" aria-pressed="true">
          Everywhere
        </button>
        <button type="button" aria-pressed="false" onClick={choose}>
          Here only
        </button>
      </div>
      {view.changed.has(item.file) ? (
        <p className="st-soft">“Here only” keeps this on {screen}, and gives the others back what is live.</p>
      ) : null}
      {isRefused ? <p role="alert">A document that is concerned cannot be read now.</p> : null}
    </section>
  );
}
