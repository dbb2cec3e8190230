import type { Until } from '#src/simulator/device/steps.ts';
import { StageFailure } from './failure.ts';
import type { VirtualTime } from './virtual-time.ts';

/**
 * How a state was reached: what each waiting ended with, and when. Words differ from language to language; places and
 * times do not, so another language is reached by what the first one found.
 */
export interface Recorded {
  readonly waits: Wait[];
}

interface Wait {
  /** Milliseconds since the epoch, of the page's clock. */
  readonly until: number;
  /** Where the elements stand that were found: positions among children, from the document's body. */
  readonly places?: readonly (readonly number[])[];
  /** One element, or a list of them. */
  readonly isList?: boolean;
}

/** Notes what a waiting ends with. */
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

/** Waits as long as before, and finds what stands where something was found before. */
export function followRecorded({ waits }: Recorded, time: VirtualTime, document: Document): Until {
  let next = 0;
  return async <T>(what: string): Promise<T> => {
    const wait = waits[next];
    next += 1;
    if (wait === undefined) throw new StageFailure(`${what} was not waited for before`);
    // The same steps of time, since what happens at a moment may wait for its turn.
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
