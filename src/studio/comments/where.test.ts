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
    ['follows a moved node', '/body/0', { body: [pay, one] }, '/body/1'],
    ['follows the other node of a move', '/body/1', { body: [pay, one] }, '/body/0'],
    ['follows a node that was moved to another list', '/body/1', { body: [one], bar: [pay] }, '/bar/0'],
    [
      'follows nodes that changed their places',
      '/body/0',
      { body: [{ type: 'text', text: 'Two' }, pay, one] },
      '/body/2',
    ],
    ['does not take one of several equal nodes', '/body/1', { body: [], bar: [pay, pay] }, undefined],
    ['returns undefined if the node is gone', '/body/1', { body: [one] }, undefined],
    ['returns undefined if the member is gone', '/bar', { body: [one, pay] }, undefined],
    ['returns the document for the empty pointer', '', {}, ''],
  ])('%s', (_name, pointer, after, expected) => {
    expect(whereIs(pointer, before, after)).toBe(expected);
  });
});
