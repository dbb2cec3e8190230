import { limits } from '../../plan/limits.generated.ts';
import type { Json } from '../json.ts';
import type { World } from '../world.ts';
import type { FormNames } from './draft.ts';
import type { NodePlace } from './node-place.ts';
import type { Parts, PartTemplate } from './parts.ts';

/** The form around each use of a part, by its name in the part. */
export interface FormAround {
  readonly name: string;
  /** The fields that the part adds to that form. */
  readonly fields: FormNames['fields'];
}

/** The name that a part gives to the form around its use; undefined if it has none. */
export function formAround({ form }: Json): string | undefined {
  return typeof form === 'string' ? form : undefined;
}

/** The place of the body of a part: in the form around the use, if the part declares it. */
export function inFormAround(at: NodePlace, form: string | undefined): NodePlace {
  return form === undefined ? at : { ...at, form, record: ['form', form], isOfUse: true };
}

/** The fields that a use adds to the form around it; undefined if the part has none or cannot be read. */
export function fieldsOfUse({ part }: Json, world: World, parts: Parts): FormNames['fields'] | undefined {
  if (typeof part !== 'string' || parts.isReading(part) || parts.depth > 2 * limits.partDepth)
    return undefined;
  // Most parts have no such fields and need not be read yet.
  if (formAround(world.parts.get(part)?.value ?? {}) === undefined) return undefined;
  return parts.get(part)?.form?.fields;
}

/** Reports a use of a part with fields where no form takes them, or several uses would share one value. */
export function checkFormAround({ form }: PartTemplate, part: string, pointer: string, at: NodePlace): void {
  if (form === undefined) return;
  const report = (message: string) => at.draft.report('part/form', `${pointer}/part`, message);
  if (at.form === undefined || at.isEnclosed === true)
    report(`The part "${part}" declares "form", so it must be used inside a form of this document.`);
  else if (at.isRepeated || at.record?.length !== 2)
    report(
      `The part "${part}" declares "form", so it cannot be used under "each", or in a group or repeating group with a "name".`,
    );
}
