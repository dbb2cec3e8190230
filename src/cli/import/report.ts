import type { Position, Source } from './source.ts';

/** What of a schema or UI schema is not in the screen. */
export interface NotCarried extends Position {
  readonly file: string;
  /** JSON Pointer of the keyword, or of the alternative that is left out. */
  readonly pointer: string;
  readonly keyword: string;
  readonly why: string;
  /**
   * `keyword`: it has no effect. `alternative`: this one of several is not asked for. `exclusive`: several of
   * the alternatives may fit at once.
   */
  readonly kind: 'keyword' | 'alternative' | 'exclusive';
}

/** What the schema leaves open and a form decides. */
export interface Note extends Position {
  readonly file: string;
  readonly pointer: string;
  readonly text: string;
  /** The JSON type that is asked for where the schema names none. */
  readonly type?: string;
}

/** Collects what an import finds; each place once. */
export class Report {
  readonly notCarried: NotCarried[] = [];
  readonly notes: Note[] = [];
  readonly #met = new Map<string, string>();
  /** Words of the schema that are shown. */
  readonly #shown = new Set<string>();
  readonly #file: string;
  readonly #source: Source;

  constructor(file: string, source: Source) {
    this.#file = file;
    this.#source = source;
  }

  /** A keyword was seen, whether it can be carried or not. */
  meet(pointer: string, keyword: string): void {
    this.#met.set(pointer, keyword);
  }

  refuse(pointer: string, keyword: string, why: string, kind: NotCarried['kind'] = 'keyword'): void {
    if (this.notCarried.some((one) => one.pointer === pointer)) return;
    this.notCarried.push({ file: this.#file, pointer, keyword, why, kind, ...this.#source.place(pointer) });
  }

  /** Words at this place are shown in the form. */
  show(pointer: string): void {
    this.#shown.add(pointer);
  }

  /** Refuses words that no field shows. Called once everything is written. */
  refuseUnshown(): void {
    for (const [pointer, keyword] of this.#met) {
      if (this.#shown.has(pointer)) continue;
      if (keyword === 'default') this.refuse(pointer, keyword, 'No field begins with it.');
      if (keyword === 'title' || keyword === 'description')
        this.refuse(pointer, keyword, 'No field shows it.');
    }
  }

  note(pointer: string, text: string, type?: string): void {
    if (this.notes.some((one) => one.pointer === pointer)) return;
    const place = this.#source.place(pointer);
    this.notes.push({ file: this.#file, pointer, text, ...(type === undefined ? {} : { type }), ...place });
  }

  /** What holds of many places is noted at the first. */
  noteOnce(pointer: string, text: string): void {
    if (!this.notes.some((one) => one.text === text)) this.note(pointer, text);
  }

  /** How many keywords there are, by place in the document. */
  get met(): number {
    return this.#met.size;
  }

  /** How many of them are in the screen. */
  get carried(): number {
    return this.met - this.notCarried.length;
  }
}
