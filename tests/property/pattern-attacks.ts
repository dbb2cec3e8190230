/*
 * Patterns that make a backtracking engine hang, each with a value that does, by class. Built from small pieces;
 * tests/property/patterns.test.ts first proves that each is slow on the host's engine.
 */

export interface PatternAttack {
  readonly class: string;
  readonly pattern: string;
  /** A value of this length, plus or minus one, on which the pattern is slow. */
  attack(length: number): string;
}

interface Piece {
  /** A pattern that matches one character. */
  readonly atom: string;
  /** A character that the pattern matches, and a character that no pattern below matches. */
  readonly good: string;
}

const PIECES: readonly Piece[] = [
  { atom: 'a', good: 'a' },
  { atom: '[a-z]', good: 'q' },
  { atom: '\\d', good: '7' },
  { atom: '\\w', good: 'w' },
  { atom: '[^!]', good: 'x' },
  { atom: '.', good: 'z' },
  { atom: '\\s', good: ' ' },
  { atom: '[A-Za-z0-9]', good: 'B' },
  { atom: '(?:a|b)', good: 'b' },
  { atom: '[\\d-]', good: '-' },
  { atom: 'é', good: 'é' },
];
const BAD = '!\n';

type Shape = (atom: string) => string;

/** Patterns that contain a given atom, by class. Not copied from published lists. */
const SHAPES: { readonly [kind: string]: readonly Shape[] } = {
  'nested quantifiers': [
    (a) => `(${a}+)+`,
    (a) => `(${a}*)*`,
    (a) => `(${a}+)*`,
    (a) => `(?:${a}+)+`,
    (a) => `(${a}{1,})+`,
    (a) => `(${a}+){2,}`,
    (a) => `(${a}{2,})*`,
    (a) => `((${a}+)+)+`,
    (a) => `(${a}?)*(${a}+)*`,
    (a) => `(${a}${a}?)+`,
    (a) => `(${a}+${a}*)+`,
    (a) => `(${a}*${a}+)*`,
  ],
  'overlapping alternatives': [
    (a) => `(${a}|${a})*`,
    (a) => `(${a}|${a})+`,
    (a) => `(${a}|${a}${a})+`,
    (a) => `(?:${a}|${a}${a}|${a}${a}${a})*`,
    (a) => `(${a}+|${a})*`,
    (a) => `((${a}|${a})|${a})+`,
    (a) => `(${a}${a}|${a})*`,
    (a) => `(?:${a}|${a}+)+`,
    (a) => `(${a}|(${a}|${a}))*`,
  ],
  'adjacent quantifiers': [
    (a) => `${a}*${a}*${a}*${a}*${a}*`,
    (a) => `${a}+${a}+${a}+${a}+${a}+`,
    (a) => `(${a}*)(${a}*)(${a}*)(${a}*)(${a}*)`,
    (a) => `${a}{0,}${a}{0,}${a}{0,}${a}{0,}${a}{0,}`,
    (a) => `(?:${a}*${a}*)(?:${a}*${a}*)${a}*`,
    (a) => `(?:${a}+${a}+){3}`,
    (a) => `${a}+(?:${a}+${a}+)+`,
  ],
  'anchored tails': [
    (a) => `(${a}+)+\\$`,
    (a) => `^(${a}+)+$`,
    (a) => `^(${a}|${a})*\\?$`,
    (a) => `^(?:${a}+)+%`,
    (a) => `(${a}*)*#`,
    (a) => `^(${a}+)*;$`,
    (a) => `(?:(?:${a}+)+)=`,
    (a) => `^(?:${a}${a}?)+~$`,
  ],
  'counted repetitions': [
    (a) => `(${a}{1,30}){1,30}`,
    (a) => `(${a}{0,20}){0,20}`,
    (a) => `(?:${a}{1,9}){2,40}`,
    (a) => `(${a}?){30}${a}{30}`,
    (a) => `(?:${a}{1,5}){1,60}`,
    (a) => `(${a}{1,2}){1,90}`,
  ],
  'look-around': [
    (a) => `(?=(${a}+)+#)${a}*`,
    (a) => `(?!(${a}|${a})*#)(${a}+)+`,
    (a) => `(?:(?=${a})${a}+)+`,
    (a) => `^(?=.*)(${a}*)*$`,
    (a) => `(?:${a}+(?!#))+`,
    (a) => `(?:(?<=^|${a})${a}+)+`,
    (a) => `(?:(?<!#)${a}+)+`,
  ],
  'back-references': [
    (a) => `(${a}*)*\\1#`,
    (a) => `(${a}+)+\\1`,
    (a) => `(?:(${a})\\1?)+`,
    (a) => `(${a}+)\\1+(${a}+)+`,
    (a) => `(?:(${a}+)|\\1)+`,
    (a) => `(?<n>${a}+)+\\k<n>`,
  ],
  'lazy quantifiers': [
    (a) => `(${a}+?)+`,
    (a) => `(${a}*?)*`,
    (a) => `(?:${a}+?)+?`,
    (a) => `(${a}??)+(${a}+?)+`,
    (a) => `(?:${a}{1,}?)+`,
  ],
};

/** Not slow with backtracking, but the worst case for an engine that tracks every state. */
export const WIDE_PATTERNS: readonly PatternAttack[] = [495, 330, 240].flatMap((count) =>
  PIECES.flatMap(({ atom, good }) =>
    [`(?:${atom}{0,${count}})*`, `${atom}{0,${count}}${atom}*`, `(?:${atom}?){${count}}${atom}*`].map(
      (pattern) => ({
        class: 'wide',
        pattern,
        attack: (length: number) => good.repeat(length - BAD.length) + BAD,
      }),
    ),
  ),
);

/** Every shape around every piece. */
export const PATTERN_ATTACKS: readonly PatternAttack[] = Object.entries(SHAPES).flatMap(([kind, shapes]) =>
  shapes.flatMap((shape) =>
    PIECES.map(({ atom, good }) => ({
      class: kind,
      pattern: shape(atom),
      attack: (length: number) => good.repeat(length - BAD.length) + BAD,
    })),
  ),
);

/** Ordinary patterns for data entry: each must be accepted. */
export const ORDINARY_PATTERNS: readonly string[] = [
  ...[
    '09\\d{9}',
    '^(?:\\+63|0)9\\d{9}$',
    '\\+?[0-9]{7,15}',
    '1[3-9][0-9]{9}',
    '\\d{4}',
    '\\d{6}',
    '[0-9]{10,16}',
  ],
  ...[
    '[A-Za-z]+',
    "[A-Za-z .'-]{2,}",
    "[\\w .,'-]{1,80}",
    '[A-Z]{2}\\d{6}',
    '[A-Z0-9]{4,20}',
    '[^<>]{1,200}',
  ],
  ...['\\d{4}-\\d{2}-\\d{2}', '\\d{2}/\\d{2}/\\d{4}', '([01]\\d|2[0-3]):[0-5]\\d', '(0[1-9]|1[0-2])/\\d{2}'],
  ...[
    '[^\\s@]+@[^\\s@]+\\.[a-z]{2,}',
    '[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+',
    'https?://[^\\s]+',
    '[a-z0-9-]+(\\.[a-z0-9-]+)*',
  ],
  ...[
    '\\d{3}-\\d{3}-\\d{3}-\\d{3}',
    '\\d{2}-\\d{7}-\\d',
    '\\d{12}',
    '[A-Z]\\d{2}-\\d{2}-\\d{6}',
    'P\\d{7}[A-Z]',
  ],
  ...[
    '\\d+(\\.\\d{1,2})?',
    '-?\\d{1,9}',
    '[1-9]\\d*',
    '0|[1-9]\\d{0,5}',
    '\\d{1,3}(,\\d{3})*(\\.\\d{2})?',
    '₱?\\d+',
  ],
  ...['#[0-9a-fA-F]{6}', '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', '[0-9A-F]{2}(:[0-9A-F]{2}){5}'],
  ...[
    '(\\d{1,3}\\.){3}\\d{1,3}',
    '[A-Za-z_][A-Za-z0-9_]*',
    '[a-z]+(-[a-z]+)*',
    'v?\\d+\\.\\d+\\.\\d+',
    '\\S+',
  ],
  ...[
    '(Mr|Ms|Mrs|Dr)\\.? [A-Z][a-z]+',
    'yes|no',
    'A|B|AB|O',
    '[1-5]',
    '.{8,64}',
    '.*',
    '.+',
    '[^ ].*[^ ]',
    '\\D*',
  ],
  ...[
    '[A-Z]{3}-?\\d{3,4}',
    '\\d{5}(-\\d{4})?',
    '[A-Z]{1,2}\\d[A-Z0-9]? ?\\d[A-Z]{2}',
    '[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?',
  ],
  ...['[A-Z]{2}\\d{2}[A-Z0-9]{11,30}', '\\d{13,19}', '4\\d{15}', '5[1-5]\\d{14}', '3[47]\\d{13}', '\\d{3,4}'],
  ...[
    '\\(\\d{2,4}\\) ?\\d{3,4}-?\\d{4}',
    '\\d{7,8}',
    '(\\+\\d{1,3} )?\\d{4,14}',
    '00\\d{8,13}',
    '[0-9 ]{7,20}',
  ],
  ...[
    'Lot \\d+',
    'Blk \\d+ Lot \\d+',
    '[\\w #.,/-]{5,120}',
    'Brgy\\. .+',
    '\\d+[A-Z]?',
    '[A-Z][a-z]+( [A-Z][a-z]+)*',
  ],
  ...[
    '[A-Za-zÀ-ÿ .-]+',
    '[一-龥]{2,10}',
    '[ぁ-んァ-ン]+',
    '[가-힣]+',
    '[а-яА-Я]+',
    '[ñÑA-Za-z ]+',
    '\\w+( \\w+)+',
  ],
  ...[
    '@[A-Za-z0-9_]{1,15}',
    '#\\w+',
    '\\$\\d+',
    '\\d+%',
    '\\d+(st|nd|rd|th)',
    '[+-]\\d+',
    '[()\\d +-]+',
    '\\d+ (kg|g)',
  ],
  ...[
    '[A-Z]{2}',
    '[A-Z]{3}',
    '[a-z]{2}(-[A-Z]{2})?',
    '\\d{1,2}h( \\d{1,2}m)?',
    '[01]+',
    '[0-7]{3}',
    '0x[0-9a-f]+',
    'true|false',
  ],
  ...[
    '[A-Za-z0-9+/]+={0,2}',
    '[\\w-]+\\.(jpg|jpeg|png)',
    '/[\\w/-]*',
    '\\[\\w+\\]',
    '\\{\\w+\\}',
    '"[^"]*"',
    '\\*{3}\\d{4}',
  ],
];
