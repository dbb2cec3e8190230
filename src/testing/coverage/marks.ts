import type { Origins } from '#renderer/grammar/compile.ts';
import { splitPointer } from '#renderer/grammar/pointer.ts';
import type { DrawnPage } from '../save-page.ts';
import type { CoverageReport, Miss } from './report.ts';

/** A rendered state of a screen. */
export interface MarkedScreenshot {
  readonly state: string;
  readonly title: string;
  readonly page: DrawnPage;
}

/** A miss, and its position on a screenshot. */
export interface Mark {
  readonly miss: Miss;
  /** The state whose screenshot has the mark; undefined if none of the node's ancestors was rendered. */
  readonly state?: string;
  /** The marked element of the screenshot. */
  readonly element?: string;
  /** On the element, or below it: a node that is never rendered is marked where it would be. */
  readonly edge: 'on' | 'below';
}

/** The condition of an entry in a list of alternatives. All entries belong to one node. */
const ENTRY = /\/choose\/\d+\/when$/;

/** The misses of a screen, including its calls. */
export function missesOf(
  { misses }: Pick<CoverageReport, 'misses'>,
  screen: string,
  places: ReadonlySet<string>,
): readonly Miss[] {
  return misses.filter((miss) =>
    miss.screen === undefined
      ? places.has(`${miss.file}#${miss.pointer.replace(ENTRY, '')}`)
      : miss.screen === screen,
  );
}

/**
 * Finds for each miss the screenshot that shows its source best: the node itself; for a node that is never
 * rendered its predecessor, else its parent.
 *
 * @param origins - Origins of the screen's nodes.
 * @param pictures - Screenshots in order of preference.
 */
export function placeMarks(
  misses: readonly Miss[],
  origins: Origins,
  pictures: readonly MarkedScreenshot[],
): readonly Mark[] {
  const drawn = pictures.map(({ state, page }) => ({ state, elements: elementsOf(page, origins) }));
  return misses.map((miss): Mark => {
    for (const { place, edge } of nearest(miss)) {
      for (const { state, elements } of drawn) {
        const element = elements.get(place);
        if (element !== undefined) return { miss, state, element, edge };
      }
    }
    return { miss, edge: 'on' };
  });
}

/** Rendered elements by their source `<file>#<pointer>`; the first of several. */
function elementsOf({ body, nodes }: DrawnPage, origins: Origins): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, element = ''] of body.matchAll(/ id="([^"]+)"/g)) {
    const origin = origins[nodes[element] ?? ''];
    const place = origin && `${origin.file}#${origin.pointer}`;
    if (place !== undefined && !found.has(place)) found.set(place, element);
  }
  return found;
}

/**
 * The pointer of a miss, its earlier siblings (nearest first), its parent, the parent's earlier siblings, and so on.
 */
function* nearest({
  file,
  pointer,
}: Miss): Generator<{ readonly place: string; readonly edge: Mark['edge'] }> {
  const segments = splitPointer(pointer);
  const write = (parts: readonly string[]) => `${file}#${parts.map((part) => `/${part}`).join('')}`;
  for (let length = segments.length; length > 0; length -= 1) {
    yield { place: write(segments.slice(0, length)), edge: 'on' };
    const last = segments[length - 1] ?? '';
    const around = segments.slice(0, length - 1);
    for (let index = Number(last) - 1; /^\d+$/.test(last) && index >= 0; index -= 1)
      yield { place: write([...around, String(index)]), edge: 'below' };
  }
}
