/** A geographic place from a service. */
export interface Place {
  readonly code: string;
  readonly name: string;
  /** The field's value if the person selects it; absent if it only contains other places. */
  readonly value?: string;
  /** Name of the area around it, for search results from several areas. */
  readonly within?: string;
  /** Whether it contains places. */
  readonly hasPlaces?: boolean;
}

export interface LookupView {
  /** The opened places, the outermost first. */
  readonly path: readonly Place[];
  /** The places in the last place of the path, or the search results. */
  readonly places: readonly Place[];
  readonly phase: 'reading' | 'there' | 'failed';
}

/** State and methods of a place picker. */
export interface Lookup {
  readonly subscribe: (listener: () => void) => () => void;
  /** The same object until something changes. */
  readonly snapshot: () => LookupView;
  enter(place: Place): void;
  /** Returns to the parent of the place opened last. */
  leave(): void;
  /** Searches in the opened place, debounced. An empty text shows all places again. */
  seek(words: string): void;
  /** Repeats the failed request. */
  retry(): void;
  /** Stops all requests. */
  close(): void;
}
