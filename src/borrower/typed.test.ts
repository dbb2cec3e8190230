// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeTyped } from './typed.ts';

const scrolled: (readonly [number, number])[] = [];

beforeEach(() => {
  scrolled.length = 0;
  vi.stubGlobal('scrollTo', (x: number, y: number) => scrolled.push([x, y]));
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const SCREEN = `
  <button id="lend" disabled data-wait>Lend</button>
  <button id="lent" disabled>Lent</button>
  <input type="checkbox" id="agree" disabled data-wait>
  <input type="text" id="name" value="Ana">
  <input type="search" id="search" value="">
  <textarea id="note">A note</textarea>`;

function open() {
  const screen = document.createElement('div');
  screen.innerHTML = SCREEN;
  document.body.append(screen);
  const heard: string[] = [];
  screen.addEventListener('input', ({ target }) => heard.push((target as HTMLElement).id));
  return { screen, heard };
}

const box = (id: string) => document.getElementById(id) as HTMLInputElement;
const valuesOf = (screen: HTMLElement) =>
  [...screen.querySelectorAll<HTMLInputElement>('[type=text], [type=search], textarea')].map(
    ({ value }) => value,
  );

describe('a rendered screen that the page takes over', () => {
  it('has what the server rendered: what waits is enabled, and what was typed is taken out', () => {
    const { screen, heard } = open();
    box('name').value = 'Ben';
    box('note').value = 'Another note';
    takeTyped(screen);
    expect(valuesOf(screen)).toEqual(['Ana', '', 'A note']);
    expect([...screen.querySelectorAll(':disabled, [data-wait]')].map(({ id }) => id)).toEqual(['lent']);
    expect(heard).toEqual([]);
  });

  it('gets the typed text again, as if it was typed: only boxes that were changed', () => {
    const { screen, heard } = open();
    box('name').value = 'Ben';
    box('note').value = '';
    takeTyped(screen)();
    expect(valuesOf(screen)).toEqual(['Ben', '', '']);
    expect(heard).toEqual(['name', 'note']);
  });

  it('gets the text through the setter of the prototype, so that React hears the change', () => {
    const { screen } = open();
    box('name').value = 'Ben';
    const giveTyped = takeTyped(screen);
    const own = vi.fn();
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    Object.defineProperty(box('name'), 'value', { ...setter, set: own });
    giveTyped();
    expect(own).not.toHaveBeenCalled();
    expect(box('name').value).toBe('Ben');
  });

  it('keeps focus, caret and selection', () => {
    const { screen } = open();
    box('name').focus();
    box('name').value = 'Benedicta';
    box('name').setSelectionRange(2, 5, 'backward');
    takeTyped(screen)();
    const { selectionStart, selectionEnd, selectionDirection } = box('name');
    expect(document.activeElement).toBe(box('name'));
    expect([selectionStart, selectionEnd, selectionDirection]).toEqual([2, 5, 'backward']);
  });

  it('keeps the caret in a box without changes, which hears no input', () => {
    const { screen, heard } = open();
    box('name').focus();
    box('name').setSelectionRange(1, 1);
    takeTyped(screen)();
    expect([box('name').selectionStart, heard]).toEqual([1, []]);
  });

  it('keeps its scroll position, after the screen has scrolled to its beginning', async () => {
    const { screen } = open();
    vi.stubGlobal('scrollX', 3);
    vi.stubGlobal('scrollY', 120);
    const giveTyped = takeTyped(screen);
    vi.stubGlobal('scrollY', 0);
    giveTyped();
    expect(scrolled).toEqual([]);
    await Promise.resolve();
    expect(scrolled).toEqual([[3, 120]]);
  });
});

describe('a rendered screen that the page replaces', () => {
  it('gives what was typed, and the focus, to the boxes of the same ids', () => {
    const { screen, heard } = open();
    box('name').focus();
    box('name').value = 'Ben';
    box('search').value = 'books';
    const giveTyped = takeTyped(screen);
    screen.innerHTML = '<input type="text" id="name" value="Ana">';
    giveTyped();
    expect(valuesOf(screen)).toEqual(['Ben']);
    expect(document.activeElement).toBe(box('name'));
    expect(heard).toEqual(['name']);
  });

  it('gives focus and caret also to a box in which nothing was typed', () => {
    const { screen, heard } = open();
    box('name').focus();
    box('name').setSelectionRange(1, 2);
    const giveTyped = takeTyped(screen);
    screen.innerHTML = '<input type="text" id="name" value="Ana">';
    giveTyped();
    expect(document.activeElement).toBe(box('name'));
    expect([box('name').selectionStart, box('name').selectionEnd, heard]).toEqual([1, 2, []]);
  });

  it('does not move the caret if the widget removed characters', () => {
    const { screen } = open();
    box('name').focus();
    box('name').value = 'B3n';
    box('name').setSelectionRange(1, 1);
    const giveTyped = takeTyped(screen);
    screen.addEventListener('input', () => (box('name').value = 'Bn'));
    giveTyped();
    expect(box('name').value).toBe('Bn');
    expect(box('name').selectionStart).toBe(2);
  });
});
