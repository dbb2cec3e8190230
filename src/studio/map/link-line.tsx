import { BaseEdge, type Edge, type EdgeProps } from '@xyflow/react';
import { memo } from 'react';
import type { Point } from './place-screens.ts';

export type LinkEdge = Edge<{ readonly points: readonly Point[] }, 'link'>;

/** A link as a curve between the boxes. */
export const LinkLine = memo(function LinkLine({ data, markerEnd }: EdgeProps<LinkEdge>) {
  const path = curveThrough(data?.points ?? []);
  return <BaseEdge {...{ path }} interactionWidth={0} {...(markerEnd !== undefined && { markerEnd })} />;
});

/** An SVG path that is horizontal at each point. */
function curveThrough([first, ...others]: readonly Point[]): string {
  if (first === undefined) return '';
  const curves = others.map((point, at) => {
    const before = others[at - 1] ?? first;
    const middle = (before.x + point.x) / 2;
    return `C ${middle} ${before.y} ${middle} ${point.y} ${point.x} ${point.y}`;
  });
  return [`M ${first.x} ${first.y}`, ...curves].join(' ');
}
