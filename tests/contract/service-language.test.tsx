// @vitest-environment jsdom
import { act, cleanup, render, screen as page } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { actions } from '#renderer/actions/index.ts';
import { createForms } from '#renderer/forms/edit-forms.ts';
import { contractOf, planOf } from '#renderer/grammar/testing.ts';
import { prepareScreen, Screen } from '#renderer/index.ts';
import { DEVICE, fakeWorld, open } from '#renderer/runtime/testing.ts';

window.scrollTo = () => {};
afterEach(cleanup);

const TITLE = '${book.title}';
const OF_BOOKS = { each: 'data.shelf.books', as: 'book', key: 'book.isbn' };

/** Texts of the service in every widget that shows them, each once. */
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
  { type: 'button', text: 'Ask', on: { tap: [{ do: 'open', overlay: 'ask' }] } },
];
/** Titles of dialogs, tabs and lists, buttons, and the value of a field. */
const ASK = {
  type: 'dialog',
  title: { choose: ['${data.shelf.note}', 'Ask'] },
  body: [
    {
      type: 'form',
      id: 'g',
      on: { submit: [] },
      body: [
        {
          ...{ type: 'choice', name: 'book', label: '${data.shelf.name}', look: 'sheet', initial: 'i1' },
          options: [{ ...OF_BOOKS, value: '${book.isbn}', text: TITLE }],
        },
      ],
    },
    {
      type: 'tabs',
      label: 'Books',
      body: [
        {
          type: 'section',
          each: 'data.shelf.books',
          as: 'book',
          title: TITLE,
          body: [{ type: 'text', text: 'Own' }],
        },
      ],
    },
  ],
  bar: [
    {
      type: 'button',
      text: { choose: ['${data.shelf.note}', 'Close'] },
      enabledWhen: 'data.shelf.fine > 0',
      disabledNote: '${data.shelf.name}',
      on: { tap: [{ do: 'close' }] },
    },
  ],
};
const SHELF = {
  name: 'Main hall',
  note: 'Closed today',
  books: [{ isbn: 'i1', title: 'One book', pages: 1, price: 100, lent: false }],
  fine: 0,
};

/** Texts that are marked as English, sorted. */
const marked = (within: ParentNode = document) =>
  [...within.querySelectorAll('[lang="en"]')].map(({ textContent }) => textContent).sort();

it('1.15 words of the service are marked with its language, words of the author are not', async () => {
  const plan = planOf(
    {
      params: {},
      data: { shelf: { endpoint: 'shelf', with: { cardId: 'c1' } } },
      body: [{ type: 'section', visibleWhen: 'has(data.shelf.note)', body: BODY }],
      overlays: { ask: ASK },
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
  expect(marked()).toEqual(
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
  await act(async () => page.getByRole('button', { name: 'Ask' }).click());
  const dialog = page.getByRole('dialog');
  expect(marked(dialog), 'with the toast above it').toEqual(
    ['Closed today', 'Main hall', 'One book', 'One book', 'Closed today', 'Main hall', 'Main hall'].sort(),
  );
  await act(async () => page.getByRole('button', { name: /^Main hall/ }).click());
  const sheet = await page.findByRole('dialog', { name: 'Main hall' });
  expect(marked(sheet)).toEqual(['Main hall', 'One book']);
});

it('1.15 the title and message of a failure are marked if the service wrote them', async () => {
  const plan = planOf(
    {
      title: { choose: ['${data.shelf.note}', 'Shelf'] },
      params: {},
      data: {
        shelf: {
          endpoint: 'shelf',
          with: { cardId: 'c1' },
          failed: { choose: ['${error.message}', 'We could not find the shelf.'] },
        },
      },
      body: [{ type: 'text', text: 'Own words' }],
    },
    {
      app: { languages: { default: 'fil', list: ['fil', 'source'], service: 'en' } },
      endpoints: { shelf: { ...contractOf('shelf'), error: { message: '/message' } } },
    },
  );
  await prepareScreen(plan);
  const draw = async (answer: object) => {
    cleanup();
    const world = fakeWorld();
    render(<Screen live={open(world, plan, { actions, device: DEVICE, createForms })} />);
    await act(async () => world.calls[0]?.answer({ status: 200, body: JSON.stringify(answer) }));
    return marked();
  };
  expect(await draw({ ok: 'true', data: SHELF })).toEqual(['Closed today']);
  expect(await draw({ ok: 'true', data: { ...SHELF, note: null } })).toEqual([]);
  expect(await draw({ ok: 'false', message: 'Out for repair' })).toEqual(['Out for repair']);
  expect(await draw({ ok: 'false' })).toEqual([]);
});
