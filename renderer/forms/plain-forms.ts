import type { Engine } from '../runtime/ports/engine.ts';
import type { FormsPort } from '../runtime/ports/forms.ts';
import { createCoreForms } from './core-forms.ts';

/** Forms for a plan without steps. */
export function createForms(engine: Engine): FormsPort {
  return createCoreForms(engine);
}
