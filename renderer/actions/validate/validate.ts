import { ActionFailure } from '../../runtime/action.ts';
import { nameIn } from '../../runtime/scope.ts';
import { defineAction } from '../define-action.ts';

export const validate = defineAction({
  name: 'validate',
  required: ['form'],
  run({ props, scope, engine }) {
    const { fields } = props;
    const names = Array.isArray(fields) ? fields.map(String) : undefined;
    return engine.forms.validate(nameIn(scope, String(props['form'])), names).then((problem) => {
      if (problem) throw new ActionFailure(problem);
    });
  },
});
