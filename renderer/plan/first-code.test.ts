import { describe, expect, it } from 'vitest';
import { firstWidgets } from './first-code.ts';
import type { NodePlan, Plan } from './plan.ts';

const node = (type: string, slots?: { readonly [slot: string]: readonly NodePlan[] }): NodePlan =>
  ({ id: type, type, props: {}, ...(slots && { slots }) }) as unknown as NodePlan;

describe('what the first picture of a screen needs', () => {
  it('is what body and bar use, at any depth, and not what an overlay alone uses', () => {
    const plan = {
      body: [node('section', { body: [node('text')] })],
      bar: [node('button')],
      overlays: { rate: { body: [node('rating'), node('text')] } },
      uses: { widgets: ['button', 'form', 'rating', 'section', 'text'] },
    } as unknown as Plan;
    expect(firstWidgets(plan)).toEqual(['button', 'section', 'text']);
  });
});
