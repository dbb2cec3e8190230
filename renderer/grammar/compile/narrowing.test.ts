import { describe, expect, it } from 'vitest';
import { button, problemsOf, type ScreenText } from '../testing.ts';

function accepts(title: string, screen: ScreenText): void {
  it(`accepts ${title}`, () => {
    expect(problemsOf(screen)).toEqual([]);
  });
}

function refuses(title: string, screen: ScreenText, ...problems: string[]): void {
  it(`refuses ${title}`, () => {
    expect(problemsOf(screen)).toEqual(problems);
  });
}

const note = { type: 'text', text: '${data.shelf.note}' };
const say = { do: 'notice', text: '${data.shelf.note}' };

describe('4: has(p) proves p', () => {
  refuses('a required text that may be absent', { body: [note] }, 'value/absent /body/0/text');
  accepts('p in a node whose visibleWhen is has(p)', {
    body: [{ ...note, visibleWhen: 'has(data.shelf.note)' }],
  });
  accepts('p in a child of a node whose visibleWhen is has(p)', {
    body: [{ type: 'section', visibleWhen: 'has(data.shelf.note)', body: [note] }],
  });
  refuses(
    'p in a sibling of a node whose visibleWhen is has(p)',
    { body: [{ type: 'section', visibleWhen: 'has(data.shelf.note)', body: [note] }, note] },
    'value/absent /body/1/text',
  );
  accepts('p in the elements of a list in a node whose visibleWhen is has(p)', {
    body: [
      {
        type: 'rows',
        visibleWhen: 'has(data.shelf.note)',
        rows: [{ label: '${data.shelf.note}', value: '1' }],
      },
    ],
  });
  accepts('p in an element whose visibleWhen is has(p)', {
    body: [{ type: 'rows', rows: [{ label: '${data.shelf.note}', visibleWhen: 'has(data.shelf.note)' }] }],
  });
  refuses(
    'p in the element after one whose visibleWhen is has(p)',
    {
      body: [
        {
          type: 'rows',
          rows: [
            { label: '${data.shelf.note}', visibleWhen: 'has(data.shelf.note)' },
            { label: '${data.shelf.note}' },
          ],
        },
      ],
    },
    'value/absent /body/0/rows/1/label',
  );
  accepts('p in the tap list of a node whose enabledWhen is has(p)', {
    body: [button([say], { enabledWhen: 'has(data.shelf.note)' })],
  });
  refuses(
    'p in the text of a node whose enabledWhen is has(p)',
    { body: [button([], { enabledWhen: 'has(data.shelf.note)', text: '${data.shelf.note}' })] },
    'value/absent /body/0/text',
  );
  accepts('p in an action whose when is has(p)', {
    body: [button([{ ...say, when: 'has(data.shelf.note)' }])],
  });
  refuses(
    'p in the action after one whose when is has(p)',
    { body: [button([{ ...say, when: 'has(data.shelf.note)' }, say])] },
    'value/absent /body/0/on/tap/1/text',
  );
  accepts('p in the cases after one whose when is !has(p)', {
    body: [
      button([
        {
          do: 'choose',
          cases: [
            { when: '!has(data.shelf.note)', run: [] },
            { when: 'data.shelf.note == "x"'.replaceAll('"', "'"), run: [say] },
            { run: [say] },
          ],
        },
      ]),
    ],
  });
  refuses(
    'p in the case before one whose when is has(p)',
    {
      body: [
        button([
          {
            do: 'choose',
            cases: [
              { when: 'params.?query.orValue("") == ""'.replaceAll('"', "'"), run: [say] },
              { when: 'has(data.shelf.note)', run: [] },
            ],
          },
        ]),
      ],
    },
    'value/absent /body/0/on/tap/0/cases/0/run/0/text',
  );
  accepts('p after a stop whose when is !has(p)', {
    body: [button([{ do: 'stop', when: '!has(data.shelf.note)' }, say])],
  });
  refuses(
    'p after a stop with another condition',
    { body: [button([{ do: 'stop', when: 'data.shelf.fine > 0' }, say])] },
    'value/absent /body/0/on/tap/1/text',
  );
  accepts('p after a choose whose case for !has(p) ends in stop', {
    body: [
      button([
        {
          do: 'choose',
          cases: [
            { when: '!has(data.shelf.note)', run: [{ do: 'notice', text: 'No note' }, { do: 'stop' }] },
          ],
        },
        say,
      ]),
    ],
  });
  refuses(
    'p after a choose with a case that continues before the case for !has(p)',
    {
      body: [
        button([
          {
            do: 'choose',
            cases: [
              { when: 'data.shelf.fine > 0', run: [] },
              { when: '!has(data.shelf.note)', run: [{ do: 'stop' }] },
            ],
          },
          say,
        ]),
      ],
    },
    'value/absent /body/0/on/tap/1/text',
  );
  accepts('p in an overlay whose visibleWhen is has(p), also in its title and its close list', {
    body: [button([{ do: 'open', overlay: 'ask' }])],
    overlays: {
      ask: {
        type: 'dialog',
        visibleWhen: 'has(data.shelf.note)',
        title: '${data.shelf.note}',
        body: [note],
        on: { close: [say] },
      },
    },
  });
  refuses(
    'p in an overlay that is opened under has(p)',
    {
      body: [button([{ do: 'open', overlay: 'ask', when: 'has(data.shelf.note)' }])],
      overlays: { ask: { type: 'dialog', title: 'Ask', body: [note] } },
    },
    'value/absent /overlays/ask/body/0/text',
  );
  accepts('p after an asynchronous action, where an absent value would fail with "changed"', {
    body: [button([{ do: 'wait', seconds: 1 }, say], { enabledWhen: 'has(data.shelf.note)' })],
  });
});

describe('4: writing invalidates what was proven', () => {
  const state = { chosen: { like: 'shelf#books[]' } };
  const use = { do: 'notice', text: '${state.chosen.title}' };
  accepts('a state after it was set', {
    state,
    body: [
      button([
        { do: 'set', target: 'state.chosen', value: '${data.shelf.first}', when: 'has(data.shelf.first)' },
        { do: 'stop', when: '!has(state.chosen)' },
        use,
      ]),
    ],
  });
  accepts('a state after it was set to a present value', {
    state,
    body: [
      {
        type: 'section',
        visibleWhen: 'has(data.shelf.first)',
        body: [button([{ do: 'set', target: 'state.chosen', value: '${data.shelf.first}' }, use])],
      },
    ],
  });
  refuses(
    'a state that was reset after it was proven',
    {
      state,
      body: [button([{ do: 'reset', target: ['state.chosen'] }, use], { enabledWhen: 'has(state.chosen)' })],
    },
    'value/absent /body/0/on/tap/1/text',
  );
  refuses(
    'a state that may have been reset',
    {
      state,
      body: [
        button([{ do: 'reset', target: ['state.chosen'], when: 'data.shelf.fine > 0' }, use], {
          enabledWhen: 'has(state.chosen)',
        }),
      ],
    },
    'value/absent /body/0/on/tap/1/text',
  );
});

describe('4: required fields count as present after validate and in on.submit', () => {
  const stars = {
    type: 'rating',
    name: 'stars',
    label: 'Stars',
    rules: [{ rule: 'required', message: 'Choose' }],
  };
  const form = (body: unknown[], submit: unknown[]) => ({ type: 'form', id: 'review', body, on: { submit } });
  const say = { do: 'notice', text: 'You gave ${form.review.stars}' };
  accepts('a required field in on.submit', { body: [form([stars], [say])] });
  accepts('a field without the rule where it may be absent', {
    body: [
      form(
        [{ ...stars, rules: [] }],
        [{ do: 'set', target: 'state.given', value: '${form.review.stars + 1}' }],
      ),
    ],
    state: { given: { type: 'integer' } },
  });
  refuses(
    'a field without the rule where it is needed',
    { body: [form([{ ...stars, rules: [] }], [say])] },
    'value/absent /body/0/on/submit/0/text',
  );
  refuses(
    'a field with a conditional rule',
    {
      body: [
        form(
          [{ ...stars, rules: [{ rule: 'required', message: 'Choose', when: 'data.shelf.fine > 0' }] }],
          [say],
        ),
      ],
    },
    'value/absent /body/0/on/submit/0/text',
  );
  refuses(
    'a required field that may be hidden: its rule does not run while it is hidden',
    { body: [form([{ ...stars, visibleWhen: 'data.shelf.fine > 0' }], [say])] },
    'value/absent /body/0/on/submit/0/text',
  );
  refuses(
    'a required field in any other list',
    { body: [form([stars], []), button([say])] },
    'value/absent /body/1/on/tap/0/text',
  );
  accepts('a required field after validate', {
    body: [form([stars], []), button([{ do: 'validate', form: 'review' }, say])],
  });
  refuses(
    'a required field after another field was validated',
    {
      body: [
        form([stars, { ...stars, name: 'service' }], []),
        button([{ do: 'validate', form: 'review', fields: ['service'] }, say]),
      ],
    },
    'value/absent /body/1/on/tap/1/text',
  );
});
