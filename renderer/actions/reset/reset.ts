import { nameIn, writePath } from '../../runtime/scope.ts';
import { initialOf, pathsOf } from '../../runtime/targets.ts';
import { defineAction } from '../define-action.ts';

export const reset = defineAction({
  name: 'reset',
  raw: ['target'],
  run({ plan, scope, engine }) {
    for (const path of pathsOf(plan.props?.['target'])) {
      const [root, name = ''] = path;
      if (root === 'form') engine.forms.reset(nameIn(scope, name));
      else writePath(engine.store, scope, path, initialOf(engine, path));
    }
  },
});
