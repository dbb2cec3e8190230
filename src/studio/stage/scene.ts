import type { Value } from '#renderer/plan/expression.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import type { LanguageApp, SimulatorData } from '../simulator-data.ts';
import type { Measured } from './measure-rails.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';
import type { Call } from '#src/devtools/inspector/requests.ts';
import type { ToSend } from '#src/devtools/inspector/to-send.ts';

/** A screen of a draft in one of its states. */
export interface Scene {
  readonly app: LanguageApp;
  /** The plan of any screen in the scene's language; undefined if the screen does not exist or has errors. */
  readonly planOf: (screen: string) => Plan | undefined;
  readonly state: ScreenState;
  readonly rehearsal: SimulatorData;
  readonly theme: 'light' | 'dark' | undefined;
  /** Factor; 1 is the device's default. */
  readonly textScale: number;
  /** Grammar version of the page, if it is an older one. */
  readonly reader?: number | undefined;
  /** Animations as for most borrowers, or as with reduced motion; absent: no animations. */
  readonly motion?: 'full' | 'reduced' | undefined;
  /** Whether replies are delayed as on a slow connection. */
  readonly isSlow?: boolean | undefined;
  /** Areas that the phone covers; absent: none. */
  readonly safeArea?: SafeArea | undefined;
}

/** CSS pixels from each edge of the viewport. */
export interface SafeArea {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Result of `show`: the state is reached, another scene replaced it, or a step failed. */
export type SceneEnd = 'reached' | 'overtaken' | { readonly failed: string };

/** CSS pixels in the frame's viewport. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Position and style of a rendered text. */
export interface WordsPlace extends Box {
  readonly isOneLine: boolean;
  /** Whether line breaks in the text are rendered. */
  readonly keepsLines: boolean;
  /** CSS properties of the text. */
  readonly look: { readonly [property: string]: string };
}

/** A hidden text under the inline editor. */
export interface HiddenText {
  /**
   * Finds the text again after a render. @param words - The current text. @returns undefined if it is not rendered.
   */
  place(words: string): WordsPlace | undefined;
  /** Shows the text again. */
  showAgain(): void;
}

/** Used in place of a node id for the title in the header, which is no node. */
export const SCREEN_TITLE = '#title';

/** A rendered node, or the title. */
export interface DrawnNode {
  /** Id in the plan of the visible screen. */
  readonly node: string;
  readonly screen: string;
}

/** `around` is a tap with Alt, which selects the parent; `enter` is the Enter key on the focused element. */
export type Pointed = 'tap' | 'double' | 'around' | 'enter';

/** The node under the pointer. */
export interface HoveredNode {
  /** Id in the plan. */
  readonly node: string;
  readonly type: string;
  /** Box of the item under the pointer; a repeated node has several boxes. */
  readonly box: Box;
}

/** A node that is dragged on the phone. */
export interface NodeDrag {
  /** The dragged node and the nodes around it, innermost first. */
  readonly from: readonly DrawnNode[];
  /** The node under the pointer and the nodes around it, innermost first, each with its box. */
  readonly over: readonly (DrawnNode & { readonly box: Box })[];
  /** CSS pixels from the top of the frame's viewport. */
  readonly y: number;
  readonly isDropped: boolean;
}

export interface StageListener {
  /** A node is dragged; undefined if the drag was cancelled. */
  drag(drag: NodeDrag | undefined): void;
  /** The menu of a node is requested, by a right click or a key. @param at - In the frame's viewport. */
  menu(nodes: readonly DrawnNode[], at: Pick<Box, 'left' | 'top'>): void;
  /** Innermost node first; empty outside of the screen. */
  point(nodes: readonly DrawnNode[], how: Pointed): void;
  /** The pointer moved to another node, or off all nodes. */
  hover(at: HoveredNode | undefined): void;
  /** The layout may have changed. */
  drawn(): void;
  /** Calls since the page was opened in this state. Called on opening, and when a call starts or ends. */
  called(calls: readonly Call[]): void;
  /** The page would have navigated to this URL. */
  left(url: string): void;
}

/** Why a node is hidden. */
export interface HiddenWhy {
  /** Id of the node whose condition hides it: the node or an ancestor. */
  readonly node: string;
  readonly text: string;
  /** Values that the condition reads. */
  readonly values: readonly { readonly path: string; readonly text: string }[];
}

/** One case of a text in the current state. */
export interface CaseNow {
  /** Whether this case is the one that is shown. */
  readonly isShown: boolean;
  /** Its values in order, as they are shown. */
  readonly values: readonly string[];
}

/** The values of a screen in a state: what its conditions look at. */
export interface Facts {
  readonly roots: { readonly [root: string]: { readonly [name: string]: Value } | undefined };
  /** The names of the screen's state, also those without a value. */
  readonly state: readonly string[];
  /** Data that is not there yet: `data.order`. */
  readonly pending: readonly string[];
  /** Milliseconds since the epoch, by the clock of the state. */
  readonly now: number;
  readonly timeZone: string;
}

/** API of the frame for the studio; both have the same origin. */
export interface StageApi {
  show(scene: Scene): Promise<SceneEnd>;
  /** Boxes of a node: one for each item of a repeated node. */
  boxesOf(node: string): readonly Box[];
  /** Why a node is hidden; undefined if it is visible. */
  whyHidden(node: string): HiddenWhy | undefined;
  /**
   * The cases of a text of a node; empty if they are not known, undefined while their data is loading.
   *
   * @param pointer - Of the text in its node.
   */
  caseValues(node: string, pointer: string): readonly CaseNow[] | undefined;
  /** The values of the rendered screen; undefined if none is rendered. */
  facts(): Facts | undefined;
  /** What the rendered screen would send now; undefined if none is rendered. */
  toSend(): ToSend | undefined;
  /** Prefetches the code of all screens, so that every screen can be shown offline. */
  fetchAll(): void;
  /** Hides a text of a node for inline editing; undefined if the text is not rendered or not under the pointer. */
  hideText(node: string, words: string, isPointed: boolean): HiddenText | undefined;
  /** Measures tap targets, texts and shapes. */
  measure(): Measured;
  /** Scrolls to a node, after opening the overlay, accordion or tab around it. */
  reveal(node: string): Promise<void>;
  /** Fills the empty fields of a form and submits it. @returns a function that reads the validation errors. */
  sendFilled(form: string): () => readonly string[];
  /**
   * The nodes under a pointer that drags something from the studio over the frame, innermost first. Near the upper and
   * lower edge it scrolls the page.
   *
   * @param x, y - Position of the pointer in the frame's viewport.
   */
  nodesUnder(x: number, y: number): NodeDrag['over'];
  /** Cancels the drag of a node, if there is one. */
  cancelDrag(): void;
  /** Whether a tap selects a node or uses the screen. */
  setMode(mode: 'select' | 'use'): void;
  listen(listener: StageListener): void;
}

declare global {
  interface Window {
    capizStage?: StageApi;
  }
}
