import type { Network, State, Step, Target } from './states.ts';

/**
 * Steps on a screen, from `fixtures/scripts/<screen>.json` (`schemas/scripts.schema.json`). A script begins in a
 * state of the screen and may override parts of it.
 */
export interface Script
  extends Pick<
    State,
    | 'name'
    | 'title'
    | 'scenario'
    | 'path'
    | 'params'
    | 'session'
    | 'lang'
    | 'device'
    | 'network'
    | 'shows'
    | 'leaves'
  > {
  /** Default: content. */
  readonly from?: string;
  /** Replies of endpoints from the beginning. */
  readonly answers?: { readonly [endpoint: string]: ScriptReply };
  /** Changed values of the application's configuration, by group. */
  readonly config?: { readonly [group: string]: { readonly [name: string]: unknown } };
  readonly steps: readonly ScriptStep[];
}

export interface ScriptFile {
  readonly scripts: readonly Script[];
}

export type ScriptStep =
  | Step
  | { readonly choose: string; readonly in: string | Target }
  | { readonly touch: string }
  /** Puts a photo into the field with this label. */
  | { readonly photo: string; readonly in: string }
  /** Seconds. */
  | { readonly wait: number }
  | { readonly answer: string; readonly with: ScriptReply }
  | { readonly expect: Expectation };

/** Reply of an endpoint from now on; `scenario`: the scenario's own reply. */
export type ScriptReply =
  | 'scenario'
  | Network
  | { readonly data: unknown }
  | { readonly patch: { readonly [member: string]: unknown } }
  | {
      readonly error: {
        readonly code: string;
        readonly message: string;
        readonly fields?: { readonly [name: string]: string };
      };
    }
  | { readonly status: number; readonly body: string };

export type Expectation =
  | { readonly requests: readonly (string | ExpectedRequest)[] }
  | { readonly text: string }
  | { readonly no: string | Target }
  | { readonly leaves: string };

export interface ExpectedRequest {
  readonly endpoint: string;
  /** All members of the body. */
  readonly body?: { readonly [member: string]: unknown };
}
