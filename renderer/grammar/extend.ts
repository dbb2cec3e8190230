import { members, type Members } from './members.generated.ts';
import { shapes, type ShapeTable } from './shapes.generated.ts';
import { replaceValidators, type Validators } from './validate.ts';

/** The language with widgets and actions of somebody else's, whole: what the generated tables are for ours alone. */
export interface Language {
  readonly shapes: ShapeTable;
  readonly members: { readonly [definition: string]: Members };
  readonly validators: Validators;
}

/**
 * From here on this process speaks that language: whatever parses, checks or compiles knows its widgets and actions. Once,
 * before the first document is read; a process speaks one language.
 */
export function speakLanguage(language: Language): void {
  const groups = ['widgets', 'overlays', 'actions', 'elements', 'records'] as const;
  for (const group of groups) Object.assign(shapes[group], language.shapes[group]);
  Object.assign(members, language.members);
  replaceValidators(language.validators);
}
