import type { Position, Source } from './source.ts';

/** A part of a schema or UI schema that is not in the screen. */
export interface NotCarried extends Position {
  readonly file: string;
  /** JSON Pointer of the keyword, or of the omitted alternative. */
  readonly pointer: string;
  readonly keyword: string;
  readonly why: string;
  /**
   * `keyword`: it has no effect. `alternative`: no field selects this alternative. `exclusive`: several of
   * the alternatives may match at once.
   */
  readonly kind: 'keyword' | 'alternative' | 'exclusive';
}

/** A decision of the import that the schema leaves open. */
export interface Note extends Position {
  readonly file: string;
  readonly pointer: string;
  readonly text: string;
  /** The JSON type that is used if the schema has none. */
  readonly type?: string;
}

/** Collects the findings of an import; each pointer once. */
export class Report {
  readonly notCarried: NotCarried[] = [];
  readonly notes: Note[] = [];
  readonly #met = new Map<string, string>();
  /** Pointers of shown words. */
  readonly #shown = new Set<string>();
  readonly #file: string;
  readonly #source: Source;

  constructor(file: string, source: Source) {
    this.#file = file;
    this.#source = source;
  }

  /** Records a keyword, whether it can be carried or not. */
  meet(pointer: string, keyword: string): void {
    this.#met.set(pointer, keyword);
  }

  refuse(pointer: string, keyword: string, why: string, kind: NotCarried['kind'] = 'keyword'): void {
    if (this.notCarried.some((one) => one.pointer === pointer)) return;
    this.notCarried.push({ file: this.#file, pointer, keyword, why, kind, ...this.#source.place(pointer) });
  }

  /** Records that the words at this pointer are shown. */
  show(pointer: string): void {
    this.#shown.add(pointer);
  }

  /** Refuses words that no field shows. Call this after everything is emitted. */
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

  /** Notes a finding that many slots have only at the first one. */
  noteOnce(pointer: string, text: string): void {
    if (!this.notes.some((one) => one.text === text)) this.note(pointer, text);
  }

  /** Number of keywords, by pointer in the document. */
  get met(): number {
    return this.#met.size;
  }

  /** Number of keywords that are in the screen. */
  get carried(): number {
    return this.met - this.notCarried.length;
  }
}
