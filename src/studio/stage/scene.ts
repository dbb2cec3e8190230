import type { Plan } from '#renderer/plan/plan.ts';
import type { LanguageApp, Rehearsal } from '../rehearsal.ts';
import type { Measured } from './measure-rails.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';
import type { Call } from '#src/workshop/inspector/requests.ts';

/** What is to be shown: a screen of a draft, in one of its states. */
export interface Scene {
  readonly app: LanguageApp;
  /** Of any screen, in the scene's language; undefined where there is none of this id, or it has errors. */
  readonly planOf: (screen: string) => Plan | undefined;
  readonly state: ScreenState;
  readonly rehearsal: Rehearsal;
  readonly theme: 'light' | 'dark' | undefined;
  /** 1 is the device's standard. */
  readonly textScale: number;
  /** Grammar of the page that draws it, where that is an earlier one. */
  readonly reader?: number | undefined;
  /** Whether it moves as it does for borrowers, or for those who want less of it; absent: nothing moves. */
  readonly motion?: 'full' | 'reduced' | undefined;
  /** Whether replies come as over a slow line. */
  readonly isSlow?: boolean | undefined;
  /** What of the window the phone itself covers; absent: nothing. */
  readonly safeArea?: SafeArea | undefined;
}

/** CSS pixels from each edge of the window. */
export interface SafeArea {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** How showing it ended: the state stands, another scene came in between, or what was waited for in vain. */
export type SceneEnd = 'reached' | 'overtaken' | { readonly failed: string };

/** CSS pixels, of the frame's own window. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where words are drawn, and how their letters look. */
export interface WordsPlace extends Box {
  readonly isOneLine: boolean;
  /** Whether lines stand as they are written. */
  readonly keepsLines: boolean;
  /** CSS of the words. */
  readonly look: { readonly [property: string]: string };
}

/** Words that are out of sight, since somebody writes them where they stand. */
export interface LiftedWords {
  /** @param words - What they say by now, should they be drawn anew; undefined while they are not drawn. */
  place(words: string): WordsPlace | undefined;
  /** Has them seen again. */
  lay(): void;
}

/** In the place of a node's id: the title in the header, which no node says. */
export const SCREEN_TITLE = '#title';

/** A node that is drawn, or the title. */
export interface DrawnNode {
  /** Id in the plan of the screen that is shown. */
  readonly node: string;
  readonly screen: string;
}

/** `around` is a tap with Alt: what the node stands in is meant; `enter` is a key on what has the keyboard. */
export type Pointed = 'tap' | 'double' | 'around' | 'enter';

/** The node under the pointer. */
export interface HoveredNode {
  readonly type: string;
  /** Of the record under the pointer: a repeated node has several. */
  readonly box: Box;
}

export interface StageListener {
  /** A node was pointed at; undefined where nothing of the screen is. */
  point(nodes: readonly DrawnNode[], how: Pointed): void;
  /** The pointer moved over another node, or off the nodes. */
  hover(at: HoveredNode | undefined): void;
  /** What is drawn may have moved, or be another. */
  drawn(): void;
  /** Calls of the page since it was opened in this state: told when it is, and whenever one leaves or ends. */
  called(calls: readonly Call[]): void;
  /** The page would have been left for this address. */
  left(url: string): void;
}

/** Why a node is not to be seen. */
export interface HiddenWhy {
  /** Id in the plan of the node that decides it: it, or something that it stands in. */
  readonly node: string;
  readonly text: string;
  /** What decides it reads. */
  readonly values: readonly { readonly path: string; readonly text: string }[];
}

/** What the frame gives the studio around it: both are of one origin. */
export interface StageDoor {
  show(scene: Scene): Promise<SceneEnd>;
  /** Where a node is drawn: a box for each of its records. */
  boxesOf(node: string): readonly Box[];
  /** Why a node is not to be seen now; undefined of one that is. */
  whyHidden(node: string): HiddenWhy | undefined;
  /** Has the code of everything fetched that a screen may have, so that any can be shown when the server is not reached any more. */
  fetchAll(): void;
  /** Takes words of a node out of sight; undefined where it draws them nowhere, or a pointer is elsewhere. */
  lift(node: string, words: string, isPointed: boolean): LiftedWords | undefined;
  /** What of it can be too small to tap or too faint to read, as it is drawn now. */
  measure(): Measured;
  /** Brings a node into view. */
  reveal(node: string): void;
  /** Fills in what is empty of a form and sends it. @returns what it says is wrong, whenever it is asked. */
  sendFilled(form: string): () => readonly string[];
  /** Whether taps go to the screen, as a borrower's do, or say what is selected. */
  setMode(mode: 'select' | 'use'): void;
  listen(listener: StageListener): void;
}

declare global {
  interface Window {
    capizStage?: StageDoor;
  }
}
