const DIGIT = /\p{Nd}/gu;

/** Digits of every script (full-width, Arabic-Indic, Devanagari…) as the ASCII digits of the same value. */
export function foldDigits(text: string): string {
  return text.replace(DIGIT, (digit) => (digit <= '9' ? digit : String(digitValue(digit))));
}

/** Unicode encodes each script's digits as one run from 0 to 9, and runs may be adjacent. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let start = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1;
  return (code - start) % 10;
}
