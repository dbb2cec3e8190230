import { writePath } from '../../runtime/scope.ts';
import { pathOf } from '../../runtime/targets.ts';
import { defineAction } from '../define-action.ts';

export const set = defineAction({
  name: 'set',
  raw: ['target'],
  run({ plan, props, scope, engine }) {
    writePath(engine.store, scope, pathOf(plan.props?.['target']), props['value']);
  },
});
