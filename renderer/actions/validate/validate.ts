import { ActionFailure } from '../../live/action.ts';
import { nameIn } from '../../live/scope.ts';
import { defineAction } from '../define-action.ts';

export const validate = defineAction({
  name: 'validate',
  required: ['form'],
  run({ props, scope, engine }) {
    const { fields } = props;
    const names = Array.isArray(fields) ? fields.map(String) : undefined;
    const refuse = (problem: Awaited<typeof checked>) => {
      if (problem) throw new ActionFailure(problem);
    };
    const checked = engine.forms.validate(nameIn(scope, String(props['form'])), names);
    return checked instanceof Promise ? checked.then(refuse) : refuse(checked);
  },
});
