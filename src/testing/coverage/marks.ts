import type { Origins } from '#renderer/grammar/compile.ts';
import { splitPointer } from '#renderer/grammar/pointer.ts';
import type { DrawnPage } from '../keep-page.ts';
import type { CoverageReport, Miss } from './report.ts';

/** A state of a screen as it was drawn. */
export interface Picture {
  readonly state: string;
  readonly title: string;
  readonly page: DrawnPage;
}

/** Something that was never seen, and where it stands on a picture. */
export interface Mark {
  readonly miss: Miss;
  /** Whose picture it is on; undefined where nothing of what is around it was drawn. */
  readonly state?: string;
  /** The element of that picture. */
  readonly element?: string;
  /** On the element, or below it: what is in a node that is never drawn stands where that would be. */
  readonly edge: 'on' | 'below';
}

/** One entry of a list of alternatives, which are a place together. */
const ENTRY = /\/choose\/\d+\/when$/;

/** What was never seen of a screen, its calls among it. */
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
 * Finds for each what was never seen the picture that shows most closely where it is written: the node itself; of one
 * that is never drawn what is drawn before it, else what is around it.
 *
 * @param origins - Of the screen's nodes.
 * @param pictures - In the order in which they are preferred.
 */
export function placeMarks(
  misses: readonly Miss[],
  origins: Origins,
  pictures: readonly Picture[],
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

/** Elements that are there, by what they are drawn from: `<file>#<pointer>`; of several the first. */
function elementsOf({ body, nodes }: DrawnPage, origins: Origins): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, element = ''] of body.matchAll(/ id="([^"]+)"/g)) {
    const origin = origins[nodes[element] ?? ''];
    const place = origin && `${origin.file}#${origin.pointer}`;
    if (place !== undefined && !found.has(place)) found.set(place, element);
  }
  return found;
}

/** Places around one, the nearest first; below each what is written before it. */
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
