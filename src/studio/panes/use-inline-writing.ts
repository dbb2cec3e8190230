import { useEffect, useState } from 'react';
import type { DrawnNode, HiddenText, StageApi, WordsPlace } from '../stage/scene.ts';
import type { WordsOfNode } from '../words/words.ts';
import type { Writing } from '../words/writing.ts';
import type { Look } from './preview-look.ts';

/** A text that is edited inline. */
interface WrittenHere {
  readonly words: WordsOfNode;
  readonly hidden: HiddenText;
  readonly session: string;
  /** The last position of the text. */
  readonly place: WordsPlace;
}

export type InlineWriting = ReturnType<typeof useInlineWriting>;

/** Inline editing of a text on the phone. It stops when the screen or the mode changes. */
export function useInlineWriting(writing: Writing, sceneKey: string, mode: Look['mode']) {
  const [here, setHere] = useState<WrittenHere>();
  const hidden = here?.hidden;
  useEffect(() => () => hidden?.showAgain(), [hidden]);
  useEffect(() => () => setHere(undefined), [sceneKey, mode]);
  return {
    here,
    /** Starts with a node's text. @returns whether the node has an editable text. */
    begin(stage: StageApi, node: DrawnNode, isPointed: boolean): boolean {
      for (const words of writing.of(node)) {
        const hidden = stage.hideText(node.node, words.drawn, isPointed);
        const place = hidden?.place(words.drawn);
        if (hidden === undefined || place === undefined) continue;
        setHere({ words, hidden, session: crypto.randomUUID(), place });
        return true;
      }
      return false;
    },
    /** Moves the editor to the text, because every key press can move the text. */
    follow(): void {
      const place = here?.hidden.place(writing.read(here.words));
      if (here !== undefined && place !== undefined && !isSame(place, here.place))
        setHere({ ...here, place });
    },
    end: (): void => setHere(undefined),
  };
}

function isSame(one: WordsPlace, other: WordsPlace): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
