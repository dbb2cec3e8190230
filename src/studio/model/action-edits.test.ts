import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDocument } from '#renderer/grammar/format.ts';
import { isActionsPointer } from '#renderer/grammar/lone-actions.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { valueAt } from '#renderer/grammar/pointer.ts';
import { readProjectFiles } from '#src/shared/project-files.ts';
import { addAction, removeAction, removeCase, setInAction } from './action-edits.ts';
import { moveItem, repeatItem } from './edits.ts';
import { openWorkspace } from './workspace.ts';

const path = 'screens/shelf.screen.json';
const BACK = { do: 'back' };
const source = (document: object, grammar = 5) => ({
  path,
  text: formatDocument({ path, text: JSON.stringify({ grammar, ...document }) }),
});
/** The document as it is written: one action may stand alone. */
const written = ({ text }: { text: string }) => JSON.parse(text) as { readonly [name: string]: unknown };

describe('a list of actions', () => {
  it('begins with one action, written alone', () => {
    const body = [{ type: 'button', text: 'Go', on: {} }];
    expect(written(addAction(source({ body }), '/body/0/on/tap', 0, BACK))).toEqual({
      grammar: 5,
      body: [{ type: 'button', text: 'Go', on: { tap: BACK } }],
    });
    const empty = source({ body: [{ type: 'item', on: { tap: [] } }] });
    expect(written(addAction(empty, '/body/0/on/tap', 0, BACK))).toMatchObject({
      body: [{ on: { tap: BACK } }],
    });
  });

  it('begins with a list in a document of an earlier grammar', () => {
    const body = [{ type: 'item', title: 'A' }];
    expect(written(addAction(source({ body }, 4), '/body/0/on/tap', 0, BACK))).toEqual({
      grammar: 4,
      body: [{ type: 'item', title: 'A', on: { tap: [BACK] } }],
    });
  });

  it('becomes a list with the second action, and stays one if an action is removed', () => {
    const one = source({ on: { enter: BACK } });
    const two = addAction(one, '/on/enter', 1, { do: 'wait', seconds: 1 });
    expect(written(two)['on']).toEqual({ enter: [BACK, { do: 'wait', seconds: 1 }] });
    const left = removeAction({ path, text: two.text }, '/on/enter/1');
    expect(written(left)['on']).toEqual({ enter: [BACK] });
    expect(left.pointer).toBe('/on/enter/0');
  });

  it('goes with its last action: with its `on` too, except that of a button', () => {
    const remove = (document: object, pointer: string) => written(removeAction(source(document), pointer));
    expect(remove({ body: [{ type: 'item', on: { tap: BACK } }] }, '/body/0/on/tap/0')).toEqual({
      grammar: 5,
      body: [{ type: 'item' }],
    });
    expect(remove({ body: [{ type: 'button', on: { tap: [BACK] } }] }, '/body/0/on/tap/0')).toEqual({
      grammar: 5,
      body: [{ type: 'button', on: {} }],
    });
    expect(remove({ on: { enter: BACK, back: BACK } }, '/on/enter/0')).toEqual({
      grammar: 5,
      on: { back: BACK },
    });
  });

  it('stays as an empty list where a document must have one: in cases, links and named lists', () => {
    const cases = { do: 'choose', cases: [{ run: BACK }] };
    const document = { on: { enter: cases }, links: { a: BACK }, lists: { a: { run: [BACK] } } };
    for (const pointer of ['/on/enter/0/cases/0/run', '/links/a', '/lists/a/run']) {
      const { text } = removeAction(source(document), `${pointer}/0`);
      expect(valueAt(parseDocument(text, path).document?.value, pointer)).toEqual([]);
    }
  });

  it('has no catch without cases', () => {
    const ask = { do: 'request', endpoint: 'book', catch: [{ when: 'a', run: [] }, { run: [] }] };
    const once = removeCase(source({ on: { enter: ask } }), '/on/enter/0/catch/0');
    expect(written(once)['on']).toEqual({ enter: { ...ask, catch: [{ run: [] }] } });
    const twice = removeCase({ path, text: once.text }, '/on/enter/0/catch/0');
    expect(written(twice)['on']).toEqual({ enter: { do: 'request', endpoint: 'book' } });
  });

  it('sets several values of an action that is written alone', () => {
    const go = source({ on: { enter: { do: 'go', to: 'a', at: 'top', with: { isbn: '1' } } } });
    const edited = setInAction(go, '/on/enter/0', { '/to': 'b', '/at': undefined, '/with': { id: '2' } });
    expect(written(edited)['on']).toEqual({ enter: { do: 'go', to: 'b', with: { id: '2' } } });
  });
});

const FILES = ['screens', 'screens/parts'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /^app\.json$|\.(screen|part)\.json$/.test(name))
    .map((name) => `${folder}/${name}`),
);

/** Pointers of all lists of actions in a document. */
function listsIn(value: unknown, pointer = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) && isActionsPointer(pointer) ? [pointer] : [];
  return [...own, ...Object.entries(value).flatMap(([name, one]) => listsIn(one, `${pointer}/${name}`))];
}

describe('edits of the lists of the shipped documents', () => {
  const operations = fc.array(
    fc.record({
      kind: fc.constantFrom('add', 'remove', 'up', 'down', 'repeat'),
      list: fc.nat(),
      at: fc.nat(),
    }),
    { minLength: 1, maxLength: 8 },
  );

  it('change only the list that is edited, and undo restores every byte', () => {
    const base = readProjectFiles('.');
    fc.assert(
      fc.property(fc.constantFrom(...FILES), operations, (file, all) => {
        const workspace = openWorkspace({ base, inPauses: () => () => undefined });
        const first = workspace.snapshot().texts.get(file);
        for (const { kind, list: nth, at: where } of all) {
          const text = workspace.snapshot().texts.get(file) ?? '';
          const document = parseDocument(text, file).document?.value;
          const lists = listsIn(document);
          const list = lists[nth % Math.max(1, lists.length)];
          if (list === undefined) return;
          const items = valueAt(document, list) as readonly unknown[];
          const at = items.length === 0 ? 0 : where % items.length;
          const from = { path: file, text };
          const pointer = `${list}/${at}`;
          const [edited, expected] =
            kind === 'add' || items.length === 0
              ? [addAction(from, list, items.length, BACK), [...items, BACK]]
              : kind === 'remove'
                ? [removeAction(from, pointer), spliced(items, at, 1)]
                : kind === 'repeat'
                  ? [repeatItem(from, pointer), spliced(items, at, 0, items[at])]
                  : [
                      moveItem(from, pointer, kind === 'up' ? -1 : 1),
                      moved(items, at, kind === 'up' ? -1 : 1),
                    ];
          const after = parseDocument(edited.text, file).document?.value;
          const now = valueAt(after, list);
          expect(now ?? []).toEqual(JSON.parse(JSON.stringify(expected)));
          expect(without(after, list)).toEqual(without(document, list));
          expect(formatDocument({ path: file, text: edited.text })).toBe(edited.text);
          workspace.edit({ label: kind, changes: { [file]: edited.text } });
        }
        while (workspace.snapshot().undo !== undefined) workspace.undo();
        expect(workspace.snapshot().texts.get(file)).toBe(first);
      }),
      { numRuns: 20 },
    );
  });
});

function moved(items: readonly unknown[], at: number, by: 1 | -1): readonly unknown[] {
  const to = at + by;
  if (to < 0 || to >= items.length) return items;
  return spliced(spliced(items, at, 1), to, 0, items[at]);
}

/** The document without one list, and without events that have none. */
function without(document: unknown, list: string): unknown {
  const copy = JSON.parse(JSON.stringify(document)) as object;
  const around = list.slice(0, list.lastIndexOf('/'));
  const holder = valueAt(copy, around);
  if (typeof holder === 'object' && holder !== null)
    Reflect.deleteProperty(holder, list.split('/').at(-1) ?? '');
  return JSON.parse(
    JSON.stringify(copy, (name, value: unknown) =>
      name === 'on' && JSON.stringify(value) === '{}' ? undefined : value,
    ),
  );
}

function spliced(items: readonly unknown[], at: number, removed: number, ...added: readonly unknown[]) {
  return [...items.slice(0, at), ...added, ...items.slice(at + removed)];
}
