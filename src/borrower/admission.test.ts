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

describe('a required parameter of an address', () => {
  it.each(['', '?bookId=', '?other=7'])(
    'is missing in %j, so the screen for unknown addresses is shown',
    (search) => {
      expect(isMissing(search, param('text'))).toBe(true);
    },
  );

  it('is missing if its value has another type', () => {
    expect(isMissing('?bookId=abc', param('integer'))).toBe(true);
    expect(isMissing('?bookId=7', param('integer'))).toBe(false);
  });

  it('is there with a value, and with a default', () => {
    expect(isMissing('?bookId=7', param('text'))).toBe(false);
    expect(isMissing('', param('text', { default: '7' }))).toBe(false);
  });

  it('that is not required is never missing', () => {
    expect(isMissing('', { wire: ['bookId'], shape: { type: 'text' } })).toBe(false);
  });
});
