import type { Locale, Value } from '../plan/expression.ts';
import type { AppPlan, NodePlan, Plan } from '../plan/plan.ts';
import type { DraftNews } from '../plan/draft.ts';
import type { Lookup } from '../plan/lookup.ts';
import type { StepsView } from '../plan/steps.ts';
import type { Uploads } from '../plan/uploads.ts';
import type { ActionError } from '../plan/problem.ts';
import type { FieldJoint, RemoteState, FieldRows } from './ports.ts';

/**
 * The vocabulary of a screen that is alive.
 *
 * `openScreen` makes a `LiveScreen` of a plan; React draws its nodes and hands events back. Everything
 * that changes is in one store; a commit recomputes the nodes whose `reads` it touched and tells those
 * whose values became different, and nobody else.
 */
export interface LiveScreen {
  readonly plan: Plan;
  readonly app: AppPlan;
  /** How this page speaks: for the engine's own words, amounts and times. */
  readonly locale: Locale;
  /** Title, phase, notices, overlays: what surrounds the nodes. Redrawn when one of these changes. */
  readonly surface: Observable<ScreenSurface>;
  readonly body: readonly LiveChild[];
  readonly bar: readonly LiveChild[];
  /** An event of a node: `tap`, `submit`, … Ignored while the node is busy or not enabled. */
  emit(node: LiveNode, event: string): void;
  /**
   * A bound widget writes its value.
   *
   * @param isShown - It shows that value already: for this alone it is not drawn again.
   */
  write(node: LiveNode, value: Value | undefined, isShown?: boolean): void;
  /** Reads again what a choice's options are made of. */
  readOptions(node: LiveNode): void;
  /** Begins to look around in the places of a field; rejects where the code for it cannot be fetched. */
  lookUp(node: LiveNode): Lookup;
  /** What is sought among a choice's options: written to its `search` once typing pauses. */
  search(node: LiveNode, text: string): void;
  /** Retry of the error state: reads what failed again. */
  retry(): void;
  /** The application's way to help, which the error state offers. */
  help(): void;
  /** Pull to refresh. Resolves when the re-read ended, well or badly. */
  pull(): Promise<void>;
  /** The page came back (visible again, bfcache, online): re-read, catch up with timers, ask about intents. */
  resume(): void;
  /** Facts of the device changed. */
  setDevice(facts: Partial<DeviceFacts>): void;
  /**
   * A widget has opened a surface of its own (the sheet of a choice): Back closes it before anything else.
   *
   * @returns What ends that: called when the surface is gone, however it went.
   */
  cover(close: () => void): () => void;
  /** Whether a page of somebody else's can be framed now; one that may never be is reported. */
  canFrame(address: string): boolean;
  /**
   * Whether a picture may be loaded from that address. A host that is not listed is reported once, by its name only.
   */
  canLoadPicture(address: string): boolean;
  /** The mask, Escape, swipe, X or Back on the top overlay. */
  dismissOverlay(): void;
  /** Back was asked for (shell's hook, browser). True when the screen has handled it. */
  handleBack(): boolean;
  /** Leaves where no page is beneath. False where one is, or where the application says nothing of it: then go back. */
  exit(): boolean;
  /** Writes what a return to this history entry restores. Called before leaving and on hiding. */
  save(scrollTop: number): void;
  /** Ends reads and lists; critical requests run on. */
  close(): void;
  /** A fault that drawing met: `widget/unknown`, `widget/unavailable`, `widget/threw`. */
  report(code: string, node: LiveNode, detail?: string): void;
  /** A critical node cannot be shown: from now on every critical action refuses. */
  lock(): void;
}

export interface Observable<T> {
  /** Both are handed on as they are, without what they belong to. */
  readonly subscribe: (listener: () => void) => () => void;
  /** The same object until something in it changed. */
  readonly snapshot: () => T;
}

export interface ScreenSurface {
  readonly title: string | undefined;
  /** BCP 47 tag of a title that a service wrote. */
  readonly titleLang?: string;
  readonly documentTitle: string | undefined;
  readonly phase: ScreenPhase;
  /** Of the error state; `unsafe` replaces everything by the safe message. */
  readonly error?: {
    readonly kind: ActionError['kind'] | 'unsafe';
    /** `empty` of an answer without anything in it. */
    readonly code?: string;
    readonly text?: string;
    /** BCP 47 tag of a text that a service wrote. */
    readonly lang?: string;
    /** The service answered in words of its own: nothing went wrong. */
    readonly isAnswer?: true;
    readonly reference: string;
  };
  readonly online: boolean;
  /** A re-read failed or we are offline: the content is of this time (ms). */
  readonly staleSince?: number;
  /** What the service said when the re-read failed. */
  readonly staleText?: string;
  readonly refreshing: boolean;
  /** A request's busy text, or that it takes longer than ten seconds. */
  readonly busyText?: string;
  readonly isSlow: boolean;
  /** The first 150 ms of loading: nothing is drawn yet. Skeletons then stay for at least 300 ms. */
  readonly isQuiet: boolean;
  readonly toasts: readonly Toast[];
  /** Inline notices of the screen itself; those of an overlay are on the overlay. */
  readonly notices: readonly Notice[];
  readonly overlays: readonly LiveOverlay[];
  /** A widget has a surface of its own open: Back closes it. */
  readonly isCovered: boolean;
  /** Where to scroll after restoring, in px. */
  readonly scrollTop?: number;
  /** Without it: the node to begin at, in place of the top. */
  readonly scrollTo?: string;
}

/** `loading`: skeletons. `leaving`: a first `load` navigated, nothing is to be drawn. */
export type ScreenPhase = 'loading' | 'content' | 'error' | 'leaving';

export interface Toast extends Notice {
  readonly until: number;
}
export interface Notice {
  readonly id: string;
  readonly text: string;
  readonly tone: Tone;
  readonly lang?: string;
}
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

export interface LiveOverlay {
  /** Unique among the open ones. */
  readonly key: string;
  readonly node: LiveNode;
  readonly notices: readonly Notice[];
}

/** A node, or a repeated one: `each` yields an instance per key. */
export type LiveChild = LiveNode | LiveRepeat;

export interface LiveNode extends Observable<NodeSnapshot> {
  readonly kind: 'node';
  readonly plan: NodePlan;
  /** The plan's id, with the keys of the lists around it: `recommended[P7]/item`. */
  readonly instance: string;
  readonly slots: { readonly [slot: string]: readonly LiveChild[] };
  /** Whether its widget writes a value: it has a home in a form or in state. */
  readonly isField: boolean;
  /** The plan's `fallback` where it is a node: drawn instead when the page lacks the widget. Made when first read. */
  readonly fallback?: LiveNode | undefined;
}

export interface LiveRepeat extends Observable<RepeatSnapshot> {
  readonly kind: 'repeat';
  readonly plan: NodePlan;
  readonly instance: string;
}

export interface RepeatSnapshot {
  readonly items: readonly LiveNode[];
}

export interface NodeSnapshot {
  /** False: not drawn, children do not exist. */
  readonly visible: boolean;
  /** Properties by name, lists as arrays of records. A text still loading is `PENDING`. Same object while equal. */
  readonly props: { readonly [name: string]: unknown };
  readonly enabled: boolean;
  readonly busy: boolean;
  /** Whether any child in a slot is drawn; a section without is not drawn. */
  readonly filled: boolean;
  /** Of a bound widget. */
  readonly value?: Value;
  /** Of a form's field: the widget reads and writes the value by it, so a new value does not re-render the node. */
  readonly joint?: FieldJoint;
  /** Of a form's field: what is wrong with it. */
  readonly problem?: string;
  /** Of a form's field: whether its rules ask for a value now. */
  readonly isRequired?: true;
  /** Of a choice whose options are data that is not there. */
  readonly source?: 'loading' | 'failed';
  /** Of a form's photos. */
  readonly uploads?: Uploads;
  /** Of a form's field that a service is asked about. */
  readonly remote?: RemoteState;
  /** Of a form's repeating group, and of a record in it. */
  readonly rows?: FieldRows;
  /** Of a form: what its last check found; gone when it may be sent. */
  readonly problems?: FormProblems;
  /** Of a form whose draft was given back. */
  readonly draft?: DraftNews;
  /** Of steps. */
  readonly steps?: StepsView;
}

/** What a form says of itself: at its top by the snapshot's names, and to what sends it. */
export interface FormNews extends Pick<NodeSnapshot, 'problems' | 'draft'> {
  /** It has no field that anybody could fill in, because of what a server chose: what sends it is not drawn. */
  readonly isClosed?: true;
  /** Of one with steps. */
  steps?(): StepsView | undefined;
}

/** What a check of a form found, in the order of its fields. Another object after every check, and whenever a problem is taken away. */
export interface FormProblems {
  readonly found: readonly {
    /** The field's; undefined where the problem is about no field. */
    readonly name?: string;
    /** What found it. */
    readonly by: 'rules' | 'service';
    /** Instance of the field's node; undefined while it is not there, and of what is about no field. */
    readonly instance: string | undefined;
    readonly message: string;
    /** Goes to the step that it is in; absent of a form without steps. */
    show?(): void;
  }[];
  /** Instance of the one that somebody asked for; else the first. */
  readonly first?: string;
  /** These are left of more: without `first` the focus stays where it is. */
  readonly isLess?: true;
}

export interface DeviceFacts {
  readonly online: boolean;
  readonly inShell: boolean;
  /** In the browser of another app that opens no store and no app by itself. */
  readonly inApp: boolean;
  /** CSS pixels the keyboard takes from the viewport. */
  readonly keyboardInset: number;
  readonly language: string;
  readonly dark: boolean;
  /** 1 is the system's default text size. */
  readonly textScale: number;
}
