import type { LiveScreen } from '#renderer/index.ts';
import type { Expression } from '#renderer/plan/expression.ts';
import { readEnvelope } from '#renderer/plan/read-envelope.ts';

/** A call of the page. */
export interface Call {
  readonly path: string;
  /** Of the page's clock, ms. */
  readonly began: number;
  end?: {
    readonly ms: number;
    /** undefined: no answer came. */
    readonly reply?: { readonly status: number; readonly body: string };
  };
}

/** Calls that are remembered; older ones are forgotten. */
const MOST_CALLS = 100;

/** Listens to what the page fetches, from now on. Photos go another way and are not heard. */
export function listenToCalls(window: Window & typeof globalThis): readonly Call[] {
  const calls: Call[] = [];
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const began = performance.now();
    const call: Call = { path: new URL(address, window.location.href).pathname, began };
    calls.push(call);
    if (calls.length > MOST_CALLS) calls.shift();
    const end = (reply?: { readonly status: number; readonly body: string }): void => {
      call.end = { ms: Math.round(performance.now() - began), ...(reply && { reply }) };
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
  return calls;
}

/** Of one endpoint, the last first: `success, 42 ms`. */
export function describeCalls(
  calls: readonly Call[],
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
