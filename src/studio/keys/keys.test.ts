import { describe, expect, it } from 'vitest';
import { chordOf, type Chosen, Keys, readKeys } from './keys.ts';
import { openKeys } from './use-keys.ts';

type Held = 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey';

const press = (key: string, held: readonly Held[] = [], code = '') => ({
  ...{ altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, key, code },
  ...Object.fromEntries(held.map((one) => [one, true])),
});

describe('A press', () => {
  it.each([
    ['the same with Ctrl and with ⌘', press('k', ['ctrlKey']), 'Mod+k'],
    ['the same with ⌘', press('k', ['metaKey']), 'Mod+k'],
    ['itself on a keyboard that is locked to capitals', press('K', ['ctrlKey']), 'Mod+k'],
    ['another with Shift', press('Z', ['metaKey', 'shiftKey']), 'Mod+Shift+z'],
    ['a sign, wherever a keyboard has it', press('?', ['shiftKey']), '?'],
    ['the Latin letter of a key with another', press('я', ['ctrlKey'], 'KeyZ'), 'Mod+z'],
    ['what is typed, of such a key alone', press('я', [], 'KeyZ'), 'я'],
    ['an arrow with what is held', press('ArrowUp', ['altKey']), 'Alt+ArrowUp'],
  ])('is %s', (_what, pressed, chord) => {
    expect(chordOf(pressed)).toBe(chord);
  });
});

describe('Keys of one’s own', () => {
  const own = new Keys({ palette: 'Mod+b', remove: 'Mod+Shift+x' });

  it('do what they were given for, and the ones before nothing', () => {
    expect(own.nameOf(press('b', ['ctrlKey']))).toBe('palette');
    expect(own.nameOf(press('k', ['ctrlKey']))).toBeUndefined();
    expect(own.nameOf(press('Delete'))).toBeUndefined();
    expect(own.nameOf(press('j', ['metaKey']))).toBe('json');
  });

  it('are shown and told as they are', () => {
    expect([
      own.say('palette'),
      own.say('review'),
      own.say('up'),
      own.say('publish'),
      own.say('remove'),
    ]).toEqual(['⌘B', '⇧⌘D', '⌥↑', '⌘↩', '⇧⌘X']);
    expect(new Keys({}).say('remove')).toBe('⌫ Del');
    expect(own.shortcut('palette')).toBe('Control+B Meta+B');
    expect(own.shortcut('publish')).toBe('Control+Enter Meta+Enter');
    expect(own.shortcut('keys')).toBe('?');
  });

  it.each(['Mod+b', 'Mod+Shift+k', 'Mod+.', 'F2', 'Shift+F8', 'Alt+Shift+ArrowDown', 'Mod+k'])(
    'may be %s',
    (chord) => {
      expect(new Keys({}).refuse('palette', chord)).toBeUndefined();
    },
  );

  it.each([
    ['what something else is on', 'Mod+j', '⌘J is “The document as JSON” already'],
    ['what only the browser hears', 'Mod+t', 'needed by browsers'],
    ['what finds words on a page', 'Mod+f', 'needed by browsers'],
    ['what is undone by in every field', 'Mod+y', 'needed by browsers'],
    ['what copies a node', 'Mod+c', 'needed by browsers'],
    ['a letter that is typed', 'b', 'typed, or heard by screen readers'],
    ['a letter with ⌥', 'Alt+b', 'typed, or heard by screen readers'],
    ['what screen readers listen to', 'Mod+Alt+b', 'typed, or heard by screen readers'],
    ['what leads from pane to pane', 'F6', 'typed, or heard by screen readers'],
    ['what leads to the next line', 'ArrowDown', 'typed, or heard by screen readers'],
    ['what chooses', 'Enter', 'typed, or heard by screen readers'],
  ])('are never %s', (_what, chord, why) => {
    expect(new Keys({}).refuse('palette', chord)).toContain(why);
  });

  it('are not what was first of something else that is not on it now, where a field needs that', () => {
    expect(new Keys({ undo: 'Mod+u' }).refuse('palette', 'Mod+z')).toContain('needed by browsers');
    expect(new Keys({ palette: 'Mod+b' }).refuse('json', 'Mod+k')).toBeUndefined();
    const taken = new Keys({ palette: 'Mod+b', json: 'Mod+k' });
    expect(taken.refuseFirst('palette')).toContain('⌘K is “The document as JSON” already');
    expect(taken.refuseFirst('json')).toBeUndefined();
  });
});

describe('Letters, digits and signs by themselves', () => {
  const quiet = new Keys({ palette: 'Mod+b' }, false);

  it('do something only for whoever wants that; what is held with ⌘ or ⌥ always does', () => {
    expect([new Keys({}).nameOf(press('?')), quiet.nameOf(press('?'))]).toEqual(['keys', undefined]);
    expect([new Keys({}).hears(press('3')), quiet.hears(press('3'))]).toEqual([true, false]);
    expect([new Keys({}).letter('J'), quiet.letter('J')]).toEqual(['J', undefined]);
    expect(quiet.nameOf(press('b', ['ctrlKey']))).toBe('palette');
    expect(quiet.nameOf(press('Delete'))).toBe('remove');
    expect([quiet.shortcut('keys'), quiet.shortcut('remove')]).toEqual([undefined, 'Backspace Delete']);
  });
});

describe('What somebody has on other keys', () => {
  function kept(text: string | null = null) {
    const values = new Map(text === null ? [] : [['capiz:studio:keys:ana', text]]);
    return {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
    };
  }

  it('is kept for them in this browser, and for nobody else', () => {
    const storage = kept();
    const keys = openKeys(storage, 'ana');
    keys.choose('palette', 'Mod+b');
    keys.choose('json', 'Mod+e');
    keys.choose('json', undefined);
    expect(openKeys(storage, 'ana').snapshot().chosen).toEqual({ palette: 'Mod+b' } satisfies Chosen);
    expect(openKeys(storage, 'ben').snapshot().chosen).toEqual({});
    keys.hearLetters(false);
    expect(openKeys(storage, 'ana').snapshot()).toEqual(new Keys({ palette: 'Mod+b' }, false));
    keys.choose('palette', undefined);
    expect(openKeys(storage, 'ana').snapshot().hearLetters).toBe(false);
    keys.reset();
    expect(openKeys(storage, 'ana').snapshot()).toEqual(new Keys({}));
  });

  it.each([
    ['no JSON', '{'],
    ['no object', 'null'],
    ['of what there is not', '{"toString":"Mod+b","nothing":"Mod+b"}'],
    ['no keys', '{"palette":3}'],
    ['keys that are needed elsewhere', '{"palette":"Mod+t"}'],
    ['keys of something else', '{"palette":"Mod+j"}'],
  ])('is as it was first where what was kept is %s', (_what, text) => {
    expect(readKeys(text)).toEqual(new Keys({}));
  });

  it('is as chosen also where nothing can be kept', () => {
    const keys = openKeys(
      {
        getItem: () => null,
        setItem: () => {
          throw new Error('full');
        },
      },
      'ana',
    );
    keys.choose('palette', 'Mod+b');
    expect(keys.snapshot().of('palette')).toEqual(['Mod+b']);
  });
});
