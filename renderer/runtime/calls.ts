import { type BuiltRequest, buildRequest, contextOf } from '../plan/build-request.ts';
import { Failure } from '../plan/expression.ts';
import type { EndpointPlan, Plan } from '../plan/plan.ts';
import { readEnvelope } from '../plan/read-envelope.ts';
import { ActionFailure } from './action.ts';
import { own } from './lists.ts';
import type { CallPort } from './ports/calls.ts';
import type { Store, Values } from './ports/store.ts';
import { type Clock, type Http, HttpFailure, type HttpReply, type UploadFile } from './services.ts';

export interface CallOptions {
  readonly http: Http;
  readonly clock: Pick<Clock, 'now'>;
  readonly store: Pick<Store, 'get'>;
  /** `AppPlan.sessionQuery`. */
  readonly sessionQuery?: readonly string[] | undefined;
  /** The code of `plan/http-contract.ts`; needed for endpoints with an `http` plan. */
  readonly contracts?: typeof import('../plan/http-contract.ts') | undefined;
  report(code: string, detail: string): void;
}

/** @throws ActionFailure if the plan has no such endpoint. */
export function endpointOf({ endpoints }: Plan, name: string): EndpointPlan {
  const endpoint = own(endpoints, name);
  if (!endpoint) throw new ActionFailure({ kind: 'unsupported', code: 'request/unknown-endpoint' });
  return endpoint;
}

/** Calls endpoints by their contracts: builds requests and interprets answers. */
export function createCalls({ http, clock, store, sessionQuery, contracts, report }: CallOptions): CallPort {
  function prepare(endpoint: EndpointPlan, request: Values): BuiltRequest {
    const onClash = (name: string) => report('request/clash', `${endpoint.name}: ${name}`);
    const build = endpoint.http ? contracts?.buildHttpRequest : buildRequest;
    const context = { ...contextOf(store.get(), sessionQuery), onClash };
    const built = build ? build(endpoint, request, context) : new Failure('code');
    if (built instanceof Failure) {
      const { reason } = built;
      report('request/not-built', `${endpoint.name}: ${reason}`);
      throw new ActionFailure(
        { kind: reason === 'value' ? 'invalid' : 'unsupported', code: `request/${reason}` },
        true,
      );
    }
    return built;
  }

  async function send(
    endpoint: EndpointPlan,
    call: BuiltRequest,
    signal: AbortSignal,
    file: UploadFile | undefined,
  ): Promise<HttpReply> {
    const name = endpoint.request.find((member) => member.file)?.wire;
    const sent = file && name !== undefined ? { file: { name, ...file } } : {};
    try {
      return await http.send({ ...call, ...sent, timeoutMs: endpoint.timeoutMs }, signal);
    } catch (thrown) {
      if (thrown instanceof HttpFailure) throw new ActionFailure({ kind: thrown.kind }, !thrown.sent);
      if (signal.aborted) throw thrown;
      // `http.send` throws only HttpFailure. After any other error it is unknown whether anything was sent.
      throw new ActionFailure({ kind: 'network' });
    }
  }

  return {
    prepare,
    async call(endpoint, request, { signal, key, body, file, hear }) {
      const call = body ?? prepare(endpoint, request);
      // A new address for every read; otherwise the browser shows its cached image.
      if (endpoint.picture) {
        const address = `${call.url}${call.url.includes('?') ? '&' : '?'}t=${clock.now()}`;
        return http.picture?.(address) ?? address;
      }
      const keyed =
        key === undefined ? call : { ...call, headers: { ...call.headers, 'Idempotency-Key': key } };
      const reply = await send(endpoint, keyed, signal, file);
      hear?.(reply);
      const read = endpoint.http && contracts ? contracts.readHttpReply : readEnvelope;
      const result = read(endpoint, reply.status, reply.body, reply.header);
      for (const { pointer, isMember } of result.drops) {
        report(isMember ? 'reply/member-absent' : 'reply/item-dropped', `${endpoint.name}: ${pointer}`);
      }
      if (result.ok) return result.value;
      if (result.error.kind === 'invalid-reply') {
        report('reply/invalid', `${endpoint.name}: ${result.error.pointer ?? ''}`);
      }
      const { fields, verdict } = result;
      const { status } = reply;
      throw new ActionFailure({ ...result.error, status }, false, { status, verdict, fields });
    },
  };
}
