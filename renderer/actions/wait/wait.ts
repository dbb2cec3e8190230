import { Pause } from '../../runtime/action.ts';
import { defineAction } from '../define-action.ts';

export const wait = defineAction({
  name: 'wait',
  required: ['seconds'],
  run({ props, engine }) {
    return new Pause(engine.services.clock.now() + Number(props['seconds']) * 1_000);
  },
});
