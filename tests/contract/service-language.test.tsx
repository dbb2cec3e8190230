// @vitest-environment jsdom
import { act, cleanup, render, screen as page } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { actions } from '#renderer/actions/index.ts';
import { createForms } from '#renderer/forms/all-forms.ts';
import { planOf } from '#renderer/grammar/testing.ts';
import { prepareScreen, Screen } from '#renderer/index.ts';
import { DEVICE, fakeWorld, open } from '#renderer/live/testing.ts';

window.scrollTo = () => {};
afterEach(cleanup);

const TITLE = '${book.title}';
const OF_BOOKS = { each: 'data.shelf.books', as: 'book', key: 'book.isbn' };

/** Texts of the service wherever a widget shows them, each once. */
const BODY = [
  { type: 'text', text: '${data.shelf.name}' },
  { type: 'status', title: 'Shelf', text: '${data.shelf.note}' },
  { type: 'section', title: 'Section: ${data.shelf.name}', body: [{ type: 'text', text: 'Own words' }] },
  { type: 'rows', rows: [{ ...OF_BOOKS, label: 'Title', value: TITLE }] },
  { ...OF_BOOKS, type: 'item', title: TITLE, text: 'By the author', tags: [{ text: '${book.title}' }] },
  {
    type: 'form',
    id: 'f',
    on: { submit: [] },
    body: [
      {
        ...{ type: 'choice', name: 'book', label: '${data.shelf.note}', look: 'list' },
        options: [{ ...OF_BOOKS, value: '${book.isbn}', text: TITLE }],
      },
    ],
  },
  {
    type: 'button',
    text: 'Tell',
    on: {
      tap: [
        { do: 'notice', text: '${data.shelf.name}' },
        { do: 'notice', text: 'Own', look: 'inline' },
      ],
    },
  },
];
const SHELF = {
  name: 'Main hall',
  note: 'Closed today',
  books: [{ isbn: 'i1', title: 'One book', pages: 1, price: 100, lent: false }],
  fine: 0,
};

it('1.15 words of the service are marked with its language, those of the author are not', async () => {
  const plan = planOf(
    {
      params: {},
      data: { shelf: { endpoint: 'shelf', with: { cardId: 'c1' } } },
      body: [{ type: 'section', visibleWhen: 'has(data.shelf.note)', body: BODY }],
    },
    { app: { languages: { default: 'fil', list: ['fil', 'source'], service: 'en' } } },
  );
  await prepareScreen(plan);
  const world = fakeWorld();
  const live = open(world, plan, { actions, device: DEVICE, createForms });
  render(<Screen live={live} />);
  await act(async () =>
    world.calls[0]?.answer({ status: 200, body: JSON.stringify({ ok: 'true', data: SHELF }) }),
  );
  await act(async () => page.getByRole('button', { name: 'Tell' }).click());
  const marked = [...document.querySelectorAll('[lang="en"]')].map(({ textContent }) => textContent);
  expect(marked.sort()).toEqual(
    [
      'Closed today',
      'Closed today',
      'Main hall',
      'Main hall',
      'One book',
      'One book',
      'One book',
      'One book',
    ].sort(),
  );
});
