import { defineAction } from '../define-action.ts';

export const dismiss = defineAction({
  name: 'dismiss',
  run({ origin, engine }) {
    engine.overlays.dismiss(origin);
  },
});
