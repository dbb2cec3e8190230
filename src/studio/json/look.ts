import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Range } from './place.ts';

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

/** The look of the editor in the studio's own colours, light and dark. */
export const look: Extension = [theme, syntaxHighlighting(colours)];

/** Marks the lines of what is selected; null marks none. */
export const mark = StateEffect.define<Range | null>();

const line = Decoration.line({ class: 'st-marked' });

export const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, transaction) {
    const { doc } = transaction.state;
    const asked = transaction.effects.find((effect) => effect.is(mark));
    if (asked === undefined) return before.map(transaction.changes);
    const range: unknown = asked.value;
    if (!isRange(range)) return Decoration.none;
    const [first, last] = [doc.lineAt(range.from).number, doc.lineAt(range.to).number];
    return Decoration.set(
      Array.from({ length: last - first + 1 }, (_none, at) => line.range(doc.line(first + at).from)),
    );
  },
  provide: (field) => EditorView.decorations.from(field),
});

function isRange(value: unknown): value is Range {
  return typeof value === 'object' && value !== null;
}
