import { decide } from '../../live/conditions.ts';
import { Branch } from '../../live/action.ts';
import { defineAction } from '../define-action.ts';

export const choose = defineAction({
  name: 'choose',
  run({ plan, scope }) {
    const cases = plan.cases ?? [];
    const at = cases.findIndex(({ when }) => when === undefined || decide(when, scope));
    const found = cases[at];
    return found && new Branch(found.run, at);
  },
});
