import { describe, expect, it } from 'vitest';
import { library } from '#renderer/grammar/testing.ts';
import { createReader } from './reading.ts';
import { suggestAt } from './suggest.ts';

const SHELF = 'screens/shelf.screen.json';
const FILES = library({});
const TEXT = FILES.find(({ path }) => path === SHELF)?.text ?? '';

/** What is suggested at `|` in a body of the shelf, and the text that the first choice of a label makes. */
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

describe('what is suggested where the caret stands', () => {
  it('is members that the node does not have', () => {
    const { labels } = at('{"type": "button", "|"}');
    expect(labels).toEqual(expect.arrayContaining(['text', 'on', 'visibleWhen']));
    expect(labels).not.toContain('type');
    expect(labels).not.toContain('endpoint');
  });

  it('is no member that stands behind what is begun', () => {
    expect(at('{"type": "button", "|" "text": "Go"}').labels).not.toContain('text');
    expect(at('{"type": "button", "t|" "text": "Go"}').labels).not.toContain('text');
  });

  it('writes a member with what its value begins with, and the comma before the next', () => {
    expect(at('{"type": "button", "|"}', 'text').made).toContain('{"type": "button", "text": "|"}');
    expect(at('{"type": "button", "|" "text": "Go"}', 'on').made).toContain('"on": {|}, "text": "Go"}');
    expect(at('{"type": "form", |}', 'body').made).toContain('"body": [|]}');
  });

  it('leaves the value where a name is only changed', () => {
    expect(at('{"type": "button", "te|": "Go"}', 'text').made).toContain('"text"|: "Go"}');
  });

  it('is types of nodes and of actions', () => {
    expect(at('{"type": "|"}').labels).toEqual(expect.arrayContaining(['button', 'text', 'section']));
    const { labels } = at('{"type": "button", "text": "Go", "on": {"tap": [{"do": "|"}]}}');
    expect(labels).toEqual(expect.arrayContaining(['go', 'request']));
    expect(labels).not.toContain('button');
  });

  it('is words of an enumeration, quoted where they are not', () => {
    expect(at('{"type": "button", "emphasis": "p|"}', 'primary').made).toContain('"emphasis": "primary"|}');
    expect(at('{"type": "button", "emphasis": |}', 'danger').made).toContain('"emphasis": "danger"|}');
  });

  it('is names of screens and endpoints', () => {
    const action = (rest: string) =>
      at(`{"type": "button", "text": "Go", "on": {"tap": [{${rest}}]}}`).labels;
    expect(action('"do": "go", "to": "|"')).toContain('shelf');
    expect(action('"do": "request", "endpoint": "|"')).toContain('shelf');
  });

  it('is paths in an expression, and in a text between ${ and }', () => {
    expect(at('{"type": "text", "text": "Hi", "visibleWhen": "data.|"}').labels).toContain('shelf');
    expect(at('{"type": "text", "text": "Of ${data.shelf.na|me}"}', 'name').made).toContain(
      '"Of ${data.shelf.name|}"',
    );
    expect(at('{"type": "text", "text": "Of data.|"}').labels).toEqual([]);
  });

  it('is what is in scope in an expression with nothing in it', () => {
    expect(at('{"type": "text", "text": "Hi", "visibleWhen": "|"}').labels).toContain('data');
  });

  it('is nothing of documents that no schema knows', () => {
    const around = { file: 'readme.md', world: createReader().around(FILES, SHELF).world };
    expect(suggestAt('{"|"}', 2, { ...around, scopeAt: () => undefined })).toBeUndefined();
  });
});
