import { expect, test } from 'vitest';
import { languageName, shortLanguageName } from './language-name.ts';

test.each([
  ['fil-PH', 'Filipino (Philippines)'],
  ['de', 'German'],
  ['source', 'As written'],
  ['__proto__', '__proto__'],
])('the language %j is called %j', (tag, name) => expect(languageName(tag)).toBe(name));

test('a name is short if it is the only one', () => {
  const listed = ['en-PH', 'fil-PH', 'en-US', 'source'];
  expect(listed.map((one) => shortLanguageName(one, listed))).toEqual([
    'English (Philippines)',
    'Filipino',
    'American English',
    'As written',
  ]);
});
