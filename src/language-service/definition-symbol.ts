import type { NameUse } from '#renderer/grammar/rename.ts';
import type { NameKind } from './named.ts';

/** What a name in a document stands for. */
export type SymbolKind =
  | NameKind
  | 'scenario'
  | 'reply'
  | 'state'
  | 'param'
  | 'data'
  | 'value'
  | 'session'
  | 'kept'
  | 'config'
  | 'field'
  | 'member'
  | 'request'
  | 'input'
  | 'local';

/** Where a name is declared: at a member's name, or at a text that is the name. */
export type Declared = NameUse;

/** A name with its declaration. */
export interface DefinitionSymbol {
  readonly kind: SymbolKind;
  readonly name: string;
  readonly declared: Declared;
  /** How expressions read it: `['state', 'isOpen']`. Undefined if they cannot, or read it as a member of a record. */
  readonly path?: readonly string[];
  /** For a member of a reply: the origin of the records that have it, `order-details#books[]`. */
  readonly origin?: string;
  /** Only its own document uses it. */
  readonly isLocal: boolean;
}
