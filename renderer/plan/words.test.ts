import { describe, expect, it } from 'vitest';
import { ENGINE_WORDS } from './words.ts';

/** Texts in which the number is a position, a total or a name, so that no noun depends on it. */
const WITHOUT_NOUN: ReadonlySet<string> = new Set([
  'Add file, {count} of {max} added',
  'Add photo, {count} of {max} added',
  'File {number}',
  'Image {number} of {count}',
  'Moved to position {number} of {count}',
  'No more than {max} can be added. The rest was left out.',
  'Photo {number}',
  'Photo {number}, not uploaded. Try again',
  'Photo {number}, uploaded. View',
  'Photo {number}, uploading. View',
  'Remove photo {number}',
  'Step {number} of {count}',
  'Uploading {number} of {count}',
]);

describe('A text of the engine with a number and a noun has a text for 1', () => {
  const words = new Set<string>(ENGINE_WORDS);
  const numbered = ENGINE_WORDS.filter((text) => /\{(?:count|max|number)\}/.test(text));
  const singular = (text: string) =>
    text
      .replace(/\{(?:count|max)\}/, '1')
      .replace(/\b(character|digit|file|photo|star|suggestion)s\b/, '$1')
      .replace('{size} each', 'at most {size}');

  it.each(numbered.filter((text) => !WITHOUT_NOUN.has(text)))('%s', (text) => {
    expect([...words]).toContain(singular(text));
  });

  it('no text is excepted that does not exist', () => {
    expect([...WITHOUT_NOUN].filter((text) => !words.has(text))).toEqual([]);
  });
});
