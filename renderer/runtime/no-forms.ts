import { ActionFailure } from './action.ts';
import type { Engine } from './ports/engine.ts';
import type { FormsPort } from './ports/forms.ts';

/** For a page without form code: every form is `unsupported`, its fields stay empty. */
export function noForms(engine: Engine): FormsPort {
  function refuse(form: string): never {
    engine.report('form/unsupported', form);
    throw new ActionFailure({ kind: 'unsupported', code: 'form/unsupported' });
  }
  return {
    submit: async (form) => refuse(form),
    validate: async (form) => refuse(form),
    reset: refuse,
    read: () => undefined,
    readSent: () => undefined,
    field: () => ({ value: undefined, isRequired: false }),
    write: () => {},
    blame: () => {},
    makeSupply: () => undefined,
    supply: () => {},
    news: () => ({}),
    follow: () => {},
    rest: () => {},
    save: () => {},
  };
}
