// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { describeMarks, findMarks } from './marks.ts';
import type { Painted } from './painted.ts';

/** An element with its look and position. */
function line(look: string, top: number, more: Partial<Painted> = {}): Painted {
  const box = { left: 0, top, width: 100, height: 20 };
  const element = document.createElement('p');
  return { element, kind: 'p', look, box, isWords: true, isAround: false, ...more };
}

function kindsOf(before: readonly Painted[], after: readonly Painted[]) {
  const marks = findMarks(before, after);
  const say = (side: 'before' | 'after', all: readonly Painted[]) =>
    marks[side].map(({ kind, painted }) =>
      [kind, ...painted.map((one) => all.findIndex(({ element }) => element === one.element))].join(' '),
    );
  return { before: say('before', before), after: say('after', after), said: describeMarks(marks) };
}

it('marks nothing in equal screenshots', () => {
  const shown = () => [line('a', 0), line('b', 20), line('b', 40)];
  expect(kindsOf(shown(), shown())).toEqual({ before: [], after: [], said: 'Both look the same.' });
});

it('marks only the changed element, on both sides', () => {
  expect(kindsOf([line('a', 0), line('b', 20)], [line('a', 0), line('c', 20)])).toEqual({
    before: ['other 1'],
    after: ['other 1'],
    said: '1 place looks different.',
  });
});

it('marks a text with the same look and another size', () => {
  const wrapped = line('a', 0, { box: { left: 0, top: 0, width: 100, height: 40 } });
  expect(kindsOf([line('a', 0)], [wrapped]).after).toEqual(['other 0']);
});

it('marks new and gone elements, and elements that moved together once', () => {
  const [short, long] = [
    [line('a', 0), line('c', 20), line('d', 40)],
    [line('a', 0), line('b', 20, { kind: 'img' }), line('c', 40), line('d', 60)],
  ];
  const said = 'what is marked by dashes moved or grew along.';
  expect(kindsOf(short, long)).toEqual({
    before: ['moved 1 2'],
    after: ['new 1', 'moved 2 3'],
    said: `1 is new, ${said}`,
  });
  expect(kindsOf(long, short)).toMatchObject({ before: ['gone 1', 'moved 2 3'], said: `1 is gone, ${said}` });
});

it('marks a new element together with its children once', () => {
  const card = document.createElement('div');
  const inner = line('b', 20, { element: card.appendChild(document.createElement('p')) });
  const added = line('card', 0, { kind: 'div', element: card, isAround: true });
  expect(kindsOf([line('a', 0)], [line('a', 0), added, inner]).after).toEqual(['new 1']);
});

it('does not mark a container that is only resized', () => {
  const card = (height: number) =>
    line('card', 0, { kind: 'div', isAround: true, box: { left: 0, top: 0, width: 100, height } });
  expect(kindsOf([card(20), line('a', 0)], [card(40), line('b', 0)]).after).toEqual(['moved 0', 'other 1']);
});
