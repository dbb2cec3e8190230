import { describe, expect, it } from 'vitest';
import { applyEdits, type Edit } from './apply-edits.ts';

const SCREEN = 'screens/shelf.screen.json';
const TEXT = `{
  "id": "shelf",
  // The greeting.
  "body": [
    { "type": "text", "text": "One" },
    { "type": "button", "text": "Go", "on": { "tap": { "do": "back" } } }
  ]
}
`;

function edit(...edits: Edit[]) {
  return applyEdits(edits, (path) => (path === SCREEN ? TEXT : undefined));
}

function textAfter(...edits: Edit[]): string {
  const made = edit(...edits);
  if ('refused' in made) throw new Error(made.refused.why);
  return made.changes.get(SCREEN) ?? '';
}

function codeOf(...edits: Edit[]): string | undefined {
  const made = edit(...edits);
  return 'refused' in made ? made.refused.code : undefined;
}

describe('applyEdits', () => {
  it('adds, replaces, moves and removes values, and keeps comments', () => {
    const after = textAfter(
      { op: 'add', path: SCREEN, pointer: '/body/-', value: { type: 'text', text: 'Last' } },
      { op: 'replace', path: SCREEN, pointer: '/body/0/text', value: 'First' },
      { op: 'add', path: SCREEN, pointer: '/title', value: 'Shelf' },
      { op: 'move', path: SCREEN, from: '/body/2', pointer: '/body/0' },
      { op: 'remove', path: SCREEN, pointer: '/body/2' },
    );
    expect(after).toContain('// The greeting.');
    expect(JSON.parse(after.replace('// The greeting.', ''))).toEqual({
      id: 'shelf',
      title: 'Shelf',
      body: [
        { type: 'text', text: 'Last' },
        { type: 'text', text: 'First' },
      ],
    });
  });

  it('edits the only action of a list, which is written without the list', () => {
    const after = textAfter({
      op: 'add',
      path: SCREEN,
      pointer: '/body/1/on/tap/-',
      value: { do: 'stop' },
    });
    expect(after.replaceAll(/\s/g, '')).toContain('"tap":[{"do":"back"},{"do":"stop"}]');
  });

  it('writes a new document that the client sends as an object or as text', () => {
    for (const value of [{ id: 'new' }, '{"id":"new"}']) {
      const made = edit({ op: 'write', path: 'fixtures/states/new.json', value });
      expect(made).toEqual({
        changes: new Map([['fixtures/states/new.json', '{\n  "id": "new"\n}\n']]),
      });
    }
  });

  it('makes none of the edits if one is refused, and says which', () => {
    const made = edit(
      { op: 'replace', path: SCREEN, pointer: '/id', value: 'x' },
      { op: 'remove', path: SCREEN, pointer: '/nothing' },
    );
    expect(made).toMatchObject({
      refused: { code: 'unknown', why: expect.stringMatching(/^Edit 2, remove/) },
    });
  });

  it.each(['/body/01', '/body/+1', '/body/ ', '/body/3', '/body/1e0', '/id/x', '/none/x'])(
    'refuses to add at %s',
    (pointer) => {
      expect(codeOf({ op: 'add', path: SCREEN, pointer, value: 1 })).toBe('unknown');
    },
  );

  it('refuses a document that is no object, names that reach a prototype, U+0000, and deep nesting', () => {
    const deep = JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)) as unknown;
    const named = JSON.parse('{"__proto__": 1}') as unknown;
    for (const value of [deep, named, 'a\0b', { inner: [deep] }])
      expect(codeOf({ op: 'add', path: SCREEN, pointer: '/x', value })).toBe('invalid');
    for (const value of ['[]', 'no JSON', 1, null, []])
      expect(codeOf({ op: 'write', path: SCREEN, value })).toBe('invalid');
  });

  it('refuses to move a value into itself', () => {
    expect(codeOf({ op: 'move', path: SCREEN, from: '/body', pointer: '/body/0' })).toBe('invalid');
  });

  it('reports no change if the text stays the same', () => {
    const path = 'fixtures/states/a.json';
    const text = '{\n  "states": []\n}\n';
    const made = applyEdits([{ op: 'write', path, value: { states: [] } }], () => text);
    expect(made).toEqual({ changes: new Map() });
  });
});
