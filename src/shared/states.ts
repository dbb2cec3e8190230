import * as v from 'valibot';

/**
 * A screen in one of its states, from `fixtures/states` (`schemas/states.schema.json`). The server reads it and
 * writes it into the page's document; `src/devtools/state.ts` brings the page into the state.
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
  /** Handlers of the surrounding app, which return at once. */
  readonly handlers?: readonly string[];
  /** Handlers of the surrounding app that never answer. */
  readonly unanswered?: readonly string[];
  readonly inApp?: boolean;
  readonly refusesClipboard?: boolean;
  /**
   * The position of the device in degrees, with the accuracy in metres. Absent: the device does not reveal its
   * position.
   */
  readonly position?: { readonly latitude: number; readonly longitude: number; readonly accuracy: number };
  /** Data from an earlier visit, by key of its storage. */
  readonly stored?: { readonly [key: string]: unknown };
  /** Height of the keyboard in CSS pixels; 0 closes it. */
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
  | { readonly clear: string | Target }
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
  /** Role of an ancestor, to tell two elements with the same name apart. */
  readonly within?: string;
}

/** Networks whose reply depends on the envelope of the contract. */
export type Answered = Extract<Network, 'error' | 'error-without-words' | 'wrong-shape'>;

const REPLIES = v.record(v.string(), v.string());

/** Additional data in the document of a state. */
export const STATE_DOCUMENT = v.object({
  /** Checked by its JSON Schema when the server reads it. */
  state: v.custom<State>((state) => typeof state === 'object' && state !== null),
  /** Reply texts by method and path of the call: `GET /notes/{id}`. */
  replies: v.object({ error: REPLIES, 'error-without-words': REPLIES, 'wrong-shape': REPLIES }),
});
export type StateDocument = Readonly<v.InferOutput<typeof STATE_DOCUMENT>>;

/** Id of the element that holds the StateDocument. */
export const STATE_ELEMENT_ID = 'capiz-state';

/** Query parameter that names a state: `<screen>/<state>`. Only for the simulated loan service. */
export const STATE_PARAMETER = 'capiz-state';

/** Attribute of the document element: `reached`, or the condition that was not met in time. */
export const STATE_ATTRIBUTE = 'data-capiz-state';
