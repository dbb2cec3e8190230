import { useId } from 'react';
import './thumb-zone.css';

export interface ThumbZoneProps {
  /** That holds the phone and taps on it. */
  readonly hand: 'right' | 'left';
  /** Of the phone, in CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * How far a thumb of usual length reaches, in CSS pixels of its joint, on phones that have six of them to a millimetre.
 * Below the first nothing is easy: a thumb does not bend so far.
 */
const NEAR = 60;
const EASY = 340;
const STRETCHED = 470;
/** Above the lower edge the joint lies, where a hand holds a phone. */
const JOINT = 90;

/** From one distance to the next; beyond the last it stays so. */
const ZONES = [
  ['stretch', 0, NEAR],
  ['easy', NEAR, EASY],
  ['stretch', EASY, STRETCHED],
  ['hardly', STRETCHED, STRETCHED],
] as const;

/** Over the phone, which parts of it one hand reaches with its thumb. A picture: taps go through it. */
export function ThumbZone({ hand, width, height }: ThumbZoneProps) {
  const painted = useId();
  const joint = { x: hand === 'right' ? width : 0, y: height - JOINT };
  /** Inwards, whichever hand it is. */
  const inwards = hand === 'right' ? -1 : 1;
  const ring = { cx: joint.x, cy: joint.y };
  const name = (words: string, fromJoint: number, above: number) => (
    <text x={joint.x + inwards * fromJoint} y={Math.max(24, joint.y - above)}>
      {words}
    </text>
  );
  return (
    <svg
      className="st-thumb"
      role="img"
      aria-label={`Thumb of the ${hand} hand: the lower ${hand} half is reached easily, the middle and the far lower corner with a stretch, and the top hardly`}
      viewBox={`0 0 ${width} ${height}`}
    >
      <radialGradient id={painted} gradientUnits="userSpaceOnUse" {...ring} r={STRETCHED}>
        {ZONES.map(([zone, from, to]) =>
          [from, to].map((at) => (
            <stop key={`${zone} ${at}`} className={`st-thumb-${zone}`} offset={at / STRETCHED} />
          )),
        )}
      </radialGradient>
      <rect fill={`url(#${painted})`} width={width} height={height} />
      {[EASY, STRETCHED].map((r) => (
        <circle key={r} {...ring} r={r} />
      ))}
      {name('Easily', width * 0.35, 160)}
      {name('With a stretch', width * 0.4, (EASY + STRETCHED) / 2 - 40)}
      {name('Hardly', width * 0.5, STRETCHED + 80)}
    </svg>
  );
}
