import type { SourceFile } from '#renderer/grammar/world.ts';
import { messageId } from '#renderer/plan/message.ts';
import { type OutlineItem, titleOf } from '../model/outline.ts';
import { screensWith } from '../model/uses.ts';
import { canBeEdited, nodeOf } from '../model/nodes.ts';
import type { Workspace, WorkspaceView } from '../model/workspace.ts';
import { catalogueOf } from '../texts/rows.ts';
import { keepApart, screensSaying } from '../words/one-catalogue.ts';
import { readPlainText } from '../words/plain-text.ts';
import { wordsOf } from '../words/words.ts';

export interface WordsScopeProps {
  readonly workspace: Workspace;
  readonly view: WorkspaceView;
  /** The screen and the language in the preview. */
  readonly screen: string;
  readonly language: string;
  readonly item: OutlineItem;
  /** The live documents. */
  readonly live: readonly SourceFile[];
}

/** For a catalogue's text that several screens use: chooses whether a change is for all screens or for this one. */
export function WordsScope({ workspace, view, screen, language, item, live }: WordsScopeProps) {
  // For a shared part, PartScope shows the question.
  if (screensWith(view, item.file).length > 1) return null;
  const said = view.good?.screens[screen]?.plan.messages[language] ?? {};
  const values = Object.values(nodeOf(view, item)?.values ?? {}).map(readPlainText);
  // Search the catalogues only if they translate a text of the node.
  if (!values.some((one) => one !== undefined && said[messageId(one.source)] !== undefined)) return null;
  const shared = wordsOf(view, item, { language, said })
    .filter((words) => words.language !== undefined && words.context === undefined)
    .map((words) => ({ words, screens: screensSaying(view, words) }))
    .filter(({ screens }) => screens.length > 1);
  const path = catalogueOf(language);
  return shared.map(({ words, screens }) => (
    <section key={words.property.name} className="st-scope" aria-label={`Words of ${words.property.title}`}>
      <p>
        “{words.drawn}” is what {language} says for “{words.source}”. Used in {screens.length} screens:{' '}
        {screens.join(', ')}
      </p>
      <div className="st-row" role="group" aria-label="A change is for">
        <button type="button" aria-pressed="true">
          Everywhere
        </button>
        <button
          type="button"
          aria-pressed="false"
          disabled={!canBeEdited(view, path)}
          onClick={() => {
            const published = live.find((one) => one.path === path)?.text;
            const changes = keepApart(workspace.snapshot(), screen, words, published);
            workspace.edit({ label: `${titleOf(item)} in words of its own`, changes });
          }}
        >
          Here only
        </button>
      </div>
      {view.changed.has(path) ? (
        <p className="st-soft">“Here only” keeps these words here, and gives the others back what is live.</p>
      ) : null}
    </section>
  ));
}
