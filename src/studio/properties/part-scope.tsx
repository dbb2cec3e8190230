import { useState } from 'react';
import { diffProjects } from '#renderer/grammar/difference/diff-projects.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { type Everywhere, makeOwn, makeShared } from '../model/here-only.ts';
import { type OutlineItem, type Selection, titleOf } from '../model/outline.ts';
import { screenTitleOf } from '../model/nodes.ts';
import { nameOf, screensWith } from '../model/uses.ts';
import type { Workspace, WorkspaceView } from '../model/workspace.ts';
import { LIST } from '../words/list.ts';
import { describeChange } from '../review/words.ts';
import { wordsOf } from './describe.ts';
import { type Lost, ScopeBack } from './scope-back.tsx';

export interface PartScopeProps {
  readonly workspace: Workspace;
  readonly view: WorkspaceView;
  /** The screen in the preview. */
  readonly screen: string;
  readonly item: OutlineItem;
  /** The live documents. */
  readonly live: readonly SourceFile[];
  /** Called with the selected node in the copy. */
  onMade(place: Selection): void;
}

/** For a node of a shared part, or of a screen's copy of one: whether a change is for all screens or for this one. */
export function PartScope({ workspace, view, screen, item, live, onMade }: PartScopeProps) {
  const [isRefused, setRefused] = useState(false);
  if (!item.file.startsWith('screens/parts/')) return null;
  const screens = screensWith(view, item.file);
  const title = screenTitleOf(view, screen);
  const back = makeShared(view, screen, item);
  if (back !== undefined)
    return (
      <ScopeBack
        label="For which screens"
        said={`Only “${title}” has this: it is a copy of the shared part “${wordsOf(nameOf(back.place.file))}”.`}
        lost={lostOf(back)}
        onBack={() => {
          workspace.edit({ label: `${titleOf(item)} as on all screens`, changes: back.changes });
          onMade(back.place);
        }}
      />
    );
  if (screens.length < 2 || !screens.includes(screen)) return null;

  function choose(): void {
    const published = live.find(({ path }) => path === item.file)?.text;
    const own = makeOwn(workspace.snapshot(), screen, item, published);
    setRefused(own === undefined);
    if (own === undefined) return;
    workspace.edit({ label: `${titleOf(item)} on ${title} alone`, changes: own.changes });
    onMade(own.place);
  }

  return (
    <section className="st-scope" aria-label="For which screens">
      <p>
        Used in {screens.length} screens: {LIST.format(screens.map((one) => screenTitleOf(view, one)))}
      </p>
      <div className="st-row" role="group" aria-label="A change is for">
        <button type="button" aria-pressed="true">
          Everywhere
        </button>
        <button type="button" aria-pressed="false" onClick={choose}>
          Here only
        </button>
      </div>
      <p className="st-soft">“Here only” keeps this on “{title}”, and gives the others back what is live.</p>
      {isRefused ? <p role="alert">One of the documents has an error and cannot be read.</p> : null}
    </section>
  );
}

/** How the copy differs from the shared part, in words. */
function lostOf({ copy, shared }: Everywhere): readonly Lost[] {
  const found = diffProjects([copy], [shared]);
  if ('unreadable' in found) return [];
  const [old, young] = [copy, shared].map(({ text, path }) => parseDocument(text, path).document?.value);
  return found.map((change) => {
    const { subject, member, before, after } = describeChange(
      change,
      change.after === undefined ? old : young,
    );
    const what = [subject, member].filter((words) => words !== '').join(': ');
    return { what: what === '' ? 'The part' : what, own: before, shared: after };
  });
}
