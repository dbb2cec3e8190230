import { decide } from '../../runtime/conditions.ts';
import { Branch } from '../../runtime/action.ts';
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
