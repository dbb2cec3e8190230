import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react';
import type { Problem } from '#renderer/plan/problem.ts';
import { HINTS } from '../actions/hints.ts';
import type { Side } from '../arrange/arrange.ts';
import type { Landing } from '../desk.ts';
import { type Drag, useDrag } from '../arrange/use-drag.ts';
import { describeType, wordsOf } from '../properties/describe.ts';
import { canHold, itemAt, type OutlineItem, type Selection } from '../model/outline.ts';
import type { Present } from '../together/news.ts';
import { type NodeCommand, nodeCommandOf } from '../arrange/node-commands.ts';
import { type MenuPlace, menuPlaceOf } from '../arrange/menu-place.ts';
import { useKeys } from '../keys/use-keys.ts';
import { isLetter, useTypeAhead } from './use-type-ahead.ts';
import './outline.css';

export interface OutlineProps {
  readonly items: readonly OutlineItem[];
  readonly problems: readonly Problem[];
  readonly selection: Selection | undefined;
  /** Other people and their selections. */
  readonly others: readonly Present[];
  /** Pointers of nodes with open comments. */
  readonly said: readonly string[];
  /** Where the node that is dragged from the palette lands. */
  readonly landing: Landing | undefined;
  /** Result of the last command, for screen readers. */
  readonly status: string;
  onSelect(selection: Selection): void;
  /** Selects the parent. */
  onLeave(item: OutlineItem): void;
  onDrop(item: OutlineItem, target: OutlineItem, side: Side): void;
  /** A keyboard command. */
  onCommand(item: OutlineItem, command: NodeCommand): void;
  /** The menu of the selected line is requested. */
  onMenu(at: MenuPlace): void;
}

interface Line {
  readonly item: OutlineItem;
  readonly depth: number;
  /** 1-based position among the siblings, and their number. */
  readonly nth: number;
  readonly of: number;
}

const GROUPS: { readonly [type: string]: string } = {
  body: 'Body',
  bar: 'Bar at the bottom',
  overlays: 'Sheets and dialogs',
  slots: 'Slot',
  sent: 'From the server',
  added: 'Added here',
};

/** The outline as a tree widget with its keyboard navigation and the commands on nodes. */
export function Outline(props: OutlineProps) {
  const { items, problems, selection, others, said, status, onSelect } = props;
  const id = useId();
  const tree = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => [...linesOf(items, 0)], [items]);
  const selected = selection && itemAt(items, selection.pointer);
  const at = Math.max(
    0,
    lines.findIndex(({ item }) => item === selected && item.file === selection?.file),
  );
  const focus = useKeptFocus(tree, `${selected?.file} ${selected?.pointer} ${lines.length}`);

  const go = (to: number): void => {
    const line = lines[to];
    if (line === undefined) return;
    onSelect(line.item);
    tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[to]?.focus();
  };
  const hear = useTreeKeys(lines, at, go, props);
  const { drag, handlers } = useDrag(
    (place) => lines[place]?.item.isListed === true,
    (place) => lines[place] !== undefined && canHold(lines[place].item),
    (from, to, side) => {
      const [moved, target] = [lines[from]?.item, lines[to]?.item];
      if (moved && target && moved !== target) props.onDrop(moved, target, side);
    },
  );

  const over = drag?.over ?? landingOf(lines, props.landing);

  return (
    <>
      {/* The tree handles the keys of its items; one item at a time is focusable. */}
      <div
        ref={tree}
        role="tree"
        aria-label="Outline"
        className="st-outline"
        onKeyDown={hear}
        {...focus}
        {...handlers}
      >
        {lines.map(({ item, depth, nth, of }, place) => (
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
            className={over?.at === place ? `st-line st-drop-${over.side}` : 'st-line'}
            style={{ paddingInlineStart: 12 + 14 * depth }}
            onClick={() => go(place)}
            onContextMenu={(event) => {
              event.preventDefault();
              go(place);
              if (item.isListed) props.onMenu(menuPlaceOf(event));
            }}
          >
            <span className="st-line-type">{kindOf(item.type)}</span>
            <span className="st-line-name">{item.type === 'sent' ? wordsOf(item.name) : item.name}</span>
            <Marks item={item} {...{ problems, others, said }} />
          </div>
        ))}
      </div>
      <p role="status" className="st-outline-said">
        {status}
      </p>
    </>
  );
}

/** The line beside or in which the node from the palette lands. */
function landingOf(lines: readonly Line[], landing: Landing | undefined): Drag['over'] {
  if (landing === undefined) return undefined;
  const at = lines.findIndex(({ item }) => item.pointer === landing.target.pointer);
  return at < 0 ? undefined : { at, side: landing.side };
}

/**
 * Focuses the selected line if the tree has the focus, also when another pane changed the selection.
 *
 * @param line - Changes with the selected line.
 */
function useKeptFocus(tree: RefObject<HTMLElement | null>, line: string) {
  /** Whether the tree has the focus. Stays true when the focused line is removed. */
  const isHeard = useRef(false);
  useEffect(() => {
    const selected = tree.current?.querySelector<HTMLElement>('[aria-selected=true]');
    selected?.scrollIntoView({ block: 'nearest' });
    if (isHeard.current) selected?.focus();
  }, [tree, line]);
  return {
    onFocus(): void {
      isHeard.current = true;
    },
    onBlur({ target }: FocusEvent): void {
      // If the focused line is removed, the effect above focuses the selected line.
      isHeard.current = !target.isConnected;
    },
  };
}

/** Keys of a tree, and commands on the current line. */
function useTreeKeys(
  lines: readonly Line[],
  at: number,
  go: (to: number) => void,
  { onCommand, onLeave }: Pick<OutlineProps, 'onCommand' | 'onLeave'>,
) {
  const keys = useKeys();
  const typeAhead = useTypeAhead(
    lines.map(({ item }) => [item.name, kindOf(item.type)]),
    at,
    go,
  );
  return (event: KeyboardEvent): void => {
    const line = lines[at];
    if (line === undefined) return;
    const { item, depth } = line;
    if (!isLetter(event)) typeAhead.reset();
    const command = nodeCommandOf(event.nativeEvent, keys);
    if (command === 'enter' && Object.hasOwn(GROUPS, item.type)) go(at + 1);
    else if (command !== undefined) onCommand(item, command);
    else if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(lines.length - 1);
    else if (event.key === 'ArrowRight') {
      if (item.children.length > 0) go(at + 1);
    } else if (event.key === 'ArrowLeft') {
      go(lastPlace(lines.slice(0, at), (one) => one.depth < depth));
    } else if (event.key === 'Escape') onLeave(item);
    else if (!isLetter(event) || !typeAhead.type(event.key, event.timeStamp)) return;
    event.preventDefault();
  };
}

interface MarksProps extends Pick<OutlineProps, 'problems' | 'others' | 'said'> {
  readonly item: OutlineItem;
}

/** Shows the marks of a line: who has selected it, comments, conditions and problems. */
function Marks({ item, problems, others, said }: MarksProps) {
  const comments = said.filter((pointer) => isOwn(item, pointer)).length;
  const own = problems.filter(({ file, pointer }) => file === item.file && isOwn(item, pointer));
  const nowhere = new Set(own.flatMap(({ code }) => HINTS[code]?.mark ?? []));
  return (
    <>
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
      {[...nowhere].map((words) => (
        <span key={words} className="st-mark st-nowhere">
          {words}
        </span>
      ))}
      {own.length > 0 ? (
        <span className={own.some(({ severity }) => severity === 'error') ? 'st-mark st-bad' : 'st-mark'}>
          {own.length}
          <span className="st-spoken"> {own.length === 1 ? 'problem' : 'problems'}</span>
        </span>
      ) : null}
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
