import { ActionFailure } from '../../runtime/action.ts';
import { defineAction } from '../define-action.ts';

/**
 * Browsers allow access to the clipboard only within a tap, so this action must come before the first
 * asynchronous action of a list.
 */
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
