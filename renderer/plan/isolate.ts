/*
 * What keeps the directions of one text out of another (Unicode Standard Annex 9). Only what is shown goes through here: what
 * is sent, copied, compared or stored has not one character more or less.
 */

const OPEN = '\u2068';
const CLOSE = '\u2069';

/** Embeddings, overrides and isolates. */
const CONTROL = /[\u202A-\u202E\u2066-\u2069]/;

/** What is written from right to left, or says which way the text around it goes. The last are halves of pairs. */
const TURNING =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\uD802\uD803\uD83A\uD83B]/;

/** Where a line ends, and with it every isolate. */
const LINE_END = /[\n\r\u0085\u2028\u2029]/;

/** A text for people without what could turn the text around it: embeddings, overrides, and isolates that are not closed in their line. */
export function settle(text: string): string {
  if (!CONTROL.test(text)) return text;
  const units = text.split('');
  let open: number[] = [];
  const drop = (at: number) => {
    units[at] = '';
  };
  for (const [at, unit] of text.split('').entries()) {
    if (LINE_END.test(unit)) {
      open.forEach(drop);
      open = [];
    } else if (unit >= '\u2066' && unit <= OPEN) open.push(at);
    else if (unit === CLOSE ? open.pop() === undefined : CONTROL.test(unit)) drop(at);
  }
  open.forEach(drop);
  return units.join('');
}

/** A value among other words: each line of it is in an isolate of its own, where any of the words is written from right to left. */
export function isolate(value: string, isTurning = TURNING.test(value)): string {
  return isTurning
    ? settle(value).replace(/[^\n\r\u0085\u2028\u2029]+/g, `${OPEN}$&${CLOSE}`)
    : value;
}

/** Whether values among these words have to be isolated. */
export function isTurning(words: string, values: Iterable<string | number>): boolean {
  return TURNING.test(words) || Array.from(values).some((value) => TURNING.test(String(value)));
}
