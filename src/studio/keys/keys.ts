/* The keys of the studio: one table for the handlers and for the list under `?`. */

/** A key with its modifiers: `Mod+Shift+d`. `Mod` is ⌘ or Ctrl. */
type Chord = string;

interface Line {
  /** The key as the list shows it. */
  readonly shown: string;
  readonly what: string;
}

/** A line of the table that handlers look up by name. */
interface Command<Name = string> extends Line {
  readonly name: Name;
  readonly chords: readonly Chord[];
}

/** The most useful keys first. A line without a name is handled by its pane or by the browser. */
export const KEYS = [
  { name: 'palette', chords: ['Mod+k'], shown: '⌘K', what: 'Go to a screen or a text' },
  { name: 'undo', chords: ['Mod+z'], shown: '⌘Z', what: 'Undo' },
  { name: 'redo', chords: ['Mod+Shift+z'], shown: '⇧⌘Z', what: 'Redo' },
  { name: 'json', chords: ['Mod+j'], shown: '⌘J', what: 'Show the document as JSON' },
  { name: 'review', chords: ['Mod+Shift+d'], shown: '⇧⌘D', what: 'Review the changes' },
  { name: 'publish', chords: ['Mod+Enter'], shown: '⌘↩', what: 'Publish: go to the reason in the review' },
  { name: 'states', chords: ['Mod+p'], shown: '⌘P', what: 'Go to the states of the screen' },
  { shown: '1 … 9', what: 'Show the screen in its first, second, … state' },
  { shown: '↑ ↓', what: 'In the outline: the previous or the next line' },
  { shown: '← →', what: 'In the outline: the container, or what is inside' },
  { shown: 'Enter', what: 'Open the properties; if there are none, go to the first node inside' },
  { shown: 'Double click', what: 'In the preview: edit the text in place; Enter does the same' },
  { shown: 'Esc', what: 'Select the container; in the properties: back to the outline' },
  { name: 'insert', chords: ['/'], shown: '/', what: 'Add a widget, a part or a block of another screen' },
  { name: 'up', chords: ['Alt+ArrowUp'], shown: '⌥↑', what: 'Move the node up' },
  { name: 'down', chords: ['Alt+ArrowDown'], shown: '⌥↓', what: 'Move the node down' },
  { shown: '⌘C ⌘X ⌘V', what: 'Copy, cut and paste the node, also to another screen' },
  { name: 'repeat', chords: ['Mod+d'], shown: '⌘D', what: 'Duplicate the node' },
  { name: 'remove', chords: ['Backspace', 'Delete'], shown: '⌫ Del', what: 'Remove the node' },
  { shown: '⌥ and a click', what: 'In the preview: select the container' },
  { shown: 'F6 ⇧F6', what: 'Go to the next or the previous pane' },
  { shown: 'Enter', what: 'In a step of instructions: add a step' },
  { name: 'search', chords: ['Mod+Shift+f'], shown: '⇧⌘F', what: 'Search and replace in all documents' },
  { shown: 'J K', what: 'In a review: the next or the previous state' },
  { shown: 'A D', what: 'In a review: accept the picture, or reject it with a reason' },
  { shown: 'Z', what: 'In a review: enlarge the pictures, or make them small again' },
  { name: 'keys', chords: ['?'], shown: '?', what: 'This list' },
] as const satisfies readonly (Command | Line)[];

export type KeyName = Extract<(typeof KEYS)[number], Command>['name'];

const COMMANDS: readonly Command<KeyName>[] = KEYS.filter((line) => 'name' in line);

export type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

export function chordOf({ key, code, altKey, ctrlKey, metaKey, shiftKey }: Pressed): Chord {
  const isMod = ctrlKey || metaKey;
  // On a keyboard with a non-Latin script, a shortcut with ⌘ or Ctrl uses the Latin letter of the key.
  const latin = isMod && /^\P{ASCII}$/u.test(key) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  const typed = latin ?? key;
  const base = typed.length === 1 ? typed.toLowerCase() : typed;
  // Which characters need Shift depends on the keyboard.
  const isSign = base.length === 1 && base === typed.toUpperCase();
  return [isMod && 'Mod', altKey && 'Alt', shiftKey && !isSign && 'Shift', base].filter(Boolean).join('+');
}

/** Whether the key types a character. */
export const isTyped = ({ key, altKey, ctrlKey, metaKey }: Pressed): boolean =>
  key.length === 1 && !altKey && !ctrlKey && !metaKey;

/** The keyboard settings of one person. */
export class Keys {
  /** Whether letters, digits and signs act without a modifier. Speech input types them by mistake (WCAG 2.1.4). */
  readonly acceptLetters: boolean;

  constructor(acceptLetters = true) {
    this.acceptLetters = acceptLetters;
  }

  accepts(pressed: Pressed): boolean {
    return this.acceptLetters || !isTyped(pressed);
  }

  /** @returns undefined for a key without a name in the table. */
  nameOf(pressed: Pressed): KeyName | undefined {
    if (!this.accepts(pressed)) return undefined;
    const chord = chordOf(pressed);
    return COMMANDS.find(({ chords }) => chords.includes(chord))?.name;
  }

  /** The value of `aria-keyshortcuts`. */
  shortcut(name: KeyName): string | undefined {
    const chords = COMMANDS.find((command) => command.name === name)?.chords ?? [];
    const both = chords.flatMap((chord) =>
      chord.includes('Mod+') ? [chord.replace('Mod', 'Control'), chord.replace('Mod', 'Meta')] : [chord],
    );
    const heard = both.filter((chord) => this.acceptLetters || chord.length > 1);
    return (
      heard.map((chord) => chord.replace(/(?<=\+).$/, (key) => key.toUpperCase())).join(' ') || undefined
    );
  }

  /** The value of `aria-keyshortcuts` for a single letter. */
  letter(letter: string): string | undefined {
    return this.acceptLetters ? letter : undefined;
  }
}

/** Serializes the settings for the browser's storage. */
export function writeKeys({ acceptLetters }: Keys): string {
  return JSON.stringify({ letters: acceptLetters });
}

/** Reads stored settings. Earlier versions also stored key assignments, which are ignored. */
export function readKeys(text: string | null): Keys {
  const stored = readJson(text);
  return new Keys(typeof stored !== 'object' || stored === null || Reflect.get(stored, 'letters') !== false);
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return undefined;
  }
}
