import { readMore } from '../../runtime/pages.ts';
import { defineAction } from '../define-action.ts';

/** In the chunk `rare-code.ts`: only plans with data that has pages need it. */
export const more = defineAction({
  name: 'more',
  run: ({ props, engine, signal }) => readMore(engine, String(props['data']), signal),
});
