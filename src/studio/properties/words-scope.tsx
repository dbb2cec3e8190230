import type { SourceFile } from '#renderer/grammar/world.ts';
import { messageId } from '#renderer/plan/message.ts';
import { type OutlineItem, titleOf } from '../model/outline.ts';
import { screensWith } from '../model/uses.ts';
import { canBeEdited, nodeOf, screenTitleOf } from '../model/nodes.ts';
import type { Workspace, WorkspaceView } from '../model/workspace.ts';
import { LIST } from '../words/list.ts';
import { catalogueOf } from '../texts/rows.ts';
import { contextOn, keepApart, rejoin, screensSaying } from '../words/one-catalogue.ts';
import { readPlainText } from '../words/plain-text.ts';
import { wordsOf } from '../words/words.ts';
import { languageName } from '../words/language-name.ts';
import { filledOf } from './definition.ts';
import { ScopeBack } from './scope-back.tsx';

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
  const node = nodeOf(view, item);
  const apart =
    node === undefined
      ? []
      : filledOf(node.kind, node.type).flatMap((property) => {
          const plain = readPlainText(node.values[property.name]);
          return plain?.context === contextOn(screen) ? [{ property, source: plain.source }] : [];
        });
  if (apart.length > 0)
    return apart.map(({ property, source }) => {
      const { changes, lost } = rejoin(view, screen, { place: item, property, source });
      return (
        <ScopeBack
          key={property.name}
          label={`Words of ${property.title}`}
          said={`“${source}” has translations of its own on “${screenTitleOf(view, screen)}”.`}
          lost={lost.map(({ language, own, shared }) => ({ what: language, own, shared }))}
          onBack={() => workspace.edit({ label: `${titleOf(item)} in the words of all screens`, changes })}
        />
      );
    });
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
        “{words.drawn}” is what {languageName(language)} says for “{words.source}”. Used in {screens.length}{' '}
        screens: {LIST.format(screens.map((one) => screenTitleOf(view, one)))}
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
      <p className="st-soft">“Here only” keeps these words here, and gives the others back what is live.</p>
    </section>
  ));
}
