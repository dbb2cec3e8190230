import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { WordsPlace } from '../stage/scene.ts';
import './words-here.css';

export interface WordsHereProps {
  /** What the words are, as their property is called. */
  readonly title: string;
  readonly value: string;
  readonly language: string;
  readonly place: WordsPlace;
  onWrite(value: string): void;
  /** Has what it was before. */
  onTakeBack(): void;
  /** @param byKey - Then whoever wrote goes on by keys. */
  onEnd(byKey: boolean): void;
}

/** Words, written where the phone shows them, in their own letters. */
export function WordsHere({ title, value, language, place, onWrite, onTakeBack, onEnd }: WordsHereProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { left, top, width, height, isOneLine, keepsLines, look } = place;

  useEffect(() => {
    // What is typed next stands in place of what was there.
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);

  const hear = (event: KeyboardEvent): void => {
    // A chord is the studio's.
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
