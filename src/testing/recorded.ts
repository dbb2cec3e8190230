import type { Until } from '#src/simulator/device/steps.ts';
import { StageFailure } from './failure.ts';
import type { VirtualTime } from './virtual-time.ts';

/**
 * How a state was reached: the result and time of each wait. Words differ between languages; element positions and times
 * do not, so another language replays the record of the first one.
 */
export interface Recorded {
  readonly waits: Wait[];
}

interface Wait {
  /** Milliseconds since the epoch, on the page's clock. */
  readonly until: number;
  /** Paths of the found elements: child indices, from the document's body. */
  readonly places?: readonly (readonly number[])[];
  /** One element, or a list of elements. */
  readonly isList?: boolean;
}

/** Records the result of a wait. */
export function record(recorded: Recorded, until: Until, now: () => number): Until {
  return async (what, look) => {
    const found = await until(what, look);
    const elements = Array.isArray(found) ? (found as unknown[]) : [found];
    const isFound = elements.every((one) => one instanceof Element);
    recorded.waits.push({
      until: now(),
      ...(isFound && {
        places: (elements as Element[]).map(placeOf),
        isList: Array.isArray(found),
      }),
    });
    return found;
  };
}

/** Waits as long as recorded, and finds the elements at the recorded paths. */
export function followRecorded({ waits }: Recorded, time: VirtualTime, document: Document): Until {
  let next = 0;
  return async <T>(what: string): Promise<T> => {
    const wait = waits[next];
    next += 1;
    if (wait === undefined) throw new StageFailure(`${what} was not waited for before`);
    // Use the same time steps, because effects may depend on their order.
    while (time.now() < wait.until) await time.wait(Math.min(40, wait.until - time.now()));
    if (wait.places === undefined) return true as T;
    const elements = wait.places.map((place) => elementAt(document, place));
    if (elements.includes(undefined)) throw new StageFailure(`where ${what} stood there is nothing`);
    return (wait.isList === true ? elements : elements[0]) as T;
  };
}

function placeOf(element: Element): number[] {
  const place: number[] = [];
  for (
    let at = element;
    at !== element.ownerDocument.body && at.parentElement !== null;
    at = at.parentElement
  )
    place.unshift([...at.parentElement.children].indexOf(at));
  return place;
}

function elementAt(document: Document, place: readonly number[]): Element | undefined {
  let at: Element | undefined = document.body;
  for (const index of place) at = at?.children[index];
  return at;
}
