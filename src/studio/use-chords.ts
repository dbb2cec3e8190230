import { useEffect, useEffectEvent } from 'react';
import type { Workspace } from './model/workspace.ts';
import { enterOutline } from './panes/outline.tsx';

export interface Chords {
  readonly workspace: Workspace;
  onPalette(): void;
  onKeys(): void;
  onReview(): void;
  /** @param nth - From 1. */
  onState(nth: number): void;
  /** What the selected node stands in is wanted. */
  onLeave(): void;
}

/** Panes in the order in which F6 goes through them, of whatever is open. */
const PANES = [
  '.st-top',
  '.st-sides',
  '.st-outline',
  '.st-centre .st-tools',
  '.st-wide',
  '.st-properties, .st-field',
  '.st-steps',
  '.st-visibility',
  '.st-below-bar',
  '.st-whole > :not(.st-review)',
  '.st-review-left',
  '.st-review-middle',
  '.st-review-right',
];
const STOP = 'button:not(:disabled), input, textarea, select, a[href], [tabindex="0"]';
const TYPED = 'input, textarea, select, [contenteditable]';

/** What keys do wherever the focus is, in the preview too: it says on what is pressed in it. */
export function useChords({ workspace, ...chords }: Chords): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const at = event.target instanceof Element ? event.target : undefined;
    const key = event.key.toLowerCase();
    if (key === 'f6') {
      event.preventDefault();
      goToPane(event.shiftKey ? -1 : 1);
    } else if (!(event.metaKey || event.ctrlKey)) {
      if (key === 'escape') leave(event, at);
      if (at?.closest(TYPED) || event.altKey) return;
      if (key === '?') chords.onKeys();
      if (/^[1-9]$/.test(key)) chords.onState(Number(key));
    } else if (key === 'k') {
      event.preventDefault();
      chords.onPalette();
    } else if (key === 'd' && event.shiftKey) {
      event.preventDefault();
      chords.onReview();
    } else if (key === 'z') {
      event.preventDefault();
      if (event.shiftKey) workspace.redo();
      else workspace.undo();
    }
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => hear(event);
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  function leave(event: KeyboardEvent, at: Element | undefined): void {
    if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
    if (at?.closest('.st-right')) enterOutline();
    // Of the preview, or where nothing has the focus.
    else if (at === undefined || at === document.body) chords.onLeave();
  }
}

function goToPane(by: 1 | -1): void {
  const panes = PANES.flatMap((selector) => {
    const pane = document.querySelector(selector);
    const stops = [...(pane?.querySelectorAll<HTMLElement>(STOP) ?? [])];
    const stop = stops.find((one) => one.checkVisibility({ visibilityProperty: true }));
    return pane && stop ? [{ pane, stop }] : [];
  });
  // A room may hold panes of its own.
  const here = panes.map(({ pane }) => pane.contains(document.activeElement)).lastIndexOf(true);
  const next = here < 0 ? (by > 0 ? 0 : -1) : (here + by) % panes.length;
  panes.at(next)?.stop.focus();
}
