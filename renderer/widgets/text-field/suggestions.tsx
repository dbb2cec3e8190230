import { useEffect, useMemo, useRef, useState } from 'react';
import { fold } from '../../kit/found-options.tsx';
import { renderSourceStatus } from '../../kit/source-status.tsx';
import { plainWords, Words } from '../../kit/words.tsx';
import type { Say } from '../../plan/words.ts';
import type { Field } from '../define-widget.ts';
import type { TextFieldProps } from '../props.generated.ts';
import '../../kit/options.css';
import './suggestions.css';

/** At most this many are rendered; typing finds the others. */
const MOST = 50;

type Given = NonNullable<TextFieldProps['suggestions']>;

export interface SuggestionsProps {
  /** Id of the input. */
  readonly control: string;
  readonly suggestions: Given;
  readonly field: Field | undefined;
  readonly say: Say;
}

const CLOSED = { isOpen: false, at: -1 };

/**
 * Makes a text input an editable combobox: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/. The focus stays in the
 * input. The list is in the flow below it, because long forms clip what is outside their fields.
 */
export function Suggestions({ control, suggestions, field, say }: SuggestionsProps) {
  const [text, setText] = useState('');
  const [{ isOpen, at }, setList] = useState(CLOSED);
  const given = useLastLoaded(suggestions, field?.source === 'loading');
  const isSearched = field?.search !== undefined;
  const found = useMemo(() => find(given, isSearched ? '' : text), [given, isSearched, text]);
  const isChosen = useRef(false);
  const isShown = isOpen && found.length > 0;

  const choose = (index: number) => {
    const box = inputOf(control);
    const value = plainWords(found[index]?.value);
    if (box === undefined || value === undefined) return;
    isChosen.current = true;
    // As if it was typed: the field and its rules take it in the same way.
    box.setRangeText(value, 0, box.value.length, 'end');
    box.dispatchEvent(new Event('input', { bubbles: true }));
    isChosen.current = false;
    setList(CLOSED);
  };
  const open = () => {
    const box = inputOf(control);
    if (box === undefined || box.readOnly) return;
    setText(box.value);
    setList({ isOpen: true, at: -1 });
  };
  const close = () => setList(CLOSED);
  const move = (to: number) => setList({ isOpen: true, at: to });

  useInput(control, {
    input(_event, box) {
      if (isChosen.current) return;
      open();
      field?.search?.(box.value.trim());
    },
    click: open,
    blur: close,
    keydown(event) {
      if (press(event as KeyboardEvent, { found, isOpen, isShown, at }, { open, close, choose, move }))
        event.preventDefault();
    },
  });
  useDescribed(control, isShown, at);

  return (
    <>
      {isShown ? <List control={control} found={found} at={at} say={say} onChoose={choose} /> : null}
      {isOpen || field?.source === 'failed' ? renderSourceStatus({ field, say }) : null}
      <p role="status" className="cz-visually-hidden">
        {isOpen && field?.source === undefined ? countInWords(found.length, say) : ''}
      </p>
    </>
  );
}

function inputOf(control: string): HTMLInputElement | undefined {
  const box = document.getElementById(control);
  return box instanceof HTMLInputElement ? box : undefined;
}

type Handlers = { readonly [type: string]: (event: Event, box: HTMLInputElement) => void };

/** Listens to the input, which the text field renders. The handlers are those of the last render. */
function useInput(control: string, handlers: Handlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const box = inputOf(control);
    if (box === undefined) return undefined;
    const types = Object.keys(latest.current);
    const handle = (event: Event) => latest.current[event.type]?.(event, box);
    for (const type of types) box.addEventListener(type, handle);
    // Typed before this code had come.
    if (box === document.activeElement && box.value !== '')
      latest.current['input']?.(new Event('input'), box);
    return () => {
      for (const type of types) box.removeEventListener(type, handle);
    };
  }, [control]);
}

/** Says to assistive technology that the input has a list, and which suggestion is active. */
function useDescribed(control: string, isShown: boolean, at: number): void {
  useEffect(() => {
    const box = inputOf(control);
    if (box === undefined) return;
    box.setAttribute('role', 'combobox');
    box.setAttribute('aria-autocomplete', 'list');
    box.setAttribute('aria-expanded', String(isShown));
    // The browser's own list of earlier inputs would cover this one.
    box.setAttribute('autocomplete', 'off');
    if (isShown) box.setAttribute('aria-controls', `${control}-list`);
    else box.removeAttribute('aria-controls');
    if (isShown && at >= 0) box.setAttribute('aria-activedescendant', `${control}-${at}`);
    else box.removeAttribute('aria-activedescendant');
  }, [control, isShown, at]);
}

interface ListProps {
  readonly control: string;
  readonly found: Given;
  readonly at: number;
  readonly say: Say;
  onChoose(index: number): void;
}

function List({ control, found, at, say, onChoose }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' });
    // The screen lifts the focused field above the keyboard, now with its list.
    window.visualViewport?.dispatchEvent(new Event('resize'));
  }, [found.length]);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <div
      ref={list}
      id={`${control}-list`}
      role="listbox"
      aria-label={say('Suggestions')}
      className="cz-options-list cz-suggestions"
      // A tap or a scroll in the list leaves the focus in the input, and the keyboard open.
      onMouseDown={(event) => event.preventDefault()}
    >
      {found.map(({ key, value, note, spoken }, index) => (
        <div
          key={key}
          id={`${control}-${index}`}
          role="option"
          aria-selected={index === at}
          className={index === at ? 'cz-option cz-option-chosen' : 'cz-option'}
          onClick={() => onChoose(index)}
        >
          <span className="cz-option-face">
            <span className="cz-option-words">
              <span>{plainWords(value)}</span>
              {note === undefined ? null : (
                <span className="cz-option-note">
                  <Words of={note} lang={spoken?.['note']} />
                </span>
              )}
            </span>
          </span>
        </div>
      ))}
    </div>
  );
}

function countInWords(count: number, say: Say): string {
  if (count === 0) return say('No suggestions');
  return count === 1 ? say('1 suggestion') : say('{count} suggestions', { count });
}

/** While other suggestions load, the former ones stay. */
function useLastLoaded(suggestions: Given, isLoading: boolean): Given {
  const [last, setLast] = useState(suggestions);
  if (isLoading || last === suggestions) return last;
  setLast(suggestions);
  return suggestions;
}

function find(suggestions: Given, text: string): Given {
  const needle = fold(text.trim());
  return suggestions
    .filter(({ value, note }) => {
      const words = plainWords(value);
      return words !== undefined && fold(`${words} ${plainWords(note) ?? ''}`).includes(needle);
    })
    .slice(0, MOST);
}

interface ListState {
  readonly found: Given;
  readonly isOpen: boolean;
  readonly isShown: boolean;
  /** Index of the suggestion that Return would choose; -1 for none. */
  readonly at: number;
}

interface ListActions {
  open(): void;
  close(): void;
  choose(index: number): void;
  move(to: number): void;
}

/** @returns whether the key was used; otherwise it does what it does in every input. */
function press(event: KeyboardEvent, { found, isOpen, isShown, at }: ListState, list: ListActions): boolean {
  // Keys of an input method choose its characters.
  if (event.isComposing || event.keyCode === 229) return false;
  const { key, altKey } = event;
  const last = found.length - 1;
  switch (key) {
    case 'ArrowDown':
      if (!isShown) list.open();
      if (!altKey && last >= 0) list.move(at === last ? -1 : at + 1);
      return true;
    case 'ArrowUp':
      if (altKey) list.close();
      else if (isShown) list.move(at < 0 ? last : at - 1);
      else list.open();
      return true;
    case 'Enter':
      if (!isShown || at < 0) {
        list.close();
        return false;
      }
      list.choose(at);
      return true;
    case 'Escape':
      if (!isOpen) return false;
      list.close();
      // The dialog or sheet around the field stays open.
      event.stopPropagation();
      return true;
    case 'Home':
    case 'End':
    case 'ArrowLeft':
    case 'ArrowRight':
      // These move the caret in the text.
      if (isShown) list.move(-1);
      return false;
    default:
      return false;
  }
}
