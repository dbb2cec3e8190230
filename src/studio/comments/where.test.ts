import { describe, expect, it } from 'vitest';
import { whereIs } from './where.ts';

const pay = { type: 'button', id: 'pay', text: 'Pay' };
const one = { type: 'text', text: 'One' };
const before = { body: [one, pay], bar: [] };

describe('where a place is in a later version', () => {
  it.each([
    [
      'stays with a node that others were put before',
      '/body/1',
      { body: [{ type: 'divider' }, one, pay] },
      '/body/2',
    ],
    [
      'stays with a node that changed',
      '/body/1/text',
      { body: [one, { ...pay, text: 'Go' }] },
      '/body/1/text',
    ],
    ['is nowhere when the node is gone', '/body/1', { body: [one] }, undefined],
    ['is nowhere when what it was about is gone', '/bar', { body: [one, pay] }, undefined],
    ['is the document itself', '', {}, ''],
  ])('%s', (_name, pointer, after, expected) => {
    expect(whereIs(pointer, before, after)).toBe(expected);
  });
});
