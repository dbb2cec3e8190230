import { describe, expect, it } from 'vitest';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { testProject } from '#src/server/testing.ts';
import { readSettings, type Settings } from '#src/server/settings.ts';
import { optionsOf } from '#src/server/start.ts';
import { addPseudoLanguage } from './pseudo-language.ts';

const app = {
  languages: { default: 'en-PH', list: ['en-PH', 'fil-PH'] },
  messages: { 'fil-PH': { Retry: 'Ulitin' } },
} as unknown as AppPlan;
const plan = {
  messages: {
    'en-PH': { 'Contract No.': 'Payment code' },
    'fil-PH': {
      'Contract No.': 'Payment code',
      'menu\u0004Loan': 'Utang',
      '{count} days': { plural: 'count', language: 'fil-PH', forms: { one: '{count} araw', other: '' } },
    },
  },
} as unknown as Plan;

describe('the pseudo-language of the demonstration', () => {
  const { app: spoken, plans } = addPseudoLanguage({ app, plans: new Map([['order', plan]]) });

  it('contains every translated text, made from the default language', () => {
    expect(plans.get('order')?.messages['en-XA']).toEqual({
      'Contract No.': expect.stringMatching(/^Þāāŷṁēēņţ/),
      'menu\u0004Loan': expect.stringMatching(/^Ļōōāāņ/),
      '{count} days': expect.stringMatching(/^\{count\} ďāāŷş/),
    });
    expect(Object.keys(spoken.messages['en-XA'] ?? {})).toEqual(['Retry']);
  });

  it('is listed with the other languages, which do not change', () => {
    expect(spoken.languages).toEqual({ default: 'en-PH', list: ['en-PH', 'fil-PH', 'en-XA'] });
    expect(plans.get('order')?.messages['fil-PH']).toBe(plan.messages['fil-PH']);
  });

  it.each([
    ['the simulated loan service', 'http://127.0.0.1:4274', true],
    ['a real loan service', undefined, false],
  ])('is added only with the simulated loan service: %s', (_, payOrigin, isDemo) => {
    const settings = readSettings({ CAPIZ_UPSTREAM: 'https://loans.example.com' }) as Settings;
    const { releases } = optionsOf(settings, testProject, payOrigin, () => {});
    expect(releases.live().release.languages.has('en-XA')).toBe(isDemo);
  });
});
