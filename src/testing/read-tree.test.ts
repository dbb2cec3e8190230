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
    'words of one line stay together',
    '<p>Pay <b>₱1.00</b><br>today</p><p>or not</p>',
    ['"Pay ₱1.00 today"', '"or not"'],
  ],
  ['a name that is said is not said twice', '<button>Pay <span>now</span></button>', ['button "Pay now"']],
  [
    'what it can do and is',
    '<button disabled aria-expanded="false">More</button>',
    ['button "More" disabled collapsed'],
  ],
  [
    'a field with its label, value, rule and error',
    '<label for="f">Name</label><input id="f" required aria-invalid="true" value="Ana" aria-describedby="e"><p id="e">Too short</p>',
    ['"Name"', 'textbox "Name" invalid required = "Ana" – "Too short"', '"Too short"'],
  ],
  ['what nobody is told', '<p aria-hidden="true">x</p><p hidden>y</p><input type="hidden">', []],
  ['a picture with words', '<img src="data:," alt="A map"><img src="data:," alt="">', ['image "A map"']],
  [
    'places that are empty say nothing',
    '<p role="status"></p><p role="status">Saved</p>',
    ['status "Saved"'],
  ],
  ['a list', '<ul><li>One</li><li>Two</li></ul>', ['list', '  listitem "One"', '  listitem "Two"']],
  ['levels of headings', '<h2>Plan</h2>', ['heading 2 "Plan"']],
  ['a link away', '<a href="tel:+63280000000">Call</a>', ['link "Call" to tel:+63280000000']],
  [
    'what leaves the order of the keyboard',
    '<button tabindex="-1">X</button><p tabindex="0">Scrolls</p>',
    ['button "X" not in tab order', 'group in tab order', '  "Scrolls"'],
  ],
  [
    'the foremost dialog alone',
    '<p>Behind</p><dialog open aria-label="Sure?"><p>Really?</p></dialog>',
    ['dialog "Sure?"', '  "Really?"'],
  ],
])('%s', (_title, html, lines) => {
  expect(read(html)).toEqual(lines);
});

it('says where a line comes from', () => {
  document.body.innerHTML = '<section id="plan" aria-label="Plan"><p>One</p></section>';
  expect(readTree(document).map(({ id }) => id)).toEqual(['plan', 'plan']);
});
