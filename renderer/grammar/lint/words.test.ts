import { describe, expect, it } from 'vitest';
import { compileLibrary, library } from '../testing.ts';
import { inspectProject } from './inspect.ts';

const CODES = /^(?:text|node)\/no-/;

function warningsOf(
  screen: Parameters<typeof library>[0],
  options?: Parameters<typeof library>[1],
): readonly string[] {
  return inspectProject(library(screen, options))
    .problems.map(({ code, pointer }) => `${code} ${pointer}`)
    .filter((problem) => CODES.test(problem));
}

const ROW = { label: 'Title', value: 'Mosses' };
const NOTICE = { do: 'notice', text: '' };
const button = (text: unknown) => ({ type: 'button', text, on: { tap: [{ do: 'back' }] } });

describe('a text without words has a warning', () => {
  it.each([
    ['the title of a screen', { title: '', body: [] }, 'text/no-words /title'],
    [
      'the title of a section',
      { body: [{ type: 'section', title: '', body: [{ type: 'text', text: 'One' }] }] },
      'text/no-words /body/0/title',
    ],
    ['a text', { body: [{ type: 'text', text: '' }] }, 'text/no-words /body/0/text'],
    [
      'the label of an amount',
      { body: [{ type: 'code', value: '8032', label: ' ' }] },
      'text/no-words /body/0/label',
    ],
    [
      'the label of a row',
      { body: [{ type: 'rows', rows: [ROW, { ...ROW, label: '' }] }] },
      'text/no-words /body/0/rows/1/label',
    ],
    [
      'the title of a dialog',
      {
        body: [button('Ask')].map((one) => ({ ...one, on: { tap: [{ do: 'open', overlay: 'ask' }] } })),
        overlays: { ask: { type: 'dialog', title: '', body: [{ type: 'text', text: 'Sure?' }] } },
      },
      'text/no-words /overlays/ask/title',
    ],
    [
      'the words of a notice',
      { body: [{ ...button('Go'), on: { tap: [NOTICE] } }] },
      'text/no-words /body/0/on/tap/0/text',
    ],
    ['the words of a button', { body: [button('')] }, 'node/no-name /body/0/text'],
    [
      'a case of the words of a button',
      { body: [button({ choose: ['\u00a0'] })] },
      'node/no-name /body/0/text/choose/0',
    ],
    [
      'an empty expression as the words of a button',
      { body: [button("${''}")] },
      'node/no-name /body/0/text',
    ],
    ['zero-width characters', { body: [button('\u200b\u2060')] }, 'node/no-name /body/0/text'],
    [
      'the label of a field',
      { body: [{ type: 'form', id: 'f', body: [{ type: 'text-field', name: 'a', label: '' }] }] },
      'node/no-name /body/0/body/0/label',
    ],
    [
      'the hint of a field',
      { body: [{ type: 'form', id: 'f', body: [{ type: 'text-field', name: 'a', label: 'A', hint: '' }] }] },
      'text/no-words /body/0/body/0/hint',
    ],
  ])('%s', (_what, screen, expected) => {
    expect(warningsOf(screen)).toEqual([expected]);
  });

  it('in the failures of app.json', () => {
    expect(warningsOf({ body: [] }, { app: { failures: { default: [NOTICE] } } })).toEqual([
      'text/no-words /failures/default/0/text',
    ]);
  });

  it('but not on a decorative image', () => {
    expect(warningsOf({ body: [{ type: 'image', src: 'https://covers.example/a.png', alt: '' }] })).toEqual(
      [],
    );
  });
});

it.each([
  ['a blank', ' '],
  ['zero-width characters', '\u200b\u2060'],
  ['nothing', ''],
])('a translation of %s counts as missing', (_what, words) => {
  const app = { languages: { default: 'en', list: ['en', 'de'] } };
  const { app: compiled } = compileLibrary(
    { body: [button('Send')] },
    { app, messages: { de: { Send: words } } },
  );
  expect(JSON.stringify(compiled)).not.toContain('"Send":');
});
