import { describe, expect, it } from 'vitest';
import { button, get, nodeOf, planOf, problemsOf, type ScreenText } from '../testing.ts';

const CARD = { type: 'group', name: 'card', body: [] };
const field = (name: string) => ({ type: 'text-field', name, label: name });

/** A screen with a form and one button, `b`, that opens another screen with further query parameters. */
function screenOf(query: unknown, ...fields: readonly ScreenText[]): ScreenText {
  const form = { type: 'form', id: 'ask', body: fields, on: { submit: [{ do: 'back' }] } };
  return { body: [form, button([{ do: 'go', to: 'book', with: { isbn: '1' }, query }], { id: 'b' })] };
}

const IDS = { ...CARD, body: [field('cardId'), field('branch')] };

describe('A22: the query of go', () => {
  it('lists the members of a record from elsewhere in the plan, as if they were written in the action', () => {
    const names = ['cardId', 'branch'];
    const written = Object.fromEntries(names.map((name) => [name, `\${form.ask.card.${name}}`]));
    const tapOf = (query: unknown) => nodeOf(planOf(screenOf(query, IDS)), 'b').on?.['tap'];
    expect(tapOf('${form.ask.card}')).toEqual(tapOf(written));
    expect(tapOf('${form.ask.card}')?.[0]?.props?.['query']).toEqual([
      'record',
      Object.fromEntries(names.map((name) => [name, get(`form.ask.card.${name}`)])),
    ]);
  });

  it('does not raise the number of the plan', () => {
    expect(planOf(screenOf('${form.ask.card}', IDS)).grammar).toBe(planOf(screenOf({ a: '1' }, IDS)).grammar);
  });

  it('has no lists, also not from a group', () => {
    const photos = { type: 'choices', name: 'picked', label: 'Picked', options: [{ value: 'a', text: 'A' }] };
    const group = { ...CARD, body: [photos] };
    expect(problemsOf(screenOf('${form.ask.card}', group)).join()).toContain('param/not-scalar');
  });
});
