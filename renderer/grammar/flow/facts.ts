import type { ParsedDocument } from '../parse.ts';
import type { Flow } from '../type.ts';
import type { Address } from './addresses.ts';
import type { Decider } from './flow.ts';

interface At {
  readonly document: ParsedDocument;
  readonly pointer: string;
}

/** A write to state, to a part's parameter or to a native method; other expressions read the value there. */
export interface Written extends At {
  readonly writtenAs: string;
  readonly path: readonly string[];
  readonly flow: Flow;
}

/** An address that a definition composes. */
export interface MadeAddress extends At {
  readonly address: Address;
}

/** A text that its receiver may use as an address. */
export interface TakenText extends At {
  readonly flow: Flow;
}

/** A value that may not be wrong unnoticed (`flow/misfit-decides`): a condition reads it, a request sends it, or it selects an amount. */
export interface Deciding extends At {
  readonly decider: Decider;
}

/** Facts about one document for the flow check. */
export class FlowFacts {
  /** The values written to each target; the keys have the format of `writtenAs`. */
  readonly written = new Map<string, Written[]>();
  readonly addresses: MadeAddress[] = [];
  readonly taken: TakenText[] = [];
  readonly deciding: Deciding[] = [];

  noteWritten(one: Written): void {
    const known = this.written.get(one.writtenAs);
    if (known === undefined) this.written.set(one.writtenAs, [one]);
    else known.push(one);
  }
}
