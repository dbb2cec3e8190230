import { describe, expect, it, vi } from 'vitest';
import { compileLibrary, contractOf, type LibraryOptions, type ScreenText } from './grammar/testing.ts';
import { renderContent, renderPlaceholder, type ScreenToRender, type VisitToRender } from './render-html.tsx';
import type { HttpReply } from './runtime/services.ts';

type Json = { readonly [name: string]: unknown };

function draw(screen: ScreenText, given: Partial<ScreenToRender> = {}, options: LibraryOptions = {}): string {
  const { app, plans, problems } = compileLibrary(screen, options);
  const plan = plans.get('shelf');
  if (app === undefined || plan === undefined) throw new Error(JSON.stringify(problems));
  return renderPlaceholder({ plan, app, language: 'en', chrome: 'web', ...given }).markup;
}

const text = (words: string, more: Json = {}): Json => ({ type: 'text', text: words, ...more });
/** Text between the tags. */
const wordsIn = (markup: string) => markup.match(/(?<=>)[^<>]+(?=<)/g) ?? [];

describe('The placeholder of a screen before its data', () => {
  it('contains the constant texts, and skeletons for the data', () => {
    const markup = draw({
      title: 'The shelf',
      body: [
        text('Your books'),
        text('${data.shelf.name}'),
        {
          type: 'rows',
          rows: [
            {
              each: 'data.shelf.books',
              as: 'book',
              key: 'book.isbn',
              label: '${book.title}',
              value: '${book.title}',
            },
          ],
        },
      ],
    });
    expect(wordsIn(markup)).toEqual(['The shelf', 'Your books']);
    expect(markup.match(/cz-skeleton/g)?.length).toBeGreaterThan(3);
    expect(markup).toMatch(/^<div inert="" class="cz-screen[^>]*>.*aria-busy="true"/);
  });

  it('has the fields that a service chooses, whichever step of the process is first', async () => {
    const field = {
      each: 'data.shelf.books',
      as: 'book',
      key: 'book.isbn',
      kind: 'text-field',
      name: '${book.isbn}',
      label: '${book.title}',
    };
    const allow = { kinds: ['text-field'], name: '[0-9]{13}', not: [], count: 20 };
    const fields = { type: 'fields', name: 'notes', allow, fields: [field] };
    const { app, plans, problems } = compileLibrary({
      body: [{ type: 'form', id: 'lend', body: [fields], on: { submit: [], invalid: [] } }],
    });
    const plan = plans.get('shelf');
    if (app === undefined || plan === undefined) throw new Error(JSON.stringify(problems));
    vi.resetModules();
    const first = await import('./render-html.tsx');
    const { markup } = first.renderPlaceholder({ plan, app, language: 'en', chrome: 'web' });
    expect(markup).toContain('<input type="text"');
  });

  it('treats values of the address and the visitor as loading', () => {
    const options = { app: { carried: { cardId: { type: 'string', wire: ['cardId'], default: 'none' } } } };
    const body = [
      text('Card ${params.cardId}'),
      text('Branch ${session.branch}'),
      text('No reader', { visibleWhen: "session.readerId == ''" }),
      text('Some reader', { visibleWhen: "session.readerId != ''" }),
    ];
    const markup = draw({ params: { cardId: { carried: true } }, data: {}, body }, {}, options);
    expect(wordsIn(markup)).toEqual(['Shelf']);
    expect(markup.match(/class="cz-skeleton/g)?.length).toBe(2);
  });

  it('does not run the screen’s enter list', () => {
    const on = { enter: [{ do: 'go', to: 'book', with: { isbn: '1' }, replace: true }] };
    expect(wordsIn(draw({ on, data: {}, body: [text('Here')] }))).toEqual(['Shelf', 'Here']);
  });

  it('of a screen without data is complete, in the language of the document', () => {
    const screen = { data: {}, body: [text('How to lend')] };
    const options = {
      app: { languages: { default: 'en', list: ['en', 'de', 'source'] } },
      messages: { de: { 'How to lend': 'So wird verliehen' } },
    };
    const markup = draw(screen, { language: 'de' }, options);
    expect(markup).not.toContain('aria-busy');
    expect(wordsIn(markup)).toContain('So wird verliehen');
  });

  it('has no header in the shell', () => {
    const body = [text('Here')];
    expect(draw({ data: {}, body })).toContain('<header');
    expect(draw({ data: {}, body }, { chrome: 'host' })).not.toContain('<header');
  });

  it('has no style attribute, because the policy of the document would refuse it', () => {
    const image = { type: 'image', src: 'https://covers.example/1.png', alt: '', ratio: 'banner' };
    expect(draw({ data: {}, body: [image, text('Here')] })).not.toMatch(/ style=/);
  });

  it('shows texts that look like markup as text', () => {
    const markup = draw({ data: {}, body: [text('<img src=x onerror=alert(1)> & <!--/capiz-picture-->')] });
    expect(markup).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &lt;!--/capiz-picture--&gt;');
  });

  it('is empty for a screen that cannot be rendered', () => {
    const { app, plans } = compileLibrary({ data: {}, body: [text('Here')] });
    const plan = plans.get('shelf');
    if (app === undefined || plan === undefined) throw new Error('The shelf has no plan.');
    const broken = { ...plan, body: [{ ...plan.body[0], id: null }] } as unknown as typeof plan;
    expect(renderPlaceholder({ plan: broken, app, language: 'en', chrome: 'web' }).markup).toBe('');
  });
});

const SHELF_REPLY = {
  ok: true,
  data: {
    name: 'Aesop & <friends>',
    books: [{ isbn: '1', title: 'Fables', pages: '9', price: '5', lent_flag: '1' }],
    fine: '0',
  },
};
const reply = (body: unknown, status = 200): HttpReply => ({ status, body: JSON.stringify(body) });

async function show(
  screen: ScreenText,
  visit: Partial<VisitToRender> = {},
  given: Partial<ScreenToRender> = {},
  options: LibraryOptions = {},
): Promise<string> {
  const { app, plans } = compileLibrary(screen, options);
  const plan = plans.get('shelf');
  if (app === undefined || plan === undefined) throw new Error('The shelf has no plan.');
  return renderContent(
    { plan, app, language: 'en', chrome: 'web', ...given },
    {
      ...{ params: { cardId: '7' }, session: { readerId: 'r' } },
      ...{ now: Date.UTC(2026, 2, 5), origin: 'https://page.example' },
      replyTo: () => reply(SHELF_REPLY),
      ...visit,
    },
  );
}

describe('The content of a screen', () => {
  it('has its data, and nothing that loads', async () => {
    const urls: string[] = [];
    const body = [text('${data.shelf.name}'), text('Card ${params.cardId} of ${session.readerId}')];
    const markup = await show(
      { title: 'The shelf', body },
      {
        replyTo(request) {
          urls.push(request.url);
          return reply(SHELF_REPLY);
        },
      },
    );
    expect(urls).toEqual(['/api/shelf?cardId=7']);
    expect(wordsIn(markup)).toEqual(['The shelf', 'Aesop &amp; &lt;friends&gt;', 'Card 7 of r']);
    expect(markup).not.toMatch(/cz-skeleton|aria-busy|inert/);
  });

  it('of one visit contains no data of another visit that is rendered at the same time', async () => {
    const body = [text('${data.shelf.name} for ${session.readerId}')];
    const visits = ['Ana', 'Ben', 'Cy'].map((readerId) =>
      show(
        { body },
        {
          session: { readerId },
          replyTo: () => reply({ ok: true, data: { ...SHELF_REPLY.data, name: readerId } }),
        },
      ),
    );
    expect((await Promise.all(visits)).map((markup) => wordsIn(markup).at(-1))).toEqual([
      'Ana for Ana',
      'Ben for Ben',
      'Cy for Cy',
    ]);
  });

  it('has no header in the shell', async () => {
    expect(await show({ body: [text('Here')] })).toContain('<header');
    expect(await show({ body: [text('Here')] }, {}, { chrome: 'host' })).not.toContain('<header');
  });

  it.each<[string, VisitToRender['replyTo']]>([
    ['is missing', () => undefined],
    ['is refused', () => reply({ ok: false })],
    ['is a failure', () => reply(SHELF_REPLY, 500)],
    ['is damaged', () => ({ status: 200, body: '{"ok":tr' })],
    ['has another shape', () => reply({ ok: true, data: [] })],
  ])('is empty if its data %s', async (_, replyTo) => {
    expect(await show({ body: [text('Here')] }, { replyTo })).toBe('');
  });

  it('is empty if some of its data is missing', async () => {
    const data = {
      shelf: { endpoint: 'shelf', with: { cardId: '${params.cardId}' } },
      state: { endpoint: 'fine-state', with: {} },
    };
    const replyTo: VisitToRender['replyTo'] = ({ url }) =>
      url.startsWith('/api/shelf') ? reply(SHELF_REPLY) : undefined;
    const body = [text('${data.shelf.name}'), text('${data.state.state}')];
    expect(await show({ data, body }, { replyTo })).toBe('');
    expect(await show({ data, body }, { replyTo: () => reply({ ...SHELF_REPLY, state: 'paid' }) })).not.toBe(
      '',
    );
  });

  it.each<[string, Json]>([
    ['opens an overlay', { do: 'open', overlay: 'ask' }],
    ['goes elsewhere', { do: 'go', to: 'book', with: { isbn: '1' }, replace: true }],
    ['goes back', { do: 'back' }],
    ['leaves', { do: 'leave', to: 'https://help.example.com/' }],
  ])('is empty if the screen %s as it opens', async (_, action) => {
    const overlays = { ask: { type: 'dialog', title: 'Ask', body: [text('Sure?')] } };
    const body = [
      text('Here'),
      { type: 'button', text: 'Ask', on: { tap: [{ do: 'open', overlay: 'ask' }] } },
    ];
    expect(await show({ overlays, body, on: { enter: [action] } })).toBe('');
    expect(await show({ overlays, body })).toContain('Here');
  });

  it('of a long list has no style attribute', async () => {
    const row = text('${book.title}', { each: 'data.shelf.books', as: 'book', key: 'book.isbn' });
    const shelf = contractOf('shelf') as {
      readonly reply: { readonly properties: { readonly books: Json } };
    };
    const { reply: replies } = shelf;
    const books = { ...replies.properties.books, maxItems: 1_000 };
    const contract = { ...shelf, reply: { ...replies, properties: { ...replies.properties, books } } };
    const [book] = SHELF_REPLY.data.books;
    const many = Array.from({ length: 900 }, (_, at) => ({ ...book, isbn: String(at) }));
    const markup = await show(
      { body: [row] },
      { replyTo: () => reply({ ok: true, data: { ...SHELF_REPLY.data, books: many } }) },
      {},
      { endpoints: { shelf: contract } },
    );
    expect(markup.match(/Fables/g)?.length).toBeLessThan(900);
    expect(markup).not.toMatch(/ style=/);
  });

  it('fails if the screen cannot be rendered, and closes it', async () => {
    const { app, plans } = compileLibrary({ data: {}, body: [text('Here')] });
    const plan = plans.get('shelf');
    if (app === undefined || plan === undefined) throw new Error('The shelf has no plan.');
    const broken = { ...plan, body: [{ ...plan.body[0], id: null }] } as unknown as typeof plan;
    await expect(
      renderContent(
        { plan: broken, app, language: 'en', chrome: 'web' },
        { params: {}, session: {}, now: 0, origin: '', replyTo: () => undefined },
      ),
    ).rejects.toBeInstanceOf(Error);
  });

  it('has disabled buttons and boxes to tick that the page enables again, and text boxes for typing', async () => {
    const rules = [{ rule: 'required', message: 'Needed' }];
    const options = [
      { value: 'a', text: 'A' },
      { value: 'b', text: 'B' },
    ];
    const body = [
      { type: 'button', text: 'Lend', on: { tap: [{ do: 'back' }] } },
      {
        type: 'form',
        id: 'card',
        body: [
          { type: 'text-field', name: 'name', label: 'Name', rules },
          { type: 'text-field', name: 'note', label: 'Note', multiline: true },
          { type: 'check', name: 'agree', label: 'I agree', rules },
          { type: 'choice', name: 'kind', label: 'Kind', options },
          { type: 'rating', name: 'stars', label: 'Stars' },
        ],
        on: { submit: [], invalid: [] },
      },
    ];
    const markup = await show({ body });
    const tags = markup.match(/<(?:button|input|textarea|select)\b[^>]*>/g) ?? [];
    const isTyped = (tag: string) => /^<textarea|type="text"/.test(tag);
    expect(tags.filter(isTyped).map((tag) => tag.includes('disabled'))).toEqual([false, false]);
    const tapped = tags.filter((tag) => !isTyped(tag));
    expect(tapped.length).toBeGreaterThan(8);
    for (const tag of tapped) expect(tag.match(/ disabled=""| data-wait=""/g)).toHaveLength(2);
    expect(markup).toMatch(/<button[^>]* disabled="" data-wait="">(?:<[^>]*>)*Lend</);
  });
});
