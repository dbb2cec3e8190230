/** Field names that react-hook-form would read as paths or as inherited members. */
export const HOSTILE_NAMES = [
  "it's",
  'a.b',
  'a..b',
  '__proto__',
  '',
  'x'.repeat(200),
  'a.b[0]',
  'constructor',
  'a',
  'a.b.c',
  'f1',
  'r1.f1',
  'root',
  'form',
];
