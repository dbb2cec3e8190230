import type { Engine } from '../runtime/ports/engine.ts';
import type { FormsPort } from '../runtime/ports/forms.ts';
import { createForms as createCoreForms } from './core-forms.ts';
import { makeEdits } from './edits.ts';
import { createSteps } from './steps.ts';

/** Forms for a plan with steps, and for one with `uses.edit`, which also gets the code for editing. */
export function createForms(engine: Engine): FormsPort {
  return createCoreForms(engine, { createSteps, ...(engine.plan.uses.edit && { makeEdits }) });
}
