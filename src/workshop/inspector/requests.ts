import type { LiveScreen } from '#renderer/index.ts';
import type { Expression } from '#renderer/plan/expression.ts';
import { readEnvelope } from '#renderer/plan/read-envelope.ts';

/** A call of the page. */
export interface Call {
  /** 1 is the first that was heard, whatever was forgotten since. */
  readonly nth: number;
  readonly method: string;
  readonly path: string;
  /** With its question mark; empty where there is none. */
  readonly query: string;
  /** Those that the page gives; a browser adds its own. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** As it is sent; of a multipart body its parts. */
  readonly body: string | readonly CallPart[] | undefined;
  /** Of the page's clock, ms. */
  readonly began: number;
  readonly end?: {
    readonly ms: number;
    /** undefined: no answer came. */
    readonly reply?: { readonly status: number; readonly body: string };
  };
}

export interface CallPart {
  readonly name: string;
  /** Of a file what it is. */
  readonly text: string;
}

/** What a page has called. */
export interface CallLog {
  /** The first first; another list with every call that leaves or ends. */
  snapshot(): readonly Call[];
  /** Forgets all of them; what becomes of those under way is told of no more. */
  forget(): void;
}

export interface CallsHeard {
  /** Whether calls of a path are heard; default: all. */
  isHeard?(path: string): boolean;
  told?(calls: readonly Call[]): void;
}

/** Calls that are remembered; older ones are forgotten. */
const MOST_CALLS = 100;

/** Listens to what the page fetches, from now on. What goes another way, as photos of a page in a browser do, is not heard. */
export function listenToCalls(
  window: Window & typeof globalThis,
  { isHeard = () => true, told = () => undefined }: CallsHeard = {},
): CallLog {
  let calls: readonly Call[] = [];
  let count = 0;
  const send = window.fetch;
  const keep = (next: readonly Call[]): void => {
    calls = next.slice(-MOST_CALLS);
    told(calls);
  };
  window.fetch = async (input, init) => {
    const { pathname: path, search: query } = new URL(
      input instanceof Request ? input.url : input,
      window.location.href,
    );
    if (!isHeard(path)) return send.call(window, input, init);
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

/** By the names that the page writes, which a record of a browser's own would not keep. */
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

/** Of one endpoint, the last first: `success, 42 ms`. */
export function describeCalls(
  calls: readonly Pick<Call, 'path' | 'end'>[],
  endpoint: string,
  { plan }: Pick<LiveScreen, 'plan'>,
): readonly string[] {
  const contract = Object.hasOwn(plan.endpoints, endpoint) ? plan.endpoints[endpoint] : undefined;
  if (contract === undefined) return [];
  const paths = textsIn(contract.path);
  return calls
    .filter(({ path }) => paths.includes(path))
    .map(({ end }) => {
      if (end === undefined) return 'under way';
      if (end.reply === undefined) return `no answer, ${end.ms} ms`;
      const { status, body } = end.reply;
      const read = contract.picture ? undefined : readEnvelope(contract, status, body);
      const outcome = read === undefined || read.ok ? 'success' : describeError(read.error);
      return `${outcome} (HTTP ${status}), ${end.ms} ms`;
    })
    .reverse();
}

function describeError({ kind, code, message }: { kind: string; code?: string; message?: string }): string {
  return [kind, code, message].filter((part) => part !== undefined).join(' · ');
}

/** A path may depend on the configuration: each that it can be. */
function textsIn(expression: Expression): readonly string[] {
  if (typeof expression === 'string') return [expression];
  return Array.isArray(expression) ? (expression.slice(1) as Expression[]).flatMap(textsIn) : [];
}
