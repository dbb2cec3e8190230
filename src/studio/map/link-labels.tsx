import type { MapLink } from './screens-map.ts';
import type { Places, Point } from './place-screens.ts';

export interface LinkLabelsProps {
  readonly links: readonly MapLink[];
  readonly places: Places;
  readonly chosen: string;
}

/** A label for each link of the chosen screen. It is at the other screen, because all lines meet at the chosen one. */
export function LinkLabels({ links, places, chosen }: LinkLabelsProps) {
  return links
    .filter(({ from, to }) => from === chosen || to === chosen)
    .map((link) => {
      const points = places.routes.get(link.key) ?? [];
      const [end, before] = link.from === chosen ? points.slice(-2).reverse() : points;
      if (end === undefined || before === undefined) return null;
      return (
        <span key={link.key} className="st-map-label" style={{ transform: placeLabel(end, before) }}>
          {link.by.join(', ')}
        </span>
      );
    });
}

/** Distance from the box in CSS pixels, so that the label does not cover the head of the arrow. */
const GAP = 14;

function placeLabel(end: Point, before: Point): string {
  return before.x < end.x
    ? `translate(${end.x - GAP}px, ${end.y}px) translate(-100%, -50%)`
    : `translate(${end.x + GAP}px, ${end.y}px) translate(0, -50%)`;
}
