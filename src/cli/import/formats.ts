/** Patterns of the linear subset; a text of the format matches all of them. */
export interface Format {
  readonly patterns: readonly string[];
  readonly message: string;
  readonly purpose?: 'email';
}

const DATE = '[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])';
const LEAP = '([0-9][0-9](0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)';
const ATOM = "[A-Za-z0-9!#\\$%&'\\*\\+/=\\?\\^_`\\{\\|\\}~\\-]+";
const LABEL = '[A-Za-z0-9]([A-Za-z0-9\\-]*[A-Za-z0-9])?';
const PATH = "A-Za-z0-9\\-._~!\\$&'\\(\\)\\*\\+,;=:@%";

/** Formats of JSON Schema that a form can check; `date` has its own field. */
export const FORMATS: { readonly [name: string]: Format } = {
  email: {
    patterns: [`${ATOM}(\\.${ATOM})*@(${LABEL}\\.)+${LABEL}`],
    message: 'Enter an email address like name@example.com',
    purpose: 'email',
  },
  uri: {
    patterns: [
      `[A-Za-z][A-Za-z0-9\\+\\-.]*:[${PATH}/?#]*`,
      // Between `//` and the path: user, host, port.
      '[^/?#]+:(([^/].*)?|/([^/].*)?|//([^/?#@]*@)?[^/?#:@]*(:[0-9]*)?([/?#].*)?)',
      '([^%]|%[0-9A-Fa-f]{2})*',
      '[^#]*(#[^#]*)?',
    ],
    message: 'Enter a whole address like https://example.com',
  },
  'date-time': {
    patterns: [
      `${DATE}[Tt ]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?([Zz]|[+\\-]([01][0-9]|2[0-3])(:?[0-5][0-9])?)`,
      '.{5}((0[13578]|1[02])-.*|(0[469]|11)-([012][0-9]|30).*|02-[012][0-9].*)',
      `${LEAP}-02-29.*|.{5}(0[13-9]|1[0-2])-.*|.{8}([013][0-9]|2[0-8]).*`,
    ],
    message: 'Enter a date and time like 2026-03-05T10:00:00Z',
  },
  time: {
    patterns: [
      '([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?([Zz]|[+\\-]([01][0-9]|2[0-3])(:?[0-5][0-9])?)',
    ],
    message: 'Enter a time like 10:00:00Z',
  },
  ipv4: {
    patterns: [
      '((25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])\\.){3}(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])',
    ],
    message: 'Enter an address like 192.0.2.1',
  },
  uuid: {
    patterns: ['[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}'],
    message: 'Enter 32 letters and digits like 123e4567-e89b-12d3-a456-426614174000',
  },
};

/** Any text: a pattern without an anchor allows it on that side. */
const ANYTHING = '[\\s\\S]*';
/** Characters that `\s` matches in JavaScript, for use in a class. */
const SPACES = '\t\n\u000b\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/**
 * Turns a schema's regular expression, which matches any part of a value, into a pattern of the language, which matches
 * all of it. Undefined if the subset has no equal.
 */
export function toPattern(source: string): string | undefined {
  const branches = splitBranches(source);
  const written = branches.map((branch) => {
    const isBegun = branch.startsWith('^');
    const isEnded = /(?:^|[^\\])(?:\\\\)*\$$/.test(branch);
    const inner = translate(branch.slice(isBegun ? 1 : 0, isEnded ? -1 : undefined));
    if (inner === undefined) return undefined;
    return `${isBegun ? '' : ANYTHING}${inner}${isEnded ? '' : ANYTHING}`;
  });
  return written.includes(undefined) ? undefined : written.join('|');
}

/** Splits at each `|` outside groups and classes. */
function splitBranches(source: string): string[] {
  const branches = [''];
  let depth = 0;
  let isClass = false;
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at] ?? '';
    if (character === '\\') {
      branches.push(`${branches.pop() ?? ''}${character}${source[at + 1] ?? ''}`);
      at += 1;
      continue;
    }
    if (isClass) isClass = character !== ']';
    else if (character === '[') isClass = true;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === '|' && depth === 0) {
      branches.push('');
      continue;
    }
    branches.push((branches.pop() ?? '') + character);
  }
  return branches;
}

const PLACE = /^\\(?:u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\}|x([0-9A-Fa-f]{2}))/;
const CONTROLS: { readonly [letter: string]: string } = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\u000b' };

function translate(source: string): string | undefined {
  let text = '';
  let isClass = false;
  for (let at = 0; at < source.length; ) {
    const rest = source.slice(at);
    const character = rest.charAt(0);
    if (character === '\\') {
      const read = translateEscape(rest, isClass);
      if (read === undefined) return undefined;
      text += read.text;
      at += read.length;
      continue;
    }
    at += 1;
    if (isClass) {
      isClass = character !== ']';
      text += character;
    } else if (character === '[') {
      isClass = true;
      const isNegated = source[at] === '^';
      text += isNegated ? '[^' : '[';
      at += isNegated ? 1 : 0;
      // An empty class matches nothing, or everything.
      if (source[at] === ']') return undefined;
    } else if (character === '.') text += '[^\n\r\u2028\u2029]';
    else if (character === '^' || character === '$') return undefined;
    else if (character === '?' && /[*+?}]$/.test(text) && isLazy(source, at - 1)) continue;
    else text += character;
  }
  return text;
}

/** Whether a `?` follows a quantifier: for a match of the whole value, lazy and greedy are equal. */
function isLazy(source: string, at: number): boolean {
  return /(?:^|[^\\])(?:\\\\)*(?:[*+?]|\{\d+(?:,\d*)?\})$/.test(source.slice(0, at));
}

function translateEscape(
  rest: string,
  isClass: boolean,
): { readonly text: string; readonly length: number } | undefined {
  const letter = rest.charAt(1);
  const place = PLACE.exec(rest);
  if (place !== null) {
    const code = Number.parseInt(place[1] ?? place[2] ?? place[3] ?? '', 16);
    if (code > 0x10ffff) return undefined;
    return { text: quote(String.fromCodePoint(code)), length: place[0].length };
  }
  if (letter === 's') return { text: isClass ? SPACES : `[${SPACES}]`, length: 2 };
  if (letter === 'S') return isClass ? undefined : { text: `[^${SPACES}]`, length: 2 };
  if (/[dDwW]/.test(letter)) return { text: `\\${letter}`, length: 2 };
  const control = CONTROLS[letter];
  if (control !== undefined) return { text: control, length: 2 };
  if (letter === '' || /[A-Za-z0-9]/.test(letter)) return undefined;
  return { text: `\\${letter}`, length: 2 };
}

function quote(character: string): string {
  return /[A-Za-z0-9\s]/.test(character) || character > '\u007f' ? character : `\\${character}`;
}
