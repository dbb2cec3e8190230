/*
 * Prevents one text from changing the direction of another (Unicode Standard Annex 9). Only for shown text:
 * text that is sent, copied, compared or stored stays exactly the same.
 */

/** Embeddings, overrides and isolates. */
const CONTROL = /[\u202A-\u202E\u2066-\u2069]/;

/**
 * Right-to-left characters, and characters that set the direction of the text around them. The last four are halves
 * of surrogate pairs.
 */
const TURNING =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\uD802\uD803\uD83A\uD83B]/;

/**
 * Removes characters that could change the direction of the surrounding text: embeddings, overrides, and isolates
 * that are not closed in their line.
 */
export function settle(text: string): string {
  if (!CONTROL.test(text)) return text;
  const units = text.split('');
  const open: number[] = [];
  // A line break closes every isolate.
  const end = () => {
    for (const at of open.splice(0)) units[at] = '';
  };
  for (const [at, unit] of units.entries()) {
    if (/[\n\r\u2028\u2029]/.test(unit)) end();
    else if (/[\u2066-\u2068]/.test(unit)) open.push(at);
    else if (CONTROL.test(unit) && (unit < '\u2069' || open.pop() === undefined)) units[at] = '';
  }
  end();
  return units.join('');
}

/** Whether values inside these words must be isolated. */
export function isTurning(words: string): boolean {
  return TURNING.test(words);
}

/** Isolates each line of a value inside other words, if any of the words is written from right to left. */
export function isolate(value: string, turning = isTurning(value)): string {
  return turning ? settle(value).replace(/[^\n\r\u2028\u2029]+/g, '\u2068$&\u2069') : value;
}
