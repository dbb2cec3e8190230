import { ActionFailure, Stop } from '../../runtime/action.ts';
import { defineAction } from '../define-action.ts';

/** Without a text the list ends normally; with one it fails with that message. */
export const stop = defineAction({
  name: 'stop',
  run({ plan, props }) {
    if (plan.props?.['text'] === undefined) return new Stop();
    const { text } = props;
    throw new ActionFailure({
      kind: 'refused',
      code: 'stop',
      ...(typeof text === 'string' ? { message: text } : {}),
    });
  },
});
