import { describe, expect, it, vi } from 'vitest';
import { compileLibrary, type LibraryOptions, type ScreenText } from './grammar/testing.ts';
import { renderPlaceholder, type ScreenToRender } from './render-html.tsx';

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
