/**
 * Patterns of field rules, matched in time linear in the value: no back-references and no look-around.
 *
 * The subset: characters, `.`, classes `[a-z]` and `[^…]`, `\d \w \s` and their capitals, escaped
 * punctuation, groups, `|`, and `* + ? {n} {n,} {n,m}`. A pattern always matches the whole value; `^` at its
 * beginning and `$` at its end are allowed and have no effect.
 */
export interface Pattern {
  readonly states: readonly State[];
  readonly start: number;
}

interface Take {
  readonly kind: 'take';
  readonly accepts: Accepts;
  readonly next: number;
}

type State = Take | { readonly kind: 'fork'; readonly next: readonly number[] } | { readonly kind: 'match' };

type Accepts = (code: number) => boolean;

/** Adds the states of a part before the state `next`, and returns its first state. */
type Part = (states: State[], next: number) => number;

/** Repetitions are expanded into states. A pattern with more states than this is rejected. */
const MAX_STATES = 2_000;

/**
 * Maximum number of entered states per value: a malicious pattern could enter all of them for each character
 * of a long text. This is 50 for each of 8,000 characters; realistic patterns need less than ten.
 */
const MAX_ENTERED = 400_000;

/** Returns undefined if the text is outside the subset. */
export function parsePattern(text: string): Pattern | undefined {
  const source = text.replace(/^\^/, '').replace(/((?:^|[^\\])(?:\\\\)*)\$$/, '$1');
  const reader = { source, at: 0 };
  try {
    const part = readAlternatives(reader);
    if (reader.at < source.length) return undefined;
    const states: State[] = [{ kind: 'match' }];
    return { states, start: part(states, 0) };
  } catch (thrown) {
    if (thrown === OUTSIDE) return undefined;
    throw thrown;
  }
}

/**
 * Whether the whole value matches. Walks it once with all possible states; a value that exceeds the maximum
 * does not match.
 */
export function matchPattern({ states, start }: Pattern, value: string): boolean {
  /** By state: the last turn in which it was entered; a state is entered once per turn. */
  const entered = new Int32Array(states.length);
  let turn = 0;
  let takes: Take[] = [];
  let isMatch = false;
  let left = MAX_ENTERED;
  const enter = (index: number) => {
    const open = [index];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const state = states[next];
      left -= 1;
      if (state === undefined || entered[next] === turn) continue;
      entered[next] = turn;
      if (state.kind === 'take') takes.push(state);
      else if (state.kind === 'match') isMatch = true;
      else for (const one of state.next) open.push(one);
    }
  };
  turn = 1;
  enter(start);
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0;
    const before = takes;
    takes = [];
    isMatch = false;
    turn += 1;
    left -= before.length;
    if (left < 0) return false;
    for (const take of before) if (entered[take.next] !== turn && take.accepts(code)) enter(take.next);
    if (takes.length === 0 && !isMatch) return false;
  }
  return isMatch;
}

const OUTSIDE = Symbol('outside the subset');

interface Reader {
  readonly source: string;
  at: number;
}

function add(states: State[], state: State): number {
  if (states.length >= MAX_STATES) throw OUTSIDE;
  return states.push(state) - 1;
}

function readAlternatives(reader: Reader, depth = 0): Part {
  if (depth > 20) throw OUTSIDE;
  const branches = [readSequence(reader, depth)];
  while (peek(reader) === '|') {
    reader.at += 1;
    branches.push(readSequence(reader, depth));
  }
  const [only] = branches;
  if (branches.length === 1 && only) return only;
  return (states, next) =>
    add(states, { kind: 'fork', next: branches.map((branch) => branch(states, next)) });
}

function readSequence(reader: Reader, depth: number): Part {
  const parts: Part[] = [];
  for (let next = peek(reader); next !== undefined && next !== '|' && next !== ')'; next = peek(reader)) {
    parts.push(readRepeated(reader, readAtom(reader, depth)));
  }
  return (states, next) => parts.reduceRight((after, part) => part(states, after), next);
}

function readAtom(reader: Reader, depth: number): Part {
  const character = take(reader);
  switch (character) {
    case '(': {
      if (peek(reader) === '?') {
        if (reader.source.slice(reader.at, reader.at + 2) !== '?:') throw OUTSIDE;
        reader.at += 2;
      }
      const inner = readAlternatives(reader, depth + 1);
      if (take(reader) !== ')') throw OUTSIDE;
      return inner;
    }
    case '[':
      return accepting(readClass(reader));
    case '.':
      return accepting((code) => code !== 10 && code !== 13);
    case '\\':
      return accepting(readEscape(reader));
    case '*':
    case '+':
    case '?':
    case '{':
    case '}':
    case ']':
    case '^':
    case '$':
      throw OUTSIDE;
    default:
      return accepting(exactly(character));
  }
}

function accepting(accepts: Accepts): Part {
  return (states, next) => add(states, { kind: 'take', accepts, next });
}

function readRepeated(reader: Reader, part: Part): Part {
  const [least, most] = readCount(reader);
  if (least === 1 && most === 1) return part;
  if (['*', '+', '?', '{'].includes(peek(reader) ?? '')) throw OUTSIDE;
  return (states, next) => {
    let entry = next;
    if (most === Number.POSITIVE_INFINITY) {
      const loop: { kind: 'fork'; next: number[] } = { kind: 'fork', next: [next] };
      entry = add(states, loop);
      loop.next.push(part(states, entry));
    } else {
      for (let extra = least; extra < most; extra += 1) {
        entry = add(states, { kind: 'fork', next: [next, part(states, entry)] });
      }
    }
    for (let needed = 0; needed < least; needed += 1) entry = part(states, entry);
    return entry;
  };
}

function readCount(reader: Reader): readonly [least: number, most: number] {
  switch (peek(reader) ?? '') {
    case '*':
      reader.at += 1;
      return [0, Number.POSITIVE_INFINITY];
    case '+':
      reader.at += 1;
      return [1, Number.POSITIVE_INFINITY];
    case '?':
      reader.at += 1;
      return [0, 1];
    case '{': {
      const found = /^\{(\d{1,4})(?:(,)(\d{1,4})?)?\}/.exec(reader.source.slice(reader.at));
      if (!found) throw OUTSIDE;
      reader.at += found[0].length;
      const least = Number(found[1]);
      const most = found[2] === undefined ? least : Number(found[3] ?? Number.POSITIVE_INFINITY);
      if (most < least) throw OUTSIDE;
      return [least, most];
    }
    default:
      return [1, 1];
  }
}

function readClass(reader: Reader): Accepts {
  const isNegated = peek(reader) === '^';
  if (isNegated) reader.at += 1;
  const members: Accepts[] = [];
  while (peek(reader) !== ']') {
    const first = take(reader);
    if (first === '[') throw OUTSIDE;
    if (first === '\\' && /[dwsDWS]/.test(peek(reader) ?? '')) {
      members.push(readEscape(reader));
      continue;
    }
    const low = first === '\\' ? readEscapedCode(reader) : (first.codePointAt(0) ?? 0);
    if (peek(reader) !== '-' || reader.source[reader.at + 1] === ']') {
      members.push((code) => code === low);
      continue;
    }
    reader.at += 1;
    const last = take(reader);
    const high = last === '\\' ? readEscapedCode(reader) : (last.codePointAt(0) ?? 0);
    if (high < low) throw OUTSIDE;
    members.push((code) => code >= low && code <= high);
  }
  reader.at += 1;
  return (code) => members.some((accepts) => accepts(code)) !== isNegated;
}

function readEscape(reader: Reader): Accepts {
  const kind = peek(reader) ?? '';
  const known = CLASSES[kind.toLowerCase()];
  if (!known || !/[dwsDWS]/.test(kind)) {
    const escaped = readEscapedCode(reader);
    return (code) => code === escaped;
  }
  reader.at += 1;
  const isCapital = kind !== kind.toLowerCase();
  return (code) => known(code) !== isCapital;
}

const isDigit: Accepts = (code) => code >= 48 && code <= 57;
const CLASSES: { readonly [kind: string]: Accepts } = {
  d: isDigit,
  w: (code) => isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95,
  s: (code) =>
    code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x2028 || code === 0x2029,
};

/** Only punctuation can be escaped: letters and digits after a backslash have meanings in other dialects. */
function readEscapedCode(reader: Reader): number {
  const character = take(reader);
  if (/[A-Za-z0-9]/.test(character)) throw OUTSIDE;
  return character.codePointAt(0) ?? 0;
}

function exactly(character: string): Accepts {
  const wanted = character.codePointAt(0);
  return (code) => code === wanted;
}

function peek(reader: Reader): string | undefined {
  const code = reader.source.codePointAt(reader.at);
  return code === undefined ? undefined : String.fromCodePoint(code);
}

function take(reader: Reader): string {
  const character = peek(reader);
  if (character === undefined) throw OUTSIDE;
  reader.at += character.length;
  return character;
}
