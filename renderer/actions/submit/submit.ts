import { ActionFailure, Branch, Stop } from '../../runtime/action.ts';
import { findForm } from '../../runtime/lists.ts';
import { nameIn, sendingScope } from '../../runtime/scope.ts';
import type { ActionError } from '../../plan/problem.ts';
import { defineAction } from '../define-action.ts';

/**
 * Validates the form and runs its `submit` or `invalid` list as a branch. Ends the calling list if another
 * list is sending the form.
 */
export const submit = defineAction({
  name: 'submit',
  required: ['form'],
  run({ props, scope, origin, engine }) {
    const id = String(props['form']);
    const form = findForm(engine.plan, id);
    if (!form) throw new ActionFailure({ kind: 'unsupported', code: 'submit/unknown-form' });
    const goOn = (problem: ActionError | 'busy' | undefined) => {
      if (problem === 'busy') return new Stop();
      const event = problem ? 'invalid' : 'submit';
      const list = form.plan.on?.[event];
      if (problem && !list) throw new ActionFailure(problem);
      const { overlay: _overlay, ...elsewhere } = origin;
      const around = form.overlay === undefined ? elsewhere : origin;
      return new Branch(list ?? [], `node:${id}:${event}`, {
        origin: {
          ...around,
          ...(problem ? {} : { scope: sendingScope(around.scope) }),
          list: `node:${id}:${event}`,
          event,
        },
        ...(problem ? { names: { error: { ...problem } }, fails: problem } : {}),
      });
    };
    return engine.forms.submit(nameIn(scope, id), origin.run).then(goOn);
  },
});
