import { ActionFailure, Stop } from '../../live/action.ts';
import { defineAction } from '../define-action.ts';

/** Without a text the list ends well; with one it fails, and the text is what is said. */
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
