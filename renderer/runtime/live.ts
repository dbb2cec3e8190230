import type { Locale, Value } from '../plan/expression.ts';
import type { AppPlan, NodePlan, Plan } from '../plan/plan.ts';
import type { FormDraftStatus } from '../plan/draft.ts';
import type { EditsView } from '../plan/edits.ts';
import type { Lookup } from '../plan/lookup.ts';
import type { StepsView } from '../plan/steps.ts';
import type { Uploads } from '../plan/uploads.ts';
import type { ActionError } from '../plan/problem.ts';
import type { FieldJoint, FieldRows, RemoteState } from './ports/field-state.ts';

/**
 * Types of a running screen.
 *
 * `openScreen` makes a `LiveScreen` from a plan. React renders its nodes and returns events. All state is in one
 * store. A commit recomputes the nodes whose `reads` it changed and notifies only the listeners of nodes that
 * changed.
 */
export interface LiveScreen {
  readonly plan: Plan;
  readonly app: AppPlan;
  /** Language, formats and messages of this page. */
  readonly locale: Locale;
  /** Title, phase, notices and overlays. Re-rendered when one of them changes. */
  readonly surface: Observable<ScreenSurface>;
  readonly body: readonly LiveChild[];
  readonly bar: readonly LiveChild[];
  /** An event of a node, such as `tap` or `submit`. Ignored while the node is busy or disabled. */
  emit(node: LiveNode, event: string): void;
  /**
   * A bound widget writes its value.
   *
   * @param isShown - The widget already shows the value, so the node is not re-rendered for it.
   */
  write(node: LiveNode, value: Value | undefined, isShown?: boolean): void;
  /** Reads the data of a choice's options again. */
  readOptions(node: LiveNode): void;
  /** Starts a search in the places of a field. Rejects if its code cannot be fetched. */
  lookUp(node: LiveNode): Lookup;
  /** The search text of a choice, written to its `search` after a debounce. */
  search(node: LiveNode, text: string): void;
  /** Retry in the error state: reads the failed resources again. */
  retry(): void;
  /** Runs the application's help list, which the error state offers. */
  help(): void;
  /** Pull to refresh. Resolves when all reads ended, also after a failure. */
  pull(): Promise<void>;
  /**
   * Call it when the page is visible again, restored from bfcache, or online: reads data, updates timers, and
   * requests unknown outcomes.
   */
  resume(): void;
  /** Changes facts about the device. */
  setDevice(facts: Partial<DeviceFacts>): void;
  /**
   * A widget opened its own surface, for example the sheet of a choice. Back closes it first.
   * @returns a function to call when the surface is closed.
   */
  cover(close: () => void): () => void;
  /** Whether an external page may be framed now. Reports an address that is never allowed. */
  canFrame(address: string): boolean;
  /**
   * Whether an image may be loaded from this address. A host that is not listed is reported once, by host name only.
   */
  canLoadPicture(address: string): boolean;
  /** Dismisses the top overlay, after a tap on its mask or X, Escape, a swipe, or Back. */
  dismissOverlay(): void;
  /** Back was requested by the shell or the browser. @returns whether the screen handled it. */
  handleBack(): boolean;
  /**
   * Leaves from the first history entry.
   * @returns false if there is an earlier entry, or if the application defines no exit: the caller then goes
   * back.
   */
  exit(): boolean;
  /** Stores what a return to this history entry restores. Called before leaving and when the page is hidden. */
  save(scrollTop: number): void;
  /** Ends reads and lists; critical requests continue. */
  close(): void;
  /** A rendering fault: `widget/unknown`, `widget/unavailable`, `widget/threw`. */
  report(code: string, node: LiveNode, detail?: string): void;
  /** A critical node cannot be shown: from now on every critical action refuses. */
  lock(): void;
}

export interface Observable<T> {
  /** Both functions work without `this`. */
  readonly subscribe: (listener: () => void) => () => void;
  /** The same object until its content changes. */
  readonly snapshot: () => T;
}

export interface ScreenSurface {
  readonly title: string | undefined;
  /** BCP 47 tag of a title from a service. */
  readonly titleLang?: string;
  readonly documentTitle: string | undefined;
  readonly phase: ScreenPhase;
  /** Shown in the error state. `unsafe` replaces the whole screen by the safe message. */
  readonly error?: {
    readonly kind: ActionError['kind'] | 'unsafe';
    /** `empty`: the answer had no content. */
    readonly code?: string;
    readonly text?: string;
    /** BCP 47 tag of a text from a service. */
    readonly lang?: string;
    /** The text is a regular answer of the service, not a fault. */
    readonly isAnswer?: true;
    readonly reference: string;
  };
  readonly online: boolean;
  /** A re-read failed, or the device is offline: the content is from this time (ms). */
  readonly staleSince?: number;
  /** The service's message for the failed re-read. */
  readonly staleText?: string;
  readonly refreshing: boolean;
  /** Busy text of a request, or the text after ten seconds. */
  readonly busyText?: string;
  readonly isSlow: boolean;
  /** First 150 ms of loading: nothing is rendered. A skeleton then stays for at least 300 ms. */
  readonly isQuiet: boolean;
  readonly toasts: readonly Toast[];
  /** Inline notices of the screen. Overlays have their own. */
  readonly notices: readonly Notice[];
  readonly overlays: readonly LiveOverlay[];
  /** A widget has its own surface open; Back closes it. */
  readonly isCovered: boolean;
  /** Scroll position to restore, in px. */
  readonly scrollTop?: number;
  /** Used without `scrollTop`: id of the node to scroll to. */
  readonly scrollTo?: string;
}

/** `loading`: skeletons. `leaving`: the first `load` navigated, nothing is rendered. */
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
  /** Unique among the open overlays. */
  readonly key: string;
  readonly node: LiveNode;
  readonly notices: readonly Notice[];
}

/** A node, or a repeated node with one instance per key of `each`. */
export type LiveChild = LiveNode | LiveRepeat;

export interface LiveNode extends Observable<NodeSnapshot> {
  readonly kind: 'node';
  readonly plan: NodePlan;
  /** The plan's id with the keys of the lists around it: `recommended[P7]/item`. */
  readonly instance: string;
  readonly slots: { readonly [slot: string]: readonly LiveChild[] };
  /** Whether the widget writes a value to a form or to state. */
  readonly isField: boolean;
  /** The plan's `fallback` node, rendered if the page lacks the widget. Created on first access. */
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
  /** False: not rendered, no children exist. */
  readonly visible: boolean;
  /** Properties by name; lists are arrays of records. A pending text is `PENDING`. The same object while equal. */
  readonly props: { readonly [name: string]: unknown };
  readonly enabled: boolean;
  readonly busy: boolean;
  /** Whether any child in a slot is visible; a section without one is hidden. */
  readonly filled: boolean;
  /** Of a bound widget. */
  readonly value?: Value;
  /**
   * Of a form field. The widget reads and writes the value through it, so a new value does not re-render the node.
   */
  readonly joint?: FieldJoint;
  /** Of a form field: its validation message. */
  readonly problem?: string;
  /** Of a form field: the message of a rule that does not block. */
  readonly warning?: string;
  /** Of a form field: its rules require a value now. */
  readonly isRequired?: true;
  /** For a choice whose option data is not loaded. */
  readonly source?: 'loading' | 'failed';
  /** Of a photo field. */
  readonly uploads?: Uploads;
  /** Of a form field with a remote rule. */
  readonly remote?: RemoteState;
  /** Of a repeating group and its records. */
  readonly rows?: FieldRows;
  /** Of a form: the result of the last validation; absent when the form may be sent. */
  readonly problems?: FormProblems;
  /** Of a form with a restored draft. */
  readonly draft?: FormDraftStatus;
  /** Of a form for editing. */
  readonly edits?: EditsView;
  /** Of the step widgets. */
  readonly steps?: StepsView;
}

/** Status of a form, for its own node and for the nodes that submit it. */
export interface FormStatus extends Pick<NodeSnapshot, 'problems' | 'draft' | 'edits'> {
  /** A server's choice left no field to fill in: the nodes that submit the form are hidden. */
  readonly isClosed?: true;
  /** Of a form with steps. */
  steps?(): StepsView | undefined;
}

/** Validation result of a form, in field order. A new object after every validation and every removal. */
export interface FormProblems {
  readonly found: readonly {
    /** Name of the field; undefined if the problem is about no field. */
    readonly name?: string;
    /** The source of the problem. */
    readonly by: 'rules' | 'service';
    /** Instance of the field's node; undefined while it does not exist, or if the problem is about no field. */
    readonly instance: string | undefined;
    readonly message: string;
    /** Goes to the step of the field; absent in a form without steps. */
    show?(): void;
  }[];
  /** Instance of the requested field, else of the first one. */
  readonly first?: string;
  /** Problems were only removed: the focus does not move unless `first` is set. */
  readonly isLess?: true;
}

export interface DeviceFacts {
  readonly online: boolean;
  readonly inShell: boolean;
  /** In the in-app browser of another app, which cannot open a store or an app. */
  readonly inApp: boolean;
  /** CSS px that the keyboard covers. */
  readonly keyboardInset: number;
  readonly language: string;
  readonly dark: boolean;
  /** 1 is the system's default text size. */
  readonly textScale: number;
}
