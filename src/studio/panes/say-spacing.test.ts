import { expect, it } from 'vitest';
import { saySpacing } from './say-spacing.ts';

const of = (px: number) => ({ px, token: `space.${px}` });

it('says distances with the tokens that they are of', () => {
  const outside = { above: of(16), below: of(24), before: of(16), after: of(16) };
  expect(saySpacing({ outside, inside: {} })).toBe(
    '16 px space.16 above, 24 px space.24 below, 16 px space.16 beside',
  );
});

it('says once what is the same all around, and names no token where none is as large', () => {
  const inside = { above: of(12), below: of(12), before: of(12), after: of(12) };
  expect(saySpacing({ outside: { above: { px: 13.5 } }, inside })).toBe(
    '13.5 px above; inside 12 px space.12 all around',
  );
  expect(saySpacing({ outside: {}, inside: {} })).toBe('');
});
