import { concernsForms } from '../plan/first-code.ts';
import type { OverlayPlan } from '../plan/plan.ts';
import { ActionFailure } from './action.ts';
import type { Engine, OpenOptions } from './ports/engine.ts';
import type { FormsPort } from './ports/forms.ts';

/** `Engine.prepareForms`: creates the forms when their code is loaded. */
export function createFormFetcher(
  engine: Engine & { forms: FormsPort },
  { createForms, fetchForms }: OpenOptions,
): Engine['prepareForms'] {
  let areFormsHere = createForms !== undefined;
  return () => {
    if (areFormsHere) return undefined;
    return fetchForms?.().then(
      (create) => {
        if (areFormsHere) return;
        areFormsHere = true;
        engine.forms = create(engine);
      },
      () => {
        engine.report('form/unavailable');
        throw new ActionFailure({ kind: 'network', code: 'form/unavailable' });
      },
    );
  };
}

/** Fetches the code of forms if the overlay has one. @returns undefined if nothing is missing. */
export function fetchForms(engine: Engine, overlay: OverlayPlan): Promise<void> | undefined {
  return concernsForms(overlay) ? engine.prepareForms() : undefined;
}
