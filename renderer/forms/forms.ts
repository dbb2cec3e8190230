import type { Engine } from '../runtime/ports/engine.ts';
import type { FormsPort } from '../runtime/ports/forms.ts';
import { createCoreForms } from './core-forms.ts';
import { createSteps } from './steps.ts';

/** Forms with steps and without the code for editing, for tests. */
export function createForms(engine: Engine): FormsPort {
  return createCoreForms(engine, { createSteps });
}
