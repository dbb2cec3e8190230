import { produce } from 'immer';
import type { Look } from './panes/preview-look.ts';
import { FIRST_LOOK } from './panes/look.tsx';
import type { PlacedRail } from './guard/find-rails.ts';
import type { Side } from './arrange/arrange.ts';
import type { Box, CaseNow, Facts, HiddenWhy } from './stage/scene.ts';
import type { ToSend } from '#src/devtools/inspector/to-send.ts';
import type { AllOverrides } from './variants/overrides.ts';
import type { Selection } from './model/outline.ts';

/** What is open and selected. The address holds the view and the screen, the workspace holds the documents. */
export interface Desk {
  /** The selection and its screen. Other screens show no selection. */
  readonly selected: { readonly screen: string; readonly place: Selection } | undefined;
  /** Whether to move the focus to the properties of the selection. */
  readonly isEntered: boolean;
  /** The last selection in the preview. */
  readonly picked: Selection | undefined;
  /** Whether to move the focus to the publish button. */
  readonly isPublishing: boolean;
  /** The open dialog. */
  readonly over:
    | 'palette'
    | 'keys'
    | 'insert'
    | 'input'
    | 'field'
    | 'phone'
    | 'rename'
    | 'move'
    | 'delete'
    | undefined;
  /** Where the node that is dragged from the palette lands; undefined if none is dragged, or if it lands nowhere. */
  readonly landing: Landing | undefined;
  /** Settings of the preview, except the language, which is in the address. */
  readonly look: Omit<Look, 'language'>;
  /** Why the selected node is hidden. */
  readonly hidden: HiddenWhy | undefined;
  readonly rails: readonly PlacedRail[];
  /** The selected node's texts with cases in the state on the phone, by pointer in the node. */
  readonly cases: { readonly [pointer: string]: readonly CaseNow[] };
  /** The values in the state on the phone. */
  readonly facts: Facts | undefined;
  /** What the screen on the phone would send now. */
  readonly toSend: ToSend | undefined;
  /** Unsaved changes to the data of states. */
  readonly overrides: AllOverrides;
  /**
   * State of the pane below: `isEntered` moves the caret into the editor, `at` is a location in the service replies.
   */
  readonly below: { readonly isEntered?: true; readonly at?: Selection };
}

export interface Landing {
  readonly target: Selection;
  readonly side: Side;
  /** The mark on the phone, in the frame's viewport; absent if the pointer is over the outline. */
  readonly mark?: Box;
}

export interface DeskStore {
  readonly subscribe: (listener: () => void) => () => void;
  readonly snapshot: () => Desk;
  change(part: Partial<Desk>): void;
  /** @param place - Undefined selects nothing. */
  select(screen: string, place: Selection | undefined): void;
  /** Removes the selection on a screen. */
  clear(screen: string): void;
  /** Like `select`, and moves the focus to the properties. */
  enter(screen: string, place: Selection): void;
}

const { language: _, ...FIRST } = FIRST_LOOK;

const EMPTY: Desk = {
  selected: undefined,
  isEntered: false,
  picked: undefined,
  isPublishing: false,
  over: undefined,
  landing: undefined,
  look: FIRST,
  hidden: undefined,
  rails: [],
  cases: {},
  facts: undefined,
  toSend: undefined,
  overrides: {},
  below: {},
};

export function createDesk(): DeskStore {
  let desk = EMPTY;
  const listeners = new Set<() => void>();
  function change(part: Partial<Desk>): void {
    const next = produce(desk, (draft) => void Object.assign(draft, part));
    if (next === desk) return;
    desk = next;
    for (const listener of listeners) listener();
  }
  function put(screen: string, place: Selection | undefined, isEntered: boolean): void {
    // `place` may be a line of the outline with further members, which the store must not hold.
    const selected = place && { screen, place: { file: place.file, pointer: place.pointer } };
    change({ selected, isEntered });
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
