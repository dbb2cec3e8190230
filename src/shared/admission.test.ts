import { describe, expect, it } from 'vitest';
import type { AppPlan, ParamPlan, Plan } from '#renderer/plan/plan.ts';
import { isIncomplete } from './admission.ts';

const param = (type: 'text' | 'integer', more: Partial<ParamPlan> = {}): ParamPlan => ({
  wire: ['bookId'],
  shape: { type },
  required: true,
  ...more,
});
const app = { carried: {}, screens: {} } as unknown as AppPlan;
const isMissing = (search: string, plan: ParamPlan) =>
  isIncomplete(app, { params: { bookId: plan } } as unknown as Plan, search);

describe('a parameter of an address', () => {
  it.each(['', '?bookId=', '?other=7'])('is missing in the query %j if it is required', (search) => {
    expect(isMissing(search, param('text'))).toBe(true);
  });

  it('is missing if it is required and its value has another type', () => {
    expect(isMissing('?bookId=abc', param('integer'))).toBe(true);
    expect(isMissing('?bookId=7', param('integer'))).toBe(false);
  });

  it('is not missing if the address contains it, or if it has a default', () => {
    expect(isMissing('?bookId=7', param('text'))).toBe(false);
    expect(isMissing('', param('text', { default: '7' }))).toBe(false);
  });

  it('is never missing if it is not required', () => {
    expect(isMissing('', { wire: ['bookId'], shape: { type: 'text' } })).toBe(false);
  });
});
