import type { Engine } from '../runtime/ports/engine.ts';
import type { FormsPort } from '../runtime/ports/forms.ts';
import { makeEdits } from './edits.ts';
import { createForms as create } from './forms.ts';

/** Forms for a plan with `uses.edit`: with the code for editing. */
export function createForms(engine: Engine): FormsPort {
  return create(engine, makeEdits);
}
