import type { Currency, Expression, Messages, Value } from './expression.ts';

/**
 * A compiled screen: parts expanded, expressions lowered, contracts and bridge methods included. Pure data,
 * named by the hash of its bytes; the same definition gives the same bytes.
 */
export interface Plan {
  readonly grammar: number;
  readonly id: string;
  readonly title: Expression;
  /** Language of a title that a service wrote; empty if the author wrote it. */
  readonly titleLang?: Expression;
  /** If the page's title differs from the screen's. */
  readonly documentTitle?: Expression;
  /** Wide, without a Back button. */
  readonly layout?: 'page';
  /** By path, the node to scroll to when the screen opens there. */
  readonly anchors?: { readonly [path: string]: string };
  /** Also opens for visitors without a session. */
  readonly public?: true;
  /** Only part of demonstrations. */
  readonly demo?: true;
  readonly params: { readonly [name: string]: ParamPlan };
  readonly data: { readonly [name: string]: ResourcePlan };
  /** State of parts has the name `<part use id>/<name>`. */
  readonly state: { readonly [name: string]: StatePlan };
  readonly timers: { readonly [name: string]: TimerPlan };
  readonly on: { readonly enter?: ActionPlan[]; readonly back?: ActionPlan[] };
  readonly body: readonly NodePlan[];
  readonly bar: readonly NodePlan[];
  readonly overlays: { readonly [id: string]: OverlayPlan };
  readonly endpoints: { readonly [name: string]: EndpointPlan };
  readonly bridge: { readonly [method: string]: BridgeMethodPlan };
  /** Translations of the texts of this plan, including those from fallback languages. */
  readonly messages: Messages;
  readonly uses: {
    readonly widgets: readonly string[];
    readonly actions: readonly string[];
    /**
     * The screen has remote rules, options from data or computed fields: more code is loaded with the forms.
     */
    readonly remote?: true;
    /** The plan needs the code for editing, for example for computed initial values: `renderer/forms/edit-forms.ts` is loaded. */
    readonly edit?: true;
    /**
     * An endpoint has an `http` plan, data has `every`, or an expression of the screen or of app.json calls a function of
     * `plan/more-functions.ts`: `runtime/rare-code.ts` is loaded.
     */
    readonly rare?: true;
  };
  /** Parts of the application plan that few screens read; delivery moves them to the plans that do. */
  readonly config?: AppPlan['config'];
  readonly kept?: AppPlan['kept'];
  /** Images of screens/assets that this screen shows: name → address. */
  readonly assets?: { readonly [name: string]: string };
}

/** The part of a release that all screens share. */
export interface AppPlan {
  readonly grammar: number;
  readonly languages: { readonly default: string; readonly list: readonly string[] };
  readonly currency?: Currency;
  /** IANA name of the time zone in which a day begins and ends. Never the device's. */
  readonly timeZone: string;
  readonly session: { readonly [name: string]: ParamPlan };
  readonly carried: { readonly [name: string]: ParamPlan };
  /**
   * By carried parameter: the session parameters that are deleted when an address gives the carried parameter
   * another value.
   */
  readonly belongs?: { readonly [carried: string]: readonly string[] };
  readonly config: { readonly [group: string]: { readonly [name: string]: Value } };
  readonly kept: { readonly [name: string]: KeptPlan };
  readonly hosts: {
    /** Hosts that `leave` may open. */
    readonly leave: readonly string[];
    /** Hosts whose pages may be framed. */
    readonly frame: readonly string[];
    /** Hosts of images. Absent in plans before grammar 3: any host over https. */
    readonly image?: readonly string[];
  };
  /** Default actions by kind of failure; `default` for the rest. */
  readonly failures: { readonly [kind: string]: readonly ActionPlan[] };
  /** The help link of error states: its text and its actions. */
  readonly help?: { readonly text: string; readonly run: readonly ActionPlan[] };
  /** Runs instead of going back if there is no earlier page. Absent in plans before grammar 3. */
  readonly exit?: readonly ActionPlan[];
  /** The carried parameter that error states show as the reference for support. */
  readonly reference?: string;
  /** Bridge methods of the default failures, the help link and the exit. */
  readonly bridge: { readonly [method: string]: BridgeMethodPlan };
  readonly screens: {
    readonly [id: string]: { readonly paths: readonly string[]; readonly params: readonly string[] };
  };
  readonly messages: Messages;
  /** Screens for an unknown route, and for a session that is missing or refused. */
  readonly special?: { readonly unknown: string; readonly signedOut: string };
  /** Session and carried parameters that endpoints with `sessionQuery` append; default: all session parameters. */
  readonly sessionQuery?: readonly string[];
  /** CSS rules of the brand's colours, if they differ from those in the page's build. */
  readonly brand?: readonly string[];
  /**
   * Defaults that are samples: `session.<name>` or `config.<group>.<name>`. For the server; not sent to
   * pages.
   */
  readonly samples?: readonly string[];
  /** Session parameters that identify the visitor; without them no screen with data opens. */
  readonly required: readonly string[];
}

export interface ParamPlan {
  /** Names in the address; the first is used for writing. */
  readonly wire: readonly string[];
  readonly shape: Shape;
  readonly required?: true;
  readonly carried?: true;
  readonly default?: Value;
}

export interface StatePlan {
  readonly shape: Shape;
  readonly initial?: Value;
  /** A frame writes here whether its page is visible; false again when the screen is restored. */
  readonly ofFrame?: true;
}

export interface KeptPlan extends StatePlan {
  readonly for: 'session' | 'device';
}

export interface TimerPlan {
  readonly seconds: number;
}

/** How the next page of a list is read. */
export interface PagesPlan {
  /** The member of the reply that is the list. */
  readonly list: string;
  /** Members of the request for the next page, beside those of the first one. */
  readonly with: { readonly [member: string]: Expression };
  /** There is another page only if this is true. */
  readonly when?: Expression;
  /** A page with fewer items is the last one. */
  readonly size?: number;
  /** The member that identifies an item: a page that has it again replaces it. */
  readonly key?: string;
}

export interface ResourcePlan {
  readonly endpoint: string;
  readonly with: { readonly [name: string]: Expression };
  readonly when?: Expression;
  readonly optional?: true;
  readonly refresh?: readonly ('pull' | 'resume')[];
  /** It is read again at this interval; the code is `runtime/polling.ts`. */
  readonly every?: { readonly seconds: number; readonly times: number; readonly until?: Expression };
  /** Its reply is one page of a list; the code is `runtime/pages.ts`. */
  readonly pages?: PagesPlan;
  /** The last valid reply is stored on the device and used if the service cannot be reached. */
  readonly offline?: true;
  /** The text of the error state; may read `error`. */
  readonly failed?: Expression;
  /** Language of that text, as for the title. */
  readonly failedLang?: Expression;
  readonly load?: readonly ActionPlan[];
  /** Paths that its own expressions read. */
  readonly reads: readonly string[];
}

/** One node of a body, a bar or an overlay. */
export interface NodePlan {
  /**
   * Unique in the plan: from the author, or made from its location. Ids inside a part begin with `<use id>/`.
   */
  readonly id: string;
  /** A widget of the catalogue, or `part`: a group without its own look. */
  readonly type: string;
  /** All properties except those below; a literal property is unchanged. */
  readonly props?: { readonly [name: string]: Expression };
  /** Properties that are lists of records: rows, options, tags, rules. */
  readonly lists?: { readonly [name: string]: readonly ElementPlan[] };
  /** Properties that are lists of nodes: body, bar. */
  readonly slots?: { readonly [name: string]: readonly NodePlan[] };
  readonly on?: { readonly [event: string]: readonly ActionPlan[] };
  readonly each?: EachPlan;
  readonly visible?: Expression;
  readonly enabled?: Expression;
  /** Path under `state` that the widget's value is bound to: `['state', 'pay/channel']`. */
  readonly bind?: readonly string[];
  /** For `fields`: the fields that a server may choose. Its slot `sections` has the field lists. */
  readonly supply?: SupplyPlan;
  readonly critical?: true;
  /** Of a form field of another package: what it writes. Read it by `writtenKind`. */
  readonly writes?: 'boolean' | 'date' | 'money';
  /**
   * Of a widget of another package that shows an amount or asks for consent: the properties that must be amounts.
   * Read it by `termsOf`.
   */
  readonly terms?: readonly string[];
  readonly fallback?: NodePlan | 'none';
  /** Paths that the node's own expressions read, sorted: `data.order.status`, `state.asked`, `row.text`. */
  readonly reads: readonly string[];
}

export interface ElementPlan {
  readonly each?: EachPlan;
  readonly visible?: Expression;
  readonly props: { readonly [name: string]: Expression };
}

export interface EachPlan {
  readonly list: Expression;
  readonly as: string;
  readonly at?: string;
  readonly key?: Expression;
  readonly placeholders?: number;
}

/** Fields whose names and kinds come from data: what is allowed, and the nodes for each. */
export interface SupplyPlan {
  readonly allow: AllowPlan;
  readonly elements: readonly SuppliedPlan[];
}

/** The fields that a server may choose; checked before anything is rendered. */
export interface AllowPlan {
  readonly kinds: readonly string[];
  /** Pattern that the whole name must match. */
  readonly name: string;
  readonly not: readonly string[];
  readonly count: number;
  readonly options: number;
  readonly refused: 'skip' | 'block';
}

/** One field, or one per item of a list. */
export interface SuppliedPlan {
  readonly each?: EachPlan;
  readonly kind: Expression;
  readonly name: Expression;
  /** Key of a section; without one, or with an unknown one, the field comes after all sections. */
  readonly section?: Expression;
  readonly initial?: Expression;
  /** The node for each kind; all have the same id. */
  readonly nodes: { readonly [kind: string]: NodePlan };
}

/** A dialog or a sheet (by `type`) that `open` shows. */
export type OverlayPlan = NodePlan;

export interface ActionPlan {
  readonly do: string;
  readonly when?: Expression;
  /** All properties except those below: `endpoint`, `with` (a record), `text`, `to`, … */
  readonly props?: { readonly [name: string]: Expression };
  readonly as?: string;
  readonly optional?: true;
  readonly background?: true;
  readonly catch?: readonly CasePlan[];
  /** For `choose`. */
  readonly cases?: readonly CasePlan[];
  readonly critical?: CriticalPlan;
}

export interface CasePlan {
  readonly when?: Expression;
  readonly run: readonly ActionPlan[];
}

export interface CriticalPlan {
  readonly intent: string;
  /** Distinguishes intents of the same name; default: the carried parameters. */
  readonly per?: Expression;
  /** A safe contract that reports the result of a call with an unknown outcome. */
  readonly ask?: string;
  readonly with?: { readonly [name: string]: Expression };
  /** Reads `reply`: true (succeeded), false (failed), or absent if not known yet. */
  readonly done?: Expression;
  /** The intent that ends together with this one; without it this intent ends alone. */
  readonly wish?: string;
  /** Amounts that the screen shows with the tapped node; compared again right before sending. */
  readonly amounts: readonly Expression[];
  /** Data that conditions and amounts read: none may be stale or pending. */
  readonly fresh: readonly string[];
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface EndpointPlan {
  readonly name: string;
  readonly method: HttpMethod;
  /** May read `request` and `config`. */
  readonly path: Expression;
  readonly encoding: 'query' | 'form' | 'json' | 'multipart';
  /**
   * Names of session parameters that are sent as headers of the same name; a header is empty if the address
   * had no value.
   */
  readonly headers: readonly string[];
  /** Session parameters are appended to the query. */
  readonly sessionQuery?: true;
  readonly safe: boolean;
  /** `prefetch` of the contract. Only the open screen sends it: the call itself ends or changes something. */
  readonly ahead?: false;
  readonly keyed: boolean;
  readonly timeoutMs: number;
  readonly request: readonly RequestMemberPlan[];
  readonly success?: AnswerMatchPlan;
  readonly error?: { readonly code?: string; readonly message?: string; readonly fields?: string };
  /**
   * A success of a critical request to this endpoint ends the wish, except for answers that `unless` matches.
   */
  readonly once?: OncePlan;
  readonly reply: Shape;
  /** No body is expected: a 2xx without a body is a success; `success` validates only a body. */
  readonly empty?: true;
  /** The answer is an image: the value is its address, which the image element loads. */
  readonly picture?: true;
  /** What only `plan/http-contract.ts` can build or read. */
  readonly http?: HttpPlan;
}

/** Path parameters, headers and meanings of statuses. An empty one stands for a method that older pages do not know. */
export interface HttpPlan {
  /** Names of the members that fill the braces of the path, and are sent only there. */
  readonly path?: readonly string[];
  /** Paths of other contracts of the method that a value could lead to: a request to one of them is refused. */
  readonly others?: readonly string[];
  /** Names of the members that are sent in the query although the call has a body. */
  readonly query?: readonly string[];
  /** Request headers; each may read `request`, `session` and `config`. */
  readonly headers?: { readonly [header: string]: Expression };
  /** The member of the reply whose value is the whole answer, for example a list. */
  readonly whole?: string;
  /** Members of the reply whose values are response headers. */
  readonly heard?: readonly { readonly name: string; readonly header: string; readonly shape: Shape }[];
  /** By status: a success with the reply (`same`), a success without a body (`none`), an absent result, a failure. */
  readonly replies?: { readonly [status: string]: 'same' | 'none' | 'absent' | { readonly code: string } };
  readonly fields?: ErrorFieldsPlan;
}

/** Where a failure has its messages for request members, and how they are written. */
export interface ErrorFieldsPlan {
  readonly at: string;
  readonly as: 'map' | 'lists' | 'pointers';
  /** Of `pointers`: the member with the message; default: `detail`. */
  readonly message?: string;
}

/** How long a success is stored, and which success does not end the wish. */
export interface OncePlan {
  readonly forMs: number;
  readonly unless?: AnswerMatchPlan;
}

/** A JSON Pointer in an answer, and the matching values, compared after conversion to text. */
export interface AnswerMatchPlan {
  readonly at: string;
  readonly is: readonly string[];
}

export interface RequestMemberPlan {
  readonly name: string;
  /** Name on the wire; `spread` makes a map's entries members of the body, `none` sends nothing. */
  readonly wire: string;
  readonly spread?: true;
  readonly none?: true;
  /** The file of an upload. */
  readonly file?: true;
  /** What is sent for an absent member; without it nothing. */
  readonly absent?: 'null' | 'empty';
  /** Names of its own members on the wire, if they differ. */
  readonly inside?: RequestInsidePlan;
}

/** The members of a record, or of a list's items. */
export type RequestInsidePlan =
  | { readonly members: readonly RequestMemberPlan[] }
  | { readonly items: RequestInsidePlan };

export interface BridgeMethodPlan {
  readonly handler: string;
  readonly timeoutMs: number;
  readonly result?: Shape;
  /** Runs if there is no native shell or it lacks the method; reads the parameters as `params`. */
  readonly fallback?: readonly ActionPlan[];
  /** If a parameter is the address of one of our screens, it is opened in this page. */
  readonly inPage?: true;
}

/** A lowered reply schema, state type or parameter type, for `readReply` and `readStored`. */
export type Shape =
  | RecordShape
  | { readonly type: 'list'; readonly items: Shape; readonly max?: number; readonly bad?: 'drop' }
  | { readonly type: 'map'; readonly items: Shape; readonly max?: number }
  | ScalarShape;

export interface RecordShape {
  readonly type: 'record';
  readonly members: readonly MemberShape[];
}

export interface MemberShape {
  readonly name: string;
  /** JSON Pointer in the reply, relative to the record: `/orderStatus`, `/userOrderDetail/detail`. */
  readonly wire: string;
  readonly shape: Shape;
  readonly required?: true;
  /** More values that mean absent, compared after conversion to text. */
  readonly absent?: readonly string[];
  readonly default?: Value;
  /** A value that does not fit is absent; without this the whole reply is invalid. */
  readonly bad?: 'absent';
}

export interface ScalarShape {
  readonly type: 'text' | 'integer' | 'number' | 'boolean' | 'money' | 'date' | 'url';
  /** How the value is converted from its type on the wire; default: it must already have the type. */
  readonly read?: 'text' | 'integer' | 'number' | 'flag' | 'minor' | 'url' | 'date';
  readonly known?: readonly string[];
  /** Maximum length of a text, in UTF-16 units. */
  readonly max?: number;
}
