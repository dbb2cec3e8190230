import { describe, expect, it } from 'vitest';
import { library } from '#renderer/grammar/testing.ts';
import { readProjectFiles } from '#src/shared/project-files.ts';
import type { Edited } from '../model/edits.ts';
import { documentOf, nodeOf, placeAround } from '../model/nodes.ts';
import { openWorkspace, type Workspace } from '../model/workspace.ts';
import {
  addNode,
  type Arranged,
  copyNode,
  dropNode,
  moveNode,
  pasteNode,
  type Side,
  wrapNode,
} from './arrange.ts';
import { sayMissing } from './say-missing.ts';

const base = readProjectFiles('.');
const open = () => openWorkspace({ base });
const INSTRUCTIONS = 'screens/payment-instructions.screen.json';
const BANK = 'screens/parts/bank-account.part.json';
const FORM = 'screens/complaint-form.screen.json';
const GROUP = '/body/3';

function take(arranged: Arranged): Edited {
  if ('why' in arranged) throw new Error(arranged.why);
  return arranged.edited;
}

function whyNot(arranged: Arranged): string {
  return 'why' in arranged ? arranged.why : 'it fits';
}

function copy(workspace: Workspace, file: string, pointer: string): string {
  return copyNode(workspace, { file, pointer }) ?? '';
}

function lay(workspace: Workspace, file: string, { text }: Edited): void {
  workspace.edit({ label: 'Arrange', changes: { [file]: text } });
}

describe('pasteNode', () => {
  it('inserts the node behind the selection with new ids, without errors', () => {
    const workspace = open();
    const edited = take(
      pasteNode(workspace, { file: INSTRUCTIONS, pointer: GROUP }, copy(workspace, INSTRUCTIONS, '/body/1')),
    );
    expect(edited.pointer).toBe('/body/4');
    lay(workspace, INSTRUCTIONS, edited);
    expect(workspace.snapshot().isGood).toBe(true);
    const part = nodeOf(workspace.snapshot(), { file: INSTRUCTIONS, pointer: '/body/4/body/0' });
    expect(part?.values).toMatchObject({ part: 'pay-code', id: 'code-2' });
    workspace.undo();
    expect(workspace.snapshot().changed.size).toBe(0);
  });

  it('pastes a node of one screen into another', () => {
    const workspace = open();
    const other = 'screens/repay-code-stored.screen.json';
    lay(
      workspace,
      other,
      take(pasteNode(workspace, { file: other, pointer: '/body/0' }, copy(workspace, INSTRUCTIONS, GROUP))),
    );
    expect(nodeOf(workspace.snapshot(), { file: other, pointer: '/body/1' })?.values['title']).toBe(
      'At a store',
    );
    expect(workspace.snapshot().isGood).toBe(true);
  });

  it('inserts a node that refers to missing data, and the problems list the reference', () => {
    const workspace = open();
    const text = JSON.stringify({ type: 'text', text: '${data.nowhere}' });
    lay(workspace, INSTRUCTIONS, take(pasteNode(workspace, { file: INSTRUCTIONS, pointer: '' }, text)));
    expect(workspace.snapshot().isGood).toBe(false);
  });

  it('refuses a node that is not allowed there, and gives the reason', () => {
    const workspace = open();
    const here = { file: INSTRUCTIONS, pointer: GROUP };
    const rating = JSON.stringify({ type: 'rating', name: 'stars', label: 'Stars' });
    expect(whyNot(pasteNode(workspace, here, rating))).toBe('"name" has no effect outside a form.');
    const field = JSON.stringify({ kind: 'text-field', name: 'branch', label: 'Branch' });
    expect(whyNot(pasteNode(workspace, here, field))).toContain('only be among the fields of its form');
    expect(whyNot(pasteNode(workspace, here, 'Hello'))).toContain('does not contain a node');
    expect(whyNot(pasteNode(workspace, here, '{"type":"nonsense"}'))).toContain('does not contain a node');
  });

  it('gives a pasted input a new name in its form', () => {
    const workspace = open();
    const document = JSON.stringify(documentOf(workspace.snapshot(), FORM));
    const inputs = [...pointersOf(JSON.parse(document), '')].filter(
      ([, node]) => node['type'] === 'text-field',
    );
    const [[pointer, node] = ['', {}]] = inputs;
    const edited = take(pasteNode(workspace, { file: FORM, pointer }, copy(workspace, FORM, pointer)));
    lay(workspace, FORM, edited);
    expect(nodeOf(workspace.snapshot(), { file: FORM, pointer: edited.pointer })?.values['name']).toBe(
      `${String(node['name'])}2`,
    );
    expect(workspace.snapshot().isGood).toBe(true);
  });

  it('inserts only allowed kinds into the fields of a server-supplied form', () => {
    const workspace = open();
    const [[pointer] = ['']] = [...pointersOf(documentOf(workspace.snapshot(), BANK), '')].filter(
      ([, node]) => node['type'] === 'fields',
    );
    const place = { file: BANK, pointer: `${pointer}/fields/0` };
    expect(whyNot(pasteNode(workspace, place, '{"kind":"rating","name":"stars","label":"Stars"}'))).toBe(
      'Only these kinds are allowed there: Text, Enumeration, City select, Day.',
    );
    const text = '{"kind":"text-field","name":"branch","label":"Branch"}';
    expect(take(pasteNode(workspace, place, text)).pointer).toBe(`${pointer}/fields/1`);
  });
});

describe('a node of the palette', () => {
  const TEXT = { type: 'text', text: 'New' };

  it('goes behind the selection, and undo restores every byte', () => {
    const workspace = open();
    const before = workspace.snapshot().texts.get(INSTRUCTIONS);
    const edited = take(addNode(workspace, { file: INSTRUCTIONS, pointer: '/body/1/body/0' }, TEXT));
    expect(edited.pointer).toBe('/body/1/body/1');
    lay(workspace, INSTRUCTIONS, edited);
    expect(workspace.snapshot().isGood).toBe(true);
    workspace.undo();
    expect(workspace.snapshot().texts.get(INSTRUCTIONS)).toBe(before);
  });

  it.each([
    ['/body/0', 'before', '/body/0'],
    ['/body/0', 'behind', '/body/1'],
    ['/body', 'into', '/body/4'],
  ] as const)('dropped on %s (%s) lands at %s', (pointer, side, landed) => {
    const workspace = open();
    const edited = take(dropNode(workspace, { file: INSTRUCTIONS, pointer }, side, TEXT));
    expect(edited.pointer).toBe(landed);
  });

  it('is refused where the checker refuses it, and beside a node that is in no list', () => {
    const place = { file: INSTRUCTIONS, pointer: '/body/0' };
    const field = { type: 'rating', name: 'stars', label: 'Stars' };
    expect(whyNot(dropNode(open(), place, 'behind', field))).toBe('"name" has no effect outside a form.');
    expect(whyNot(dropNode(open(), { ...place, pointer: '/body' }, 'before', TEXT))).toBe(
      'Nothing can be put there.',
    );
  });

  it('is put into an empty slot of a part', () => {
    const base = library(
      { body: [{ type: 'part', part: 'card', id: 'card' }] },
      { parts: { card: { slots: { extra: {} }, body: [{ type: 'slot', slot: 'extra' }] } } },
    );
    const place = { file: 'screens/shelf.screen.json', pointer: '/body/0/slots/extra' };
    expect(take(dropNode(openWorkspace({ base }), place, 'into', TEXT)).pointer).toBe(`${place.pointer}/0`);
  });

  it('says in words what its new screen lacks', () => {
    const workspace = open();
    const button = {
      ...{ type: 'button', text: '${data.orders.first} ${params.orderNo} ${state.tab} ${values.kinds}' },
      on: { tap: [{ do: 'open', overlay: 'rating' }] },
    };
    const arranged = addNode(workspace, { file: 'screens/about-us.screen.json', pointer: '/body' }, button);
    const problems = 'problems' in arranged ? arranged.problems : [];
    expect(sayMissing(problems)).toEqual([
      'Missing here: the data “orders”, the parameter “orderNo”, the state “tab”, the named value “kinds”, the sheet or dialog “rating”.',
    ]);
  });

  it('quotes two other errors of the checker, and counts the rest', () => {
    const problem = (message: string) => ({
      ...({ code: 'a/b', severity: 'error', file: INSTRUCTIONS, line: 1, column: 1, pointer: '' } as const),
      message,
    });
    expect(sayMissing(['One.', 'One.', 'Two.', 'Three.'].map(problem))).toEqual([
      ...['One.', 'Two.'],
      'And 1 more problem.',
    ]);
    expect(sayMissing([])).toEqual([]);
  });
});

function* pointersOf(
  value: unknown,
  pointer: string,
): Iterable<[string, { readonly [name: string]: unknown }]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [pointer, value as { readonly [name: string]: unknown }];
  for (const [name, member] of Object.entries(value)) yield* pointersOf(member, `${pointer}/${name}`);
}

describe('moveNode', () => {
  const FILE = 'screens/shelf.screen.json';
  const text = (words: string) => ({ type: 'text', text: words });
  const SHELF = {
    path: FILE,
    text: JSON.stringify({
      id: 'shelf',
      body: [
        text('a'),
        { type: 'section', body: [text('b'), text('c')] },
        { type: 'section', body: [] },
        text('d'),
      ],
    }),
  };
  function words(pointer: string, target: string, side: Side): string {
    const workspace = openWorkspace({ base: [SHELF] });
    const { text: after, pointer: now } = take(moveNode(workspace, FILE, pointer, target, side));
    const said = [...after.matchAll(/"text": ?"(\w)"|(\])/g)].map(([, word, end]) => word ?? end);
    const at = JSON.parse(after) as unknown;
    const moved = now
      .split('/')
      .slice(1)
      .reduce<unknown>((value, name) => Reflect.get(Object(value), name), at);
    return `${said.join('')} ${String(Reflect.get(Object(moved), 'text'))}`;
  }
  it.each([
    ['/body/3', '/body/0', 'before', 'dabc]]] d'],
    ['/body/0', '/body/3', 'behind', 'bc]]da] a'],
    ['/body/0', '/body/2', 'into', 'bc]a]d] a'],
    ['/body/0', '/body/1/body/0', 'behind', 'bac]]d] a'],
    ['/body/1/body/0', '/body/1', 'before', 'abc]]d] b'],
    ['/body/1/body/1', '/body/1/body/0', 'before', 'acb]]d] c'],
    ['/body/0', '/body', 'into', 'bc]]da] a'],
    ['/body/0', '/body/1', 'before', 'abc]]d] a'],
  ] as const)('moves %s %s %s', (pointer, target, side, said) => {
    expect(words(pointer, target, side)).toBe(said);
  });
  it('does not move a node into itself', () => {
    const workspace = openWorkspace({ base: [SHELF] });
    expect(whyNot(moveNode(workspace, FILE, '/body/1', '/body/1/body/0', 'before'))).toContain('itself');
  });
});

it('placeAround returns the node of the screen as the parent of a node at the top of a part', () => {
  const view = open().snapshot();
  const top = { file: 'screens/parts/pay-code.part.json', pointer: '/body/1' };
  expect(placeAround(view, 'payment-instructions', top)).toMatchObject({
    file: INSTRUCTIONS,
    pointer: '/body/1/body/0',
  });
  const inner = { file: INSTRUCTIONS, pointer: '/body/1/body/0/with' };
  expect(placeAround(view, 'payment-instructions', inner)).toMatchObject({ pointer: '/body/1' });
  expect(placeAround(view, 'payment-instructions', { file: INSTRUCTIONS, pointer: '/body/1' })).toMatchObject(
    { pointer: '/body' },
  );
});

describe('wrapNode', () => {
  it('puts the node into a new section at its position; undo restores every byte', () => {
    const workspace = open();
    const before = workspace.snapshot().texts.get(INSTRUCTIONS);
    const node = copy(workspace, INSTRUCTIONS, GROUP);
    const edited = take(wrapNode(workspace, INSTRUCTIONS, GROUP));
    expect(edited.pointer).toBe(`${GROUP}/body/0`);
    lay(workspace, INSTRUCTIONS, edited);
    expect(workspace.snapshot().isGood).toBe(true);
    expect(nodeOf(workspace.snapshot(), { file: INSTRUCTIONS, pointer: GROUP })?.type).toBe('section');
    expect(copy(workspace, INSTRUCTIONS, `${GROUP}/body/0`)).toBe(node);
    workspace.undo();
    expect(workspace.snapshot().texts.get(INSTRUCTIONS)).toBe(before);
  });

  it('is refused for a field in a list that allows only fields', () => {
    const workspace = open();
    const [[pointer] = ['']] = [...pointersOf(documentOf(workspace.snapshot(), BANK), '')].filter(
      ([, node]) => node['type'] === 'fields',
    );
    expect(whyNot(wrapNode(workspace, BANK, `${pointer}/fields/0`))).toContain(
      'Only these kinds are allowed there',
    );
  });

  it('is refused for what is in no list', () => {
    expect(whyNot(wrapNode(open(), INSTRUCTIONS, '/body'))).toBe('It is not in a list.');
  });
});
