import type { Currency, Expression, Messages, Value } from './expression.ts';

/**
 * A screen as machines read it: parts expanded, expressions lowered, contracts and bridge methods
 * carried along. Pure data, named by the hash of its bytes; the same definition gives the same bytes.
 */
export interface Plan {
  readonly grammar: number;
  readonly id: string;
  readonly title: Expression;
  /** Language of a title that a service wrote; empty where the author did. */
  readonly titleLang?: Expression;
  /** Where the page's title differs from the screen's. */
  readonly documentTitle?: Expression;
  /** Wide, without Back. */
  readonly layout?: 'page';
  /** By path, the node to scroll to when the screen opens there. */
  readonly anchors?: { readonly [path: string]: string };
  /** Opens for visitors without a session too. */
  readonly public?: true;
  /** Stands in demonstrations alone. */
  readonly demo?: true;
  readonly params: { readonly [name: string]: ParamPlan };
  readonly data: { readonly [name: string]: ResourcePlan };
  /** State of parts is named `<part use id>/<name>`. */
  readonly state: { readonly [name: string]: StatePlan };
  readonly timers: { readonly [name: string]: TimerPlan };
  readonly on: { readonly enter?: ActionPlan[]; readonly back?: ActionPlan[] };
  readonly body: readonly NodePlan[];
  readonly bar: readonly NodePlan[];
  readonly overlays: { readonly [id: string]: OverlayPlan };
  readonly endpoints: { readonly [name: string]: EndpointPlan };
  readonly bridge: { readonly [method: string]: BridgeMethodPlan };
  /** Of the texts that this plan shows; what a language's own catalogue lacks, from the next one of its chain. */
  readonly messages: Messages;
  readonly uses: {
    readonly widgets: readonly string[];
    readonly actions: readonly string[];
    /** Rules that ask a service, options that are data, computed fields: more code is fetched with the forms. */
    readonly remote?: true;
  };
  /** What of the application's travels with this plan, because not every screen reads it; delivery parts it. */
  readonly config?: AppPlan['config'];
  readonly kept?: AppPlan['kept'];
  /** Pictures that ship with the screens, of those that this one shows: name → address. */
  readonly assets?: { readonly [name: string]: string };
}

/** What every screen of a release shares. */
export interface AppPlan {
  readonly grammar: number;
  readonly languages: { readonly default: string; readonly list: readonly string[] };
  readonly currency?: Currency;
  /** IANA name of the zone in which a day begins and ends. Never the device's. */
  readonly timeZone: string;
  readonly session: { readonly [name: string]: ParamPlan };
  readonly carried: { readonly [name: string]: ParamPlan };
  /** By carried parameter, session parameters that are forgotten when an address gives another value of it. */
  readonly belongs?: { readonly [carried: string]: readonly string[] };
  readonly config: { readonly [group: string]: { readonly [name: string]: Value } };
  readonly kept: { readonly [name: string]: KeptPlan };
  readonly hosts: {
    /** Where `leave` may go. */
    readonly leave: readonly string[];
    /** Whose pages may be framed. */
    readonly frame: readonly string[];
    /** From where pictures may be loaded. Absent in plans made before grammar 3: from any host over https. */
    readonly image?: readonly string[];
  };
  /** Default failures by kind of error; `default` for the rest. */
  readonly failures: { readonly [kind: string]: readonly ActionPlan[] };
  /** The way to help that error states offer: words of the link, and what it does. */
  readonly help?: { readonly text: string; readonly run: readonly ActionPlan[] };
  /** Runs in place of going back where no page is beneath. Absent in plans made before grammar 3. */
  readonly exit?: readonly ActionPlan[];
  /** The carried parameter that references of error states name: what whoever helps asks for. */
  readonly reference?: string;
  /** Bridge methods that the default failures, the way to help and the exit use. */
  readonly bridge: { readonly [method: string]: BridgeMethodPlan };
  readonly screens: {
    readonly [id: string]: { readonly paths: readonly string[]; readonly params: readonly string[] };
  };
  readonly messages: Messages;
  /** Screens shown where no route fits, and where the session is missing or refused. */
  readonly special?: { readonly unknown: string; readonly signedOut: string };
  /** Session and carried parameters that endpoints with `sessionQuery` append; without it all of the session. */
  readonly sessionQuery?: readonly string[];
  /** Style rules of the brand's colours, where these are others than those that the page was built with. */
  readonly brand?: readonly string[];
  /** Defaults that are samples: `session.<name>` or `config.<group>.<name>`. Read by the server; no page has them. */
  readonly samples?: readonly string[];
  /** Session parameters that identify the visitor; without them no screen with data opens. */
  readonly required: readonly string[];
}

export interface ParamPlan {
  /** Spellings in the address; the first is written. */
  readonly wire: readonly string[];
  readonly shape: Shape;
  readonly required?: true;
  readonly carried?: true;
  readonly default?: Value;
}

export interface StatePlan {
  readonly shape: Shape;
  readonly initial?: Value;
  /** A frame writes here whether its page is shown: on a return it has shown nothing yet. */
  readonly ofFrame?: true;
}

export interface KeptPlan extends StatePlan {
  readonly for: 'session' | 'device';
}

export interface TimerPlan {
  readonly seconds: number;
}

export interface ResourcePlan {
  readonly endpoint: string;
  readonly with: { readonly [name: string]: Expression };
  readonly when?: Expression;
  readonly optional?: true;
  readonly refresh?: readonly ('pull' | 'resume')[];
  /** Its last good reply is stored on the device, and stands in where the service cannot be reached. */
  readonly offline?: true;
  /** The text of the error state; may read `error`. */
  readonly failed?: Expression;
  /** Language of that text, as of the title. */
  readonly failedLang?: Expression;
  readonly load?: readonly ActionPlan[];
  /** Paths its own expressions read. */
  readonly reads: readonly string[];
}

/** One node of a body, a bar or an overlay. */
export interface NodePlan {
  /** Unique in the plan: the author's, or made from the place. Ids inside a part begin with `<use id>/`. */
  readonly id: string;
  /** A widget of the catalogue, or `part`: a group without a look of its own. */
  readonly type: string;
  /** Every property but the ones below; a property that is a literal stands as it is. */
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
  /** Of `fields`: the fields that a server chooses. Its slot `sections` holds the places where they stand. */
  readonly supply?: SupplyPlan;
  readonly critical?: true;
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

/** Fields whose names and kinds come from data: what may be asked for, and what each becomes. */
export interface SupplyPlan {
  readonly allow: AllowPlan;
  readonly elements: readonly SuppliedPlan[];
}

/** What a server may ask for; checked before anything is drawn. */
export interface AllowPlan {
  readonly kinds: readonly string[];
  /** Pattern of the whole name. */
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
  /** Key of a section; without one, or with one that there is not, it stands after all sections. */
  readonly section?: Expression;
  readonly initial?: Expression;
  /** By kind, the node that draws it; all have one id. */
  readonly nodes: { readonly [kind: string]: NodePlan };
}

/** A dialog or a sheet: a node (`type` names which) that `open` shows. */
export type OverlayPlan = NodePlan;

export interface ActionPlan {
  readonly do: string;
  readonly when?: Expression;
  /** Every property but the ones below: `endpoint`, `with` (a record), `text`, `to`, … */
  readonly props?: { readonly [name: string]: Expression };
  readonly as?: string;
  readonly optional?: true;
  readonly background?: true;
  readonly catch?: readonly CasePlan[];
  /** Of `choose`. */
  readonly cases?: readonly CasePlan[];
  readonly critical?: CriticalPlan;
}

export interface CasePlan {
  readonly when?: Expression;
  readonly run: readonly ActionPlan[];
}

export interface CriticalPlan {
  readonly intent: string;
  /** What makes one intent differ from the next of the same name; default: the carried parameters. */
  readonly per?: Expression;
  /** A safe contract that tells how an unknown outcome ended. */
  readonly ask?: string;
  readonly with?: { readonly [name: string]: Expression };
  /** Over `reply`: true, false, or absent for not known yet. */
  readonly done?: Expression;
  /** The intent that ends together with this one; without it this intent ends alone. */
  readonly wish?: string;
  /** Money that the screen shows in nodes the tapped one stands with: compared again right before sending. */
  readonly amounts: readonly Expression[];
  /** Data resources that the guards and amounts read: none may be stale or pending. */
  readonly fresh: readonly string[];
}

export interface EndpointPlan {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Over `request` and `config`. */
  readonly path: Expression;
  readonly encoding: 'query' | 'form' | 'json' | 'multipart';
  /** Names of session parameters sent as headers of the same name; empty where the address had none. */
  readonly headers: readonly string[];
  /** Session parameters appended to the address (the base path's rule). */
  readonly sessionQuery?: true;
  readonly safe: boolean;
  readonly keyed: boolean;
  readonly timeoutMs: number;
  readonly request: readonly RequestMemberPlan[];
  readonly success?: SaidPlan;
  readonly error?: { readonly code?: string; readonly message?: string; readonly fields?: string };
  /** A success of a critical request to this endpoint ends the wish, except for the answers of `unless`. */
  readonly once?: OncePlan;
  readonly reply: Shape;
  /** No body is expected: a 2xx without a body is a success; `success` validates only a body. */
  readonly empty?: true;
  /** The answer is a picture: the value is its address, which the image fetches. */
  readonly picture?: true;
}

/** How long a success is stored, and which success does not end the wish. */
export interface OncePlan {
  readonly forMs: number;
  readonly unless?: SaidPlan;
}

/** A place in an answer, and the values that match there, compared after conversion to text. */
export interface SaidPlan {
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
  /** What an absent member sends; without it nothing. */
  readonly absent?: 'null' | 'empty';
  /** What its own members are on the wire, where that is not what they are called here. */
  readonly inside?: RequestInsidePlan;
}

/** A record's members, or those of a list's items. */
export type RequestInsidePlan =
  | { readonly members: readonly RequestMemberPlan[] }
  | { readonly items: RequestInsidePlan };

export interface BridgeMethodPlan {
  readonly handler: string;
  readonly timeoutMs: number;
  readonly result?: Shape;
  /** Run where there is no shell or it lacks the method; reads the parameters as `params`. */
  readonly fallback?: readonly ActionPlan[];
  /** A parameter that is the address of one of our screens is opened in this page. */
  readonly inPage?: true;
}

/** A lowered reply schema, state or parameter type: what `readReply` and restoring walk. */
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
  /** JSON Pointer in the reply, from the record's own place: `/orderStatus`, `/userOrderDetail/detail`. */
  readonly wire: string;
  readonly shape: Shape;
  readonly required?: true;
  /** Further values, compared after conversion to text, that mean absent. */
  readonly absent?: readonly string[];
  readonly default?: Value;
  /** What does not fit is absent, instead of a misfit of the whole reply. */
  readonly bad?: 'absent';
}

export interface ScalarShape {
  readonly type: 'text' | 'integer' | 'number' | 'boolean' | 'money' | 'date' | 'url';
  /** How the wire's value becomes this type; without it the wire must already have it. */
  readonly read?: 'text' | 'integer' | 'number' | 'flag' | 'minor' | 'url' | 'date';
  readonly known?: readonly string[];
  /** Longest text, in UTF-16 units. */
  readonly max?: number;
}
