import { defineAction } from '../define-action.ts';

export const back = defineAction({
  name: 'back',
  run({ engine }) {
    engine.navigation.back();
  },
});
