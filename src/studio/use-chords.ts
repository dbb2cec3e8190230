import { type NodeCommand, nodeCommandOf } from './arrange/node-commands.ts';
import { isTyped, type KeyName } from './keys/keys.ts';
import { useKeyDown } from './keys/use-key-down.ts';
import { useKeys } from './keys/use-keys.ts';
import type { OutlineItem } from './model/outline.ts';
import { enterOutline } from './panes/outline.tsx';
import type { StudioScope } from './use-studio.ts';

/** Panes in the order of F6. */
const PANES = [
  '.st-top',
  '.st-left .st-tab-list',
  '.st-outline',
  '.st-centre .st-tools',
  '.st-wide',
  '.st-scope',
  '.st-properties, .st-field',
  '.st-steps',
  '.st-visibility',
  '.st-comments',
  '.st-below-bar',
  '.st-whole > :not(.st-review)',
  '.st-review-left',
  '.st-review-middle',
  '.st-review-right',
  '.st-callout',
];
const STOP = 'button:not(:disabled), input, textarea, select, a[href], [tabindex="0"]';
const TYPED = 'input, textarea, select, [contenteditable]';

/** Global shortcuts. The preview forwards its key events. */
export function useChords(
  scope: StudioScope,
  onCommand: (item: OutlineItem, command: NodeCommand) => void,
): void {
  const { workspace, desk, open, address, item, states, isAlone, setOver } = scope;
  const keys = useKeys();
  useKeyDown((event) => {
    const at = event.target instanceof Element ? event.target : undefined;
    const { key } = event;
    const isOnPhone = at === undefined || at === document.body;
    const isUnder = document.querySelector('.st-dialog') !== null;
    // A pane has already handled the key.
    const command = event.defaultPrevented ? undefined : nodeCommandOf(event, keys);
    const name = keys.nameOf(event);
    if (command !== undefined && isOnPhone && !isUnder) {
      if (address.view !== 'screens' || isAlone || item === undefined) return;
      onCommand(item, command);
      event.preventDefault();
    } else if (key === 'F6') {
      event.preventDefault();
      goToPane(event.shiftKey ? -1 : 1);
    } else if (name !== undefined) {
      // Characters typed into a field are not shortcuts.
      if (!isTyped(event) || !(at?.closest(TYPED) || isUnder)) go(name, event);
    } else if (key === 'Escape') {
      if (!isUnder && !event.defaultPrevented) leave(at, isOnPhone);
    } else if (
      /^[1-9]$/.test(key) &&
      isTyped(event) &&
      keys.accepts(event) &&
      !at?.closest(TYPED) &&
      !isUnder
    ) {
      const state = states[Number(key) - 1];
      if (address.view === 'screens' && state !== undefined) scope.go({ state: state.name });
    }
  });

  function go(name: KeyName, event: KeyboardEvent): void {
    const commands: { readonly [one in KeyName]?: () => void } = {
      palette: () => setOver('palette'),
      keys: () => setOver('keys'),
      review: () => scope.go({ view: address.view === 'review' ? 'screens' : 'review' }),
      publish() {
        if (event.defaultPrevented) return;
        scope.go({ view: 'review' });
        desk.change({ isPublishing: true });
      },
      insert() {
        if (address.view === 'screens' && !isAlone && scope.denied === undefined) setOver('insert');
      },
      states: () => goTo('.st-centre .st-tools'),
      undo: workspace.undo,
      redo: workspace.redo,
    };
    const command = commands[name];
    if (command === undefined) return;
    command();
    event.preventDefault();
  }

  function leave(at: Element | undefined, isOnPhone: boolean): void {
    if (at?.closest('.st-right')) enterOutline();
    else if (isAlone) scope.setLook({ ...scope.look, isAlone: false });
    else if (isOnPhone) {
      // The focus is moving to the properties; cancel that.
      if (open.isEntered) enterOutline();
      else scope.leave();
      desk.change({ isEntered: false });
    }
    // The focused element may be hidden now.
    if (isAlone) goTo('.st-centre .st-tools');
  }
}

/** The first visible focusable element of a pane. */
export function firstStop(pane: Element): HTMLElement | undefined {
  const stops = [...pane.querySelectorAll<HTMLElement>(STOP)];
  return stops.find((one) => one.checkVisibility({ visibilityProperty: true }));
}

function goTo(selector: string): boolean {
  const pane = document.querySelector(selector);
  const stop = pane && firstStop(pane);
  stop?.focus();
  return Boolean(stop);
}

function goToPane(by: 1 | -1): void {
  const panes = PANES.flatMap((selector) => {
    const pane = document.querySelector(selector);
    const stop = pane && firstStop(pane);
    return stop ? [{ pane, stop }] : [];
  });
  const { activeElement } = document;
  // F6 from anywhere in the centre pane continues from the tools above the phone.
  const at = activeElement?.closest('.st-centre')?.querySelector('.st-tools') ?? activeElement;
  // Panes can be nested.
  const here = panes.map(({ pane }) => pane.contains(at)).lastIndexOf(true);
  const next = here < 0 ? (by > 0 ? 0 : -1) : (here + by) % panes.length;
  panes.at(next)?.stop.focus();
}
