import { itemAt, outlineOf } from '../model/outline.ts';
import { documentOf, placeOf } from '../model/nodes.ts';
import type { Workspace, WorkspaceView } from '../model/workspace.ts';
import { readValue } from '../properties/shown.ts';
import { type Change, setShown, writeProperty } from '../properties/write.ts';
import { titleOf } from '../review/words.ts';
import { type DrawnNode, type Scene, SCREEN_TITLE } from '../stage/scene.ts';
import { readWords, translate, type WordsOfNode, wordsOf, wordsOfTitle } from './words.ts';

/** API for inline editing of texts. */
export interface Writing {
  /** Texts of a node that can be edited inline. */
  of(node: DrawnNode): readonly WordsOfNode[];
  read(words: WordsOfNode): string;
  /** @param session - Edits of one session are one undo step. */
  write(words: WordsOfNode, value: string, session: string): void;
  /** Undoes the edits of a session. */
  takeBack(session: string): void;
}

export interface WritingOptions {
  readonly workspace: Workspace;
  readonly view: WorkspaceView;
  readonly scene: Scene | undefined;
  readonly change: Change;
  readonly mayEdit: boolean;
}

/** Every key press makes the same edit as the properties form or the table of texts. */
export function writingOf({ workspace, view, scene, change, mayEdit }: WritingOptions): Writing {
  return {
    of({ node, screen }) {
      if (scene === undefined || !mayEdit) return [];
      const { language } = scene.app;
      const spoken = { language, said: scene.planOf(screen)?.messages[language] ?? {} };
      if (node === SCREEN_TITLE) return wordsOfTitle(view, screen, spoken);
      const place = placeOf(view, screen, node);
      return place === undefined ? [] : wordsOf(view, place, spoken);
    },
    read: (words) => readWords(view, words),
    write(words, value, session) {
      const now = workspace.snapshot();
      if (words.language !== undefined) {
        workspace.edit({ ...translate(now.texts, words, value), gesture: session });
        return;
      }
      const { file, pointer } = words.place;
      const said = readValue(words.property, value);
      if (pointer === '') {
        const { name, title } = words.property;
        change(
          `${title} of ${titleOf(file)}`,
          (source) => setShown(source, `/${name}`, words.property, said ?? ''),
          words.place,
          session,
        );
        return;
      }
      const item = itemAt(outlineOf(file, documentOf(now, file)), pointer);
      if (item !== undefined) writeProperty(change, item, words.property, said, session);
    },
    takeBack(session) {
      while (workspace.steps().done.at(-1)?.gesture === session && workspace.undo().length > 0);
    },
  };
}
