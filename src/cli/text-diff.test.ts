import { describe, expect, it } from 'vitest';
import { makeColours } from '#src/shared/code-frame.ts';
import { describeTextDiff } from './text-diff.ts';

const diff = (before: string, after: string, hasColour = false) =>
  describeTextDiff('a.json', before, after, makeColours(hasColour));
const HEAD = '--- a.json\n+++ a.json\n';
const numbers = (count: number) => Array.from({ length: count }, (_, at) => `${at + 1}\n`);
/** @param changes - New lines by their index. */
const write = (lines: readonly string[], changes: { readonly [at: number]: string } = {}) =>
  lines.map((line, at) => changes[at] ?? line).join('');

describe('describeTextDiff', () => {
  it.each([
    ['', ''],
    ['a\n', 'a\n'],
    ['a', 'a'],
  ])('prints nothing for the equal texts %j and %j', (before, after) => expect(diff(before, after)).toBe(''));

  it('shows three unchanged lines around a change, below a header with the line number in both texts', () => {
    const lines = numbers(20);
    expect(diff(write(lines), write(lines, { 9: 'ten\n' }))).toBe(
      `${HEAD}@@ -7 +7 @@\n 7\n 8\n 9\n-10\n+ten\n 11\n 12\n 13\n`,
    );
  });

  it('shows changes with up to six lines between them in one hunk, other changes in two', () => {
    const lines = numbers(30);
    const headersOf = (other: number) =>
      diff(write(lines), write(lines, { 2: 'x\n', [other]: 'y\n' })).match(/^@@ .* @@$/gm);
    expect(headersOf(9)).toEqual(['@@ -1 +1 @@']);
    expect(headersOf(10)).toEqual(['@@ -1 +1 @@', '@@ -8 +8 @@']);
  });

  it('counts added and removed lines in the headers of later hunks', () => {
    const lines = numbers(30);
    const after = write(lines, { 1: '2\nx\ny\n', 25: '' });
    const headers = diff(write(lines), after).match(/^@@ .* @@$/gm);
    expect(headers).toEqual(['@@ -1 +1 @@', '@@ -23 +25 @@']);
  });

  it.each([
    ['a new file', '', 'a\nb\n', '@@ -1 +1 @@\n+a\n+b\n'],
    ['a removed file', 'a\n', '', '@@ -1 +1 @@\n-a\n'],
    [
      'a file without a final newline',
      'a\nb',
      'a\nb\n',
      '@@ -1 +1 @@\n a\n-b\n\\ No newline at end of file\n+b\n',
    ],
    ['text in several scripts', 'Peña\n', '₱ กข 👩\n', '@@ -1 +1 @@\n-Peña\n+₱ กข 👩\n'],
    ['lines that look like a header', '-- a\n', '++ a\n', '@@ -1 +1 @@\n--- a\n+++ a\n'],
    ['another line end, CR as a replacement character', 'a\r\n', 'a\n', '@@ -1 +1 @@\n-a\ufffd\n+a\n'],
  ])('shows %s', (_title, before, after, shown) => expect(diff(before, after)).toBe(HEAD + shown));

  it('replaces control and format characters, which could move the cursor of a terminal', () => {
    expect(diff('a\n', '\u001b[2Ja\u202e\n')).toBe(`${HEAD}@@ -1 +1 @@\n-a\n+\ufffd[2Ja\ufffd\n`);
  });

  it('colours removed and added lines and dims the header', () => {
    expect(diff('a\n', 'b\n', true)).toBe(
      '\u001b[1m--- a.json\n+++ a.json\u001b[0m\n\u001b[2m@@ -1 +1 @@\u001b[0m\n\u001b[31m-a\u001b[0m\n\u001b[1m+b\u001b[0m\n',
    );
  });
});
