import { defineAction } from '../define-action.ts';

export const reload = defineAction({
  name: 'reload',
  run({ props, engine }) {
    const { data } = props;
    return engine.data.reload(Array.isArray(data) ? data.map(String) : undefined);
  },
});
