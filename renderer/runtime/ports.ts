import type { Control, UseControllerReturn } from 'react-hook-form';
import type { BuiltRequest } from '../plan/build-request.ts';
import type { Expression, Result, Scope, Value } from '../plan/expression.ts';
import type {
  ActionPlan,
  AppPlan,
  CriticalPlan,
  EndpointPlan,
  NodePlan,
  OverlayPlan,
  Plan,
  SupplyPlan,
} from '../plan/plan.ts';
import type { Uploads } from '../plan/uploads.ts';
import type { ActionError } from '../plan/problem.ts';
import type { HttpReply, Services, UploadFile } from './services.ts';
import type { Reading } from '../plan/endings.ts';
import type { ScreenSurface, Tone, LiveNode, FormStatus, DeviceFacts } from './live.ts';
import type { ActionCatalogue } from './action.ts';
import type { SavedRun } from './saved-lists.ts';
import type { Supply } from './supply.ts';
import type { TreeNode } from './tree-node.ts';

/* Types that the engine's parts and the actions share. */

export interface OpenOptions {
  readonly plan: Plan;
  readonly app: AppPlan;
  readonly services: Services;
  /** Decoded parameters of the address, including the carried ones. */
  readonly params: { readonly [name: string]: string };
  readonly session: { readonly [name: string]: string };
  readonly device: DeviceFacts;
  /** Identifies the history entry. The visit stored under it is restored. */
  readonly entry: string;
  /** Id of the node to scroll to. A stored scroll position takes precedence. */
  readonly at?: string;
  /**
   * The page already shows a server-rendered placeholder of the screen: there is no blank phase before the skeleton
   * and no minimum time for the skeleton.
   */
  readonly hasPlaceholder?: boolean;
  /** For rendering a placeholder: address and session values are pending, no list runs and no request is sent. */
  readonly isStill?: boolean;
  /** Hash of the plan's bytes. A visit stored for another plan is not restored. */
  readonly hash?: string;
  /**
   * Whether the page has this widget type. If a critical widget is missing, the screen is refused: no list runs and
   * no data is read.
   */
  readonly knowsWidget?: (type: string) => boolean;
  /** Actions of this engine: `renderer/actions/index.ts`. */
  readonly actions: ActionCatalogue;
  /** Creates the forms of a screen: `renderer/forms/forms.ts`, a separate chunk. */
  readonly createForms?: CreateForms | undefined;
  /** Fetches `createForms` for an overlay with a form. Without either, every form is `unsupported`. */
  readonly fetchForms?: () => Promise<CreateForms>;
  /**
   * Fetches the widget code of an overlay before it opens, so that the overlay does not change its size
   * afterwards.
   * @returns undefined if all code is loaded. Never rejects: a missing widget loads when it is rendered.
   */
  readonly fetchWidgets?: (overlay: OverlayPlan) => Promise<void> | undefined;
}

export type CreateForms = (engine: Engine) => FormsPort;

export interface Engine {
  readonly plan: Plan;
  readonly app: AppPlan;
  readonly services: Services;
  readonly store: Store;
  readonly data: DataPort;
  readonly overlays: OverlayPort;
  readonly timers: TimerPort;
  readonly forms: FormsPort;
  /** Fetches the code of forms for an overlay; rejects with `network`. @returns undefined if it is loaded. */
  prepareForms(): Promise<void> | undefined;
  /** Fetches the code of an overlay's widgets; never rejects. @returns undefined if it is loaded. */
  fetchWidgets(overlay: OverlayPlan): Promise<void> | undefined;
  readonly notices: NoticePort;
  readonly navigation: NavigationPort;
  readonly runner: RunnerPort;
  readonly calls: CallPort;
  readonly intents: IntentPort;
  readonly surface: SurfacePort;
  readonly tree: TreePort;
  readonly actions: ActionCatalogue;
  /** The reading for a screen without data: when its history entry was created. */
  readonly opening: Reading;
  /** Hash of the visit. Stored values carry it, so that the next visitor cannot read them. */
  readonly owner: string;
  /** Scope of the whole screen; part and list scopes derive from it. */
  readonly scope: Scope;
  report(code: string, detail?: string, node?: string): void;
}

/** One immutable tree. `change` makes one commit; nested changes join it. Listeners run once per commit. */
export interface Store {
  get(): StoreState;
  /** The recipe changes an immer draft. Values that it stores are frozen. */
  change(recipe: (draft: StoreDraft) => void): void;
  /** Joins all commits of `run` into one; listeners run after it. */
  batch<T>(run: () => T): T;
  /**
   * `keys` are the first two names of paths (`data.order`, `state.asked`, `device.online`). The listener runs after a
   * commit that changed one of them.
   */
  subscribe(keys: readonly string[], listener: () => void): () => void;
  /** Marks values outside the tree as changed, within a commit. Paths are full and dotted: `form.rate.stars`. */
  touch(paths: readonly string[]): void;
}

export interface StoreState {
  readonly params: Values;
  readonly session: Values;
  readonly config: Values;
  /**
   * `today` is a time (ms) in the current quarter of an hour; no time zone changes its date within one. The code that
   * formats it derives the date.
   */
  readonly device: DeviceFacts & { readonly today: number };
  readonly data: { readonly [name: string]: ResourceState };
  /** When the content of each resource was read (ms). */
  readonly fetched: { readonly [name: string]: number | undefined };
  readonly state: Values;
  readonly kept: Values;
  readonly timer: { readonly [id: string]: { readonly left: number; readonly running: boolean } };
  /** Number of running lists by node instance. */
  readonly busy: { readonly [instance: string]: number };
}
export type Values = { readonly [name: string]: Value | undefined };
export type StoreDraft = {
  readonly [K in keyof StoreState]: { -readonly [N in keyof StoreState[K]]: StoreState[K][N] };
};

export interface ResourceState {
  readonly phase: 'waiting' | 'reading' | 'ready' | 'failed' | 'skipped';
  readonly value?: Value;
  readonly error?: ActionError;
  /**
   * The content is older than the last attempt, or the page was in the background. Critical actions refuse until it
   * is read again.
   */
  readonly stale: boolean;
  /** When the content was read (ms). */
  readonly readAt?: number;
}

export interface DataPort {
  /** Reads the named resources again, or all of them. Resolves when all reads ended, also after a failure. */
  reload(names?: readonly string[]): Promise<void>;
  /** Whether the content is current: not stale and not being read. */
  isFresh(name: string): boolean;
  /** The reading of each resource with content. A new object after every read. */
  readings(): Readings;
  /** Aborts every read and drops its answer. Called when the screen is left. */
  stop(): void;
}

/** By resource name. */
export type Readings = ReadonlyMap<string, Reading>;

/** State of the screen around its nodes. Listeners run once per commit. */
export interface SurfacePort {
  get(): ScreenSurface;
  /** Replaces members; undefined removes an optional one. */
  set(patch: { readonly [K in keyof ScreenSurface]?: ScreenSurface[K] | undefined }): void;
}

/** The methods of the node tree that the runner, overlays and intents need. */
export interface TreePort {
  /** The scope of a node's events, including items, indexes and part instances. */
  scopeOf(node: LiveNode): Scope;
  /** The node with this instance id, if it exists now. */
  find(instance: string): LiveNode | undefined;
  /** The node of a form field, if it exists now. */
  findField(form: string, name: string): LiveNode | undefined;
  /** Key of the overlay that contains the node. */
  overlayOf(node: LiveNode): string | undefined;
  /**
   * Creates the nodes of an overlay.
   *
   * @param key - `LiveOverlay.key`.
   * @param scope - Scope of the list that opens it. An overlay of a part keeps the part's names; any other uses the
   *   screen's scope.
   */
  makeOverlay(plan: OverlayPlan, key: string, scope: Scope): LiveNode;
  dispose(overlay: LiveNode): void;
  /**
   * Whether the node and its ancestors are visible and enabled, computed now. A result that is not certain counts as
   * false.
   */
  isOpenToEvents(node: LiveNode): boolean;
  /** False while an amount or a consent text is pending, absent or failed: critical actions then refuse. */
  areTermsShown(): boolean;
}

/** Intents: each critical action takes effect at most once. */
export interface IntentPort {
  /**
   * Sends a critical request at most once per intent, and only while all its preconditions hold.
   * @throws ActionFailure. Kinds network, timeout and offline mean that nothing was sent.
   */
  send(critical: CriticalCall): Promise<Value | undefined>;
  /** Called when the page is visible again: requests unknown outcomes. */
  resume(): void;
  /** Within 10 s after a critical send, Back shows "being sent" instead of going back. @returns true if it did. */
  holdBack(): boolean;
}

/** A critical request and the conditions that must still hold when it is sent. */
export interface CriticalCall {
  readonly plan: CriticalPlan;
  readonly endpoint: EndpointPlan;
  readonly request: Values;
  readonly scope: Scope;
  readonly origin: Origin;
  readonly guards: readonly Guard[];
  /** Values of `plan.amounts` at the tap. */
  readonly amountsAtTap: readonly Result[];
  /** The data read before the tap. The person had not seen later data. */
  readonly readingsAtTap: Readings;
  /** Aborted when the waiting list ended early. The intent then stores the result. */
  readonly signal: AbortSignal;
}

/**
 * A condition that the list passed on its way. It must evaluate to `is` again right before a critical request is
 * sent.
 */
export interface Guard {
  readonly condition: Expression;
  readonly scope: Scope;
  readonly is: boolean;
}

/** Calls an endpoint once. */
export interface CallPort {
  /**
   * @param request - Members by their names in the contract.
   * @throws ActionFailure of the kinds offline, network, timeout, server, business, invalid-reply.
   */
  call(
    endpoint: EndpointPlan,
    request: Values,
    options: {
      readonly signal: AbortSignal;
      readonly key?: string;
      readonly body?: BuiltRequest;
      readonly file?: UploadFile;
      /** Receives the answer before it is validated. */
      hear?(reply: HttpReply): void;
    },
  ): Promise<Value | undefined>;
  /** Builds the request. A critical call stores it before sending, so that a retry is identical to the byte. */
  prepare(endpoint: EndpointPlan, request: Values): BuiltRequest;
}

export interface OverlayPort {
  /** Origin of the list that opened the overlay in which this list started; undefined outside overlays. */
  openerOf(origin: Origin): Origin | undefined;
  /**
   * Fetches the code of an overlay's form and widgets.
   * @returns undefined if nothing is missing, or if the overlay will not open.
   */
  prepare(id: string, origin: Origin): Promise<void> | undefined;
  /** Shows an overlay. Resolves when it is closed, or at once if its condition is false; rejects with `dismissed`. */
  open(id: string, origin: Origin): Promise<void> | undefined;
  close(origin: Origin): void;
  dismiss(origin: Origin): void;
  /** For the mask, Escape and Back. @returns whether an overlay was open, dismissible or not. */
  dismissTop(): boolean;
  /** Open overlays and the lists that wait for them, to be stored with the visit; null if there are none. */
  save(): unknown;
  /** Opens the stored overlays as soon as the screen's data is there. */
  restore(): void;
  /** After a reload: a promise for the end of the overlay that this run opened; undefined if there is none. */
  rejoin(run: string): Promise<void> | undefined;
  /**
   * Called when a run was cancelled and its list starts again: closes the run's overlay, unless the list
   * opens it again at once.
   */
  abandon(run: string): void;
  /** A list of this overlay ended: the nodes are disposed if the overlay is closed. */
  listEnded(key: string): void;
  /** The restarted list reached its first asynchronous action: closes the overlays that it did not open again. */
  dropAbandoned(list: string): void;
}
export interface TimerPort {
  /** @param name - Key in the store. Differs from `id` for a part under `each`. */
  start(id: string, name?: string): void;
  stop(id: string, name?: string): void;
  wait(seconds: number, until?: number): Promise<void>;
  /** Compares deadlines with the clock after the page was in the background. */
  resume(): void;
  save(): Value | null;
  restore(saved: unknown): void;
}
export interface NoticePort {
  /** @param durationMs - Default: 2 s. */
  toast(text: string, tone: Tone, durationMs?: number, lang?: string): void;
  /** @param lang - BCP 47 tag of the text, if it may differ from the page's language. Also for `toast`. */
  inline(text: string, tone: Tone, origin: Origin, lang?: string): void;
  /** A list starts: removes its inline notices. */
  begin(origin: Origin): void;
  /** Removes the inline notices of a run. */
  endRun(run: string): void;
  /** Shows the busy text of a request. @returns a function that removes it. */
  busy(text: string | undefined): () => void;
}
export interface NavigationPort {
  /** The first navigation wins. @returns false if another one was first. */
  go(screen: string, params: Values, options: { replace: boolean; at?: string; query?: Values }): boolean;
  leave(url: string, options: { replace: boolean }): boolean;
  /** Whether a value is the address of one of our screens. */
  isScreen(value: Value): boolean;
  back(): boolean;
  readonly isLeaving: boolean;
  /** The page is shown again after a navigation: enables its buttons. */
  resume(): void;
}
/** A possible sender of a form: the form's own list, or a run that submits a form. */
export interface Sender {
  readonly form: string | undefined;
  readonly run: string | undefined;
}
export interface FormsPort {
  /**
   * Validates every field.
   *
   * @param run - Id of the run that sends the form.
   * @returns undefined if the form may be sent, `busy` while another run sends it, else its first problem, with the
   *   field's name as `pointer`.
   */
  submit(form: string, run?: string): Promise<ActionError | 'busy' | undefined>;
  /** Validates the named fields, or all. */
  validate(form: string, fields: readonly string[] | undefined): Promise<ActionError | undefined>;
  reset(form: string): void;
  /** Reads `['form', id, name]` and deeper. `store.touch` notifies of changes. */
  read(path: readonly string[]): Result;
  /** As `read`, for the list that sends the form: without fields that were hidden at validation. */
  readSent(path: readonly string[]): Result;
  /** State of a field. `store.touch` with the field's path notifies of changes. */
  field(form: string, name: string): FieldState;
  /** A widget writes its value. @param settled - True if the engine writes it, because the options changed. */
  write(form: string, name: string, value: Value | undefined, settled?: true): void;
  /**
   * Problems that a server found, by field name or by JSON Pointer into the form. A problem that matches no shown
   * field is shown at the form.
   *
   * @param senders - Nearest first; the first one that sends a form is used.
   */
  blame(problems: { readonly [place: string]: string }, senders: readonly Sender[]): void;
  /** Creates the fields that a server chooses, for the node that contains them. Undefined on a page without forms. */
  makeSupply(plan: SupplyPlan, owner: TreeNode): Supply | undefined;
  /**
   * Sets the fields that a server chose for a map, in order. Other methods name such a field `<map>.<name>`.
   *
   * @param state - The form is sent only if it is `complete`.
   */
  supply(form: string, map: string, fields: readonly SuppliedField[], state: SupplyState): void;
  /** Status of a form; `store.touch` notifies of changes. */
  news(form: string): FormStatus;
  /** A run moved to its next action, or ended. */
  follow(run: Followed): void;
  /**
   * The run waits for an overlay (-1) or continues (1). A form behind an overlay does not show that it is being sent.
   */
  rest(run: string, by: 1 | -1): void;
  /** Stores unsaved changes of drafts. */
  save(): void;
}
/** `blocked`: the policy refused. */
export type SupplyState = 'loading' | 'complete' | 'blocked';

/** A field that a server chose and the policy allowed. */
export interface SuppliedField {
  readonly name: string;
  readonly plan: NodePlan;
  /** Scope with the item that the field was made of. */
  readonly scope: Scope;
  readonly initial?: Expression;
}
/** Connects a widget to react-hook-form: `useController(joint)`, or `joint.control.register(joint.name)`. */
export interface FieldJoint {
  readonly control: Control;
  /** The field's name in react-hook-form. */
  readonly name: string;
  /** `useController`, for code that must not import the library. */
  readonly useController: (joint: Pick<FieldJoint, 'control' | 'name'>) => Pick<UseControllerReturn, 'field'>;
}
export interface FieldState {
  readonly value: Value | undefined;
  /** Absent for groups: their value consists of their fields. */
  readonly joint?: FieldJoint;
  readonly problem?: string;
  readonly isRequired: boolean;
  /** Only for photo fields. */
  readonly uploads?: Uploads;
  /** Only for fields with a remote rule. */
  readonly remote?: RemoteState;
  /** Only for repeating groups and their records. The same object until the permitted operations change. */
  readonly rows?: FieldRows;
}
/** Status of a remote validation. A new object on every change. */
export interface RemoteState {
  /** `failed`: no answer, so the value is neither right nor wrong. */
  readonly phase: 'idle' | 'asking' | 'right' | 'wrong' | 'failed';
  /** Sends a failed validation again. */
  retry(): void;
}
/** Adding and removing records. */
export interface FieldRows {
  /** Number of records. */
  readonly count: number;
  /** On a group: adds a record at the end; absent at the maximum. */
  add?(): void;
  /** On a record: removes it; absent at the minimum. */
  remove?(): void;
}
/**
 * Who started a list: a person by an event of a node, the engine (the screen opened, data was read, an overlay
 * closed, an upload failed), or a person before a reload. If the person closes the overlay that a restored list waits
 * for, the list counts as theirs again.
 */
export type Begun = 'person' | 'engine' | 'restored';
export interface RunnerPort {
  /** Runs a list for an event. */
  run(list: readonly ActionPlan[], origin: Origin): Promise<RunEnd> | RunEnd;
  /** Amounts of the list's critical actions as they are now, for a list that starts later than its tap. */
  measure(list: readonly ActionPlan[], scope: Scope): AmountsAtTap;
  /** Ends every running list of the screen; critical requests continue. */
  stop(): void;
  /** Whether a list of this node is running, or waits for an overlay that it opened. */
  isRunningFor(node: Pick<LiveNode, 'instance'>): boolean;
  /** The overlay that this run opened is shown. */
  standBehind(run: string | undefined): void;
  /** Whether this list is running, for the same node and the same overlay. */
  isRunning(origin: Origin): boolean;
  /** Reserves ids: no new run gets one of them. */
  reserve(ids: readonly string[]): void;
  /** Whether a list that started in this overlay is running. */
  isRunningIn(overlay: string): boolean;
  /** Called after a navigation that did not leave the page: nodes of ended lists are no longer busy. */
  resume(): void;
  /** A list (`by`) closes the overlay that another list opened and waits for. */
  confirm(opener: string | undefined, by: string | undefined): void;
  /** Lists that wait for an overlay or a pause; `OverlayPort.save` stores them. */
  save(): SavedRun[];
  restore(saved: readonly SavedRun[]): void;
}
/** The members of a run that other parts read. */
export interface Followed {
  readonly id: string;
  /** The call stack of lists: from the event's list to the list that runs now. */
  readonly frames: readonly {
    readonly kind: 'list' | 'case' | 'catch' | 'default';
    readonly list: readonly ActionPlan[];
    readonly at: number | string;
    readonly origin: Origin;
    readonly index: number;
    readonly error: ActionError | undefined;
  }[];
  readonly end: RunEnd | undefined;
}

export type RunEnd =
  | { readonly end: 'done' }
  | { readonly end: 'failed'; readonly error: ActionError }
  | { readonly end: 'left' };

export type AmountsAtTap = ReadonlyMap<CriticalPlan, readonly Result[]>;

/** Where a list started: its scope, the surface for its inline notices, the node that is busy. */
export interface Origin {
  readonly scope: Scope;
  readonly node?: LiveNode;
  /** Key of the overlay in which it started. */
  readonly overlay?: string;
  /**
   * Where the list is in the plan (`node:<id>:tap`, `data:<name>:load`, `screen:enter`, `overlay:<id>:close`). Finds
   * a waiting list again after a reload.
   */
  readonly list: string;
  readonly event: string;
  /** Id of the run, set by the runner. */
  readonly run?: string;
  /** What the person saw, if the list starts later than the tap. */
  readonly amounts?: AmountsAtTap;
  readonly readings?: Readings;
}
