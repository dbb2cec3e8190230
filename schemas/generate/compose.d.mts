import type { Members } from '../../renderer/grammar/members.generated.ts';
import type { ShapeTable } from '../../renderer/grammar/shapes.generated.ts';

export interface Composed {
  readonly shapes: ShapeTable;
  readonly members: { readonly [definition: string]: Members };
  /** A module with one function per kind of document; it imports only ajv's comparison. */
  readonly validators: string;
}

export function composeLanguage(added: { readonly [path: string]: object }): Composed;
