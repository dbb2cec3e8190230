import { expect, it } from 'vitest';
import { Keys } from '../keys/keys.ts';
import { nodeCommandOf } from './node-commands.ts';

const press = (key: string, ...held: readonly ('altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey')[]) =>
  nodeCommandOf(
    {
      ...{ altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, key, code: '' },
      ...Object.fromEntries(held.map((one) => [one, true])),
    },
    new Keys(),
  );

it.each([
  ['enter', press('Enter')],
  ['up', press('ArrowUp', 'altKey')],
  ['down', press('ArrowDown', 'altKey')],
  ['repeat', press('d', 'ctrlKey')],
  ['repeat', press('D', 'metaKey')],
  ['remove', press('Delete')],
  ['remove', press('Backspace')],
])('finds the command of a key: %s', (command, found) => {
  expect(found).toBe(command);
});

it.each([
  ['the review', press('d', 'ctrlKey', 'shiftKey')],
  ['what publishes', press('Enter', 'ctrlKey')],
  ['a letter', press('d')],
  ['the line before', press('ArrowUp')],
  ['a word that is taken away', press('Backspace', 'altKey')],
])('finds no command for a key with another meaning: %s', (_what, found) => {
  expect(found).toBeUndefined();
});
