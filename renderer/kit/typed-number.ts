/** How a number is typed: `point` is what the page's language writes between whole and parts. */
export interface NumberShape {
  /** Digits behind the point; 0 of whole numbers. */
  readonly decimals: number;
  readonly isSigned: boolean;
  readonly point: '.' | ',';
}

export interface TypedNumber {
  readonly text: string;
  /** Where typing goes on. */
  readonly caret: number;
}

/** Every number of so many digits is exact. */
const MOST_DIGITS = 15;

/**
 * What becomes of an edit of a number: what is none of its characters is removed, a second point and digits
 * that have no place are ignored, and what stood there before is never changed.
 *
 * @param caret - Where the control has it after the edit.
 */
export function typeNumber(old: string, edited: string, caret: number, shape: NumberShape): TypedNumber {
  const after = commonEnd(old, edited.slice(caret));
  const kept = edited.slice(edited.length - after);
  const start = commonStart(old.slice(0, old.length - after), edited.slice(0, edited.length - after));
  let text = edited.slice(0, start);
  for (const sign of readInserted(edited.slice(start, edited.length - after), shape)) {
    const longer = text + (sign === '.' ? shape.point : sign);
    if (isTypable(longer + kept, shape)) text = longer;
  }
  return { text: text + kept, caret: text.length };
}

/** Both points mean the same where one key was struck: a phone's keyboard has that of its own region. Nothing is behind it. */
function readInserted(inserted: string, { point }: NumberShape): string {
  const plain = inserted.replace(/[^\d.,-]/g, '');
  return plain.replace(/[.,]/g, (sign, at: number) => (at === pointOf(plain, point) ? '.' : ''));
}

/**
 * Where a pasted amount has its point, -1 where all of its signs part thousands: of two kinds the last is it,
 * of one kind it is what stands once and is the language's own, or has not three digits behind it.
 */
function pointOf(text: string, point: string): number {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const sign = text.charAt(last);
  const isOnce = text.indexOf(sign) === last;
  const isMixed = text.includes('.') && text.includes(',');
  if (!isOnce) return -1;
  return isMixed || sign === point || !/^.\d{3}$/.test(text.slice(last)) ? last : -1;
}

function isTypable(text: string, { decimals, isSigned, point }: NumberShape): boolean {
  const unsigned = isSigned && text.startsWith('-') ? text.slice(1) : text;
  const [whole = '', fraction, ...more] = unsigned.split(point);
  if (more.length > 0 || !/^\d*$/.test(whole + (fraction ?? ''))) return false;
  if (fraction !== undefined && (decimals === 0 || fraction.length > decimals)) return false;
  return whole.length + decimals <= MOST_DIGITS;
}

/** @returns undefined for what is no number yet: nothing, a sign, a point. `minor`: in units of the last decimal. */
export function parseTyped(
  text: string,
  { decimals, point }: NumberShape,
  minor: boolean,
): number | undefined {
  const [whole = '', fraction = ''] = text.split(point);
  if (!/\d/.test(whole + fraction)) return undefined;
  const number = minor
    ? Number(`${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`)
    : Number(`${whole}.${fraction}`);
  // Minus nothing is nothing.
  return number === 0 ? 0 : number;
}

/** A number as it is typed, without thousands. */
export function writeTyped(value: number, { decimals, point }: NumberShape, minor: boolean): string {
  if (!minor) return String(value).replace('.', point);
  const digits = String(Math.abs(value)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals);
  const sign = value < 0 ? '-' : '';
  // What has no parts is typed without them.
  return /^0*$/.test(fraction) ? sign + whole : `${sign}${whole}${point}${fraction}`;
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

function commonEnd(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[a.length - 1 - length] === b[b.length - 1 - length]) {
    length += 1;
  }
  return length;
}
