// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react';
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

  it('the focus goes to a record that the person adds, not to records that come with data', async () => {
    const { answer, pull, getByRole, getAllByRole } = await drawBooks();
    await answer('Emma');
    await pull();
    await answer('Emma', 'Persuasion');
    expect(document.activeElement).toBe(document.body);
    act(() => getByRole('button', { name: 'Add a book' }).click());
    expect(document.activeElement).toBe(getAllByRole('textbox', { name: 'Title' })[2]);
    act(() => getAllByRole('button', { name: /Remove/ })[2]?.click());
    expect(document.activeElement).toBe(getByRole('button', { name: 'Add a book' }));
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

describe('S28: records', () => {
  const MOVED = {
    ...BOOKS,
    title: { choose: [{ when: 'has(item.title)', value: '${item.title}' }, 'Book'] },
    up: 'Move up',
    down: 'Move down',
  };

  it('are moved by buttons with their heading, which say the new position and keep the focus', async () => {
    const { read, write, answer, getByRole, container, world } = await drawBooks(fakeWorld(), [MOVED]);
    await answer('Emma', 'Persuasion', 'Sanditon');
    write('books.r2.note', 'Mine');
    const button = (name: string) => getByRole('button', { name });
    expect(button('Move up Emma').getAttribute('aria-disabled')).toBe('true');
    expect(button('Move down Sanditon').getAttribute('aria-disabled')).toBe('true');
    await act(async () => {
      button('Move up Persuasion').click();
      await new Promise((resolve) => setTimeout(resolve));
    });
    expect(read('books')).toEqual([
      { title: 'Persuasion', note: 'Mine' },
      { title: 'Emma' },
      { title: 'Sanditon' },
    ]);
    expect(document.activeElement).toBe(button('Move up Persuasion'));
    await waitFor(() =>
      expect(container.querySelector('form > [role="status"]')?.textContent).toBe('Moved to position 1 of 3'),
    );
    await act(async () => button('Move up Persuasion').click());
    await act(async () => button('Move down Emma').click());
    expect(read('books')).toEqual([
      { title: 'Persuasion', note: 'Mine' },
      { title: 'Sanditon' },
      { title: 'Emma' },
    ]);
    await act(() => world.pass(1_000));
  });

  it('with the same values in the fields of a rule "unique" are refused at the later one', async () => {
    const rules = [{ rule: 'unique', fields: ['title', 'note'], message: 'You have this book already' }];
    const { write, answer, submit, plan, live } = await drawBooks(fakeWorld(), [{ ...BOOKS, rules }]);
    expect(plan.grammar).toBe(5);
    await answer('Emma', 'Emma', 'Emma');
    expect(await submit()).toBeUndefined();
    const problem = (name: string) => live.engine.forms.field('f', name).problem;
    for (const [record, note] of [
      ['r1', 'a'],
      ['r2', 'b'],
      ['r3', 'a'],
    ] as const)
      write(`books.${record}.note`, note);
    expect(await live.engine.forms.validate('f', undefined)).toEqual({
      kind: 'invalid',
      message: 'You have this book already',
      pointer: 'books/2/title',
    });
    expect([problem('books.r1.title'), problem('books.r3.title')]).toEqual([
      undefined,
      'You have this book already',
    ]);
    write('books.r1.note', 'c');
    expect(problem('books.r3.title')).toBeUndefined();
  });
});
