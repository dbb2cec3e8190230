import { describe, expect, it } from 'vitest';
import { planOf, problemsOf, type ScreenText } from '../testing.ts';

const PAGES = {
  list: 'books',
  key: 'isbn',
  size: 20,
  when: 'has(data.shelf.note)',
  with: { cardId: '${data.shelf.note}' },
};

/** Is always there, unlike the note. */
const NEXT = { cardId: '${data.shelf.name}' };

const MORE = { do: 'more', data: 'shelf', as: 'added' };

function screenOf(pages: ScreenText | undefined, more: ScreenText = {}, rest: ScreenText = {}): ScreenText {
  const shelf = { endpoint: 'shelf', with: { cardId: '${params.cardId}' }, ...(pages && { pages }), ...more };
  return { data: { shelf }, body: [{ type: 'text', text: '${data.shelf.name}' }], ...rest };
}

describe('D24: `pages` of data', () => {
  it('is in the plan, which names grammar 5 and the code that it needs', () => {
    const plan = planOf(screenOf({ ...PAGES, with: { cardId: '${data.shelf.name}' } }));
    expect(plan.data['shelf']?.pages).toEqual({
      list: 'books',
      key: 'isbn',
      size: 20,
      when: ['has', ['get', 'data', 'shelf', 'note']],
      with: { cardId: ['get', 'data', 'shelf', 'name'] },
    });
    expect(plan).toMatchObject({ grammar: 5, uses: { rare: true } });
  });

  it('is refused in a document of an earlier grammar', () => {
    expect(problemsOf({ grammar: 4, ...screenOf({ ...PAGES, with: NEXT }) })).toEqual([
      'document/later-grammar /data/shelf/pages',
    ]);
  });

  it('names a list of the reply, and members of the request', () => {
    expect(problemsOf(screenOf({ ...PAGES, list: 'name' }))).toEqual([
      'pages/no-list /data/shelf/pages/list',
    ]);
    expect(problemsOf(screenOf({ ...PAGES, with: { card: 'a' } }))).toEqual([
      'request/unknown-member /data/shelf/pages/with/card',
    ]);
    expect(problemsOf(screenOf({ ...PAGES, when: 'data.shelf.name' }))).toContain(
      'expression/type /data/shelf/pages/when',
    );
  });

  it.each([
    [{}, ['pages/same-page /data/shelf/pages/with']],
    [{ cardId: '${params.cardId}' }, ['pages/same-page /data/shelf/pages/with']],
    [{ cardId: "${session.branch == 'main' ? 'a' : 'b'}" }, ['pages/same-page /data/shelf/pages/with']],
    [{ cardId: '${data.shelf.name}' }, []],
    [{ cardId: '${state.at}' }, []],
    [{ cardId: 'from ${pages.shelf.read}' }, []],
  ])('`with` %j must change the request', (given, problems) => {
    const state = { state: { at: { type: 'string', initial: 'a' } } };
    expect(problemsOf(screenOf({ ...PAGES, with: given }, {}, state))).toEqual(problems);
  });

  it('its list is as long as all pages, not as one page of the contract', () => {
    const nested = 'data.shelf.books.exists(a, data.shelf.books.exists(b, a.isbn == b.isbn))';
    const body = [{ type: 'text', text: 'A', visibleWhen: nested }];
    const [one, all] = [undefined, { ...PAGES, with: NEXT }].map((pages) =>
      problemsOf(screenOf(pages, {}, { body })),
    );
    expect(all).not.toEqual(one);
  });
});

describe('D25: `key` of pages', () => {
  it.each([
    ['isbn', []],
    ['pages', []],
    ['subtitle', ['pages/no-key /data/shelf/pages/key']],
    ['price', ['pages/no-key /data/shelf/pages/key']],
    ['isbm', ['pages/no-key /data/shelf/pages/key']],
  ])('%s', (key, problems) => {
    expect(problemsOf(screenOf({ ...PAGES, key, with: NEXT }))).toEqual(problems);
  });
});

describe('D26: `more`', () => {
  const tap = (...list: readonly unknown[]) => ({
    body: [{ type: 'button', text: 'More', on: { tap: list } }],
  });
  const pages = { ...PAGES, with: NEXT };

  it('names data with pages; its result is a number', () => {
    const notice = { do: 'notice', text: '${added + 1}' };
    expect(problemsOf(screenOf(pages, {}, tap(MORE, notice)))).toEqual([]);
    expect(problemsOf(screenOf(undefined, {}, tap(MORE)))).toEqual(['data/no-pages /body/0/on/tap/0/data']);
    expect(problemsOf(screenOf(pages, {}, tap({ ...MORE, data: 'shelfs' })))).toEqual([
      'data/unknown /body/0/on/tap/0/data',
    ]);
  });
});

describe('D27: `pages.<name>`', () => {
  const pages = { ...PAGES, with: NEXT };
  const shown = (text: string) => ({ body: [{ type: 'text', text }] });

  it('is known where the screen has such data', () => {
    expect(problemsOf(screenOf(pages, {}, shown('${pages.shelf.read}')))).toEqual([]);
    expect(problemsOf(screenOf(undefined, {}, shown('${pages.shelf.read}')))).toHaveLength(1);
    expect(problemsOf(screenOf(pages, {}, shown('${pages.shelf.reed}')))).toHaveLength(1);
  });

  it('is not known in the request of data, which would be sent again by each page', () => {
    expect(problemsOf(screenOf(pages, { with: { cardId: '${pages.shelf.more}' } }))).toEqual([
      'expression/unknown-name /data/shelf/with/cardId',
    ]);
    expect(problemsOf(screenOf(pages, { when: 'pages.shelf.more' }))).toContain(
      'expression/unknown-name /data/shelf/when',
    );
  });

  it('leaves the name free on other screens, so that older documents stay valid', () => {
    const body = [
      { type: 'text', each: 'data.shelf.books', as: 'pages', key: 'pages.isbn', text: '${pages.title}' },
    ];
    expect(problemsOf(screenOf(undefined, {}, { body }))).toEqual([]);
  });
});
