/* What keys do in the studio: the one table of them, and which of them may be others. */

/** A key with what is held, `Mod+Shift+d`; `Mod` is ⌘ where there is one, and Ctrl elsewhere. */
export type Chord = string;

interface Line {
  readonly what: string;
}
/** One that everybody may have on a key of their own. */
interface Changeable extends Line {
  readonly name: string;
  readonly first: readonly Chord[];
}
/** One that stays: browsers, screen readers or what is typed need it where it is. */
interface Fixed extends Line {
  readonly shown: string;
}

/** In the order of how often they are of use. */
export const KEYS = [
  { name: 'palette', first: ['Mod+k'], what: 'Go to a screen, or to words on one' },
  { name: 'undo', first: ['Mod+z'], what: 'Undo, over all panes' },
  { name: 'redo', first: ['Mod+Shift+z'], what: 'Redo' },
  { name: 'json', first: ['Mod+j'], what: 'The document as JSON' },
  { name: 'review', first: ['Mod+Shift+d'], what: 'Review what changed' },
  { name: 'publish', first: ['Mod+Enter'], what: 'Publish: to the reason, in the review' },
  { name: 'states', first: ['Mod+p'], what: 'To the states of the screen' },
  { shown: '1 … 9', what: 'The screen in its first, second, … state' },
  { shown: '↑ ↓', what: 'The line before and after, in the outline' },
  { shown: '← →', what: 'What it stands in, what stands in it' },
  { shown: 'Enter', what: 'Its properties; of what only holds others, the first of them' },
  { shown: 'Double click', what: 'In the preview: its words, where they stand; so does Enter there' },
  { shown: 'Esc', what: 'What it stands in; from its properties back to the outline' },
  { name: 'up', first: ['Alt+ArrowUp'], what: 'Move it up' },
  { name: 'down', first: ['Alt+ArrowDown'], what: 'Move it down' },
  { shown: '⌘C ⌘X ⌘V', what: 'Copy, cut and paste it, to another screen too' },
  { name: 'repeat', first: ['Mod+d'], what: 'Say it twice' },
  { name: 'remove', first: ['Backspace', 'Delete'], what: 'Take it away' },
  { shown: '⌥ and a click', what: 'In the preview: what it stands in' },
  { shown: 'F6 ⇧F6', what: 'The next and the previous pane' },
  { shown: 'Enter', what: 'In a step of instructions: a new step' },
  { name: 'search', first: ['Mod+Shift+f'], what: 'Search in all documents, and replace' },
  { shown: 'J K', what: 'The next and the previous state, in a review' },
  { shown: 'A D', what: 'In a review: accept the picture, or say what is wrong with it' },
  { shown: 'Z', what: 'In a review: the pictures larger, and small again' },
  { name: 'keys', first: ['?'], what: 'This list' },
] as const satisfies readonly (Changeable | Fixed)[];

type OfTable = Extract<(typeof KEYS)[number], { readonly name: string }>;
export type KeyName = OfTable['name'];

const CHANGEABLE: readonly OfTable[] = KEYS.filter((line) => 'name' in line);

/** What somebody has on other keys. */
export type Chosen = { readonly [name in KeyName]?: Chord };

export type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

export function chordOf({ key, code, altKey, ctrlKey, metaKey, shiftKey }: Pressed): Chord {
  const isMod = ctrlKey || metaKey;
  // A keyboard of other letters has the Latin ones where they are printed.
  const printed = isMod && /^\P{ASCII}$/u.test(key) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  const said = printed ?? key;
  const one = said.length === 1 ? said.toLowerCase() : said;
  // Which signs need Shift is another matter on each keyboard.
  const isSign = one.length === 1 && one === said.toUpperCase();
  return [isMod && 'Mod', altKey && 'Alt', shiftKey && !isSign && 'Shift', one].filter(Boolean).join('+');
}

/** Whether a press is one that somebody types with. */
export const isTyped = ({ key, altKey, ctrlKey, metaKey }: Pressed): boolean =>
  key.length === 1 && !altKey && !ctrlKey && !metaKey;

/** Keys as somebody has them. */
export class Keys {
  readonly chosen: Chosen;
  /** Letters, digits and signs do something where nothing is typed. Whoever speaks to a computer types them unasked. */
  readonly hearLetters: boolean;

  constructor(chosen: Chosen, hearLetters = true) {
    this.chosen = chosen;
    this.hearLetters = hearLetters;
  }

  hears(pressed: Pressed): boolean {
    return this.hearLetters || !isTyped(pressed);
  }

  of(name: KeyName): readonly Chord[] {
    const chosen = this.chosen[name];
    return chosen === undefined ? firstOf(name) : [chosen];
  }

  /** What a press is for; undefined of a key that is for nothing that could be on another. */
  nameOf(pressed: Pressed): KeyName | undefined {
    return this.hears(pressed) ? this.#has(chordOf(pressed)) : undefined;
  }

  /** For `aria-keyshortcuts`. */
  shortcut(name: KeyName): string | undefined {
    const both = this.of(name).flatMap((chord) =>
      chord.includes('Mod+') ? [chord.replace('Mod', 'Control'), chord.replace('Mod', 'Meta')] : [chord],
    );
    const heard = both.filter((chord) => this.hearLetters || chord.length > 1);
    return (
      heard.map((chord) => chord.replace(/(?<=\+).$/, (key) => key.toUpperCase())).join(' ') || undefined
    );
  }

  /** As `shortcut`, of a letter by itself. */
  letter(letter: string): string | undefined {
    return this.hearLetters ? letter : undefined;
  }

  /** As it is shown: `⇧⌘D`. */
  say(name: KeyName): string {
    return this.of(name).map(sayChord).join(' ');
  }

  /** Why something cannot have these keys; undefined where it can. */
  refuse(name: KeyName, chord: Chord): string | undefined {
    const other = this.#has(chord);
    if (other !== undefined && other !== name)
      return `${sayChord(chord)} is “${whatOf(other)}” already. Give that other keys first.`;
    if (firstOf(name).includes(chord)) return undefined;
    if (NEEDED.has(chord) || /^Mod\+(Shift\+)?\d$/.test(chord))
      return `${sayChord(chord)} is needed by browsers, or by whoever hears a screen.`;
    if (OFFERED.test(chord)) return undefined;
    return `${sayChord(chord)} is typed, or heard by screen readers. Hold ⌘ or Ctrl and press a letter, or ⌥ and an arrow.`;
  }

  /** Why something cannot have the keys again that it had first. */
  refuseFirst(name: KeyName): string | undefined {
    return firstOf(name)
      .map((chord) => this.refuse(name, chord))
      .find((refused) => refused !== undefined);
  }

  #has(chord: Chord): KeyName | undefined {
    return CHANGEABLE.find(({ name }) => this.of(name).includes(chord))?.name;
  }
}

/** With ⌘ or Ctrl; an arrow with ⌥, beside which letters are typed or open menus; keys with no letter. */
const OFFERED =
  /^(?:Mod\+(?:Shift\+)?(?:.|Enter|Arrow\w+|Backspace|Delete)|Alt\+(?:Shift\+)?Arrow(?:Up|Down)|(?:Shift\+)?F[2489])$/;

/** What browsers do before a page hears of it, and what everybody is used to: find, enlarge, select, undo. */
const NEEDED: ReadonlySet<Chord> = new Set(
  [
    ...[
      'a',
      'c',
      'x',
      'v',
      'f',
      'g',
      'h',
      'l',
      'm',
      'n',
      'o',
      'q',
      'r',
      't',
      'w',
      '0',
      '+',
      '-',
      '=',
      ' ',
      ',',
    ],
    ...['Shift+c', 'Shift+i', 'Shift+j', 'Shift+n', 'Shift+r', 'Shift+t', 'Shift+v', 'Shift+w', 'Shift+q'],
    ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Backspace', 'Delete'],
    ...['Shift+Backspace', 'Shift+Delete', '`', 'z', 'Shift+z', 'y'],
  ].map((key) => `Mod+${key}`),
);

function lineOf(name: KeyName): OfTable {
  const line = CHANGEABLE.find((one) => one.name === name);
  if (line === undefined) throw new Error(`No line of the table is "${name}".`);
  return line;
}

const firstOf = (name: KeyName): readonly Chord[] => lineOf(name).first;
export const whatOf = (name: KeyName): string => lineOf(name).what;

const SIGNS: { readonly [part: string]: string } = {
  Mod: '⌘',
  Alt: '⌥',
  Shift: '⇧',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '↩',
  Backspace: '⌫',
  Delete: 'Del',
  ' ': 'Space',
};
const HELD = ['Alt', 'Shift', 'Mod'];

function sayChord(chord: Chord): string {
  const held = HELD.filter((one) => chord.startsWith(`${one}+`) || chord.includes(`+${one}+`));
  const key = /[^+]+$|\+$/.exec(chord)?.[0] ?? chord;
  return [...held, key]
    .map((part) => SIGNS[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join('');
}

/** As they are kept in a browser. */
export function writeKeys({ chosen, hearLetters }: Keys): string {
  return JSON.stringify({ ...chosen, ...(!hearLetters && { [LETTERS]: false }) });
}

/** What was kept of it once, by whatever version of the studio; what cannot be on its key any more is on the first. */
export function readKeys(text: string | null): Keys {
  const kept: unknown = readJson(text);
  const chosen: { [name in KeyName]?: Chord } = {};
  if (typeof kept !== 'object' || kept === null) return new Keys(chosen);
  for (const { name } of CHANGEABLE) {
    const chord: unknown = Object.hasOwn(kept, name) ? Reflect.get(kept, name) : undefined;
    if (typeof chord === 'string' && new Keys(chosen).refuse(name, chord) === undefined) chosen[name] = chord;
  }
  return new Keys(chosen, Reflect.get(kept, LETTERS) !== false);
}

const LETTERS = 'letters';

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return undefined;
  }
}
