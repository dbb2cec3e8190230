import { isRecord } from '../../plan/value.ts';
import { defineAction } from '../define-action.ts';

export const go = defineAction({
  name: 'go',
  required: ['to'],
  run({ props, engine }) {
    const { to, with: params, query, replace, at } = props;
    engine.navigation.go(String(to), isRecord(params) ? params : {}, {
      replace: replace === true,
      ...(isRecord(query) ? { query } : {}),
      ...(typeof at === 'string' ? { at } : {}),
    });
  },
});
