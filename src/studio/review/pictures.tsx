import { type CSSProperties, useRef, useState } from 'react';
import { describeChanges } from '#src/testing/tree-diff.ts';
import type { Scene } from '../stage/scene.ts';
import { type Drawing, type Drawn, namePicture } from './drawing.ts';
import { Frame } from './frame.tsx';
import { clip, LookedAt } from './looked-at.tsx';
import { describeMarks, findMarks, type Mark, type Marks } from './marks.ts';
import { MarksOver, measureMark } from './marks-over.tsx';
import { placeOf, readPainted } from './painted.ts';
import type { StatePair } from './versions.ts';

const WIDTH = 390;
const HEIGHT = 760;
/** Scales of a screenshot. At the smallest, two phones fit side by side into the narrowest window. */
export const SCALES = [0.72, 1, 1.5] as const;
export type Scale = (typeof SCALES)[number];

/** CSS pixels above the first mark after scrolling to it. */
const ABOVE = 160;

/** Ways to compare two screenshots. */
export type Manner = 'beside' | 'slider' | 'overlay' | 'difference';

export interface PicturesProps {
  readonly pair: StatePair;
  readonly before: Scene | undefined;
  readonly after: Scene | undefined;
  readonly manner?: Manner;
  /** Visible percentage of the upper screenshot. */
  readonly share?: number;
  /** Whether differences are marked. */
  readonly isMarked?: boolean;
  readonly scale?: Scale;
  /** Whether the place that differs is scrolled into view. */
  readonly isBrought?: boolean;
  onDrawn(drawn: Drawn): void;
  /** Called when the place that differs was on the screen for a moment. */
  onSeen?(): void;
}

/** What a person must see of a pair. */
interface ToSee {
  readonly side: keyof typeof LACKS;
  /** The mark; none for the whole screenshot. */
  readonly marks: readonly Mark[];
}

/** Visible percentage of the second screenshot from which on a person can see it over the first. */
const SEEN_THROUGH = 50;

/** One rendered side of the pair. */
interface Side {
  readonly drawing: Drawing;
  readonly page: Window | undefined;
}

/**
 * Compares a state before and after; both scroll together. The second frame is rendered after the first one, because a
 * page reacts if it loses the focus.
 */
export function Pictures({ pair, before, after, manner = 'beside', ...props }: PicturesProps) {
  const { share = 50, isMarked = false, scale = SCALES[0], isBrought = false, onDrawn, onSeen } = props;
  const place = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState<Side>();
  const [second, setSecond] = useState<Side>();
  const [marks, setMarks] = useState<Marks>();
  const [toSee, setToSee] = useState<ToSee>();
  /** Scroll positions that `follow` has set; their scroll events must not be followed back. */
  const led = useRef(new WeakMap<HTMLIFrameElement, number>());
  const follow = (leading: HTMLIFrameElement, top: number): void => {
    if (led.current.get(leading) === top) return;
    led.current.delete(leading);
    for (const frame of place.current?.querySelectorAll('iframe') ?? []) {
      const page = frame.contentWindow;
      if (frame === leading || page === null || page.scrollY === top) continue;
      page.scrollTo(0, top);
      led.current.set(frame, page.scrollY);
    }
  };
  const { width = WIDTH, height = HEIGHT } = (pair.after ?? pair.before)?.size ?? {};
  const size = { width, height };
  const isSeeable = manner !== 'overlay' || share >= SEEN_THROUGH;
  /** Called when all sides are rendered. */
  const end = (was: Side | undefined, is: Side | undefined): void => {
    const sides = { ...(was && { before: was.drawing }), ...(is && { after: is.drawing }) };
    const [old, young] = [was?.page, is?.page].map((page) =>
      page === undefined ? [] : readPainted(page.document),
    );
    const looks = [...(old ?? []), ...(young ?? [])].map(({ look }) => look);
    const picture = namePicture(sides, looks);
    if (was?.page === undefined || is?.page === undefined) {
      setToSee({ side: is === undefined ? 'Before' : 'After', marks: [] });
      onDrawn({ ...sides, picture });
      return;
    }
    const found = findMarks(old ?? [], young ?? []);
    setMarks(found);
    const mark = found.after.find(isOwn) ?? found.after[0] ?? found.before[0];
    if (mark !== undefined) bringIntoView(mark);
    // A mark in a slide that is not shown has no place.
    const isShown = mark !== undefined && clip(measureMark(mark), size) !== undefined;
    setToSee({
      side: isShown && !found.after.includes(mark) ? 'Before' : 'After',
      marks: isShown ? [mark] : [],
    });
    onDrawn({ ...sides, picture, looksOther: found.before.length + found.after.length > 0 });
  };
  const frameOf = (
    title: keyof typeof LACKS,
    scene: Scene | undefined,
    shown: { readonly marks: readonly Mark[] | undefined; readonly side: Side | undefined },
    take: (side: Side) => void,
  ) =>
    scene === undefined ? (
      <p className="st-soft">{LACKS[title]}</p>
    ) : (
      <div className="st-pair-picture" style={{ height: height * scale }}>
        <Frame
          title={`${title}: ${pair.screen}, ${pair.title}`}
          {...{ scene, width, height }}
          onDrawn={(drawing, page) => take({ drawing, page })}
          onScroll={follow}
        />
        {isMarked &&
        manner !== 'difference' &&
        shown.marks !== undefined &&
        shown.side?.page !== undefined ? (
          <MarksOver marks={shown.marks} page={shown.side.page} scale={scale} />
        ) : null}
        {onSeen !== undefined && isSeeable && toSee?.side === title ? (
          <LookedAt marks={toSee.marks} page={shown.side?.page} {...{ size, scale, isBrought, onSeen }} />
        ) : null}
      </div>
    );
  // The width with both borders.
  const across = (width + 2) * scale;
  const over = {
    beside: {},
    slider: { clipPath: `inset(0 0 0 ${100 - share}%)` },
    overlay: { opacity: share / 100 },
    difference: { mixBlendMode: 'difference' },
  } as const;
  return (
    <div ref={place} className="st-pair" style={{ '--st-scale': scale } as CSSProperties}>
      <div className={manner === 'beside' ? 'st-pair-sides' : 'st-pair-over'}>
        <figure style={{ width: across }}>
          <figcaption>{manner === 'beside' ? 'Before' : 'Before and after'}</figcaption>
          {frameOf(
            'Before',
            before,
            { marks: manner === 'beside' ? marks?.before : undefined, side: first },
            (side) => {
              setFirst(side);
              if (after === undefined) end(side, undefined);
            },
          )}
          <Failure drawing={first?.drawing} />
        </figure>
        <figure style={{ width: across, ...over[manner] }}>
          <figcaption>After</figcaption>
          {before !== undefined && after !== undefined && first === undefined
            ? null
            : frameOf('After', after, { marks: marks?.after, side: second }, (side) => {
                setSecond(side);
                end(first, side);
              })}
          <Failure drawing={second?.drawing} />
        </figure>
      </div>
      <p className="st-pair-said st-soft" role="status">
        {saidOf(before, after, marks)}
      </p>
    </div>
  );
}

/** Shown in place of a missing state. */
const LACKS = {
  Before: 'The state is new: it does not exist before.',
  After: 'The state is removed: it does not exist after.',
} as const;

function saidOf(before: Scene | undefined, after: Scene | undefined, marks: Marks | undefined): string {
  if (before === undefined || after === undefined)
    return `Nothing is marked: ${before === undefined ? 'before, there is' : 'after, there is'} nothing to compare it with.`;
  return marks === undefined ? '' : describeMarks(marks);
}

/** Whether the mark is about something that itself differs, and did not only move. */
function isOwn({ kind }: Mark): boolean {
  return kind !== 'moved';
}

/** Scrolls the page to a mark; the other page follows. */
function bringIntoView({ painted: [first] }: Mark): void {
  const page = first?.element.ownerDocument.defaultView;
  if (first === undefined || page == null) return;
  const { top, bottom } = placeOf(first);
  if (top < 0 || bottom > page.innerHeight) page.scrollBy(0, top - ABOVE);
}

function Failure({ drawing }: { readonly drawing: Drawing | undefined }) {
  if (drawing === undefined || !('failed' in drawing)) return null;
  return <p className="st-bar">{drawing.failed}</p>;
}

/** Differences in the texts of a state; if there are none, differences in its look. */
export function Differences({ drawn }: { readonly drawn: Drawn | undefined }) {
  const { before, after } = drawn ?? {};
  if (before === undefined || after === undefined || 'failed' in before || 'failed' in after) return null;
  const told = describeChanges(before.told, after.told);
  const { lines } = told ?? describeChanges(before.looks, after.looks) ?? {};
  if (lines === undefined) return null;
  return (
    <section className="st-told" aria-label="What differs in this state">
      <h3>{told === undefined ? 'What looks different' : 'What a screen reader says differently'}</h3>
      <pre>{lines.join('\n')}</pre>
    </section>
  );
}
