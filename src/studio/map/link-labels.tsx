import type { MapLink } from './screens-map.ts';
import type { Places, Point } from './place-screens.ts';

export interface LinkLabelsProps {
  readonly links: readonly MapLink[];
  readonly places: Places;
  readonly near: string;
}

/** The words of each link of a screen, at the other screen, because all lines meet at this one. */
export function LinkLabels({ links, places, near }: LinkLabelsProps) {
  return links
    .filter(({ from, to }) => from === near || to === near)
    .map((link) => {
      const points = places.routes.get(link.key) ?? [];
      const [end, before] = link.from === near ? points.slice(-2).reverse() : points;
      if (end === undefined || before === undefined) return null;
      return (
        <span key={link.key} className="st-map-label" style={{ transform: placeLabel(end, before) }}>
          {link.by.join(', ')}
        </span>
      );
    });
}

/** Distance from the box, in CSS pixels: the head of the arrow stays in sight. */
const AWAY = 14;

function placeLabel(end: Point, before: Point): string {
  return before.x < end.x
    ? `translate(${end.x - AWAY}px, ${end.y}px) translate(-100%, -50%)`
    : `translate(${end.x + AWAY}px, ${end.y}px) translate(0, -50%)`;
}
