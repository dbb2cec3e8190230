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
  ['the command that opens the review', press('d', 'ctrlKey', 'shiftKey')],
  ['the command that publishes', press('Enter', 'ctrlKey')],
  ['a typed letter', press('d')],
  ['the previous line', press('ArrowUp')],
  ['the deletion of a word', press('Backspace', 'altKey')],
])('finds no command for a key with another meaning: %s', (_what, found) => {
  expect(found).toBeUndefined();
});
