import { describe, expect, it } from 'vitest';
import { endpoint, get, makePlan, node } from '../runtime/testing.ts';
import type { ActionPlan } from './plan.ts';
import { findForms, firstWidgets } from './first-code.ts';

describe('the code for the first render of a screen', () => {
  it('contains the widgets of body and bar, at any depth, without widgets that only an overlay uses', () => {
    const plan = makePlan({
      body: [node('section', 'one', { slots: { body: [node('text', 'words')] } })],
      bar: [node('button', 'go')],
      overlays: { rate: node('dialog', 'rate', { slots: { body: [node('rating', 'stars')] } }) },
      uses: { widgets: ['button', 'form', 'rating', 'section', 'text'], actions: [] },
    });
    expect(firstWidgets(plan)).toEqual(['button', 'section', 'text']);
  });

  it('includes forms if anything outside overlays has a form, reads one or acts on one', () => {
    const uses = { widgets: ['form'], actions: [] };
    const rate = node('form', 'rate', { critical: true });
    const overlays = { ask: node('dialog', 'ask', { slots: { body: [rate] } }) };
    const begins = [
      { body: [node('form', 'f')] },
      { title: get('form.rate.stars') },
      { bar: [node('button', 'send', { on: { tap: [{ do: 'submit', props: { form: 'rate' } }] } })] },
      { on: { enter: [{ do: 'set', props: { value: get('form.rate.stars') } }] } },
    ];
    for (const part of begins) expect(findForms(makePlan({ overlays, uses, ...part }))).toBe('first');
    const send = { ...endpoint('send', {}), encoding: 'form' as const };
    expect(findForms(makePlan({ overlays, uses, endpoints: { send } }))).toBe('overlays');
    expect(findForms(makePlan({}))).toBe('none');
    const pays = [{ do: 'request', critical: { name: 'pay', amounts: [] } }] as unknown as ActionPlan[];
    const paying = {
      ask: node('dialog', 'ask', { slots: { body: [node('form', 'card', { on: { submit: pays } })] } }),
    };
    expect(findForms(makePlan({ overlays: paying, uses }))).toBe('first');
  });
});
