import { ActionFailure } from './action.ts';
import type { Engine, OpenOptions } from './ports/engine.ts';
import type { FormsPort } from './ports/forms.ts';

/** `Engine.prepareForms`: creates the forms when their code is there. */
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
