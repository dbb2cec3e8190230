/** A place that a service knows. */
export interface Place {
  readonly code: string;
  readonly name: string;
  /** What a field gets that picks it; absent where it is only a way to those in it. */
  readonly value?: string;
  /** What it lies in, in words, where it stands among places of elsewhere. */
  readonly within?: string;
  /** Whether there are places in it. */
  readonly hasPlaces?: boolean;
}

export interface LookupView {
  /** What was opened, the outermost first. */
  readonly path: readonly Place[];
  /** Of the last one of the path; those found while something is sought. */
  readonly places: readonly Place[];
  readonly phase: 'reading' | 'there' | 'failed';
}

/** Looking around in the places of a service. */
export interface Lookup {
  readonly subscribe: (listener: () => void) => () => void;
  /** The same object until something in it changed. */
  readonly snapshot: () => LookupView;
  enter(place: Place): void;
  /** To what the place that was opened last lies in. */
  leave(): void;
  /** Finds by words, everywhere inside of what is open, once typing pauses; without words all are there again. */
  seek(words: string): void;
  /** Asks again what had no answer. */
  retry(): void;
  /** Asks nothing any more. */
  close(): void;
}
