import * as v from 'valibot';

/**
 * A screen in one of its states, as `fixtures/states` says it (`schemas/states.schema.json`). The server reads it
 * and writes it into the page's document; `src/workshop/state.ts` brings the page there.
 */
export interface State {
  readonly name: string;
  readonly title?: string;
  readonly omit?: true;
  /** Default: content. */
  readonly shows?: Shows;
  readonly scenario?: string;
  readonly path?: string;
  readonly params?: { readonly [name: string]: string };
  readonly session?: boolean;
  readonly lang?: string;
  /** CSS pixels. */
  readonly size?: { readonly width: number; readonly height: number };
  readonly textScale?: number;
  readonly device?: Device;
  readonly network?: Network;
  readonly leaves?: true;
  readonly begin?: readonly Step[];
  readonly steps?: readonly Step[];
}

export type Shows = 'skeleton' | 'content' | 'empty' | 'error' | 'offline' | 'submitting' | 'success';

export interface Device {
  readonly offline?: boolean;
  readonly inShell?: boolean;
  /** What the app around it listens to. */
  readonly handlers?: readonly string[];
  readonly inApp?: boolean;
  readonly refusesClipboard?: boolean;
  /** Where it says that it is: degrees, and how far off in metres it may be. It does not say where it lacks this. */
  readonly position?: { readonly latitude: number; readonly longitude: number; readonly accuracy: number };
  /** What lies on it from an earlier visit, by key of its storage. */
  readonly stored?: { readonly [key: string]: unknown };
  /** CSS pixels that the keyboard takes; 0 closes it. */
  readonly keyboard?: number;
}

export type Network =
  | 'on'
  | 'hold'
  | 'break'
  | 'garbage'
  | 'nothing'
  | 'http500'
  | 'error'
  | 'error-without-words'
  | 'wrong-shape';

export type Step =
  | { readonly tap: string | Target; readonly all?: true }
  | { readonly type: string; readonly in: string | Target }
  | { readonly press: string; readonly times?: number }
  | { readonly see: string | Target }
  | { readonly pass: number }
  | { readonly device: Device }
  | { readonly network: Network }
  | { readonly back: true }
  | { readonly resume: true };

export interface Target {
  readonly role?: string;
  readonly name?: string;
  readonly contains?: string;
  readonly expanded?: boolean;
  readonly busy?: true;
  /** Role of what it stands in: two may be called alike. */
  readonly within?: string;
}

/** Networks whose reply depends on whose envelope it comes in. */
export type Answered = Extract<Network, 'error' | 'error-without-words' | 'wrong-shape'>;

const REPLIES = v.record(v.string(), v.string());

/** What the document of a state carries beside its release. */
export const STATE_DOCUMENT = v.object({
  /** Checked by its JSON Schema where the server reads it. */
  state: v.custom<State>((state) => typeof state === 'object' && state !== null),
  /** Reply texts by path of the call. */
  replies: v.object({ error: REPLIES, 'error-without-words': REPLIES, 'wrong-shape': REPLIES }),
});
export type StateDocument = Readonly<v.InferOutput<typeof STATE_DOCUMENT>>;

/** Id of the element that holds the StateDocument. */
export const STATE_ELEMENT_ID = 'capiz-state';

/** Parameter of an address that names a state: `<screen>/<state>`. Heard by the reference loan service alone. */
export const STATE_PARAMETER = 'capiz-state';

/** On the document element once the state stands: `reached`, or what was waited for in vain. */
export const STATE_ATTRIBUTE = 'data-capiz-state';
