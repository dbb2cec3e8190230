import { useEffect, useId, useMemo, useRef, type KeyboardEvent } from 'react';
import type { Problem } from '#renderer/plan/problem.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import type { Side } from '../arrange/arrange.ts';
import { useDrag } from '../arrange/use-drag.ts';
import { describeType } from '../properties/describe.ts';
import { itemAt, type OutlineItem, type Selection } from '../model/outline.ts';
import type { Present } from '../together/news.ts';
import { type NodeCommand, nodeCommandOf } from '../arrange/node-commands.ts';
import { useKeys } from '../keys/use-keys.ts';
import './outline.css';

export interface OutlineProps {
  readonly items: readonly OutlineItem[];
  readonly problems: readonly Problem[];
  readonly selection: Selection | undefined;
  /** Other people and their selections. */
  readonly others: readonly Present[];
  /** Pointers of nodes with open comments. */
  readonly said: readonly string[];
  /** Result of the last command, for screen readers. */
  readonly status: string;
  onSelect(selection: Selection): void;
  /** Selects the parent. */
  onLeave(item: OutlineItem): void;
  onDrop(item: OutlineItem, target: OutlineItem, side: Side): void;
  /** A keyboard command. */
  onDeed(item: OutlineItem, deed: NodeCommand): void;
}

interface Line {
  readonly item: OutlineItem;
  readonly depth: number;
  /** 1-based position among the siblings, and their number. */
  readonly nth: number;
  readonly of: number;
}

/** Keys within this time are one search text. */
const TYPING_MS = 700;
const NOTHING_TYPED = { words: '', at: 0 };

const GROUPS: { readonly [type: string]: string } = {
  body: 'Body',
  bar: 'Bar at the bottom',
  overlays: 'Sheets and dialogs',
  sent: 'From the server',
  added: 'Added here',
};

/** The outline as a tree widget with its keyboard navigation and the commands on nodes. */
export function Outline(props: OutlineProps) {
  const { items, problems, selection, others, said, status, onSelect } = props;
  const id = useId();
  const keys = useKeys();
  const tree = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => [...linesOf(items, 0)], [items]);
  const selected = selection && itemAt(items, selection.pointer);
  const at = Math.max(
    0,
    lines.findIndex(({ item }) => item === selected && item.file === selection?.file),
  );

  /** Whether the tree has the focus; it keeps the focus when the focused line is removed. */
  const isHeard = useRef(false);

  // Also when another pane changed the selection.
  useEffect(() => {
    const line = tree.current?.querySelector<HTMLElement>('[aria-selected=true]');
    line?.scrollIntoView({ block: 'nearest' });
    if (isHeard.current) line?.focus();
  }, [selected?.pointer, selected?.file, lines.length]);

  const go = (to: number): void => {
    const line = lines[to];
    if (line === undefined) return;
    onSelect(line.item);
    tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[to]?.focus();
  };

  /** Type-ahead: finds the next line whose name or kind begins with the typed text. */
  const typed = useRef(NOTHING_TYPED);
  const goToTyped = (letter: string, now: number): boolean => {
    const isOn = now - typed.current.at < TYPING_MS;
    const words = (isOn ? typed.current.words : '') + letter.toLowerCase();
    if (words.trim() === '') return false;
    typed.current = { words, at: now };
    // The same letter repeated goes to the next match of that letter.
    const isOne = /^(.)\1*$/u.test(words);
    const wanted = isOne ? (words[0] ?? '') : words;
    const from = isOne ? at + 1 : at;
    const places = lines.map((_, place) => (from + place) % lines.length);
    const found = places.find((place) => {
      const said = [lines[place]?.item.name, kindOf(lines[place]?.item.type ?? '')];
      return said.some((one) => one?.toLowerCase().startsWith(wanted));
    });
    if (found !== undefined) go(found);
    return true;
  };

  const canHold = ({ item }: Line): boolean =>
    item.children.length > 0 || shapes.widgets[item.type]?.properties['body']?.slot === 'nodes';
  const { drag, handlers } = useDrag(
    (place) => lines[place]?.item.isListed === true,
    (place) => lines[place] !== undefined && canHold(lines[place]),
    (from, to, side) => {
      const [moved, target] = [lines[from]?.item, lines[to]?.item];
      if (moved && target && moved !== target) props.onDrop(moved, target, side);
    },
  );

  const hear = (event: KeyboardEvent): void => {
    const line = lines[at];
    if (line === undefined) return;
    const { item, depth } = line;
    // Any other key resets type-ahead.
    if (!isLetter(event)) typed.current = NOTHING_TYPED;
    const deed = nodeCommandOf(event.nativeEvent, keys);
    if (deed === 'enter' && Object.hasOwn(GROUPS, item.type)) go(at + 1);
    else if (deed !== undefined) props.onDeed(item, deed);
    else if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(lines.length - 1);
    else if (event.key === 'ArrowRight') {
      if (item.children.length > 0) go(at + 1);
    } else if (event.key === 'ArrowLeft') {
      go(lastPlace(lines.slice(0, at), (one) => one.depth < depth));
    } else if (event.key === 'Escape') props.onLeave(item);
    else if (!isLetter(event) || !goToTyped(event.key, event.timeStamp)) return;
    event.preventDefault();
  };

  return (
    <>
      {/* The tree handles the keys of its items; one item at a time is focusable. */}
      <div
        ref={tree}
        role="tree"
        aria-label="Outline"
        className="st-outline"
        onKeyDown={hear}
        onFocus={() => {
          isHeard.current = true;
        }}
        onBlur={({ target }) => {
          // If the focused line is removed, the effect above focuses the selected line.
          isHeard.current = !target.isConnected;
        }}
        {...handlers}
      >
        {lines.map(({ item, depth, nth, of }, place) => {
          const comments = said.filter((pointer) => isOwn(item, pointer)).length;
          const own = problems.filter(({ file, pointer }) => file === item.file && isOwn(item, pointer));
          return (
            <div
              key={item.pointer}
              id={`${id}-${place}`}
              role="treeitem"
              aria-level={depth + 1}
              aria-posinset={nth}
              aria-setsize={of}
              aria-selected={place === at}
              tabIndex={place === at ? 0 : -1}
              data-line={place}
              className={drag?.over?.at === place ? `st-line st-drop-${drag.over.side}` : 'st-line'}
              style={{ paddingInlineStart: 12 + 14 * depth }}
              onClick={() => go(place)}
            >
              <span className="st-line-type">{kindOf(item.type)}</span>
              <span className="st-line-name">{item.name}</span>
              {others
                .filter(({ path, pointer = '' }) => path === item.file && isOwn(item, pointer))
                .map(({ name, page }) => (
                  <span key={page} className="st-mark st-here">
                    {name}
                    <span className="st-spoken"> is here</span>
                  </span>
                ))}
              {comments === 0 ? null : (
                <span className="st-mark st-said-mark">
                  {comments}
                  <span className="st-spoken"> {comments === 1 ? 'comment' : 'comments'}</span>
                </span>
              )}
              {item.isRepeated ? <span className="st-mark">for each</span> : null}
              {item.isConditional ? <span className="st-mark">sometimes</span> : null}
              {own.length > 0 ? (
                <span
                  className={own.some(({ severity }) => severity === 'error') ? 'st-mark st-bad' : 'st-mark'}
                >
                  {own.length}
                  <span className="st-spoken"> {own.length === 1 ? 'problem' : 'problems'}</span>
                </span>
              ) : null}
            </div>
          );
        })}
      </div>
      <p role="status" className="st-outline-said">
        {status}
      </p>
    </>
  );
}

/** Moves the focus to the selected line. */
export function enterOutline(): void {
  document.querySelector<HTMLElement>('.st-outline [tabindex="0"]')?.focus();
}

function kindOf(type: string): string {
  return GROUPS[type] ?? describeType('widgets', type).title;
}

/** Letters and space only: digits choose states, and other characters are shortcuts. */
function isLetter({ key, metaKey, ctrlKey, altKey }: KeyboardEvent): boolean {
  return /^[\p{L} ]$/u.test(key) && !metaKey && !ctrlKey && !altKey;
}

function lastPlace(lines: readonly Line[], is: (line: Line) => boolean): number {
  return lines.reduce((last, line, place) => (is(line) ? place : last), -1);
}

function* linesOf(items: readonly OutlineItem[], depth: number): Iterable<Line> {
  for (const [at, item] of items.entries()) {
    yield { item, depth, nth: at + 1, of: items.length };
    yield* linesOf(item.children, depth + 1);
  }
}

/** Whether the pointer belongs to the item and not to one of its children. */
function isOwn(item: OutlineItem, pointer: string): boolean {
  if (pointer !== item.pointer && !pointer.startsWith(`${item.pointer}/`)) return false;
  return !item.children.some((child) => pointer === child.pointer || pointer.startsWith(`${child.pointer}/`));
}
