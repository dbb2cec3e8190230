import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDocument } from './parse.ts';
import { shapes } from './shapes.generated.ts';
import { type DocumentKind, validateShape } from './validate.ts';

function problems(text: string, kind: DocumentKind = 'screen') {
  const { document } = parseDocument(text, `screens/shelf.${kind}.json`);
  if (document === undefined) throw new Error(`not parsed: ${text}`);
  return validateShape(document, kind);
}

const HEAD = '"$schema": "../schemas/screen.schema.json", "grammar": 1, "id": "shelf", "title": "Shelf"';

/** A screen on one line whose body has this node; columns count from the node's first character. */
function inBody(node: string): string[] {
  const before = `{ ${HEAD}, "body": [ `;
  return problems(`${before}${node} ] }`).map(
    ({ code, column, help }) => `${code} ${column - before.length}${help === undefined ? '' : ` ${help}`}`,
  );
}

/** As `inBody`, for an action in the tap list of a button. */
function inList(action: string): string[] {
  const before = `{ ${HEAD}, "body": [ { "type": "button", "text": "Open", "on": { "tap": [ `;
  return problems(`${before}${action} ] } } ] }`).map(
    ({ code, column, help }) => `${code} ${column - before.length}${help === undefined ? '' : ` ${help}`}`,
  );
}

describe('language 13: every fault is one problem, at its name or value, with the nearest known name', () => {
  it.each([
    ['{ "type": "text", "text": "Welcome" }', []],
    ['{ "type": "ammount", "value": "${data.a.b}" }', ['widget/unknown-type 11 did you mean "amount"?']],
    [
      '{ "type": "zzzzzz" }',
      [`widget/unknown-type 11 there are ${Object.keys(shapes.widgets).sort().join(', ')}`],
    ],
    [
      '{ "type": "dialog", "title": "Sure?", "body": [] }',
      ['widget/unknown-type 11 a dialog belongs under "overlays", and the action "open" shows it'],
    ],
    ['{ "text": "Welcome" }', ['property/missing 1']],
    ['{ "type": 3 }', ['property/bad-type 11']],
    ['"Welcome"', ['property/bad-type 1']],
    ['null', ['property/bad-type 1']],
    ['{ "type": "text" }', ['property/missing 1']],
    ['{ "type": "text", "txet": "Welcome" }', ['property/unknown 19 did you mean "text"?']],
    ['{ "type": "text", "text": "a", "zzzzzz": 1 }', ['property/unknown 32']],
    [
      '{ "type": "text", "label": "Welcome" }',
      ['property/unknown 19 it requires "text": did you mean that?'],
    ],
    [
      '{ "type": "status", "hint": "A", "words": "B" }',
      ['property/missing 1', 'property/unknown 21', 'property/unknown 34'],
    ],
    ['{ "type": "text", "text": "a", "x-note": 1 }', []],
    [
      '{ "type": "text", "text": "a", "visbleWhen": "true" }',
      ['property/unknown 32 did you mean "visibleWhen"?'],
    ],
    ['{ "type": "text", "text": "a", "visibleWhen": true }', ['property/bad-type 47']],
    ['{ "type": "text", "text": "a", "visibleWhen": "" }', ['property/too-few 47']],
    ['{ "type": "text", "text": 5 }', ['property/bad-type 27']],
    ['{ "type": "text", "text": null }', ['property/bad-type 27']],
    ['{ "type": "text", "text": { "when": "true", "value": "a" } }', ['property/bad-type 27']],
    ['{ "type": "text", "text": { "chose": ["a"] } }', ['property/unknown 29 did you mean "choose"?']],
    ['{ "type": "text", "text": { "choose": [] } }', ['property/too-few 39']],
    ['{ "type": "text", "text": { "choose": [{ "when": "true" }] } }', ['property/missing 40']],
    [
      '{ "type": "text", "text": { "choose": [{ "when": "true", "valeu": "a" }] } }',
      ['property/unknown 58 did you mean "value"?'],
    ],
    ['{ "type": "text", "text": { "choose": [7] } }', ['property/bad-type 40']],
    [
      '{ "type": "text", "text": "a", "style": "boddy" }',
      ['property/not-allowed-value 41 did you mean "body"?'],
    ],
    ['{ "type": "text", "text": "a", "style": 3 }', ['property/not-allowed-value 41']],
    ['{ "type": "text", "text": "a", "on": { "tap": [] } }', ['property/unknown 32']],
    ['{ "type": "text", "text": "a", "id": "My Id" }', ['property/bad-format 38']],
    ['{ "type": "text", "text": "a", "id": "constructor" }', ['property/bad-format 38']],
    ['{ "type": "rating", "name": "__proto__", "label": "a" }', ['property/bad-format 29']],
    ['{ "type": "text", "text": "a", "fallback": "nothing" }', ['property/not-allowed-value 44']],
    [
      '{ "type": "text", "text": "a", "fallback": { "type": "txt" } }',
      ['widget/unknown-type 54 did you mean "text"?'],
    ],
    ['{ "type": "text", "text": "a", "each": "data.a", "as": "my-book" }', ['property/bad-format 56']],
    ['{ "type": "rating", "label": "a", "max": 1 }', ['property/out-of-range 42']],
    ['{ "type": "rating", "label": "a", "max": 2.5 }', ['property/bad-type 42']],
    ['{ "type": "choice", "bind": "data.a", "label": "a", "options": [] }', ['property/bad-format 29']],
    ['{ "type": "choice", "label": "a", "options": [{ "text": "b" }] }', ['property/missing 47']],
    [
      '{ "type": "rows", "rows": [{ "label": "a", "valu": "b" }] }',
      ['property/unknown 44 did you mean "value"?'],
    ],
    ['{ "type": "section", "body": { "type": "text" } }', ['property/bad-type 30']],
    [
      '{ "type": "section", "body": [{ "type": "section", "body": [{ "type": "tetx" }] }] }',
      ['widget/unknown-type 71 did you mean "text"?'],
    ],
    ['{ "type": "button", "text": "a", "on": { "press": [] } }', ['property/unknown 42']],
  ])('node %s', (node, expected) => {
    expect(inBody(node)).toEqual(expected);
  });

  it.each([
    ['{ "do": "close" }', []],
    [
      '{ "do": "goto", "to": "a" }',
      [`action/unknown 9 there are ${Object.keys(shapes.actions).sort().join(', ')}`],
    ],
    ['{ "type": "text", "text": "a" }', ['property/missing 1']],
    ['{ "do": "go" }', ['property/missing 1']],
    ['{ "do": "go", "too": "a" }', ['property/unknown 15 did you mean "to"?']],
    ['{ "do": "set", "target": "state.a", "value": null }', ['property/bad-type 46']],
    ['{ "do": "set", "target": "data.a", "value": 1 }', ['property/bad-format 26']],
    ['{ "do": "go", "to": "a", "with": { "my-book": "b" } }', ['name/bad-name 36']],
    ['{ "do": "go", "to": "a", "with": { "book": { "deep": [1, null] } } }', ['property/bad-type 58']],
    ['{ "do": "wait", "seconds": 0 }', ['property/out-of-range 28']],
    ['{ "do": "wait", "seconds": "3" }', ['property/bad-type 28']],
    ['{ "do": "reset", "target": [] }', ['property/too-few 28']],
    ['{ "do": "reset", "target": "state.a" }', ['property/bad-type 28']],
    ['{ "do": "choose", "cases": [{ "when": "true" }] }', ['property/missing 29']],
    [
      '{ "do": "close", "catch": [{ "run": [{ "do": "clos" }] }] }',
      ['action/unknown 46 did you mean "close"?'],
    ],
    ['{ "do": "request", "endpoint": "a", "critical": true }', ['property/bad-type 49']],
    ['{ "do": "request", "endpoint": "a", "critical": "My" }', ['property/bad-format 49']],
    ['{ "do": "request", "endpoint": "a", "critical": { "per": 1 } }', ['property/missing 49']],
    [
      '{ "do": "request", "endpoint": "a", "critical": { "intent": "b", "don": "true" } }',
      ['property/unknown 66 did you mean "done"?'],
    ],
    [
      '{ "do": "notice", "text": "a", "look": "tost" }',
      ['property/not-allowed-value 40 did you mean "toast"?'],
    ],
  ])('action %s', (action, expected) => {
    expect(inList(action)).toEqual(expected);
  });

  it('reports all faults of a document, in the order of the file', () => {
    const text = `{\n  ${HEAD},\n  "routes": ["shelf"],\n  "state": { "a-b": { "type": "text" } },\n  "body": [\n    { "type": "txt" },\n    { "type": "text", "text": 1 }\n  ],\n  "extra": 1\n}`;
    expect(
      problems(text).map(({ code, line, column, pointer }) => `${code} ${line}:${column} ${pointer}`),
    ).toEqual([
      'property/bad-format 3:14 /routes/0',
      'name/bad-name 4:14 /state/a-b',
      'property/not-allowed-value 4:31 /state/a-b/type',
      'widget/unknown-type 6:15 /body/0/type',
      'property/bad-type 7:31 /body/1/text',
      'property/unknown 9:3 /extra',
    ]);
  });

  it('distinguishes an overlay from a widget', () => {
    const text = `{ ${HEAD}, "body": [], "overlays": { "ask": { "type": "dialogue", "title": "a", "body": [] } } }`;
    expect(problems(text)).toMatchObject([{ code: 'overlay/unknown-type', help: 'did you mean "dialog"?' }]);
  });

  it('refuses the schema of another kind and an unknown grammar', () => {
    const text =
      '{ "$schema": "../schemas/part.schema.json", "grammar": 7, "id": "a", "title": "b", "body": [] }';
    expect(problems(text).map(({ code, column }) => `${code} ${column}`)).toEqual([
      'document/bad-schema 14',
      'document/unknown-grammar 56',
    ]);
  });

  it.each([
    ['screens/a.screen.json', '../schemas/screen.schema.json', undefined],
    ['screens/a.screen.json', './../schemas/screen.schema.json', undefined],
    ['screens/a.screen.json', 'https://example.org/schemas/screen.schema.json', undefined],
    ['screens/a.screen.json', '../../schemas/screen.schema.json', 'write "../schemas/screen.schema.json"'],
    [
      'screens/deep/a.screen.json',
      '../schemas/screen.schema.json',
      'write "../../schemas/screen.schema.json"',
    ],
    ['schemas/a.screen.json', 'schemas/screen.schema.json', 'write "screen.schema.json"'],
    ['a.screen.json', 'screen.schema.json', 'write "schemas/screen.schema.json"'],
  ])('in %s the schema %s: %s', (file, name, help) => {
    const { document } = parseDocument(
      `{ ${HEAD.replace('../schemas/screen.schema.json', name)}, "body": [] }`,
      file,
    );
    if (document === undefined) throw new Error('not parsed');
    expect(validateShape(document, 'screen')[0]?.help).toBe(help);
  });

  it('never changes its input', () => {
    const { document } = parseDocument(`{ ${HEAD}, "body": [{ "type": "text", "text": "a" }] }`, 'a');
    if (document === undefined) throw new Error('not parsed');
    const before = JSON.stringify(document.value);
    validateShape(document, 'screen');
    expect(JSON.stringify(document.value)).toBe(before);
  });

  it.each(['[]', '3', '"a"', 'null', 'true', '{}'])('refuses %s as any document', (text) => {
    for (const kind of ['screen', 'part', 'app', 'endpoint', 'messages'] as const)
      expect(problems(text, kind)).not.toEqual([]);
  });

  it('refuses lists of records in place of lists of different texts', () => {
    const text = `{ ${HEAD}, "routes": [{}, {}], "body": [] }`;
    expect(problems(text).map(({ code }) => code)).toEqual(['property/bad-type', 'property/bad-type']);
  });

  it('refuses an unknown kind of failure with the nearest known one', () => {
    const text = `{ "$schema": "../schemas/app.schema.json", "grammar": 1, "languages": { "default": "en", "list": ["en"] }, "session": {}, "carried": {}, "config": {}, "kept": {}, "bridge": {}, "hosts": { "leave": [], "frame": [] }, "failures": { "ofline": [] } }`;
    expect(problems(text, 'app')).toMatchObject([
      { code: 'property/unknown', pointer: '/failures/ofline', help: 'did you mean "offline"?' },
    ]);
  });
});

describe('every example of a schema is valid for the schema', () => {
  const folder = new URL('../../schemas/widgets/', import.meta.url);
  it.each(readdirSync(folder))('%s', (name) => {
    const schema = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as { examples: unknown[] };
    expect(schema.examples.length).toBeGreaterThan(0);
    for (const example of schema.examples) expect(inBody(JSON.stringify(example))).toEqual([]);
  });
});

it('explains why an identifier may not be a name that every object has', () => {
  const text = `{ ${HEAD.replace('"shelf"', '"constructor"')}, "body": [] }`;
  expect(problems(text).map(({ message }) => message)).toEqual([
    '"constructor", "prototype" and "__proto__" cannot be names: every object already has them.',
  ]);
});
