import { describe, expect, it } from 'vitest';
import { termsOf } from '../../plan/terms.ts';
import { shapes } from '../shapes.generated.ts';
import { button, problemsOf, type ScreenText } from '../testing.ts';
import { amountsOfWidget, findTerms } from './terms.ts';
import { findWritten, isTickBox } from './written-type.ts';

function refuses(title: string, screen: ScreenText, problems: string | string[]): void {
  it(`refuses ${title}`, () => {
    expect(problemsOf(screen)).toEqual([problems].flat());
  });
}

function accepts(title: string, screen: ScreenText): void {
  it(`accepts ${title}`, () => {
    expect(problemsOf(screen)).toEqual([]);
  });
}

describe('9: ids, forms and inputs', () => {
  refuses(
    'an id twice',
    {
      body: [
        { type: 'text', id: 'a', text: 'One' },
        { type: 'text', id: 'a', text: 'Two' },
      ],
    },
    'node/duplicate-id /body/1/id',
  );
  refuses(
    'a node with the id of an overlay',
    {
      body: [button([{ do: 'open', overlay: 'ask' }], { id: 'ask' })],
      overlays: { ask: { type: 'dialog', title: 'Ask', body: [] } },
    },
    'node/duplicate-id /body/0/id',
  );
  refuses(
    'a form in a form',
    {
      body: [
        { type: 'form', id: 'a', body: [{ type: 'section', body: [{ type: 'form', id: 'b', body: [] }] }] },
      ],
    },
    'form/nested /body/0/body/0/body/0/type',
  );
  refuses(
    'an input under each',
    {
      state: { stars: { type: 'integer' } },
      body: [
        {
          type: 'section',
          each: 'data.shelf.books',
          as: 'book',
          body: [{ type: 'rating', bind: 'state.stars', label: '${book.title}' }],
        },
      ],
    },
    'field/repeated /body/0/body/0/bind',
  );
  refuses(
    'an input that has neither a form nor a bind',
    { body: [{ type: 'rating', label: 'Stars' }] },
    'field/no-home /body/0',
  );
  refuses(
    'a name outside of a form',
    { body: [{ type: 'rating', name: 'stars', label: 'Stars' }] },
    'field/no-home /body/0/name',
  );
  refuses(
    'an input that has both a name in a form and a bind',
    {
      state: { stars: { type: 'integer' } },
      body: [
        {
          type: 'form',
          id: 'f',
          body: [{ type: 'rating', name: 'stars', bind: 'state.stars', label: 'Stars' }],
        },
      ],
    },
    'field/two-homes /body/0/body/0/bind',
  );
  refuses(
    'a field name twice in a form',
    {
      body: [
        {
          type: 'form',
          id: 'f',
          body: ['Books', 'Staff'].map((label) => ({ type: 'rating', name: 'stars', label })),
        },
      ],
    },
    'field/duplicate /body/0/body/1/name',
  );
  refuses(
    'an input that writes another type than its state has',
    {
      state: { asked: { type: 'boolean' } },
      body: [{ type: 'rating', bind: 'state.asked', label: 'Stars' }],
    },
    'field/type /body/0/bind',
  );
  refuses(
    'a choice whose options are of another type than its state',
    {
      state: { book: { like: 'shelf#books[]' } },
      body: [
        {
          type: 'choice',
          bind: 'state.book',
          label: 'Book',
          options: [{ each: 'data.shelf.books', as: 'book', value: '${book.isbn}', text: '${book.title}' }],
        },
      ],
    },
    'field/type /body/0/bind',
  );
  refuses(
    'an input bound to a kept value',
    { body: [{ type: 'rating', bind: 'kept.tourSeen', label: 'Stars' }] },
    'field/not-state /body/0/bind',
  );
  refuses(
    'rules without a form',
    {
      state: { stars: { type: 'integer' } },
      body: [
        {
          type: 'rating',
          bind: 'state.stars',
          label: 'Stars',
          rules: [{ rule: 'required', message: 'Choose' }],
        },
      ],
    },
    'field/rules /body/0/rules',
  );
  refuses(
    'a check rule without its condition',
    {
      body: [
        {
          type: 'form',
          id: 'f',
          body: [
            { type: 'rating', name: 'stars', label: 'Stars', rules: [{ rule: 'check', message: 'No' }] },
          ],
        },
      ],
    },
    'rule/incomplete /body/0/body/0/rules/0',
  );
  accepts('fields with the types that their widgets write', {
    body: [
      {
        type: 'form',
        id: 'f',
        body: [
          { type: 'rating', name: 'stars', label: 'Stars', rules: [{ rule: 'required', message: 'Choose' }] },
          {
            type: 'choice',
            name: 'book',
            label: 'Book',
            rules: [{ rule: 'required', message: 'Choose' }],
            options: [{ each: 'data.shelf.books', as: 'book', value: '${book}', text: '${book.title}' }],
          },
        ],
        on: {
          submit: [
            { do: 'notice', text: '${form.f.book.title}: ${number(form.f.stars * form.f.book.pages)}' },
          ],
          invalid: [{ do: 'notice', text: { choose: ['${error.message}', 'Look again'] } }],
        },
      },
    ],
  });
});

describe('2: each introduces names', () => {
  refuses(
    'each without as',
    { body: [{ type: 'text', each: 'data.shelf.books', text: 'A book' }] },
    'each/no-name /body/0/each',
  );
  refuses(
    'as without each',
    { body: [{ type: 'text', as: 'book', text: 'A book' }] },
    'each/no-list /body/0/as',
  );
  refuses(
    'a name that is a root',
    { body: [{ type: 'text', each: 'data.shelf.books', as: 'state', text: 'A book' }] },
    'name/taken /body/0/as',
  );
  refuses(
    'a name that is in scope',
    {
      body: [
        {
          type: 'section',
          each: 'data.shelf.books',
          as: 'book',
          body: [{ type: 'text', each: 'data.shelf.books', as: 'book', text: '${book.title}' }],
        },
      ],
    },
    'name/taken /body/0/body/0/as',
  );
  refuses(
    'a key that is neither Text nor Integer',
    {
      body: [{ type: 'text', each: 'data.shelf.books', as: 'book', key: 'book.lent', text: '${book.title}' }],
    },
    'each/bad-key /body/0/key',
  );
  refuses(
    'each over a value that is no list',
    { body: [{ type: 'text', each: 'data.shelf.name', as: 'x', text: 'A' }] },
    'expression/type /body/0/each',
  );
});

describe('what a page knows of our widgets by their name is what their schemas say', () => {
  const widgets = Object.entries(shapes.widgets);

  it('amounts and consents', () => {
    const known = widgets.flatMap(([type]) => {
      const amounts = termsOf({ type });
      return amounts === undefined ? [] : [[type, amounts]];
    });
    const schemas = widgets.flatMap(([type]) => {
      const amounts = amountsOfWidget(type);
      return amounts.length > 0 || isTickBox(type) ? [[type, amounts]] : [];
    });
    expect(known).toEqual(schemas);
    expect(widgets.filter(([type, shape]) => findTerms(type, shape) !== undefined)).toEqual([]);
  });

  it('what a field writes', () => {
    const fields = widgets.filter(([, { properties }]) => properties['name'] !== undefined);
    const written = fields.flatMap(([type]) =>
      ['integer', 'decimal', 'money'].map((number) => findWritten({ type, name: 'a', number }, { number })),
    );
    expect(written.filter((one) => one !== undefined)).toEqual([]);
  });
});
