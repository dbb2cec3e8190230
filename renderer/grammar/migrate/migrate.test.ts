import { describe, expect, it } from 'vitest';
import { recordsIn } from '../pointer.ts';
import { TextEdits } from '../text-edits.ts';
import { type Migration, migrateProject } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';

const PATH = 'screens/shelf.screen.json';

const renameWhen: Migration = {
  name: 'shown-when',
  summary: 'visibleWhen is called shownWhen',
  kinds: ['screen', 'part'],
  change(value, edits) {
    for (const { record, pointer } of recordsIn(value)) {
      if (Object.hasOwn(record, 'visibleWhen')) edits.renameMember(`${pointer}/visibleWhen`, 'shownWhen');
    }
  },
};

const raiseGrammar: Migration = {
  name: 'second-grammar',
  summary: 'Grammar 2',
  kinds: ['screen'],
  change(value, edits) {
    if (value['grammar'] === 1) edits.replaceWritten('/grammar', '2');
  },
};

const BEFORE = `// A shelf.
{
  "grammar": 1,
  "body": [
    // Only if it is open.
    { "type": "text", "visibleWhen": "state.open", /* its words */ "text": "Open" },
  ]
}
`;

describe('a migration', () => {
  it('changes the documents of its kinds, and keeps comments and spacing', () => {
    expect(migrateProject([{ path: PATH, text: BEFORE }], [renameWhen, raiseGrammar])).toEqual([
      {
        path: PATH,
        before: BEFORE,
        after: BEFORE.replace('visibleWhen', 'shownWhen').replace('"grammar": 1', '"grammar": 2'),
        by: ['shown-when', 'second-grammar'],
      },
    ]);
  });

  it('changes nothing when it runs again', () => {
    const [once] = migrateProject([{ path: PATH, text: BEFORE }], [renameWhen, raiseGrammar]);
    expect(migrateProject([{ path: PATH, text: once?.after ?? '' }], [renameWhen, raiseGrammar])).toEqual([]);
  });

  it('does not change documents of other kinds, or documents with a problem of the parser', () => {
    const files = [
      { path: PATH, text: '{ "visibleWhen": "a", "visibleWhen": "b" }' },
      { path: 'schemas/api/book.endpoint.json', text: '{ "visibleWhen": "a" }' },
      { path: PATH, text: '{ "visibleWhen": ' },
    ];
    expect(migrateProject(files, [renameWhen])).toEqual([]);
  });

  it('throws if it is not idempotent or breaks a document', () => {
    const endless: Migration = {
      ...renameWhen,
      name: 'endless',
      change: (value, edits) => edits.replaceWritten('/grammar', `${Number(value['grammar']) + 1}`),
    };
    expect(() => migrateProject([{ path: PATH, text: BEFORE }], [endless])).toThrow('again and again');
    const breaking: Migration = {
      ...renameWhen,
      name: 'breaking',
      change: (_value, edits) => edits.replaceWritten('/grammar', '"'),
    };
    expect(() => migrateProject([{ path: PATH, text: BEFORE }], [breaking])).toThrow('unreadable');
    const both = '{ "visibleWhen": "a", "shownWhen": "b" }';
    expect(() => migrateProject([{ path: PATH, text: both }], [renameWhen])).toThrow('unreadable');
  });
});

describe('the released migrations', () => {
  it('have unique names', () => {
    const names = MIGRATIONS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z][a-z0-9-]*$/.test(name))).toEqual([]);
  });
});

describe('A21: grammar 5 says in a condition of its own that a critical request failed', () => {
  const written = (done: string, grammar = 4) =>
    `{ "grammar": ${grammar}, "on": { "tap": { "do": "request", "critical": { "intent": "pay", ${done} } } } }`;

  it.each([
    [`"done": "[true].filter(paid, reply.state == 'paid')[?0]"`, `"done": "reply.state == 'paid'"`],
    [`"done": "[true].filter(x, (reply.a || reply.b))[?0]"`, `"done": "(reply.a || reply.b)"`],
    [`"done": "reply.isDone"`, `"done": "reply.isDone", "failed": "true"`],
    [`"done": "reply.a", "failed": "reply.b"`, `"done": "reply.a", "failed": "reply.b"`],
    // Both are not the one form whose condition can be taken out.
    [
      `"done": "[true].filter(x, reply.a && x)[?0]"`,
      `"done": "[true].filter(x, reply.a && x)[?0]", "failed": "true"`,
    ],
    [
      `"done": "[true].filter(x, reply.a)[?0] == [true].filter(y, reply.b)[?0]"`,
      `"done": "[true].filter(x, reply.a)[?0] == [true].filter(y, reply.b)[?0]", "failed": "true"`,
    ],
    [`"ask": "state"`, `"ask": "state"`],
  ])('%s', (before, after) => {
    const [migrated] = migrateProject([{ path: PATH, text: written(before) }], MIGRATIONS);
    expect(migrated?.after).toBe(written(after, 5));
  });

  it('a document that says grammar 5 already means what it says', () => {
    expect(migrateProject([{ path: PATH, text: written(`"done": "reply.isDone"`, 5) }], MIGRATIONS)).toEqual(
      [],
    );
  });
});

describe('D17: grammar 5 renames members for which the field has a term', () => {
  const renamed = (path: string, text: string) => migrateProject([{ path, text }], MIGRATIONS)[0]?.after;

  it.each([
    ['"type": "text-field", "max": 40', '"type": "text-field", "maxLength": 40'],
    ['"type": "rating", "max": 5', '"type": "rating", "max": 5'],
    ['"type": "number-field", "least": 1, "most": 9', '"type": "number-field", "min": 1, "max": 9'],
    [
      '"do": "request", "critical": { "intent": "again", "wish": "pay" }',
      '"do": "request", "critical": { "intent": "again", "sameAs": "pay" }',
    ],
  ])('%s in a screen', (before, after) => {
    const screen = (grammar: number, node: string) => `{ "grammar": ${grammar}, "body": [{ ${node} }] }`;
    expect(renamed(PATH, screen(4, before))).toBe(screen(5, after));
    expect(renamed(PATH, screen(5, before)) ?? screen(5, before)).toBe(screen(5, after));
  });

  it.each([
    ['a record that has both names', '"type": "text-field", "max": 4, "maxLength": 5'],
    ['what a request sends', '"do": "request", "with": { "type": "text-field", "max": 4 }'],
    ['an initial value', '"do": "set", "value": [{ "type": "number-field", "least": 4 }]'],
  ])('not in %s', (_what, written) => {
    const screen = (grammar: number) => `{ "grammar": ${grammar}, "on": { "enter": [{ ${written} }] } }`;
    expect(renamed(PATH, screen(4))).toBe(screen(5));
    expect(renamed(PATH, screen(5))).toBeUndefined();
  });

  it('in a contract, by the grammar of app.json', () => {
    const contract = (effect: string, early: string) =>
      `{ "method": "POST", "effect": { "is": "${effect}" }, "${early}": false, "reply": {} }`;
    const after = contract('idempotent', 'prefetch');
    expect(renamed('schemas/api/pay.endpoint.json', contract('repeatable', 'ahead'))).toBe(after);
    expect(renamed('schemas/api/pay.endpoint.json', after)).toBeUndefined();
  });
});

describe('members are added and removed', () => {
  const edit = (text: string, change: (edits: TextEdits) => void): string => {
    const edits = new TextEdits(text);
    change(edits);
    return edits.apply();
  };

  it.each<readonly [string, readonly string[], string]>([
    ['{ "a": 1, "b": 2, "c": 3 }', ['/a'], '{ "b": 2, "c": 3 }'],
    ['{ "a": 1, "b": 2, "c": 3 }', ['/b'], '{ "a": 1, "c": 3 }'],
    ['{ "a": 1, "b": 2, "c": 3 }', ['/c'], '{ "a": 1, "b": 2 }'],
    ['{ "a": 1, "b": 2, "c": 3 }', ['/a', '/b'], '{ "c": 3 }'],
    ['{ "a": 1, "b": 2, "c": 3 }', ['/b', '/c'], '{ "a": 1 }'],
    ['{ "a": 1, "b": 2, "c": 3 }', ['/c', '/a', '/b'], '{  }'],
    ['[1, { "a": 1 }, 2] // two', ['/1', '/0'], '[2] // two'],
    ['{ "a": { "b": 1 }, "c": 2 }', ['/a', '/a/b'], '{ "c": 2 }'],
    ['[1, // one\n2, // two\n3]', ['/1'], '[1 // one\n, \n3]'],
    ['[1,\n// above two\n2,\n// above three\n3]', ['/0'], '[\n// above two\n2,\n// above three\n3]'],
  ])('%s without %j', (text, pointers, left) => {
    const after = edit(text, (edits) => {
      for (const pointer of pointers) edits.remove(pointer);
    });
    expect(after).toBe(left);
  });

  it.each([
    ['{}', '{ "z": [1] }'],
    ['{ "a": 1 }', '{ "a": 1, "z": [1] }'],
    ['{\n  "a": 1 // one\n}', '{\n  "a": 1, // one\n  "z": [1]\n}'],
  ])('%s and z', (text, after) => {
    expect(edit(text, (edits) => edits.addMember('', 'z', '[1]'))).toBe(after);
  });
});
