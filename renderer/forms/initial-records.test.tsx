// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { drawForm } from '#tests/draw-form.tsx';
import { fakeWorld } from '../runtime/testing.ts';

const BOOKS = {
  type: 'repeat',
  name: 'books',
  label: 'Books',
  title: 'Book',
  add: 'Add a book',
  remove: 'Remove',
  initial: '${data.shelf.books}',
  body: [
    { type: 'text-field', name: 'title', label: 'Title' },
    { type: 'text-field', name: 'note', label: 'Note' },
  ],
};

function book(title: string) {
  return { isbn: title, title, pages: 1, price: 1, lent_flag: false };
}

async function drawBooks(world = fakeWorld(), body: readonly object[] = [BOOKS]) {
  const drawn = await drawForm(
    body as never,
    {},
    {
      params: { cardId: { carried: true } },
      data: { shelf: { endpoint: 'shelf', with: { cardId: '1' }, refresh: ['pull'] } },
    },
    world,
  );
  const answer = (...titles: readonly string[]) => {
    const data = { name: 'Poems', fine: 0, books: titles.map(book) };
    const body = JSON.stringify({ ok: true, data });
    return act(async () => world.calls.at(-1)?.answer({ status: 200, body }));
  };
  const pull = () => act(async () => void drawn.live.pull());
  return { ...drawn, answer, pull };
}

beforeEach(() => document.body.replaceChildren());

describe('S27: a repeating group with initial records', () => {
  it('begins with the data, and follows it until the person changes it', async () => {
    const { read, write, answer, pull, reset, plan, container } = await drawBooks();
    expect([plan.grammar, plan.uses.edit]).toEqual([5, true]);
    await answer('Emma', 'Persuasion');
    expect(read('books')).toEqual([{ title: 'Emma' }, { title: 'Persuasion' }]);
    expect(container.querySelectorAll('input')).toHaveLength(4);
    await pull();
    await answer('Emma');
    expect([read('books'), read('isChanged')]).toEqual([[{ title: 'Emma' }], false]);
    write('books.r3.note', 'Mine');
    expect([read('isChanged'), read('changes')]).toEqual([
      true,
      { books: [{ title: 'Emma', note: 'Mine' }] },
    ]);
    await pull();
    await answer('Other');
    expect(read('books')).toEqual([{ title: 'Emma', note: 'Mine' }]);
    reset();
    expect([read('books'), read('isChanged')]).toEqual([[{ title: 'Other' }], false]);
  });

  it('counts as unchanged if a record was added and removed again', async () => {
    const { read, answer, getByRole, getAllByRole } = await drawBooks();
    await answer('Emma');
    act(() => getByRole('button', { name: 'Add a book' }).click());
    expect(read('isChanged')).toBe(true);
    act(() => getAllByRole('button', { name: /Remove/ })[1]?.click());
    expect([read('books'), read('isChanged')]).toEqual([[{ title: 'Emma' }], false]);
  });

  it('is restored whole from a draft, with the fields that nobody has changed', async () => {
    const world = fakeWorld();
    const first = await drawBooks(world);
    await first.answer('Emma', 'Persuasion');
    first.write('books.r2.note', 'Mine');
    await act(() => world.pass(1_000));
    first.unmount();
    first.live.close();
    const { read, answer } = await drawBooks(world);
    await answer('Other');
    expect(read('books')).toEqual([{ title: 'Emma' }, { title: 'Persuasion', note: 'Mine' }]);
  });
});
