import type { ParsedDocument } from '../parse.ts';
import type { Flow } from '../type.ts';
import type { Address } from './addresses.ts';

interface At {
  readonly document: ParsedDocument;
  readonly pointer: string;
}

/** A value that is written to something other values are read from. */
export interface Written extends At {
  readonly writtenAs: string;
  readonly path: readonly string[];
  readonly flow: Flow;
}

/** An address that is put together. */
export interface MadeAddress extends At {
  readonly address: Address;
}

/** A text that somebody else may take for an address. */
export interface TakenText extends At {
  readonly flow: Flow;
}

/** What one document does with values, as far as the rule of flow asks. */
export class FlowFacts {
  /** By what it is written as. */
  readonly written = new Map<string, Written[]>();
  readonly addresses: MadeAddress[] = [];
  readonly taken: TakenText[] = [];

  noteWritten(one: Written): void {
    const known = this.written.get(one.writtenAs);
    if (known === undefined) this.written.set(one.writtenAs, [one]);
    else known.push(one);
  }
}
