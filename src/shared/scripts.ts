import type { Network, State, Step, Target } from './states.ts';

/**
 * What is done on a screen, as `fixtures/scripts/<screen>.json` says it (`schemas/scripts.schema.json`). It begins in a
 * state of the screen, of which it may say something otherwise.
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
  /** What endpoints answer from the beginning. */
  readonly answers?: { readonly [endpoint: string]: ScriptReply };
  /** Values of the application's configuration, by group, that are others. */
  readonly config?: { readonly [group: string]: { readonly [name: string]: unknown } };
  readonly steps: readonly ScriptStep[];
}

export interface ScriptFile {
  readonly scripts: readonly Script[];
}

export type ScriptStep =
  | Step
  | { readonly choose: string; readonly in: string | Target }
  | { readonly clear: string | Target }
  | { readonly touch: string }
  /** A photo into a field, by words of what a borrower reads there. */
  | { readonly photo: string; readonly in: string }
  /** Seconds. */
  | { readonly wait: number }
  | { readonly answer: string; readonly with: ScriptReply }
  | { readonly expect: Expectation };

/** What an endpoint answers from now on; `scenario` as it would by itself. */
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
  /** Every member that is sent. */
  readonly body?: { readonly [member: string]: unknown };
}
