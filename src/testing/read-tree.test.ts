// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { readTree } from './read-tree.ts';

afterEach(() => document.body.replaceChildren());

function read(html: string): string[] {
  document.body.append(document.createRange().createContextualFragment(html));
  return readTree(document).map(({ text }) => text);
}

it.each([
  [
    'joins the words of one line',
    '<p>Pay <b>₱1.00</b><br>today</p><p>or not</p>',
    ['"Pay ₱1.00 today"', '"or not"'],
  ],
  ['does not repeat a name', '<button>Pay <span>now</span></button>', ['button "Pay now"']],
  [
    'lists the states of an element',
    '<button disabled aria-expanded="false">More</button>',
    ['button "More" disabled collapsed'],
  ],
  [
    'shows a field with its label, value, rule and error',
    '<label for="f">Name</label><input id="f" required aria-invalid="true" value="Ana" aria-describedby="e"><p id="e">Too short</p>',
    ['"Name"', 'textbox "Name" invalid required = "Ana" – "Too short"', '"Too short"'],
  ],
  ['ignores hidden elements', '<p aria-hidden="true">x</p><p hidden>y</p><input type="hidden">', []],
  [
    'shows an image with its text',
    '<img src="data:," alt="A map"><img src="data:," alt="">',
    ['image "A map"'],
  ],
  ['ignores empty regions', '<p role="status"></p><p role="status">Saved</p>', ['status "Saved"']],
  ['a list', '<ul><li>One</li><li>Two</li></ul>', ['list', '  listitem "One"', '  listitem "Two"']],
  ['shows the levels of headings', '<h2>Plan</h2>', ['heading 2 "Plan"']],
  [
    'shows the target of a link out of the app',
    '<a href="tel:+63280000000">Call</a>',
    ['link "Call" to tel:+63280000000'],
  ],
  [
    'marks elements outside the tab order',
    '<button tabindex="-1">X</button><p tabindex="0">Scrolls</p>',
    ['button "X" not in tab order', 'group in tab order', '  "Scrolls"'],
  ],
  [
    'shows only the front dialog',
    '<p>Behind</p><dialog open aria-label="Sure?"><p>Really?</p></dialog>',
    ['dialog "Sure?"', '  "Really?"'],
  ],
])('%s', (_title, html, lines) => {
  expect(read(html)).toEqual(lines);
});

it('returns the source of a line', () => {
  document.body.innerHTML = '<section id="plan" aria-label="Plan"><p>One</p></section>';
  expect(readTree(document).map(({ id }) => id)).toEqual(['plan', 'plan']);
});
