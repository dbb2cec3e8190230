import { type Draft, produce } from 'immer';
import { FIRST_LOOK, type Look } from './panes/look.tsx';
import type { PlacedRail } from './guard/judge-rails.ts';
import type { HiddenWhy } from './stage/scene.ts';
import type { Selection } from './model/outline.ts';

/** What is open and selected, but for what the address says. Documents are in the workspace. */
export interface Desk {
  /** With the screen on which it was selected: on another one nothing is. */
  readonly selected: { readonly screen: string; readonly place: Selection } | undefined;
  /** Whether the keyboard is on its way to the properties of what is selected. */
  readonly isEntered: boolean;
  /** What was selected in the preview last. */
  readonly picked: Selection | undefined;
  /** Whether the keyboard is on its way to the button that publishes. */
  readonly isPublishing: boolean;
  /** What is open above the rest. */
  readonly over: 'palette' | 'keys' | 'insert' | 'input' | 'field' | 'phone' | undefined;
  /** The language is in the address. */
  readonly look: Omit<Look, 'language'>;
  /** Why what is selected is not seen. */
  readonly hidden: HiddenWhy | undefined;
  readonly rails: readonly PlacedRail[];
  /** Where in the pane below: `isEntered` of an editor that the caret goes into, `at` in what the services answer. */
  readonly below: { readonly isEntered?: true; readonly at?: Selection };
}

export interface DeskStore {
  readonly subscribe: (listener: () => void) => () => void;
  readonly snapshot: () => Desk;
  change(recipe: (desk: Draft<Desk>) => void): void;
  /** @param place - Undefined: nothing is selected. */
  select(screen: string, place: Selection | undefined): void;
  /** Selects nothing on a screen. */
  clear(screen: string): void;
  /** The same, and the keyboard goes to its properties. */
  enter(screen: string, place: Selection): void;
}

const { language: _, ...FIRST } = FIRST_LOOK;

const EMPTY: Desk = {
  selected: undefined,
  isEntered: false,
  picked: undefined,
  isPublishing: false,
  over: undefined,
  look: FIRST,
  hidden: undefined,
  rails: [],
  below: {},
};

export function createDesk(): DeskStore {
  let desk = EMPTY;
  const listeners = new Set<() => void>();
  function change(recipe: (desk: Draft<Desk>) => void): void {
    const next = produce(desk, recipe);
    if (next === desk) return;
    desk = next;
    for (const listener of listeners) listener();
  }
  function put(screen: string, place: Selection | undefined, isEntered: boolean): void {
    change((draft) => {
      // A line of the outline is a place, too: what it holds is not for the store.
      draft.selected = place && { screen, place: { file: place.file, pointer: place.pointer } };
      draft.isEntered = isEntered;
    });
  }
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => desk,
    change,
    select: (screen, place) => put(screen, place, false),
    clear: (screen) => put(screen, undefined, false),
    enter: (screen, place) => put(screen, place, true),
  };
}
