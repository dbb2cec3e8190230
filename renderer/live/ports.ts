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
import type { ScreenSurface, Tone, LiveNode, FormNews, DeviceFacts } from './live.ts';
import type { ActionCatalogue } from './action.ts';
import type { SavedRun } from './saved-lists.ts';
import type { Supply } from './supply.ts';
import type { TreeNode } from './tree-node.ts';

/* What the engine's own parts and actions share. */

export interface OpenOptions {
  readonly plan: Plan;
  readonly app: AppPlan;
  readonly services: Services;
  /** Decoded parameters of the address; carried ones included. */
  readonly params: { readonly [name: string]: string };
  readonly session: { readonly [name: string]: string };
  readonly device: DeviceFacts;
  /** Names the history entry; what was saved under it is restored. */
  readonly entry: string;
  /** A node to begin at; what was saved under the entry comes first. */
  readonly at?: string;
  /**
   * A picture of it stands on the page already and is gone on with: nothing is blank before the skeleton, and nothing
   * waits so that the skeleton can be seen.
   */
  readonly isStanding?: boolean;
  /**
   * For a picture alone, whoever will see it: what the address and the visitor would say is pending, nothing runs and
   * nothing is asked for.
   */
  readonly isStill?: boolean;
  /** Hash of the plan's bytes: what was saved for another plan is not restored. */
  readonly hash?: string;
  /** Whether the page can draw a type of node. A plan with a critical one that it cannot is refused: nothing of it is done, nor read. */
  readonly knowsWidget?: (type: string) => boolean;
  /** Actions this reader has: `renderer/actions/index.ts`. */
  readonly actions: ActionCatalogue;
  /** Creates the forms of a screen: `renderer/forms/forms.ts`, a separate chunk. */
  readonly createForms?: CreateForms | undefined;
  /** Fetches `createForms` for an overlay with a form. Without either, every form is `unsupported`. */
  readonly fetchForms?: () => Promise<CreateForms>;
  /**
   * Fetches the code of the widgets of an overlay before it opens, so that it does not change its size afterwards.
   *
   * @returns undefined if all of it is loaded. Resolves in any case: a widget without code loads where it is rendered.
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
  /** The reading of a screen that reads nothing: the creation of its history entry. */
  readonly opening: Reading;
  /** Whose visit it is: bound to what is stored, so that the next visitor never reads it. */
  readonly owner: string;
  /** A scope at the screen's level; instances derive theirs from it. */
  readonly scope: Scope;
  report(code: string, detail?: string, node?: string): void;
}

/** One immutable tree; `change` is one commit, nested ones join the outer. Listeners run once per commit. */
export interface Store {
  get(): StoreState;
  /** The recipe writes an immer draft. A value that it puts in is frozen with the state. */
  change(recipe: (draft: StoreDraft) => void): void;
  /** Runs with commits joined; listeners are told at its end. */
  batch<T>(run: () => T): T;
  /** `keys` are first two names of paths: `data.order`, `state.asked`, `device.online`; told after a commit that touched one. */
  subscribe(keys: readonly string[], listener: () => void): () => void;
  /** Says that something outside the tree changed, as part of a commit: full dotted paths, `form.rate.stars`. */
  touch(paths: readonly string[]): void;
}

export interface StoreState {
  readonly params: Values;
  readonly session: Values;
  readonly config: Values;
  /** With a moment (ms) of today: the day is found by who reads it. The same for a quarter of an hour, in which no zone changes its day. */
  readonly device: DeviceFacts & { readonly today: number };
  readonly data: { readonly [name: string]: ResourceState };
  /** When each resource's content was read (ms). */
  readonly fetched: { readonly [name: string]: number | undefined };
  readonly state: Values;
  readonly kept: Values;
  readonly timer: { readonly [id: string]: { readonly left: number; readonly running: boolean } };
  /** Instances of nodes with a running list, with how many. */
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
  /** Content is older than the last try, or the page was away: critical actions refuse until it is read again. */
  readonly stale: boolean;
  /** When the content was read (ms). */
  readonly readAt?: number;
}

export interface DataPort {
  /** Reads these again (all without names); resolves when they ended, well or badly. */
  reload(names?: readonly string[]): Promise<void>;
  /** Whether a resource's content is of now: not stale, not being read. */
  isFresh(name: string): boolean;
  /** The reading of each resource that has content; a new object when one of them is read again. */
  readings(): Readings;
  /** Aborts every read; nothing is delivered after it. Called when the screen is left. */
  stop(): void;
}

/** By resource. */
export type Readings = ReadonlyMap<string, Reading>;

/** What surrounds the nodes. Several changes of one commit are told once, together with it. */
export interface SurfacePort {
  get(): ScreenSurface;
  /** Replaces members; undefined takes an optional one away. */
  set(patch: { readonly [K in keyof ScreenSurface]?: ScreenSurface[K] | undefined }): void;
}

/** What the runner, overlays and intents ask of the nodes. */
export interface TreePort {
  /** The scope of a node's events: with the items, indexes and part instances around it. */
  scopeOf(node: LiveNode): Scope;
  /** The node of this instance, while it exists. */
  find(instance: string): LiveNode | undefined;
  /** The node of a form's field, while it exists. */
  findField(form: string, name: string): LiveNode | undefined;
  /** Key of the overlay a node stands in. */
  overlayOf(node: LiveNode): string | undefined;
  /**
   * Makes the nodes of an overlay. `scope` is that of the list that opens it: an overlay of a part
   * keeps the part's names, any other stands at the screen's level. `key` is its `LiveOverlay.key`.
   */
  makeOverlay(plan: OverlayPlan, key: string, scope: Scope): LiveNode;
  dispose(overlay: LiveNode): void;
  /** Visible and enabled, with its ancestors, computed now and not as drawn; anything uncertain is false. */
  isOpenToEvents(node: LiveNode): boolean;
  /** False while an amount or a consent of the screen is pending, absent or failed: critical actions refuse. */
  areTermsShown(): boolean;
}

/** Intents of critical actions. */
export interface IntentPort {
  /**
   * Sends a critical request at most once per intent, and only while everything that guards it holds.
   *
   * @throws ActionFailure; of the kinds network, timeout and offline only where nothing was sent.
   */
  send(critical: CriticalCall): Promise<Value | undefined>;
  /** The page came back: ask about unknown outcomes. */
  resume(): void;
  /** For ten seconds after a critical send Back only says that it is being sent; says so, and true, then. */
  holdBack(): boolean;
}

/** A critical request, ready to be sent, and what must still hold when it is. */
export interface CriticalCall {
  readonly plan: CriticalPlan;
  readonly endpoint: EndpointPlan;
  readonly request: Values;
  readonly scope: Scope;
  readonly origin: Origin;
  readonly guards: readonly Guard[];
  /** `plan.amounts` as they stood at the tap. */
  readonly amountsAtTap: readonly Result[];
  /** The data read before the tap. The person had not seen later data. */
  readonly readingsAtTap: Readings;
  /** Aborted when the list that waits for it has ended early: the intent then keeps the result. */
  readonly signal: AbortSignal;
}

/** A condition that let a list come this far: it must be `is` again right before money moves. */
export interface Guard {
  readonly condition: Expression;
  readonly scope: Scope;
  readonly is: boolean;
}

/** Calls an endpoint once. */
export interface CallPort {
  /**
   * @param request Members by name, as the contract names them.
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
  /** What would be sent: fixed before a critical call, so that a repetition is the same to the byte. */
  prepare(endpoint: EndpointPlan, request: Values): BuiltRequest;
}

export interface OverlayPort {
  /** What opened the overlay that a list began in; undefined where it began in none. */
  openerOf(origin: Origin): Origin | undefined;
  /** Fetches the code that an overlay's form and widgets need. @returns undefined if there is nothing to fetch, or the overlay will not open. */
  prepare(id: string, origin: Origin): Promise<void> | undefined;
  /** Shows an overlay; resolves when it was closed, rejects with `dismissed` when it was dismissed; at once when its condition does not hold. */
  open(id: string, origin: Origin): Promise<void> | undefined;
  close(origin: Origin): void;
  dismiss(origin: Origin): void;
  /** Mask, Escape, Back. True when there was an overlay, dismissible or not. */
  dismissTop(): boolean;
  /** Open overlays and the lists waiting on them, for the visit; null when there are none. */
  save(): unknown;
  /** Opens what was saved, as soon as the screen's data is there. */
  restore(): void;
  /** What ends when the overlay does that this list opened; undefined when there is none. After a reload. */
  rejoin(run: string): Promise<void> | undefined;
  /** The list has been cancelled and begins anew: what it opened stays only if it is opened again at once. */
  abandon(run: string): void;
  /** A list begun in this overlay has ended: its nodes may go if the overlay has. */
  listEnded(key: string): void;
  /** The list that began anew has come to its first asynchronous action. */
  dropAbandoned(list: string): void;
}
export interface TimerPort {
  /** @param name Where it lives in the store; another than `id` for a part under `each`. */
  start(id: string, name?: string): void;
  stop(id: string, name?: string): void;
  wait(seconds: number, until?: number): Promise<void>;
  /** Catches up with the clock after the page was away. */
  resume(): void;
  save(): Value | null;
  restore(saved: unknown): void;
}
export interface NoticePort {
  /** `durationMs` is 2 s unless the definition says. */
  toast(text: string, tone: Tone, durationMs?: number, lang?: string): void;
  /** @param lang - BCP 47 tag of the words, where it may not be the page's; of `toast` too. */
  inline(text: string, tone: Tone, origin: Origin, lang?: string): void;
  /** A list begins: its inline notices go. */
  begin(origin: Origin): void;
  /** The inline notices of a run go. */
  endRun(run: string): void;
  /** The busy text of a request; returns what takes it away. */
  busy(text: string | undefined): () => void;
}
export interface NavigationPort {
  /** The first navigation wins; returns false when another was first. */
  go(screen: string, params: Values, options: { replace: boolean; at?: string; query?: Values }): boolean;
  leave(url: string, options: { replace: boolean }): boolean;
  /** Whether a value is the address of one of our screens. */
  isScreen(value: Value): boolean;
  back(): boolean;
  readonly isLeaving: boolean;
  /** The page came back after all: buttons are live again. */
  resume(): void;
}
/** Who may have sent a form: the form's own list, or a run that sends one. */
export interface Sender {
  readonly form: string | undefined;
  readonly run: string | undefined;
}
export interface FormsPort {
  /**
   * Checks every field.
   *
   * @param run - The run that sends it, by its id.
   * @returns Undefined when the form may be sent, `busy` while another run sends it, else its first problem,
   *   with the field's name as `pointer`.
   */
  submit(form: string, run?: string): Promise<ActionError | 'busy' | undefined>;
  /** Checks the named fields (all without names). */
  validate(form: string, fields: readonly string[] | undefined): Promise<ActionError | undefined>;
  reset(form: string): void;
  /** `['form', id, name]` and deeper. Changes are told by `store.touch`. */
  read(path: readonly string[]): Result;
  /** The same for the list that sends a form: without what was hidden when it was checked. */
  readSent(path: readonly string[]): Result;
  /** A field's problem and mark; told by `store.touch` under the field's path, too. */
  field(form: string, name: string): FieldState;
  /** A widget writes its value. `settled`: the engine does, because the options are others now. */
  write(form: string, name: string, value: Value | undefined, settled?: true): void;
  /**
   * Problems a server found, by field: its name, or a JSON Pointer to its place in the form. One that no shown
   * field takes is said of the form.
   *
   * @param senders - The nearest first; the first that sends a form counts.
   */
  blame(problems: { readonly [place: string]: string }, senders: readonly Sender[]): void;
  /**
   * Creates the fields that a server chooses, for the node that contains them. Undefined on a page without forms.
   */
  makeSupply(plan: SupplyPlan, owner: TreeNode): Supply | undefined;
  /**
   * The fields that a server chose for a map, in order; a field is `<map>.<name>` to the other doors.
   *
   * @param state - Of one that is not `complete` the form is not sent.
   */
  supply(form: string, map: string, fields: readonly SuppliedField[], state: SupplyState): void;
  /** What a form has to say of itself; told by `store.touch`. */
  news(form: string): FormNews;
  /** A run has come to its next action, or to its end. */
  follow(run: Followed): void;
  /** The run waits for an overlay (-1), or goes on (1): behind an overlay no form says that it is being sent. */
  rest(run: string, by: 1 | -1): void;
  /** Stores what of the drafts is not stored yet. */
  save(): void;
}
/** `blocked`: the policy refused. */
export type SupplyState = 'loading' | 'complete' | 'blocked';

/** A field of a server's choosing that the policy let in. */
export interface SuppliedField {
  readonly name: string;
  readonly plan: NodePlan;
  /** With the item that it was made of. */
  readonly scope: Scope;
  readonly initial?: Expression;
}
/** Connects a widget to its field: `useController(joint)`, or `joint.control.register(joint.name)`. */
export interface FieldJoint {
  readonly control: Control;
  /** The field's name inside react-hook-form. */
  readonly name: string;
  /** `useController`, for code that does not import the library. */
  readonly useController: (joint: Pick<FieldJoint, 'control' | 'name'>) => Pick<UseControllerReturn, 'field'>;
}
export interface FieldState {
  readonly value: Value | undefined;
  /** Absent for groups, whose value is made of their fields. */
  readonly joint?: FieldJoint;
  readonly problem?: string;
  readonly isRequired: boolean;
  /** Of photos. */
  readonly uploads?: Uploads;
  /** Of a field with a remote rule. */
  readonly remote?: RemoteState;
  /** Of a repeating group, and of a record in it; the same object until what it allows is other. */
  readonly rows?: FieldRows;
}
/** How far a service has been asked about a field's value. Another object when that changes. */
export interface RemoteState {
  /** `failed`: there was no answer, so the value is neither right nor wrong. */
  readonly phase: 'idle' | 'asking' | 'right' | 'wrong' | 'failed';
  /** Asks again what has no answer. */
  retry(): void;
}
/** How records are added and taken away. */
export interface FieldRows {
  /** How many there are. */
  readonly count: number;
  /** Of the group: one more, at the end; absent where there may be no more. */
  add?(): void;
  /** Of a record: it is taken away; absent where it is needed. */
  remove?(): void;
}
/**
 * Who started a list: a person by an event of a node, the engine (the screen opened, data was read, an overlay
 * closed, an upload failed), or a person before a reload. If the person closes the overlay that a restored list waits
 * for, the list counts as theirs again.
 */
export type Begun = 'person' | 'engine' | 'restored';
export interface RunnerPort {
  /** Runs a list from an event. Returns when it ended or stopped waiting is not the caller's matter. */
  run(list: readonly ActionPlan[], origin: Origin): Promise<RunEnd> | RunEnd;
  /** Amounts of the list's critical actions as they stand now, for a list that begins later than its tap. */
  measure(list: readonly ActionPlan[], scope: Scope): AmountsAtTap;
  /** Ends every running list of the screen; critical requests run on. */
  stop(): void;
  /** Whether a list of this node is running, or waits for what it opened. */
  isRunningFor(node: Pick<LiveNode, 'instance'>): boolean;
  /** The overlay that this run opened is shown. */
  standBehind(run: string | undefined): void;
  /** Whether this list is running: started by the same node, in the same overlay. */
  isRunning(origin: Origin): boolean;
  /** No new run gets one of these ids. */
  reserve(ids: readonly string[]): void;
  /** Whether a list begun in this overlay is running. */
  isRunningIn(overlay: string): boolean;
  /** After a navigation that did not take the page away: nodes of ended lists are no longer busy. */
  resume(): void;
  /** A list (`by`) closes the overlay that another list opened and waits for. */
  confirm(opener: string | undefined, by: string | undefined): void;
  /** Lists waiting on an overlay or a pause; `OverlayPort.save` carries them. */
  save(): SavedRun[];
  restore(saved: readonly SavedRun[]): void;
}
/** What of a run others than the runner look at. */
export interface Followed {
  readonly id: string;
  /** From the event's list to the one that runs. */
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

/** Where a list came from: its scope, the surface its inline notices stand on, the node that is busy. */
export interface Origin {
  readonly scope: Scope;
  readonly node?: LiveNode;
  /** Key of the overlay it was started in. */
  readonly overlay?: string;
  /** Where the list stands in the plan (`node:<id>:tap`, `data:<name>:load`, `screen:enter`, `overlay:<id>:close`): how a waiting list is found again after a reload. */
  readonly list: string;
  readonly event: string;
  /** Tells running lists apart; given by the runner. */
  readonly run?: string;
  /** What the person saw, where the list begins later than the tap. */
  readonly amounts?: AmountsAtTap;
  readonly readings?: Readings;
}
