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
import { changesBetween } from './lay.ts';
import { look, mark, marks } from './look.ts';
import { caretAt, markedAt, rangeOf } from './place.ts';
import { fixOf, nameOfFix, rangeOfProblem } from './problems.ts';
import { createReader } from './reading.ts';
import { type Said, sayAt } from './say.ts';

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
/** Time without movement after which the caret has stopped. */
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
export class JsonEditor {
  readonly #options: JsonEditorOptions;
  readonly #workspace: Workspace;
  readonly #reader = createReader();
  readonly #view: EditorView;
  readonly #unsubscribe: () => void;
  #file = '';
  /** The selected pointer. */
  #pointer: string | undefined;
  #typed = { burst: 0, at: 0 };
  #resting: ReturnType<typeof setTimeout> | undefined;
  #marked: readonly Problem[] = [];

  constructor(options: JsonEditorOptions) {
    this.#options = options;
    this.#workspace = options.workspace;
    this.#view = new EditorView({ parent: options.parent, state: this.#stateOf() });
    this.#unsubscribe = this.#workspace.subscribe(() => this.#lay());
  }

  /** Shows a document and marks the selection. */
  show(path: string, selection: Selection | undefined): void {
    if (path !== this.#file) {
      this.#file = path;
      this.#pointer = undefined;
      this.#marked = [];
      this.#view.setState(this.#stateOf());
      this.#showProblems();
    }
    const next = selection?.file === path ? selection.pointer : undefined;
    if (next === this.#pointer) return;
    this.#pointer = next;
    this.#markSelected();
    const range = next === undefined ? undefined : rangeOf(this.#view.state.doc.toString(), next);
    if (range === undefined) return;
    this.#view.dispatch({
      selection: { anchor: range.from },
      effects: EditorView.scrollIntoView(range.from, { y: 'start', yMargin: 24 }),
      annotations: foreign.of(true),
    });
  }

  focus(): void {
    this.#view.focus();
  }

  close(): void {
    this.#unsubscribe();
    clearTimeout(this.#resting);
    this.#view.destroy();
  }

  #stateOf(): EditorState {
    const text = this.#workspace.snapshot().texts.get(this.#file);
    const isReadOnly = text === undefined || this.#workspace.isLocked(this.#file);
    return EditorState.create({
      doc: shown(text),
      extensions: [
        EditorView.cspNonce.of(this.#options.nonce),
        EditorView.contentAttributes.of({
          'aria-label': `JSON of ${this.#file}`,
          // An editable element is focusable anyway, but some accessibility checkers do not know it.
          tabindex: '0',
          'aria-description': 'Escape, then Tab leaves the editor.',
        }),
        EditorState.readOnly.of(isReadOnly),
        undoing((way) => this.#turn(way)),
        completing(() => this.#reader.around(this.#workspace.snapshot().files, this.#file)),
        hovering((now, offset) => sayAt(this.#workspace.snapshot().files, this.#file, now, offset)),
        EditorView.updateListener.of((update) => this.#hear(update)),
        COMMON,
        KEYS,
      ],
    });
  }

  #hear(update: ViewUpdate): void {
    if (!update.docChanged && !update.selectionSet) return;
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#rest(), REST_MS);
    if (update.transactions.some((one) => one.annotation(foreign) === true)) return;
    if (update.docChanged) this.#write(update);
    const { head } = update.state.selection.main;
    // Focusing the editor also reports the selection, although the caret did not move.
    if (!update.docChanged && head === update.startState.selection.main.head) return;
    const now = caretAt(update.state.doc.toString(), head).selected;
    if (now === this.#pointer) return;
    if (!update.docChanged) this.#endBurst();
    this.#pointer = now;
    this.#markSelected();
    this.#options.onSelect({ file: this.#file, pointer: now });
  }

  #write({ state, transactions }: ViewUpdate): void {
    const now = Date.now();
    const isTyping = transactions.every((one) => one.isUserEvent('input.type') || one.isUserEvent('delete'));
    if (!isTyping || now - this.#typed.at >= PAUSE_MS) this.#endBurst();
    this.#typed = { burst: this.#typed.burst, at: now };
    const before = this.#workspace.snapshot().texts.get(this.#file);
    const text = state.doc.toString();
    this.#workspace.edit({
      label: `JSON of ${this.#file}`,
      changes: { [this.#file]: before?.includes('\r\n') === true ? text.replaceAll('\n', '\r\n') : text },
      gesture: `json ${this.#file} ${this.#typed.burst}`,
    });
  }

  /** The next edit is an undo step of its own. */
  #endBurst(): void {
    this.#typed = { burst: this.#typed.burst + 1, at: 0 };
  }

  /** Applies changes of the workspace; the caret stays where it is. */
  #lay(): void {
    const { texts } = this.#workspace.snapshot();
    const { state } = this.#view;
    const changes = changesBetween(state.doc.toString(), shown(texts.get(this.#file)));
    const isReadOnly = !texts.has(this.#file) || this.#workspace.isLocked(this.#file);
    if (isReadOnly !== state.readOnly) this.#view.setState(this.#stateOf());
    else if (changes.length > 0) this.#view.dispatch({ changes, annotations: foreign.of(true) });
    this.#showProblems();
  }

  /** Undo and redo from this editor scroll to the change. */
  #turn(way: 'undo' | 'redo'): void {
    const before = this.#view.state;
    this.#workspace[way]();
    this.#endBurst();
    const changes = changesBetween(before.doc.toString(), this.#view.state.doc.toString());
    const last = changes.at(-1);
    if (last === undefined) return;
    const end = before.changes([...changes]).mapPos(last.to, 1);
    this.#view.dispatch({ selection: { anchor: end }, scrollIntoView: true });
  }

  #showProblems(): void {
    const own = this.#problems();
    const { state } = this.#view;
    if (own.length === this.#marked.length && own.every((problem, at) => problem === this.#marked[at]))
      return;
    this.#marked = own;
    const text = state.doc.toString();
    const diagnostics = own.map((problem) => diagnosticOf(problem, text, this.#workspace));
    this.#view.dispatch(setDiagnostics(state, diagnostics));
  }

  #problems(): readonly Problem[] {
    const { problemsIn } = this.#options;
    if (problemsIn !== undefined) return problemsIn(this.#file);
    return this.#workspace.snapshot().problems.filter(({ file }) => file === this.#file);
  }

  #markSelected(): void {
    const text = this.#view.state.doc.toString();
    const range = this.#pointer === undefined ? undefined : markedAt(text, this.#pointer);
    this.#view.dispatch({ effects: mark.of(range ?? null) });
  }

  #rest(): void {
    const { doc, selection } = this.#view.state;
    const { files } = this.#workspace.snapshot();
    this.#options.onSaid(sayAt(files, this.#file, doc.toString(), selection.main.head));
  }
}

function diagnosticOf(problem: Problem, text: string, workspace: Workspace): Diagnostic {
  const fix = fixOf(workspace, problem);
  return {
    ...rangeOfProblem(text, problem),
    severity: problem.severity,
    source: problem.code,
    message: problem.help === undefined ? problem.message : `${problem.message} ${problem.help}.`,
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
