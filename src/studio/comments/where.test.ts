import { describe, expect, it } from 'vitest';
import { whereIs } from './where.ts';

const pay = { type: 'button', id: 'pay', text: 'Pay' };
const one = { type: 'text', text: 'One' };
const before = { body: [one, pay], bar: [] };

describe('whereIs', () => {
  it.each([
    [
      'follows a node when others are inserted before it',
      '/body/1',
      { body: [{ type: 'divider' }, one, pay] },
      '/body/2',
    ],
    ['follows a changed node', '/body/1/text', { body: [one, { ...pay, text: 'Go' }] }, '/body/1/text'],
    ['returns undefined if the node is gone', '/body/1', { body: [one] }, undefined],
    ['returns undefined if the member is gone', '/bar', { body: [one, pay] }, undefined],
    ['returns the document for the empty pointer', '', {}, ''],
  ])('%s', (_name, pointer, after, expected) => {
    expect(whereIs(pointer, before, after)).toBe(expected);
  });
});
