import { describe, expect, it } from 'vitest';
import { button, problemsOf } from '#renderer/grammar/testing.ts';
import { addLink, canBeLink, removeLink } from './link-edits.ts';

const path = 'screens/shelf.screen.json';
const BACK = { do: 'back' };
const source = (node: object) => ({ path, text: JSON.stringify({ grammar: 5, body: [node] }) });
const nodeIn = ({ text: json }: { text: string }): unknown =>
  (JSON.parse(json) as { readonly body: readonly unknown[] }).body[0];
const text = (value: unknown, links?: object) => ({ type: 'text', text: value, ...(links && { links }) });
const add = (node: object, words: string) => addLink(source(node), '/body/0', 'text', words, BACK);

describe('a new link', () => {
  it('is made of words of the text, with its action, in one edit', () => {
    const edited = add(text('Read the terms first.'), 'the terms');
    expect(nodeIn(edited)).toEqual(text('Read [the terms](theTerms) first.', { theTerms: BACK }));
    expect(problemsOf({ body: [nodeIn(edited) as object, button([])] })).not.toContain(
      expect.stringContaining('text/links'),
    );
  });

  it('is added to the text if the text does not have its words', () => {
    expect(nodeIn(add(text('Hello.'), 'the terms'))).toEqual(
      text('Hello. [the terms](theTerms)', { theTerms: BACK }),
    );
    expect(nodeIn(add(text(''), '123'))).toEqual(text('[123](link)', { link: BACK }));
  });

  it('is made in each case that has the words, and has a name of its own', () => {
    const cases = { choose: [{ when: 'a', value: 'See a.' }, 'See [a](a) or b, and a.'] };
    expect(nodeIn(add(text(cases, { a: BACK }), 'a'))).toEqual(
      text(
        { choose: [{ when: 'a', value: 'See [a](a2).' }, 'See [a](a) or b, and [a](a2).'] },
        { a: BACK, a2: BACK },
      ),
    );
  });

  it('is never made of a value', () => {
    expect(nodeIn(add(text('Pay ${data.code}.'), 'code'))).toEqual(
      text('Pay ${data.code}. [code](code)', { code: BACK }),
    );
    expect(['a', ' ', 'a [b', '${a}'].map(canBeLink)).toEqual([true, false, false, false]);
  });
});

it('gives back the words of a link that is removed', () => {
  const one = text('Read [the terms](terms).', { terms: BACK });
  const remove = (node: object, name: string) => nodeIn(removeLink(source(node), '/body/0', 'text', name));
  expect(remove(one, 'terms')).toEqual(text('Read the terms.'));
  const two = text('[A](a), [B](b)', { a: BACK, b: BACK });
  expect(remove(two, 'a')).toEqual(text('A, [B](b)', { b: BACK }));
});

it('removes a link whose name no pattern can contain', () => {
  const node = text('See [A](a).', { 'a(b': BACK, a: BACK });
  expect(nodeIn(removeLink(source(node), '/body/0', 'text', 'a(b'))).toEqual(
    text('See [A](a).', { a: BACK }),
  );
});
