import type { Members } from '../../renderer/grammar/members.generated.ts';
import type { ShapeTable } from '../../renderer/grammar/shapes.generated.ts';

export interface Composed {
  readonly shapes: ShapeTable;
  readonly members: { readonly [definition: string]: Members };
  /** A module of one function a kind of document; it requires ajv's comparison alone. */
  readonly validators: string;
}

export function composeLanguage(added: { readonly [path: string]: object }): Composed;
