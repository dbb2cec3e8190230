import { describe, expect, it } from 'vitest';
import { chordOf, Keys, readKeys } from './keys.ts';
import { openKeys } from './use-keys.ts';

type Modifier = 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey';

const press = (key: string, modifiers: readonly Modifier[] = [], code = '') => ({
  ...{ altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, key, code },
  ...Object.fromEntries(modifiers.map((one) => [one, true])),
});

describe('a pressed key', () => {
  it.each([
    ['Ctrl', press('k', ['ctrlKey']), 'Mod+k'],
    ['⌘', press('k', ['metaKey']), 'Mod+k'],
    ['Caps Lock', press('K', ['ctrlKey']), 'Mod+k'],
    ['Shift', press('Z', ['metaKey', 'shiftKey']), 'Mod+Shift+z'],
    ['Shift that a sign needs', press('?', ['shiftKey']), '?'],
    ['Ctrl on a keyboard with another script', press('я', ['ctrlKey'], 'KeyZ'), 'Mod+z'],
    ['nothing on a keyboard with another script', press('я', [], 'KeyZ'), 'я'],
    ['Alt', press('ArrowUp', ['altKey']), 'Alt+ArrowUp'],
  ])('is read with %s', (_what, pressed, chord) => {
    expect(chordOf(pressed)).toBe(chord);
  });
});

describe('the table of keys', () => {
  const keys = new Keys();

  it.each([
    ['palette', press('k', ['ctrlKey'])],
    ['json', press('j', ['metaKey'])],
    ['remove', press('Delete')],
    ['remove', press('Backspace')],
    ['keys', press('?')],
    [undefined, press('b', ['ctrlKey'])],
  ])('names the command of a key: %s', (name, pressed) => {
    expect(keys.nameOf(pressed)).toBe(name);
  });

  it('gives the shortcuts in the syntax of aria-keyshortcuts', () => {
    expect(keys.shortcut('palette')).toBe('Control+K Meta+K');
    expect(keys.shortcut('publish')).toBe('Control+Enter Meta+Enter');
    expect(keys.shortcut('remove')).toBe('Backspace Delete');
    expect(keys.shortcut('keys')).toBe('?');
    expect(keys.letter('J')).toBe('J');
  });
});

describe('letters, digits and signs without a modifier', () => {
  const quiet = new Keys(false);

  it('do nothing when they are switched off; other keys still work', () => {
    expect(quiet.nameOf(press('?'))).toBeUndefined();
    expect([new Keys().accepts(press('3')), quiet.accepts(press('3'))]).toEqual([true, false]);
    expect(quiet.nameOf(press('k', ['ctrlKey']))).toBe('palette');
    expect(quiet.nameOf(press('Delete'))).toBe('remove');
  });

  it('are not announced as shortcuts when they are switched off', () => {
    expect([quiet.shortcut('keys'), quiet.shortcut('remove')]).toEqual([undefined, 'Backspace Delete']);
    expect(quiet.letter('J')).toBeUndefined();
  });

  it('are switched off for one person in this browser, and on again', () => {
    const stored = new Map<string, string>();
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    };
    const keys = openKeys(storage, 'ana');
    keys.acceptLetters(false);
    expect(openKeys(storage, 'ana').snapshot().acceptLetters).toBe(false);
    expect(openKeys(storage, 'ben').snapshot().acceptLetters).toBe(true);
    keys.acceptLetters(true);
    expect(openKeys(storage, 'ana').snapshot().acceptLetters).toBe(true);
  });

  it('can be switched off even if the storage is full', () => {
    const setItem = () => {
      throw new Error('full');
    };
    const keys = openKeys({ getItem: () => null, setItem }, 'ana');
    keys.acceptLetters(false);
    expect(keys.snapshot().acceptLetters).toBe(false);
  });
});

describe('stored keys', () => {
  it.each([
    ['not JSON', '{', true],
    ['not an object', 'null', true],
    ['custom keys of an earlier version', '{"palette":"Mod+b","nothing":3}', true],
    [
      'custom keys of an earlier version with letters switched off',
      '{"palette":"Mod+b","letters":false}',
      false,
    ],
  ])('are read if they are %s', (_what, text, acceptLetters) => {
    const keys = readKeys(text);
    expect(keys.acceptLetters).toBe(acceptLetters);
    expect(keys.nameOf(press('k', ['ctrlKey']))).toBe('palette');
    expect(keys.nameOf(press('b', ['ctrlKey']))).toBeUndefined();
  });
});
