import { ActionFailure } from '../../runtime/action.ts';
import { defineAction } from '../define-action.ts';

/** Browsers allow this only within a tap, so it must come before the first asynchronous action of a list. */
export const copy = defineAction({
  name: 'copy',
  required: ['text'],
  async run({ props, engine }) {
    try {
      await engine.services.clipboard.write(String(props['text']));
    } catch {
      throw new ActionFailure({ kind: 'unsupported', code: 'copy/refused' });
    }
  },
});
