import { defineAction } from '../define-action.ts';

export const open = defineAction({
  name: 'open',
  required: ['overlay'],
  run({ props, origin, engine, signal }) {
    const id = String(props['overlay']);
    const show = () => engine.overlays.open(id, origin);
    return engine.overlays.prepare(id, origin)?.then(() => (signal.aborted ? undefined : show())) ?? show();
  },
});
