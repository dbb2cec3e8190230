import { describe, expect, it } from 'vitest';
import { formatDocument } from './format.ts';
import { parseDocument } from './parse.ts';
import { button, library, nodeOf, planOf, problemsOf } from './testing.ts';
import { checkProject } from './check.ts';
import { TextEdits } from './text-edits.ts';

const BACK = { do: 'back' };
const lone = (tap: object, more: object = {}) => ({
  body: [{ ...button([]), id: 'b', on: { tap }, ...more }],
});

describe('a list of one action that is written as the action', () => {
  it('A20: means the same as the list', () => {
    const ask = { do: 'request', endpoint: 'book', with: { isbn: '1' } };
    const written = { ...ask, catch: [{ run: { do: 'notice', text: 'No' } }] };
    const listed = { ...ask, catch: [{ run: [{ do: 'notice', text: 'No' }] }] };
    expect(nodeOf(planOf(lone(written)), 'b')).toEqual(nodeOf(planOf(lone([listed])), 'b'));
  });

  it('can stand in events, cases, named lists and lists of the application', () => {
    const screen = {
      ...lone({ do: 'run', list: 'home' }),
      lists: { home: { run: { do: 'choose', cases: [{ run: BACK }] } } },
      on: { enter: { do: 'set', target: 'state.n', value: 1 } },
      state: { n: { type: 'integer' } },
    };
    const app = {
      failures: { default: { do: 'notice', text: 'Something went wrong with your request.' } },
      exit: BACK,
      bridge: { goHome: { fallback: BACK } },
    };
    expect(problemsOf(screen, { app })).toEqual([]);
    expect(planOf(screen, { app }).on.enter).toHaveLength(1);
  });

  it('has its problems at the place where they are written', () => {
    const files = library(lone({ do: 'go', to: 'bok' }));
    const [{ line, column, pointer } = { line: 0, column: 0, pointer: '' }] = checkProject(files);
    const text = files.find(({ path }) => path === 'screens/shelf.screen.json')?.text ?? '';
    expect(pointer).toBe('/body/0/on/tap/0/to');
    expect(text.split('\n')[line - 1]?.slice(column - 1)).toBe('"bok"');
    const [shape] = checkProject(library(lone({ do: 'back', too: 1 })));
    expect([shape?.code, shape?.pointer]).toEqual(['property/unknown', '/body/0/on/tap/0/too']);
  });

  it('is no action without "do", and no name of one', () => {
    expect(problemsOf(lone({ to: 'book' }))).toEqual(['property/missing /body/0/on/tap']);
    const tap = 'home';
    expect(problemsOf({ body: [{ type: 'button', text: 'Go', on: { tap } }] })).toEqual([
      'property/bad-type /body/0/on/tap',
    ]);
  });

  it('is not for data that looks like an action', () => {
    const isbn = { run: { do: 'back' } };
    const { document } = parseDocument(
      JSON.stringify({ on: { tap: [{ do: 'x', with: { on: isbn, isbn } }] } }),
      'f',
    );
    expect(document?.value).toEqual({ on: { tap: [{ do: 'x', with: { on: isbn, isbn } }] } });
  });

  it.each(['value', 'with', 'query', 'per'])(
    'runs in a list, an overlay and a link with the name "%s"',
    (name) => {
      const close = { ...button([]), on: { tap: { do: 'close' } } };
      const screen = {
        ...lone([
          { do: 'open', overlay: name },
          { do: 'run', list: name },
        ]),
        lists: { [name]: { run: BACK } },
        overlays: { [name]: { type: 'dialog', title: 'Sure?', body: [close] } },
      };
      screen.body.push({ type: 'text', text: `[Home](${name})`, links: { [name]: BACK } } as never);
      expect(problemsOf(screen)).toEqual([]);
      expect(problemsOf({}, { app: { bridge: { [name]: { fallback: BACK } } } })).toEqual([]);
    },
  );

  it('needs grammar 5', () => {
    expect(problemsOf({ ...lone(BACK), grammar: 4 })).toEqual(['document/later-grammar /body/0/on/tap']);
  });

  it('is read the same with comments, which need the parser with places', () => {
    const text = JSON.stringify(lone(BACK));
    const plain = parseDocument(text, 'f').document;
    const commented = parseDocument(`// why\n${text}`, 'f').document;
    expect(commented?.value).toEqual(plain?.value);
    expect([...(commented?.lone ?? [])]).toEqual(['/body/0/on/tap']);
  });

  it('stays as it is when the document is formatted', () => {
    const text = formatDocument({ path: 'screens/x.screen.json', text: JSON.stringify(lone(BACK)) });
    expect(text).not.toContain('[\n          {\n            "do"');
    expect(parseDocument(text, 'x').document?.lone.size).toBe(1);
  });

  it('is edited through the same pointers', () => {
    const text = '{"on":{"tap":{"do":"go","to":"a"}}}';
    const edited = (edit: (edits: TextEdits) => void): string => {
      const edits = new TextEdits(text);
      edit(edits);
      return edits.apply();
    };
    expect(edited((edits) => edits.replaceText('/on/tap/0/to', 'b'))).toBe(
      '{"on":{"tap":{"do":"go","to":"b"}}}',
    );
    expect(edited((edits) => edits.insertItem('/on/tap', 1, '{"do":"back"}'))).toBe(
      '{"on":{"tap":[{"do":"go","to":"a"}, {"do":"back"}]}}',
    );
    expect(edited((edits) => edits.insertItem('/on/tap', 0, '{"do":"back"}'))).toBe(
      '{"on":{"tap":[{"do":"back"}, {"do":"go","to":"a"}]}}',
    );
    expect(edited((edits) => edits.remove('/on/tap/0'))).toBe('{"on":{}}');
  });
});
