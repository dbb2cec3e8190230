import { useRef, useState } from 'react';
import { describeChanges } from '#src/testing/tree-diff.ts';
import type { Scene } from '../stage/scene.ts';
import type { Drawing, Drawn } from './drawing.ts';
import { Frame } from './frame.tsx';
import type { StatePair } from './versions.ts';

const WIDTH = 390;
const HEIGHT = 760;
/** Two phones stand beside each other in the narrowest window. */
const SCALE = 0.72;

export interface PicturesProps {
  readonly pair: StatePair;
  readonly before: Scene | undefined;
  readonly after: Scene | undefined;
  /** Of the one that is laid over the other, percent that are seen; absent: they stand beside each other. */
  readonly share?: number | undefined;
  onDrawn(drawn: Drawn): void;
}

/**
 * One state as it was and as it will be; they scroll together. The second is brought to its state after the first: a
 * page that loses the keyboard on its way there would be told of it.
 */
export function Pictures({ pair, before, after, share, onDrawn }: PicturesProps) {
  const place = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState<Drawing>();
  const [second, setSecond] = useState<Drawing>();
  const follow = (leading: HTMLIFrameElement, top: number): void => {
    for (const frame of place.current?.querySelectorAll('iframe') ?? []) {
      const page = frame.contentWindow;
      if (frame !== leading && page !== null && page.scrollY !== top) page.scrollTo(0, top);
    }
  };
  const { width = WIDTH, height = HEIGHT } = (pair.after ?? pair.before)?.size ?? {};
  const frameOf = (title: string, scene: Scene | undefined, take: (drawing: Drawing) => void) =>
    scene === undefined ? (
      <p className="st-soft">There is no such state.</p>
    ) : (
      <div style={{ height: height * SCALE }}>
        <Frame
          title={`${title}: ${pair.screen}, ${pair.title}`}
          {...{ scene, width, height }}
          onDrawn={take}
          onScroll={follow}
        />
      </div>
    );
  return (
    <div ref={place} className={share === undefined ? 'st-pictures' : 'st-pictures st-pictures-over'}>
      <figure style={{ width: width * SCALE }}>
        <figcaption>Before</figcaption>
        {frameOf('Before', before, (drawing) => {
          setFirst(drawing);
          if (after === undefined) onDrawn({ before: drawing });
        })}
        <Failure drawing={first} />
      </figure>
      <figure style={{ width, ...(share !== undefined && { clipPath: `inset(0 0 0 ${100 - share}%)` }) }}>
        <figcaption>After</figcaption>
        {before !== undefined && first === undefined
          ? null
          : frameOf('After', after, (drawing) => {
              setSecond(drawing);
              onDrawn({ ...(first && { before: first }), after: drawing });
            })}
        <Failure drawing={second} />
      </figure>
    </div>
  );
}

function Failure({ drawing }: { readonly drawing: Drawing | undefined }) {
  if (drawing === undefined || !('failed' in drawing)) return null;
  return <p className="st-bar">{drawing.failed}</p>;
}

/** What a state tells differently, and if it tells the same, what looks different. */
export function Differences({ drawn }: { readonly drawn: Drawn | undefined }) {
  const { before, after } = drawn ?? {};
  if (before === undefined || after === undefined || 'failed' in before || 'failed' in after) return null;
  const told = describeChanges(before.told, after.told);
  const { lines } = told ?? describeChanges(before.looks, after.looks) ?? {};
  if (lines === undefined) return <p className="st-soft">This state stays as it is.</p>;
  return (
    <section className="st-told" aria-label="What differs in this state">
      <h3>{told === undefined ? 'What looks different' : 'What is told differently'}</h3>
      <pre>{lines.join('\n')}</pre>
    </section>
  );
}
