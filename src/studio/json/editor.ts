import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import { Annotation, EditorState, type Extension } from '@codemirror/state';
import {
  EditorView,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from '@codemirror/view';
import type { Problem } from '#renderer/plan/problem.ts';
import type { Selection } from '../model/outline.ts';
import type { Workspace } from '../model/workspace.ts';
import { completing, hovering } from './assist.ts';
import { changesBetween } from '#src/shared/text-changes.ts';
import { look, mark, marks } from './look.ts';
import { rangeOfProblem, sayProblem } from '#src/language-service/fixes.ts';
import { caretAt, markedAt, rangeOf } from '#src/language-service/place.ts';
import { fixOf, nameOfFix } from './problems.ts';
import { createReader } from '#src/language-service/reading.ts';
import { type Said, sayAt } from '#src/language-service/say.ts';

export interface JsonEditor {
  /** Shows a document and marks the selection. */
  show(file: string, selection: Selection | undefined): void;
  focus(): void;
  close(): void;
}

export interface JsonEditorOptions {
  readonly parent: HTMLElement;
  /** CSP nonce for the editor's styles. */
  readonly nonce: string;
  readonly workspace: Workspace;
  /** Problems of a document; default: the workspace's. */
  readonly problemsIn?: ((file: string) => readonly Problem[]) | undefined;
  /** Called when the caret moves into another value. */
  onSelect(selection: Selection): void;
  /** Called with the description of the value at the caret, shortly after the caret stops. */
  onSaid(said: Said | undefined): void;
}

/** Marks transactions that come from other panes. */
const foreign = Annotation.define<true>();

/** Edits with less time between them are one undo step. */
const PAUSE_MS = 1_000;
/** If the caret does not move for this time, in ms, it counts as stopped. */
const REST_MS = 250;

const COMMON: Extension = [
  lineNumbers(),
  foldGutter(),
  lintGutter(),
  highlightActiveLineGutter(),
  indentUnit.of('  '),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  json(),
  search({ top: true }),
  marks,
  look,
  EditorView.lineWrapping,
  // The document's line break is restored when the text is read.
  EditorState.lineSeparator.of('\n'),
];

/** Tab indents, and leaves the editor after Escape. */
const KEYS = keymap.of([
  ...closeBracketsKeymap,
  ...completionKeymap,
  ...searchKeymap,
  ...foldKeymap,
  ...lintKeymap,
  ...defaultKeymap,
  indentWithTab,
]);

/**
 * An editor for one document of a workspace at a time. It has no history: typing edits the workspace, and changes of the
 * workspace are applied to the editor.
 */
export function openJsonEditor(options: JsonEditorOptions): JsonEditor {
  const { parent, workspace, onSelect, onSaid } = options;
  const reader = createReader();
  const writer = createWriter(workspace);
  let file = '';
  let selected: string | undefined;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const own: Extension = [
    undoing(turn),
    completing(() => reader.around(workspace.snapshot().files, file)),
    hovering((now, offset) => sayAt(workspace.snapshot().files, file, now, offset)),
    EditorView.updateListener.of(hear),
  ];
  const view = new EditorView({ parent, state: stateOf(file, options, own) });
  const problems = createProblemMarks(view, options);
  const unsubscribe = workspace.subscribe(applyText);

  function hear(update: ViewUpdate): void {
    if (!update.docChanged && !update.selectionSet) return;
    clearTimeout(resting);
    resting = setTimeout(() => {
      const { doc, selection } = view.state;
      onSaid(sayAt(workspace.snapshot().files, file, doc.toString(), selection.main.head));
    }, REST_MS);
    if (update.transactions.some((one) => one.annotation(foreign) === true)) return;
    if (update.docChanged) writer.write(file, update);
    selectAtCaret(update);
  }

  function selectAtCaret({ docChanged, state, startState }: ViewUpdate): void {
    const { head } = state.selection.main;
    // Focusing the editor also reports the selection, although the caret did not move.
    if (!docChanged && head === startState.selection.main.head) return;
    const now = caretAt(state.doc.toString(), head).selected;
    if (now === selected) return;
    if (!docChanged) writer.endBurst();
    selected = now;
    markSelected(view, selected);
    onSelect({ file, pointer: selected });
  }

  /** Applies changes of the workspace; the caret stays where it is. */
  function applyText(): void {
    const { texts } = workspace.snapshot();
    const changes = changesBetween(view.state.doc.toString(), shown(texts.get(file)));
    const isReadOnly = !texts.has(file) || workspace.isLocked(file);
    if (isReadOnly !== view.state.readOnly) view.setState(stateOf(file, options, own));
    else if (changes.length > 0) view.dispatch({ changes, annotations: foreign.of(true) });
    problems.show(file);
  }

  function turn(way: 'undo' | 'redo'): void {
    const before = view.state;
    workspace[way]();
    writer.endBurst();
    scrollToChange(view, before);
  }

  return {
    show(path, selection) {
      if (path !== file) {
        file = path;
        selected = undefined;
        view.setState(stateOf(file, options, own));
        problems.showAgain(file);
      }
      const next = selection?.file === file ? selection.pointer : undefined;
      if (next === selected) return;
      selected = next;
      markSelected(view, selected);
      scrollToValue(view, selected);
    },
    focus: () => view.focus(),
    close() {
      unsubscribe();
      clearTimeout(resting);
      view.destroy();
    },
  };
}

/** @param own - Extensions that only this editor has. */
function stateOf(file: string, { workspace, nonce }: JsonEditorOptions, own: Extension): EditorState {
  const text = workspace.snapshot().texts.get(file);
  const isReadOnly = text === undefined || workspace.isLocked(file);
  return EditorState.create({
    doc: shown(text),
    extensions: [
      EditorView.cspNonce.of(nonce),
      EditorView.contentAttributes.of({
        'aria-label': `JSON of ${file}`,
        // An editable element is focusable anyway, but some accessibility checkers do not know it.
        tabindex: '0',
        'aria-description': 'Escape, then Tab leaves the editor.',
      }),
      EditorState.readOnly.of(isReadOnly),
      own,
      COMMON,
      KEYS,
    ],
  });
}

/** Writes typed text to the workspace. A burst of typing is one undo step. */
function createWriter(workspace: Workspace) {
  let typed = { burst: 0, at: 0 };
  return {
    endBurst(): void {
      typed = { burst: typed.burst + 1, at: 0 };
    },
    write(file: string, { state, transactions }: ViewUpdate): void {
      const now = Date.now();
      const isTyping = transactions.every(
        (one) => one.isUserEvent('input.type') || one.isUserEvent('delete'),
      );
      const burst = isTyping && now - typed.at < PAUSE_MS ? typed.burst : typed.burst + 1;
      typed = { burst, at: now };
      const before = workspace.snapshot().texts.get(file);
      const text = state.doc.toString();
      workspace.edit({
        label: `JSON of ${file}`,
        changes: { [file]: before?.includes('\r\n') === true ? text.replaceAll('\n', '\r\n') : text },
        gesture: `json ${file} ${burst}`,
      });
    },
  };
}

/** Shows problems in the editor. They are compared with those shown before, because most edits change none. */
function createProblemMarks(view: EditorView, { workspace, problemsIn }: JsonEditorOptions) {
  let marked: readonly Problem[] = [];

  function show(file: string): void {
    const all = () => workspace.snapshot().problems.filter((one) => one.file === file);
    const own = problemsIn === undefined ? all() : problemsIn(file);
    if (own.length === marked.length && own.every((problem, at) => problem === marked[at])) return;
    marked = own;
    const text = view.state.doc.toString();
    const diagnostics = own.map((problem) => diagnosticOf(problem, text, workspace));
    view.dispatch(setDiagnostics(view.state, diagnostics));
  }

  return {
    show,
    /** After the editor has opened another document, without problems. */
    showAgain(file: string): void {
      marked = [];
      show(file);
    },
  };
}

function markSelected(view: EditorView, pointer: string | undefined): void {
  const range = pointer === undefined ? undefined : markedAt(view.state.doc.toString(), pointer);
  view.dispatch({ effects: mark.of(range ?? null) });
}

function scrollToValue(view: EditorView, pointer: string | undefined): void {
  const range = pointer === undefined ? undefined : rangeOf(view.state.doc.toString(), pointer);
  if (range === undefined) return;
  view.dispatch({
    selection: { anchor: range.from },
    effects: EditorView.scrollIntoView(range.from, { y: 'start', yMargin: 24 }),
    annotations: foreign.of(true),
  });
}

/** Scrolls to what undo or redo from this editor has changed. */
function scrollToChange(view: EditorView, before: EditorState): void {
  const changes = changesBetween(before.doc.toString(), view.state.doc.toString());
  const last = changes.at(-1);
  if (last === undefined) return;
  const end = before.changes([...changes]).mapPos(last.to, 1);
  view.dispatch({ selection: { anchor: end }, scrollIntoView: true });
}

function diagnosticOf(problem: Problem, text: string, workspace: Workspace): Diagnostic {
  const fix = fixOf(workspace, problem);
  return {
    ...rangeOfProblem(text, problem),
    severity: problem.severity,
    source: problem.code,
    message: sayProblem(problem),
    ...(fix && { actions: [{ name: nameOfFix(fix), apply: fix.run }] }),
  };
}

/** The text with the editor's line breaks. */
function shown(text: string | undefined): string {
  return (text ?? '').replaceAll('\r\n', '\n');
}

/** Undo and redo of the workspace, by keys, a browser menu or a phone's keyboard. */
function undoing(turn: (way: 'undo' | 'redo') => void): Extension {
  const way = (one: 'undo' | 'redo') => () => {
    turn(one);
    return true;
  };
  return [
    // Stop the event: the studio has the same shortcuts outside of the editor.
    keymap.of([
      { key: 'Mod-z', run: way('undo'), shift: way('redo'), stopPropagation: true },
      { key: 'Mod-y', run: way('redo'), stopPropagation: true },
    ]),
    EditorView.domEventHandlers({
      beforeinput(event) {
        if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return false;
        event.preventDefault();
        turn(event.inputType === 'historyUndo' ? 'undo' : 'redo');
        return true;
      },
    }),
  ];
}
