import { describe, expect, it } from 'vitest';
import * as rare from '../../rare-code.ts';
import type { PagesPlan, ResourcePlan } from '../../plan/plan.ts';
import { endpoint, fakeWorld, get, readTexts, record, text, TEXT } from '../../runtime/testing.ts';
import { act, button, play, put, say } from '../testing.ts';

/** Its reply is one page of `items`, and the cursor of the next page unless it is the last one. */
const items = { type: 'list', items: record({ id: TEXT, name: TEXT }) } as const;
const books = endpoint('books', { items, next: TEXT }, ['shelf', 'after']);

const next = get('data.books.next');
/** By the cursor that the last page names. */
const byCursor: PagesPlan = { list: 'items', with: { after: next }, when: ['has', next], key: 'id' };

const page = (ids: string, after?: string) => ({
  items: ids.split('').map((id) => ({ id, name: `Book ${id}` })),
  ...(after !== undefined && { next: after }),
});

async function shelf(pages: PagesPlan = byCursor, rest: Partial<ResourcePlan> = {}, world = fakeWorld()) {
  const data = {
    books: { endpoint: 'books', with: { shelf: get('state.shelf') }, reads: ['state.shelf'], pages, ...rest },
  };
  const played = await play({
    tap: [act('more', { data: 'books' }, { as: 'added' }), say(['text', '{n} more', { n: get('added') }])],
    plan: {
      data,
      endpoints: { books },
      state: { shelf: { shape: TEXT, initial: 'low' } },
      body: [
        text('more', ['choose', [get('pages.books.more'), 'more'], [true, 'end']]),
        text('loading', ['choose', [get('pages.books.loading'), 'loading'], [true, 'idle']]),
        button('again', [act('reload', { data: ['list', 'books'] })]),
        button('other', [put('shelf', 'high')]),
        button('second', [act('more', { data: 'books' })]),
      ],
    },
    options: { rare },
    world,
  });
  const state = () => played.screen.engine.store.get();
  return {
    ...played,
    ids: () =>
      ((state().data['books']?.value as { items: { id: string }[] })?.items ?? [])
        .map(({ id }) => id)
        .join(''),
    value: () => state().data['books']?.value as { next?: string; items: { id: string; name: string }[] },
    pages: () => state().pages['books'],
    shown: () => readTexts(played.screen.body),
    sent: () => played.world.calls.map(({ url }) => url.replace(/^.*\?/, '')),
    async answer(ids: string, after?: string) {
      await played.call().reply(page(ids, after));
      await played.world.pass(1_000);
    },
  };
}

describe('S35: `more` reads the next page of a list and adds its items', () => {
  it('asks with the members of "pages" beside those of the data, until no cursor comes', async () => {
    const live = await shelf();
    expect(live.pages()).toMatchObject({ more: false, read: 0 });
    await live.answer('ab', '2');
    expect(live.pages()).toMatchObject({ more: true, read: 1, loading: false });
    await live.tap();
    expect(live.pages()).toMatchObject({ more: true, loading: true });
    await live.answer('cd', '3');
    expect([live.ids(), live.value().next]).toEqual(['abcd', '3']);
    await live.tap();
    await live.answer('e');
    expect(live.sent()).toEqual(['shelf=low', 'shelf=low&after=2', 'shelf=low&after=3']);
    expect(live.ids()).toBe('abcde');
    expect(live.pages()).toMatchObject({ more: false, read: 3, loading: false });
    await live.tap();
    expect(live.sent()).toHaveLength(3);
  });

  it('the result is the number of items that were added, which a notice can say', async () => {
    const live = await shelf();
    await live.answer('ab', '2');
    await live.tap();
    await live.call().reply(page('cde'));
    await live.world.pass(0);
    expect(live.toasts()).toEqual(['3 more']);
  });

  it('two taps send one call, also from two buttons', async () => {
    const live = await shelf();
    await live.answer('ab', '2');
    await live.tap();
    await live.tap();
    await live.tap('second');
    expect(live.sent()).toHaveLength(2);
  });

  it('a page with fewer items than "size", or without items, is the last one', async () => {
    const bySize = await shelf({ list: 'items', with: { after: get('pages.books.read') }, size: 2 });
    await bySize.answer('ab');
    expect(bySize.pages()?.more).toBe(true);
    await bySize.tap();
    expect(bySize.sent().at(-1)).toBe('shelf=low&after=1');
    await bySize.answer('c');
    expect(bySize.pages()?.more).toBe(false);
    const byNothing = await shelf({ list: 'items', with: { after: get('pages.books.read') } });
    await byNothing.answer('ab');
    await byNothing.tap();
    await byNothing.answer('');
    expect([byNothing.ids(), byNothing.pages()?.more]).toEqual(['ab', false]);
  });

  it('an item whose key comes again replaces the earlier one; without a key it is shown twice', async () => {
    const live = await shelf();
    await live.answer('abc', '2');
    await live.tap();
    await live.call().reply({
      items: [
        { id: 'c', name: 'New' },
        { id: 'd', name: 'D' },
      ],
    });
    await live.world.pass(0);
    expect([live.ids(), live.value().items[2]?.name]).toEqual(['abcd', 'New']);
    expect(live.toasts()).toEqual(['1 more']);
    const { key: _, ...keyless } = byCursor;
    const twice = await shelf(keyless);
    await twice.answer('abc', '2');
    await twice.tap();
    await twice.answer('cd');
    expect(twice.ids()).toBe('abccd');
  });
});

describe('S35: items that come twice', () => {
  it('are counted once, also if the first page has an item twice', async () => {
    const live = await shelf();
    await live.answer('aab', '2');
    await live.tap();
    await live.call().reply(page('c', '3'));
    await live.world.pass(0);
    expect([live.ids(), live.toasts()]).toEqual(['abc', ['1 more']]);
  });
});

describe('S36: a new reading begins at the first page', () => {
  it('the further pages stay until its answer, and the count of pages begins again', async () => {
    const live = await shelf();
    await live.answer('ab', '2');
    await live.tap();
    await live.answer('cd', '3');
    await live.tap('again');
    expect([live.ids(), live.sent().at(-1)]).toEqual(['abcd', 'shelf=low']);
    await live.answer('ab', '2');
    expect([live.ids(), live.pages()?.read, live.pages()?.more]).toEqual(['ab', 1, true]);
  });

  it('other inputs begin at the first page, too', async () => {
    const live = await shelf();
    await live.answer('ab', '2');
    await live.tap();
    await live.answer('cd');
    await live.tap('other');
    expect(live.pages()).toMatchObject({ more: false, read: 0 });
    await live.answer('x', '2');
    expect([live.ids(), live.sent().at(-1), live.pages()?.more]).toEqual(['x', 'shelf=high', true]);
  });

  it('also if its answer is what the content is: the page that was the last one may have a next one now', async () => {
    const live = await shelf({ list: 'items', with: { after: get('pages.books.read') } });
    await live.answer('ab');
    await live.tap();
    await live.answer('');
    expect(live.pages()).toMatchObject({ more: false, read: 2 });
    await live.tap('again');
    await live.answer('ab');
    expect(live.pages()).toMatchObject({ more: true, read: 1 });
  });

  it('drops the answer of a further page that was asked before', async () => {
    const live = await shelf();
    await live.answer('ab', '2');
    await live.tap();
    const late = live.call();
    await live.tap('again');
    expect(live.pages()?.loading).toBe(false);
    await late.reply(page('cd'));
    expect(live.ids()).toBe('ab');
    await live.answer('ab', '2');
    expect([live.ids(), live.pages()?.read]).toEqual(['ab', 1]);
    expect(live.toasts()).toEqual(['0 more']);
  });

  it('drops it also if the reading has failed and the page is asked again', async () => {
    const live = await shelf();
    await live.answer('ab', '2');
    await live.tap('second');
    const late = live.call();
    await live.tap('again');
    await live.call().fail();
    await live.world.pass(0);
    expect([live.ids(), live.pages()?.more]).toEqual(['ab', true]);
    await live.tap();
    const calls = live.sent().length;
    await late.reply(page('xy'));
    expect(live.ids()).toBe('ab');
    expect(live.sent()).toHaveLength(calls);
    await live.answer('cd');
    expect(live.ids()).toBe('abcd');
  });
});

describe('S37: a page that cannot be read', () => {
  it('leaves the content, fails the action, and can be asked again', async () => {
    const live = await shelf();
    await live.answer('ab', '2');
    await live.tap();
    await live.call().fail();
    await live.world.pass(0);
    expect(live.ids()).toBe('ab');
    expect(live.pages()).toMatchObject({ more: true, loading: false, read: 1 });
    expect([...live.toasts(), ...live.notices()]).not.toContain('0 more');
    await live.tap();
    await live.answer('c');
    expect(live.ids()).toBe('abc');
  });

  it('is not asked while the data is being read', async () => {
    const live = await shelf();
    await live.answer('ab', '2');
    await live.tap('again');
    await live.tap();
    expect(live.sent()).toEqual(['shelf=low', 'shelf=low']);
  });

  it('does not make the content stale for a critical action', async () => {
    const live = await shelf();
    await live.answer('ab', '2');
    await live.tap();
    await live.call().fail();
    expect(live.screen.engine.data.isFresh('books')).toBe(true);
  });
});

describe('S41: a return to the screen', () => {
  const left = async (pages?: PagesPlan, rest?: Partial<ResourcePlan>) => {
    const live = await shelf(pages, rest);
    await live.answer('ab', '2');
    await live.tap();
    await live.answer('cd', '3');
    live.screen.save(240);
    live.screen.close();
    live.world.calls.length = 0;
    return await shelf(pages, rest, live.world);
  };
  /** By page numbers, without a key, and stored for a visit without a connection. */
  const byNumber: PagesPlan = { list: 'items', with: { after: get('pages.books.read') } };
  const leftStored = () => left(byNumber, { offline: true });

  it('reads as many pages as before, and then shows the list, so that its scroll position is there', async () => {
    const live = await left();
    await live.answer('ab', '2');
    expect([live.ids(), live.screen.surface.snapshot().phase]).toEqual(['', 'loading']);
    await live.answer('xy', '3');
    expect([live.ids(), live.screen.surface.snapshot().scrollTop]).toEqual(['abxy', 240]);
    expect(live.pages()).toMatchObject({ more: true, loading: false, read: 2, last: 2 });
    await live.tap();
    await live.answer('e');
    expect(live.sent()).toEqual(['shelf=low', 'shelf=low&after=2', 'shelf=low&after=3']);
    // Every later reading begins at the first page.
    await live.tap('again');
    await live.answer('ab', '2');
    expect([live.ids(), live.pages()?.read]).toEqual(['ab', 1]);
  });

  it('by page numbers, too', async () => {
    const live = await left({ list: 'items', with: { after: get('pages.books.read') } });
    await live.answer('ab');
    await live.answer('cd');
    expect(live.sent()).toEqual(['shelf=low', 'shelf=low&after=1']);
    expect(live.ids()).toBe('abcd');
  });

  it('offline shows the stored first page, and counts all pages that are read once the service answers', async () => {
    const live = await leftStored();
    await live.call().fail();
    await live.world.pass(0);
    expect([live.ids(), live.pages()?.read]).toEqual(['ab', 1]);
    await live.tap('again');
    await live.answer('ab');
    await live.answer('cd');
    expect([live.ids(), live.pages()?.read, live.pages()?.last]).toEqual(['abcd', 2, 2]);
    await live.tap();
    expect(live.sent().at(-1)).toBe('shelf=low&after=2');
  });

  it('stores the first page alone, so that the next page is not shown twice', async () => {
    const live = await leftStored();
    await live.answer('ab');
    await live.answer('cd');
    live.screen.close();
    const offline = await shelf(byNumber, { offline: true }, live.world);
    await offline.call().fail();
    await offline.world.pass(0);
    expect([offline.ids(), offline.pages()?.read]).toEqual(['ab', 1]);
  });

  it('shows the pages before one that cannot be read, or that is no longer there', async () => {
    const lost = await left();
    await lost.answer('ab', '2');
    await lost.call().fail();
    await lost.world.pass(1_000);
    expect([lost.ids(), lost.pages()?.read, lost.pages()?.more]).toEqual(['ab', 1, true]);
    const gone = await left();
    await gone.answer('ab');
    expect([gone.ids(), gone.pages()?.more, gone.sent().length]).toEqual(['ab', false, 1]);
  });
});
