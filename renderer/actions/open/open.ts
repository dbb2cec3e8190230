import { defineAction } from '../define-action.ts';

export const open = defineAction({
  name: 'open',
  required: ['overlay'],
  run({ props, origin, engine }) {
    return engine.overlays.open(String(props['overlay']), origin);
  },
});
