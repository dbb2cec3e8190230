import { members, type Members } from './members.generated.ts';
import { shapes, type ShapeTable } from './shapes.generated.ts';
import { replaceValidators, type Validators } from './validate.ts';

/** A complete language with custom widgets and actions, in the form of the generated tables. */
export interface Language {
  readonly shapes: ShapeTable;
  readonly members: { readonly [definition: string]: Members };
  readonly validators: Validators;
}

/**
 * Sets the language of this process for parsing, checking and compiling. Call it once, before the first
 * document is read.
 */
export function speakLanguage(language: Language): void {
  const groups = ['widgets', 'overlays', 'actions', 'elements', 'records'] as const;
  for (const group of groups) Object.assign(shapes[group], language.shapes[group]);
  Object.assign(members, language.members);
  replaceValidators(language.validators);
}
