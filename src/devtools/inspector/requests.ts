import { takesPath } from '#src/shared/contract-path.ts';
import type { LiveScreen } from '#renderer/index.ts';
import type { Expression } from '#renderer/plan/expression.ts';
import { readHttpReply } from '#renderer/plan/http-contract.ts';

/** A request of the page. */
export interface Call {
  /** Number of the request, from 1; removed requests count too. */
  readonly nth: number;
  readonly method: string;
  readonly path: string;
  /** With `?`; empty without a query. */
  readonly query: string;
  /** Headers that the page sets; the browser adds others. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Text, or parts of a multipart body. */
  readonly body: string | readonly CallPart[] | undefined;
  /** Start in ms, from the page's clock. */
  readonly began: number;
  readonly end?: {
    readonly ms: number;
    /** Undefined: no reply. */
    readonly reply?: { readonly status: number; readonly body: string };
  };
}

export interface CallPart {
  readonly name: string;
  /** For a file, its description. */
  readonly text: string;
}

/** The requests of a page. */
export interface CallLog {
  /** Oldest first; a new array for every start or end of a request. */
  snapshot(): readonly Call[];
  /** Clears the log; requests under way are no longer reported. */
  forget(): void;
}

export interface RecordingOptions {
  /** Whether to record requests of a path; default: all. */
  isRecorded?(path: string): boolean;
  onChange?(calls: readonly Call[]): void;
}

/** Maximum number of recorded requests. */
const MOST_CALLS = 100;

/** Records requests by `fetch` from now on. Other requests, such as uploads by `XMLHttpRequest`, are not recorded. */
export function listenToCalls(
  window: Window & typeof globalThis,
  { isRecorded = () => true, onChange = () => undefined }: RecordingOptions = {},
): CallLog {
  let calls: readonly Call[] = [];
  let count = 0;
  const send = window.fetch;
  const keep = (next: readonly Call[]): void => {
    calls = next.slice(-MOST_CALLS);
    onChange(calls);
  };
  window.fetch = async (input, init) => {
    const { pathname: path, search: query } = new URL(
      input instanceof Request ? input.url : input,
      window.location.href,
    );
    if (!isRecorded(path)) return send.call(window, input, init);
    const began = performance.now();
    const nth = (count += 1);
    const { method = 'GET', headers, body } = init ?? {};
    keep([
      ...calls,
      { nth, method, path, query, headers: readHeaders(headers), body: readBody(body), began },
    ]);
    const end = (reply?: { readonly status: number; readonly body: string }): void => {
      if (!calls.some((call) => call.nth === nth)) return;
      const ended = { ms: Math.round(performance.now() - began), ...(reply && { reply }) };
      keep(calls.map((call) => (call.nth === nth ? { ...call, end: ended } : call)));
    };
    try {
      const reply = await send.call(window, input, init);
      const { status } = reply;
      reply
        .clone()
        .text()
        .then(
          (body) => end({ status, body }),
          () => end(),
        );
      return reply;
    } catch (error) {
      end();
      throw error;
    }
  };
  return { snapshot: () => calls, forget: () => keep([]) };
}

/** Keeps the case of the page's header names, which `Headers` would lower. */
function readHeaders(headers: HeadersInit = {}): Call['headers'] {
  return Array.isArray(headers) || headers instanceof Headers
    ? [...new Headers(headers)]
    : Object.entries(headers);
}

function readBody(body: BodyInit | null | undefined): Call['body'] {
  if (typeof body === 'string') return body;
  if (!(body instanceof FormData)) return undefined;
  return [...body].map(([name, value]) => ({
    name,
    text: typeof value === 'string' ? value : `${value.name}, ${value.type}, ${value.size} bytes`,
  }));
}

/** Describes the requests of one endpoint, newest first: `success, 42 ms`. */
export function describeCalls(
  calls: readonly Pick<Call, 'path' | 'end'>[],
  endpoint: string,
  { plan }: Pick<LiveScreen, 'plan'>,
): readonly string[] {
  const contract = Object.hasOwn(plan.endpoints, endpoint) ? plan.endpoints[endpoint] : undefined;
  if (contract === undefined) return [];
  const paths = textsIn(contract.path);
  return calls
    .filter(({ path }) => takesPath({ paths }, path))
    .map(({ end }) => {
      if (end === undefined) return 'under way';
      if (end.reply === undefined) return `no answer, ${end.ms} ms`;
      const { status, body } = end.reply;
      const read = contract.picture ? undefined : readHttpReply(contract, status, body);
      const outcome = read === undefined || read.ok ? 'success' : describeError(read.error);
      return `${outcome} (HTTP ${status}), ${end.ms} ms`;
    })
    .reverse();
}

function describeError({ kind, code, message }: { kind: string; code?: string; message?: string }): string {
  return [kind, code, message].filter((part) => part !== undefined).join(' · ');
}

/** All texts that a path can be: it may depend on the configuration. */
function textsIn(expression: Expression): readonly string[] {
  if (typeof expression === 'string') return [expression];
  return Array.isArray(expression) ? (expression.slice(1) as Expression[]).flatMap(textsIn) : [];
}
