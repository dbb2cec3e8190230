import { nameIn } from '../../runtime/scope.ts';
import { defineAction } from '../define-action.ts';

export const timer = defineAction({
  name: 'timer',
  required: ['timer', 'run'],
  run({ props, scope, engine }) {
    const id = String(props['timer']);
    const name = nameIn(scope, id);
    if (props['run'] === 'start') engine.timers.start(id, name);
    else engine.timers.stop(id, name);
  },
});
