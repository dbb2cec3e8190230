import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileProject, serializePlan } from './compile.ts';
import { formatDocument } from './format.ts';
import { parseDocument } from './parse.ts';
import { library } from './testing.ts';

const format = (text: string, path = 'screens/a.screen.json'): string => formatDocument({ path, text });

describe('formats a document in one order and spacing', () => {
  it('identifying members first, then the order of the schema; names of authors keep their order', () => {
    expect(
      format(`{ "body": [{"text":"Hi","on":{},"id":"x","type":"item"}], "title":"A","id":"a","$schema":"s","grammar":1,
        "params":{"b":{"type":"string"},"a":{"type":"string"}}, "x-why": [] }`),
    ).toBe(`{
  "$schema": "s",
  "grammar": 1,
  "id": "a",
  "title": "A",
  "params": {
    "b": {
      "type": "string"
    },
    "a": {
      "type": "string"
    }
  },
  "body": [
    {
      "type": "item",
      "id": "x",
      "text": "Hi",
      "on": {}
    }
  ],
  "x-why": []
}
`);
  });

  it('comments stay before or after the same value', () => {
    expect(
      format(`// file
{ // opens
  "title": "A", // a title
  /* the id */ "id": "a",
  "body": [ // nothing
    // yet
  ], /* with a comma */
  "$schema": "s"
  // end
}
// over`),
    ).toBe(
      `// file
{
  "$schema": "s",
  /* the id */
  "id": "a",
  // opens
  "title": "A", // a title
  "body": [
    // nothing
    // yet
  ] /* with a comma */
  // end
}
// over
`,
    );
  });

  it('comments directly behind a sign, a number or a text stay as they are', () => {
    const text = `{"grammar": 5/* n */,"id": "shelf",/* a */"body": [/* b */{"type": "text"/* c */,"text": "One"}// d
]/* e */}`;
    const formatted = format(text);
    expect(formatted.match(/\/\*.*?\*\/|\/\/.*/g)).toEqual([
      '/* n */',
      '/* a */',
      '/* b */',
      '/* c */',
      '// d',
      '/* e */',
    ]);
    expect(parseDocument(formatted, 'a').document?.value).toEqual({
      ...{ grammar: 5, id: 'shelf', body: [{ type: 'text', text: 'One' }] },
    });
  });

  it('writes a translation on one line', () => {
    expect(format('{"messages":{"A":{"draft":true,\n"text":"B"},"C":"D"}}', 'screens/messages/de.json')).toBe(
      '{\n  "messages": {\n    "A": { "text": "B", "draft": true },\n    "C": "D"\n  }\n}\n',
    );
  });

  it('does not change a text that does not parse or is no document', () => {
    expect(format('{ "a": }')).toBe('{ "a": }');
    expect(format('{"b":1,"a":2}', 'fixtures/a.json')).toBe('{"b":1,"a":2}');
  });
});

describe('plans are byte-identical after a random fmt', () => {
  const SCREEN = {
    routes: ['/a'],
    params: { isbn: { type: 'string', required: true } },
    data: { book: { endpoint: 'book', with: { isbn: '${params.isbn}' }, on: { load: [] } } },
    state: { open: { type: 'boolean', initial: false } },
    body: [
      { type: 'text', text: '${data.book.title}', visibleWhen: 'data.book.pages > 3' },
      {
        type: 'button',
        text: { choose: [{ when: 'state.open', value: 'Close' }, 'Open'] },
        on: { tap: [{ do: 'set', target: 'state.open', value: '${!state.open}' }] },
      },
    ],
  };
  const files = library(SCREEN);
  const serialize = (of: typeof files): string[] =>
    [...compileProject(of).plans.values()].map((plan) => serializePlan(plan));

  it('for any original order and spacing, and formatting again changes nothing', () => {
    const expected = serialize(files);
    expect(expected.length).toBeGreaterThan(0);
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(0, 1, 3, '\t'), (seed, space) => {
        const shuffled = files.map(({ path, text }) =>
          path.endsWith('.json')
            ? { path, text: JSON.stringify(shuffle(JSON.parse(text), seed), null, space) }
            : { path, text },
        );
        const formatted = shuffled.map((file) => ({ ...file, text: formatDocument(file) }));
        expect(serialize(formatted)).toEqual(expected);
        expect(formatted.map((file) => formatDocument(file))).toEqual(formatted.map(({ text }) => text));
      }),
      { numRuns: 20 },
    );
  });

  /** Shuffles members, except in maps whose order has a meaning. */
  function shuffle(value: unknown, seed: number): unknown {
    if (Array.isArray(value)) return value.map((item: unknown) => shuffle(item, seed));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([name, member]) => [name, shuffle(member, seed)] as const);
    const isNode = 'type' in value || 'do' in value || '$schema' in value;
    if (!isNode) return Object.fromEntries(entries);
    return Object.fromEntries(
      entries
        .map((entry, index) => ({ entry, key: Math.sin(seed + index * 7919) }))
        .sort((a, b) => a.key - b.key)
        .map(({ entry }) => entry),
    );
  }
});
