// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isJson, type Json } from '#renderer/grammar/json.ts';
import { valueAt } from '#renderer/grammar/pointer.ts';
import { button, library } from '#renderer/grammar/testing.ts';
import { documentOf, nodeOf } from '../model/nodes.ts';
import type { OutlineItem } from '../model/outline.ts';
import { openWorkspace, type Workspace } from '../model/workspace.ts';
import { NodeActions } from './node-actions.tsx';

const FILE = 'screens/shelf.screen.json';

afterEach(cleanup);

let workspace: Workspace;
let first: string;

function Place({ pointer }: { readonly pointer: string }) {
  const view = useSyncExternalStore(workspace.subscribe, workspace.snapshot);
  const item = { file: FILE, pointer, type: 'button', name: 'Go' } as OutlineItem;
  const node = nodeOf(view, item);
  if (node === undefined) throw new Error('There is no node.');
  return (
    <NodeActions
      {...{ workspace, view, item, node }}
      problems={view.problems}
      onOpenJson={() => undefined}
      onChange={(label, edit, _place, gesture) => {
        const { text } = edit({ path: FILE, text: workspace.snapshot().texts.get(FILE) ?? '' });
        workspace.edit({ label, changes: { [FILE]: text }, ...(gesture !== undefined && { gesture }) });
      }}
    />
  );
}

/** Opens the editor of the node at `/body/0`. */
function edit(node: Json, more: Json = {}): void {
  workspace = openWorkspace({ base: library({ body: [node], ...more }) });
  first = workspace.snapshot().texts.get(FILE) ?? '';
  render(<Place pointer="/body/0" />);
}

function press(name: string | RegExp, at = 0): void {
  const found = screen.getAllByRole('button', { name, hidden: true })[at];
  if (found === undefined) throw new Error(`There is no ${String(name)}.`);
  fireEvent.click(found);
}

function add(kind: string | RegExp, to = 'On tap'): void {
  press(`Add a step to ${to}`);
  press(kind);
}

const choose = (label: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const type = choose;

/** A list as it is written, also if one action stands alone. */
function tap(pointer = '/body/0/on/tap'): unknown {
  const written: unknown = JSON.parse(workspace.snapshot().texts.get(FILE) ?? '');
  return isJson(written) ? valueAt(written, pointer) : undefined;
}

function undoAll(): string | undefined {
  while (workspace.snapshot().undo !== undefined) workspace.undo();
  return workspace.snapshot().texts.get(FILE);
}

const errors = (): readonly string[] =>
  workspace.snapshot().problems.flatMap(({ severity, message }) => (severity === 'error' ? [message] : []));

describe('the steps of a button', () => {
  beforeEach(() => edit({ ...button([]), on: {} }));

  it('are added from a menu, and edited in fields: a screen with what it needs', () => {
    add(/^Go to a screen/);
    expect(tap()).toMatchObject({ do: 'go', to: 'book' });
    type('With isbn', '12');
    expect(tap()).toEqual({ do: 'go', to: 'book', with: { isbn: '12' } });
    expect(errors()).toEqual([]);
    expect(screen.getByRole('button', { name: /^1 Go to/ }).getAttribute('aria-expanded')).toBe('true');
    choose('To', 'shelf');
    expect(tap()).toEqual({ do: 'go', to: 'shelf' });
    expect(undoAll()).toBe(first);
  });

  it('are moved, duplicated and removed by buttons and by keys, and the focus follows', () => {
    add(/^Show a notice/);
    type('Text', 'One');
    add(/^Go back/);
    expect(tap()).toEqual([{ do: 'notice', text: 'One' }, { do: 'back' }]);
    press('Move step 2 up');
    expect(tap()).toEqual([{ do: 'back' }, { do: 'notice', text: 'One' }]);
    expect(document.activeElement?.textContent).toBe('1 Go back');
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown', altKey: true });
    expect(tap()).toEqual([{ do: 'notice', text: 'One' }, { do: 'back' }]);
    expect(document.activeElement?.textContent).toBe('2 Go back');
    expect(screen.getByRole('status').textContent).toBe('Step 1 is now step 2 of 2.');
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Delete' });
    expect(tap()).toEqual([{ do: 'notice', text: 'One' }]);
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'd', ctrlKey: true });
    expect(tap()).toHaveLength(2);
    press(/^2 Show/);
    press('Remove step 2');
    press(/^1 Show/);
    press('Remove step 1');
    expect(tap('/body/0/on')).toEqual({});
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a step to On tap' }));
    expect(undoAll()).toBe(first);
  });

  it('have cases, each with steps of its own', () => {
    add(/^Choose by condition/);
    expect(tap()).toEqual({ do: 'choose', cases: [{ run: [] }] });
    press('Add a case');
    type('What', 'Online of the phone');
    fireEvent.change(screen.getByLabelText('Relation'), { target: { value: 'is yes' } });
    press('Add');
    add(/^Go back/, 'case 1');
    expect(tap()).toEqual({
      do: 'choose',
      cases: [{ when: 'device.online', run: { do: 'back' } }, { run: [] }],
    });
    expect(screen.getByRole('region', { name: 'case 1' }).textContent).toContain(
      '“online of the phone” is yes',
    );
    press('Remove case 2');
    expect(tap()).toMatchObject({ cases: [{ when: 'device.online' }] });
    expect(undoAll()).toBe(first);
  });

  it('say what happens if they fail', () => {
    add(/^Call a service/);
    press('If it fails…');
    expect(tap()).toMatchObject({ do: 'request', catch: [{ run: [] }] });
    add(/^Show a notice/, 'failure 1');
    // The notice is open now.
    press(/^1 Call/);
    press('Another failure…');
    expect(tap()).toMatchObject({
      catch: [{ when: "error.kind == 'business'", run: [] }, { run: { do: 'notice' } }],
    });
    fireEvent.change(screen.getAllByLabelText('If it fails because')[0] ?? document.body, {
      target: { value: 'offline' },
    });
    expect(tap()).toMatchObject({ catch: [{ when: "error.kind == 'offline'" }, {}] });
    press('Remove failure 1');
    press('Remove failure 1');
    expect(tap()).not.toHaveProperty('catch');
    expect(undoAll()).toBe(first);
  });

  it('show a problem at the step that has it', () => {
    add(/^Go back/);
    add(/^Wait/);
    const [, second] = within(screen.getByRole('list', { name: 'On tap' })).getAllByRole('listitem');
    expect(second?.textContent).toContain('the action before it always ends the list');
    const [back] = within(screen.getByRole('list', { name: 'On tap' })).getAllByRole('listitem');
    expect(back?.textContent).not.toContain('always ends');
  });
});

it('offers no step that the checker refuses there', () => {
  edit({ type: 'text', text: 'A' }, { on: { enter: { do: 'wait', seconds: 1 } } });
  cleanup();
  edit({ ...button([]), on: { tap: { do: 'wait', seconds: 1 } } });
  press('Add a step to On tap');
  expect(screen.queryByRole('button', { name: /^Copy a text/, hidden: true })).toBeNull();
  expect(screen.getByRole('dialog').textContent).toContain('No person starts these steps');
});

it('keeps what no field can show', () => {
  const text = { choose: [{ when: 'device.online', value: 'On' }, 'Off'] };
  edit({ ...button([]), on: { tap: [{ do: 'notice', text }] } });
  press(/^1 Show/);
  expect(screen.queryByLabelText('Text')).toBeNull();
  expect(screen.getByRole('button', { name: 'Edit Text as JSON' })).toBeDefined();
  choose('Tone', 'success');
  expect(tap()).toEqual([{ do: 'notice', text, tone: 'success' }]);
});

it('shows what a step adds to an address: a record as text, its members as JSON', () => {
  const ids = { type: 'object', properties: { one: { type: 'string' } } };
  const go = (query: unknown) => ({ do: 'go', to: 'book', with: { isbn: '1' }, query });
  edit({ ...button([]), on: { tap: [go('${state.ids}')] } }, { state: { ids, others: ids } });
  press(/^1 Go to/);
  expect((screen.getByLabelText('Added to the address') as HTMLInputElement).value).toBe('${state.ids}');
  type('Added to the address', '${state.others}');
  expect(tap()).toEqual([go('${state.others}')]);
  expect(errors()).toEqual([]);
  type('Added to the address', '');
  expect(tap()).toEqual([{ do: 'go', to: 'book', with: { isbn: '1' } }]);
  cleanup();
  edit({ ...button([]), on: { tap: [go({ one: '1' })] } });
  press(/^1 Go to/);
  expect(screen.queryByLabelText('Added to the address')).toBeNull();
  expect(screen.getByRole('button', { name: 'Edit Added to the address as JSON' })).toBeDefined();
});

it('makes words of a text a link with its step, and gives them back', () => {
  edit({ type: 'text', text: 'Read the terms.' });
  press('Add a link in the text');
  type('Words of the link', 'the terms');
  press('Make it a link');
  expect(tap('/body/0')).toMatchObject({
    text: 'Read [the terms](theTerms).',
    links: { theTerms: { do: 'go', to: 'book' } },
  });
  expect(errors().filter((message) => message.includes('link'))).toEqual([]);
  expect(screen.getByRole('region', { name: 'On tap of “the terms”' })).toBeDefined();
  press('Remove the link “theTerms”');
  expect(tap('/body/0')).toEqual({ type: 'text', text: 'Read the terms.' });
  expect(undoAll()).toBe(first);
  expect(documentOf(workspace.snapshot(), FILE)).toBeDefined();
});
