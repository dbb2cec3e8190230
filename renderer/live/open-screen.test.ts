import { describe, expect, it } from 'vitest';
import { PENDING } from '../plan/expression.ts';
import { endpoint, fakeWorld, get, list, makePlan, open, readTexts, record, TEXT, text } from './testing.ts';

const BOOKS = endpoint('books', { title: TEXT, books: list(record({ id: TEXT, name: TEXT })) }, ['shelf']);

const shelf = makePlan({
  endpoints: { books: BOOKS },
  data: { books: { endpoint: 'books', with: { shelf: 'A' }, reads: [] } },
  body: [
    text('heading', ['text', 'Shelf {title}', { title: get('data.books.title') }]),
    text('book', get('book.name'), {
      each: { list: get('data.books.books'), as: 'book', key: get('book.id') },
    }),
  ],
});

describe('a screen is opened, loads and shows its content', () => {
  it('nothing is drawn for 150 ms, then skeletons with the placeholders of each list', async () => {
    const world = fakeWorld();
    const screen = open(world, shelf);
    expect(screen.surface.snapshot()).toMatchObject({ phase: 'loading', isQuiet: true, title: 'Shelf' });
    expect(readTexts(screen.body)).toEqual([PENDING, PENDING, PENDING, PENDING]);
    await world.pass(150);
    expect(screen.surface.snapshot()).toMatchObject({ phase: 'loading', isQuiet: false });
  });

  it('the request is what the contract says, and the reply is drawn', async () => {
    const world = fakeWorld();
    const screen = open(world, shelf);
    expect(world.calls.map((call) => `${call.method} ${call.url}`)).toEqual(['GET /api/books?shelf=A']);
    await world.calls[0]?.reply({
      title: 'A',
      books: [
        { id: '1', name: 'Emma' },
        { id: '2', name: 'Ulysses' },
      ],
    });
    expect(screen.surface.snapshot().phase).toBe('content');
    expect(readTexts(screen.body)).toEqual(['Shelf A', 'Emma', 'Ulysses']);
  });
});
