import type { Position, Source } from '../source.ts';

/** One finding of an import: what is missing from the contracts, or what a person must decide. */
export interface Finding extends Position {
  readonly kind: 'not-carried' | 'decide' | 'note';
  /** JSON Pointer into the description. */
  readonly pointer: string;
  readonly why: string;
}

/** Collects the findings of an import; the same sentence once for each pointer. */
export class Findings {
  readonly #found = new Map<string, Omit<Finding, keyof Position>>();

  /** Something of the description that no contract has. */
  leave(pointer: string, why: string): void {
    this.#add('not-carried', pointer, why);
  }

  /** Something that only a person knows. */
  decide(pointer: string, why: string): void {
    this.#add('decide', pointer, why);
  }

  note(pointer: string, why: string): void {
    this.#add('note', pointer, why);
  }

  list(source: Source): readonly Finding[] {
    return [...this.#found.values()].map((one) => ({ ...one, ...source.place(one.pointer) }));
  }

  #add(kind: Finding['kind'], pointer: string, why: string): void {
    const key = `${pointer} ${why}`;
    if (!this.#found.has(key)) this.#found.set(key, { kind, pointer, why });
  }
}
