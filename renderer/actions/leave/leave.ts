import { defineAction } from '../define-action.ts';

export const leave = defineAction({
  name: 'leave',
  required: ['to'],
  run({ props, engine }) {
    engine.navigation.leave(String(props['to']), { replace: props['replace'] === true });
  },
});
