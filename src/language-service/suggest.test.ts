import { describe, expect, it } from 'vitest';
import { library } from '#renderer/grammar/testing.ts';
import { createReader } from './reading.ts';
import { suggestAt } from './suggest.ts';

const SHELF = 'screens/shelf.screen.json';
const FILES = library({});
const TEXT = FILES.find(({ path }) => path === SHELF)?.text ?? '';

/** Suggestions at `|` in the body of the shelf, and the text after the label `chosen` was accepted. */
function at(body: string, chosen?: string) {
  const marked = TEXT.replace(/"body": ?\[[^]*\]/, () => `"body": [${body}]`);
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const files = FILES.map((file) => (file.path === SHELF ? { path: SHELF, text } : file));
  const reader = createReader();
  reader.around(FILES, SHELF);
  const found = suggestAt(text, offset, reader.around(files, SHELF));
  const one = found?.all.find(({ label }) => label === chosen);
  const made = found &&
    one && {
      text: text.slice(0, found.replaced.from) + one.insert + text.slice(found.replaced.to),
      caret: found.replaced.from + one.caret,
    };
  return {
    labels: found?.all.map(({ label }) => label) ?? [],
    made: made && `${made.text.slice(0, made.caret)}|${made.text.slice(made.caret)}`,
  };
}

describe('suggestAt', () => {
  it('suggests members that the node lacks', () => {
    const { labels } = at('{"type": "button", "|"}');
    expect(labels).toEqual(expect.arrayContaining(['text', 'on', 'visibleWhen']));
    expect(labels).not.toContain('type');
    expect(labels).not.toContain('endpoint');
  });

  it('does not suggest a member that follows the incomplete one', () => {
    expect(at('{"type": "button", "|" "text": "Go"}').labels).not.toContain('text');
    expect(at('{"type": "button", "t|" "text": "Go"}').labels).not.toContain('text');
  });

  it('inserts a member with the beginning of its value, and a comma before the next member', () => {
    expect(at('{"type": "button", "|"}', 'text').made).toContain('{"type": "button", "text": "|"}');
    expect(at('{"type": "button", "|" "text": "Go"}', 'on').made).toContain('"on": {|}, "text": "Go"}');
    expect(at('{"type": "form", |}', 'body').made).toContain('"body": [|]}');
  });

  it('keeps the value when a name is changed', () => {
    expect(at('{"type": "button", "te|": "Go"}', 'text').made).toContain('"text"|: "Go"}');
  });

  it('suggests types of nodes and actions', () => {
    expect(at('{"type": "|"}').labels).toEqual(expect.arrayContaining(['button', 'text', 'section']));
    const { labels } = at('{"type": "button", "text": "Go", "on": {"tap": [{"do": "|"}]}}');
    expect(labels).toEqual(expect.arrayContaining(['go', 'request']));
    expect(labels).not.toContain('button');
  });

  it('suggests values of an enum, and adds missing quotes', () => {
    expect(at('{"type": "button", "emphasis": "p|"}', 'primary').made).toContain('"emphasis": "primary"|}');
    expect(at('{"type": "button", "emphasis": |}', 'danger').made).toContain('"emphasis": "danger"|}');
  });

  it('suggests names of screens and endpoints', () => {
    const action = (rest: string) =>
      at(`{"type": "button", "text": "Go", "on": {"tap": [{${rest}}]}}`).labels;
    expect(action('"do": "go", "to": "|"')).toContain('shelf');
    expect(action('"do": "request", "endpoint": "|"')).toContain('shelf');
  });

  it('suggests in "with" what the request takes', () => {
    const request = '"do": "request", "endpoint": "pay-fine", "with": {"|"}';
    const { labels, made } = at(`{"type": "button", "text": "Go", "on": {"tap": [{${request}}]}}`, 'amount');
    expect(labels).toEqual(['amount', 'note']);
    expect(made).toContain('"with": {"amount": "|"}');
  });

  it('suggests paths in an expression, and between ${ and } in a text', () => {
    expect(at('{"type": "text", "text": "Hi", "visibleWhen": "data.|"}').labels).toContain('shelf');
    expect(at('{"type": "text", "text": "Of ${data.shelf.na|me}"}', 'name').made).toContain(
      '"Of ${data.shelf.name|}"',
    );
    expect(at('{"type": "text", "text": "Of data.|"}').labels).toEqual([]);
  });

  it('suggests functions where an expression can begin, with the caret between their brackets', () => {
    const condition = (text: string, chosen?: string) =>
      at(`{"type": "text", "text": "Hi", "visibleWhen": "${text}"}`, chosen);
    expect(condition('|').labels).toEqual(expect.arrayContaining(['size', 'daysUntil', 'has']));
    expect(condition('|').labels).not.toContain('contains');
    expect(condition('si|', 'size').made).toContain('"size(|)"');
    expect(condition('si|(data.shelf.books) > 1', 'size').made).toContain('"size(|data.shelf.books) > 1"');
  });

  it('suggests after a dot only the functions that the type has', () => {
    const after = (path: string) => at(`{"type": "text", "text": "Hi", "visibleWhen": "${path}.|"}`).labels;
    expect(after('data.shelf.name')).toEqual(expect.arrayContaining(['contains', 'trim']));
    expect(after('data.shelf.books')).toEqual(expect.arrayContaining(['filter', 'exists']));
    expect(after('data.shelf.books')).not.toContain('contains');
    expect(after('data.shelf')).not.toContain('size');
  });

  it('suggests the scope in an empty expression', () => {
    expect(at('{"type": "text", "text": "Hi", "visibleWhen": "|"}').labels).toContain('data');
  });

  it('suggests nothing in a document without a schema', () => {
    const around = { file: 'readme.md', world: createReader().around(FILES, SHELF).world };
    expect(suggestAt('{"|"}', 2, { ...around, fixtures: [], scopeAt: () => undefined })).toBeUndefined();
  });
});
