import { describe, expect, it } from 'vitest';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import { describeWidget } from './list-widgets.ts';

const RATING = shapes.widgets['rating'];
const schema = {
  description: 'Stars.',
  properties: { label: {}, max: { description: 'How many.' }, sensitive: {}, check: {}, rules: {}, on: {} },
};
const describeRating = (more: object = {}) =>
  describeWidget({ name: 'rating', schema: { ...schema, ...more } }, RATING);

describe('a widget in the gallery', () => {
  it('has a control for each member by the type that the checker knows, and none for its events', () => {
    expect(describeRating().members).toMatchObject([
      { name: 'label', control: 'text', required: true },
      { name: 'max', control: 'number', required: false, description: 'How many.', default: 5 },
      { name: 'sensitive', control: 'checkbox' },
      { name: 'check', control: 'select', words: ['send', 'leave', 'type'] },
      { name: 'rules', control: 'json' },
    ]);
  });

  it('has the examples of its schema, by their x-title or by number', () => {
    const examples = [
      { 'x-title': 'Ten', label: 'Stars', max: 10 },
      { type: 'rating', label: 'Stars' },
      'no node',
    ];
    expect(describeRating({ examples }).examples).toEqual([
      { title: 'Ten', node: { type: 'rating', label: 'Stars', max: 10 } },
      { title: 'Example 2', node: { type: 'rating', label: 'Stars' } },
    ]);
  });

  it('without examples has one of the required members', () => {
    expect(describeRating().examples).toEqual([
      { title: 'Required members', node: { type: 'rating', label: 'Label' }, isMade: true },
    ]);
  });

  it('that the language does not have shows its members without controls', () => {
    const { members } = describeWidget({ name: 'star', schema }, undefined);
    expect(members.every(({ control }) => control === 'json')).toBe(true);
  });
});
