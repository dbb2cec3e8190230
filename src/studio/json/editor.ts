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
import { type Change, changesBetween } from './lay.ts';
import { look, mark, marks } from './look.ts';
import { caretAt, markedAt, rangeOf } from './place.ts';
import { fixOf, nameOfFix, rangeOfProblem } from './problems.ts';
import { createReader } from './reading.ts';
import { type Said, sayAt } from './say.ts';

export interface JsonEditor {
  /** Shows a document, and what is selected of it. */
  show(file: string, selection: Selection | undefined): void;
  focus(): void;
  close(): void;
}

export interface JsonEditorOptions {
  readonly parent: HTMLElement;
  /** Of the document's policy: styles that the editor makes have it. */
  readonly nonce: string;
  readonly workspace: Workspace;
  /** What is wrong in a document; default: what the workspace finds. */
  readonly problemsIn?: ((file: string) => readonly Problem[]) | undefined;
  /** Told what the caret stands in, when that is something else than before. */
  onSelect(selection: Selection): void;
  /** Told what is known of the caret's place, a moment after it rests there. */
  onSaid(said: Said | undefined): void;
}

/** On what did not come from the person at this editor. */
const foreign = Annotation.define<true>();

/** Letters with less than this between them are one step to undo. */
const PAUSE_MS = 1_000;
/** After which a caret rests. */
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
  // The line break of a document is put back where its text is made.
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
 * An editor over one document of a workspace at a time. It has no history of its own: what is typed is at once an edit of
 * the workspace, and whatever changes there is laid into it.
 */
export function openJsonEditor(options: JsonEditorOptions): JsonEditor {
  const { parent, nonce, workspace, onSelect, onSaid } = options;
  const problemsIn =
    options.problemsIn ?? ((path) => workspace.snapshot().problems.filter((one) => one.file === path));
  const reader = createReader();
  let file = '';
  /** The pointer that is selected, in all panes. */
  let pointer: string | undefined;
  let typed = { burst: 0, at: 0 };
  let resting: ReturnType<typeof setTimeout> | undefined;
  let marked: readonly unknown[] = [];
  const view = new EditorView({ parent, state: stateOf() });
  const unsubscribe = workspace.subscribe(() => lay());

  function stateOf(): EditorState {
    const text = workspace.snapshot().texts.get(file);
    const isReadOnly = text === undefined || workspace.isLocked(file);
    return EditorState.create({
      doc: shown(text),
      extensions: [
        EditorView.cspNonce.of(nonce),
        EditorView.contentAttributes.of({
          'aria-label': `JSON of ${file}`,
          // It is focused without it too, which not every checker knows of text that is edited in place.
          tabindex: '0',
          'aria-description': 'Escape, then Tab leaves the editor.',
        }),
        EditorState.readOnly.of(isReadOnly),
        undoing(turn),
        completing(() => reader.around(workspace.snapshot().files, file)),
        hovering((now, offset) => sayAt(workspace.snapshot().files, file, now, offset)),
        EditorView.updateListener.of(hear),
        COMMON,
        KEYS,
      ],
    });
  }

  function hear(update: ViewUpdate): void {
    if (!update.docChanged && !update.selectionSet) return;
    clearTimeout(resting);
    resting = setTimeout(rest, REST_MS);
    if (update.transactions.some((one) => one.annotation(foreign) === true)) return;
    if (update.docChanged) write(update);
    const { head } = update.state.selection.main;
    // An editor that is entered says where its caret is: nobody has moved it.
    if (!update.docChanged && head === update.startState.selection.main.head) return;
    const now = caretAt(update.state.doc.toString(), head).selected;
    if (now === pointer) return;
    if (!update.docChanged) typed = { burst: typed.burst + 1, at: 0 };
    pointer = now;
    markSelected();
    onSelect({ file, pointer });
  }

  function write({ state, transactions }: ViewUpdate): void {
    const now = Date.now();
    const isTyping = transactions.every((one) => one.isUserEvent('input.type') || one.isUserEvent('delete'));
    const burst = isTyping && now - typed.at < PAUSE_MS ? typed.burst : typed.burst + 1;
    typed = { burst, at: now };
    const before = workspace.snapshot().texts.get(file);
    const text = state.doc.toString();
    workspace.edit({
      label: `JSON of ${file}`,
      changes: { [file]: before?.includes('\r\n') === true ? text.replaceAll('\n', '\r\n') : text },
      gesture: `json ${file} ${burst}`,
    });
  }

  /** What changed elsewhere; the caret stays where it is. */
  function lay(): readonly Change[] {
    const { texts } = workspace.snapshot();
    const changes = changesBetween(view.state.doc.toString(), shown(texts.get(file)));
    const isReadOnly = !texts.has(file) || workspace.isLocked(file);
    if (isReadOnly !== view.state.readOnly) view.setState(stateOf());
    else if (changes.length > 0) view.dispatch({ changes, annotations: foreign.of(true) });
    showProblems();
    return changes;
  }

  /** Of an undo that is asked for here the place is shown. */
  function turn(way: 'undo' | 'redo'): void {
    const before = view.state;
    workspace[way]();
    typed = { burst: typed.burst + 1, at: 0 };
    const changes = changesBetween(before.doc.toString(), view.state.doc.toString());
    const last = changes.at(-1);
    if (last === undefined) return;
    const end = before.changes([...changes]).mapPos(last.to, 1);
    view.dispatch({ selection: { anchor: end }, scrollIntoView: true });
  }

  function showProblems(): void {
    const own = problemsIn(file);
    if (own.length === marked.length && own.every((problem, at) => problem === marked[at])) return;
    marked = own;
    const text = view.state.doc.toString();
    const diagnostics = own.map((problem): Diagnostic => {
      const fix = fixOf(workspace, problem);
      return {
        ...rangeOfProblem(text, problem),
        severity: problem.severity,
        source: problem.code,
        message: problem.help === undefined ? problem.message : `${problem.message} ${problem.help}.`,
        ...(fix && { actions: [{ name: nameOfFix(fix), apply: fix.run }] }),
      };
    });
    view.dispatch(setDiagnostics(view.state, diagnostics));
  }

  function markSelected(): void {
    const range = pointer === undefined ? undefined : markedAt(view.state.doc.toString(), pointer);
    view.dispatch({ effects: mark.of(range ?? null) });
  }

  function rest(): void {
    onSaid(
      sayAt(workspace.snapshot().files, file, view.state.doc.toString(), view.state.selection.main.head),
    );
  }

  return {
    show(path, selection) {
      if (path !== file) {
        file = path;
        pointer = undefined;
        marked = [];
        view.setState(stateOf());
        showProblems();
      }
      const next = selection?.file === file ? selection.pointer : undefined;
      if (next === pointer) return;
      pointer = next;
      markSelected();
      const range = next === undefined ? undefined : rangeOf(view.state.doc.toString(), next);
      if (range === undefined) return;
      view.dispatch({
        selection: { anchor: range.from },
        effects: EditorView.scrollIntoView(range.from, { y: 'start', yMargin: 24 }),
        annotations: foreign.of(true),
      });
    },
    focus: () => view.focus(),
    close() {
      unsubscribe();
      clearTimeout(resting);
      view.destroy();
    },
  };
}

/** A text as an editor has it, whose lines end with one unit. */
function shown(text: string | undefined): string {
  return (text ?? '').replaceAll('\r\n', '\n');
}

/** Undo and redo of the workspace, by keys and from a menu of the browser or of a telephone's keyboard. */
function undoing(turn: (way: 'undo' | 'redo') => void): Extension {
  const way = (one: 'undo' | 'redo') => () => {
    turn(one);
    return true;
  };
  return [
    // The studio hears the same keys outside of the editor.
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
