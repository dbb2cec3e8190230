import { expect, it } from 'vitest';
import { endsWish } from './ends-wish.ts';

const once = { forMs: 1, unless: { at: '/data/more', is: ['1', 'true'] } };

it.each<[string, boolean]>([
  ['{"code":0}', true],
  ['{"code":0,"data":{"more":0}}', true],
  ['{"code":0,"data":{"more":"0"}}', true],
  ['{"code":0,"data":{"more":1}}', false],
  ['{"code":0,"data":{"more":"1"}}', false],
  ['{"code":0,"data":{"more":true}}', false],
  ['{"code":0,"data":{"more":"perhaps"}}', true],
  ['{"code":0,"data":{"more":{}}}', true],
  ['', true],
])('S21 a success of %s ends the wish: %s', (body, ends) => {
  expect(endsWish(once, body)).toBe(ends);
  expect(endsWish({ forMs: 1 }, body)).toBe(true);
});
