import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Range } from '#src/language-service/place.ts';

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--cz-color-brand-text)' },
  { tag: tags.string, color: 'var(--cz-color-text-primary)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--cz-color-status-info-text)' },
  { tag: [tags.separator, tags.squareBracket, tags.brace], color: 'var(--cz-color-text-secondary)' },
]);

const theme = EditorView.theme({
  '&': {
    height: '100%',
    color: 'var(--cz-color-text-primary)',
    backgroundColor: 'var(--cz-color-bg-surface)',
  },
  '&.cm-focused': { outline: '2px solid var(--cz-color-brand-focus)', outlineOffset: '-2px' },
  '.cm-scroller': { font: '400 12px/1.5 ui-monospace, monospace' },
  '.cm-content': { caretColor: 'var(--cz-color-text-primary)' },
  '.cm-gutters': {
    color: 'var(--cz-color-text-secondary)',
    backgroundColor: 'var(--cz-color-bg-sunken)',
    borderInlineEnd: '1px solid var(--cz-color-border-subtle)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '.cm-activeLineGutter': { color: 'var(--cz-color-text-primary)' },
  '.cm-line.st-marked': {
    backgroundColor: 'var(--cz-color-brand-subtle)',
    boxShadow: 'inset 3px 0 var(--cz-color-brand-fill)',
  },
  '.cm-foldPlaceholder': {
    color: 'inherit',
    backgroundColor: 'var(--cz-color-bg-sunken)',
    borderColor: 'var(--cz-color-border-control)',
  },
  '.cm-tooltip, .cm-panels': {
    color: 'var(--cz-color-text-primary)',
    backgroundColor: 'var(--cz-color-bg-surface)',
    border: '1px solid var(--cz-color-border-control)',
  },
  '.cm-panel .cm-textfield, .cm-panel .cm-button, .cm-panel label': {
    font: '400 12px/1.5 system-ui, sans-serif',
    color: 'inherit',
    backgroundImage: 'none',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--cz-color-text-primary)',
    backgroundColor: 'var(--cz-color-brand-subtle)',
  },
  '.cm-completionDetail': { color: 'var(--cz-color-text-secondary)', fontStyle: 'normal' },
  '.cm-tooltip .cm-completionInfo, .st-said': { maxWidth: '360px', padding: '4px 8px' },
});

/** The editor's theme in the studio's colours, light and dark. */
export const look: Extension = [theme, syntaxHighlighting(colours)];

/** Marks the lines of the selection; null marks none. */
export const mark = StateEffect.define<Range | null>();

const line = Decoration.line({ class: 'st-marked' });

export const marks = StateField.define<Range | null>({
  create: () => null,
  update(before, { changes, effects, docChanged }) {
    for (const effect of effects) if (effect.is(mark)) return effect.value;
    if (before === null || !docChanged) return before;
    return { from: changes.mapPos(before.from, 1), to: changes.mapPos(before.to, -1) };
  },
  provide: (field) =>
    EditorView.decorations.compute([field], (state) => {
      const range = state.field(field);
      if (range === null) return Decoration.none;
      const [first, last] = [state.doc.lineAt(range.from).number, state.doc.lineAt(range.to).number];
      const lines = Array.from({ length: Math.max(0, last - first + 1) }, (_none, at) =>
        state.doc.line(first + at),
      );
      return Decoration.set(lines.map(({ from }) => line.range(from)));
    }),
});
