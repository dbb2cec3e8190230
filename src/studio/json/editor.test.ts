// @vitest-environment jsdom
import { EditorView } from '@codemirror/view';
import { afterEach, describe, expect, it } from 'vitest';
import { library } from '#renderer/grammar/testing.ts';
import type { Selection } from '../model/outline.ts';
import { openWorkspace, type Workspace } from '../model/workspace.ts';
import { type JsonEditor, openJsonEditor } from './editor.ts';

const SHELF = 'screens/shelf.screen.json';
const BASE = library({
  body: [
    { type: 'text', text: 'One' },
    { type: 'text', text: 'Two' },
  ],
});

interface Opened {
  readonly workspace: Workspace;
  readonly editor: JsonEditor;
  readonly view: EditorView;
  /** Selections that moving the caret has caused. */
  readonly selected: Selection[];
  text(): string | undefined;
}

const opened: JsonEditor[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
  document.body.replaceChildren();
});

function open(base = BASE, file = SHELF): Opened {
  const workspace = openWorkspace({ base });
  const selected: Selection[] = [];
  const parent = document.body.appendChild(document.createElement('div'));
  const editor = openJsonEditor({
    parent,
    nonce: 'once',
    workspace,
    onSelect: (one) => selected.push(one),
    onSaid: () => undefined,
  });
  opened.push(editor);
  editor.show(file, undefined);
  const view = EditorView.findFromDOM(parent);
  if (view === null) throw new Error('There is no editor.');
  return { workspace, editor, view, selected, text: () => workspace.snapshot().texts.get(file) };
}

/** Types character by character behind an existing text. */
function type({ view }: Opened, behind: string, letters: string): void {
  let at = view.state.doc.toString().indexOf(behind) + behind.length;
  for (const letter of letters) {
    view.dispatch({
      changes: { from: at, insert: letter },
      selection: { anchor: at + 1 },
      userEvent: 'input.type',
    });
    at += 1;
  }
}

function change({ workspace, text }: Opened, from: string, to: string): void {
  workspace.edit({ label: 'Elsewhere', changes: { [SHELF]: (text() ?? '').replace(from, to) } });
}

describe('the JSON editor', () => {
  it('turns typing into one undo step', () => {
    const one = open();
    type(one, 'One', ' more');
    expect(one.text()).toContain('"One more"');
    expect(one.workspace.steps().done).toHaveLength(1);
    one.workspace.undo();
    expect(one.view.state.doc.toString()).toBe(BASE.find(({ path }) => path === SHELF)?.text);
  });

  it('begins a new undo step after an edit in another pane', () => {
    const one = open();
    type(one, 'One', '!');
    change(one, 'Two', 'Three');
    type(one, 'One!', '!');
    expect(one.workspace.steps().done).toHaveLength(3);
  });

  it('applies changes of other panes without moving the caret or adding an undo step', () => {
    const one = open();
    const at = one.view.state.doc.toString().indexOf('Two') + 1;
    one.view.dispatch({ selection: { anchor: at } });
    change(one, 'One', 'The first');
    const { state } = one.view;
    expect(state.doc.toString()).toBe(one.text());
    expect(state.sliceDoc(state.selection.main.head - 1, state.selection.main.head + 2)).toBe('Two');
    expect(one.workspace.steps().done).toHaveLength(1);
  });

  it('selects the value at the caret, and reports only changes', () => {
    const one = open();
    const at = one.view.state.doc.toString().indexOf('Two');
    one.view.dispatch({ selection: { anchor: at } });
    one.view.dispatch({ selection: { anchor: at + 2 } });
    expect(one.selected).toEqual([{ file: SHELF, pointer: '/body/1/text' }]);
  });

  it('shows and marks a selection of another pane without reporting it', () => {
    const one = open();
    one.editor.show(SHELF, { file: SHELF, pointer: '/body/1' });
    const { state } = one.view;
    expect(state.doc.toString().slice(state.selection.main.head)).toMatch(
      /^\{\s*"type": ?"text",\s*"text": ?"Two"/,
    );
    expect(one.view.dom.querySelectorAll('.st-marked').length).toBeGreaterThan(0);
    expect(one.selected).toEqual([]);
  });

  it('marks a line that is inserted into the selection', () => {
    const one = open();
    one.editor.show(SHELF, { file: SHELF, pointer: '/body/1' });
    const marked = () => one.view.dom.querySelectorAll('.st-marked').length;
    const before = marked();
    const at = one.view.state.doc.toString().indexOf('"Two"');
    one.view.dispatch({ changes: { from: at, insert: '\n' }, userEvent: 'input' });
    expect(marked()).toBe(before + 1);
  });

  it('keeps the caret when the selection that it reported is shown again', () => {
    const one = open();
    const at = one.view.state.doc.toString().indexOf('Two') + 2;
    one.view.dispatch({ selection: { anchor: at } });
    one.editor.show(SHELF, one.selected[0]);
    expect(one.view.state.selection.main.head).toBe(at);
  });

  it('keeps the line breaks of a document', () => {
    const base = BASE.map(({ path, text }) => ({
      path,
      text: path === SHELF ? JSON.stringify(JSON.parse(text), null, 2).replaceAll('\n', '\r\n') : text,
    }));
    const one = open(base);
    type(one, 'One', '!');
    expect(one.text()).toBe(base.find(({ path }) => path === SHELF)?.text.replace('One', 'One!'));
  });

  it('shows another document with its name', () => {
    const one = open();
    one.editor.show('screens/app.json', undefined);
    const { contentDOM, state } = one.view;
    expect(contentDOM.getAttribute('aria-label')).toBe('JSON of screens/app.json');
    expect(state.doc.toString()).toBe(one.workspace.snapshot().texts.get('screens/app.json'));
  });

  it('is read-only if the document does not exist', () => {
    const one = open(BASE, 'screens/gone.screen.json');
    expect(one.view.state.readOnly).toBe(true);
    one.workspace.edit({ label: 'New', changes: { 'screens/gone.screen.json': '{}' } });
    expect(one.view.state.readOnly).toBe(false);
    expect(one.view.state.doc.toString()).toBe('{}');
  });
});
