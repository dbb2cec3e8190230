import { defineAction } from '../define-action.ts';

export const close = defineAction({
  name: 'close',
  run({ origin, engine }) {
    engine.overlays.close(origin);
  },
});
