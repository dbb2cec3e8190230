import { ActionFailure } from '../../live/action.ts';
import { nameIn } from '../../live/scope.ts';
import { defineAction } from '../define-action.ts';

export const validate = defineAction({
  name: 'validate',
  required: ['form'],
  async run({ props, scope, engine }) {
    const { fields } = props;
    const names = Array.isArray(fields) ? fields.map(String) : undefined;
    const problem = await engine.forms.validate(nameIn(scope, String(props['form'])), names);
    if (problem) throw new ActionFailure(problem);
  },
});
