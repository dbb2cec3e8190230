import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { WordsPlace } from '../stage/scene.ts';
import './words-here.css';

export interface WordsHereProps {
  /** Label of the property. */
  readonly title: string;
  readonly value: string;
  readonly language: string;
  readonly place: WordsPlace;
  onWrite(value: string): void;
  /** Restores the earlier text. */
  onTakeBack(): void;
  /** @param byKey - Whether a key ended the editing; then the focus returns to the outline. */
  onEnd(byKey: boolean): void;
}

/** The inline editor: a text box over the rendered text, with the same font. */
export function WordsHere({ title, value, language, place, onWrite, onTakeBack, onEnd }: WordsHereProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { left, top, width, height, isOneLine, keepsLines, look } = place;

  useEffect(() => {
    // Select the old text, so that typing replaces it.
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);

  const hear = (event: KeyboardEvent): void => {
    // Shortcuts with Ctrl or ⌘ belong to the studio.
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape') onTakeBack();
    else if (event.key !== 'Enter' || (event.shiftKey && keepsLines)) return;
    event.preventDefault();
    onEnd(true);
  };

  return (
    <textarea
      ref={field}
      className={isOneLine ? 'st-words-here st-one-line' : 'st-words-here'}
      aria-label={title}
      lang={language}
      rows={1}
      value={value}
      style={{ ...look, left, top, minWidth: width, minHeight: height, ...(!isOneLine && { width }) }}
      onChange={({ target }) =>
        onWrite(keepsLines ? target.value : target.value.replaceAll(/\s*\n\s*/g, ' '))
      }
      onKeyDown={hear}
      onBlur={() => onEnd(false)}
    />
  );
}
