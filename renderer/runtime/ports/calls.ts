import type { BuiltRequest } from '../../plan/build-request.ts';
import type { Value } from '../../plan/expression.ts';
import type { EndpointPlan } from '../../plan/plan.ts';
import type { HttpReply, UploadFile } from '../services.ts';
import type { Values } from './store.ts';

/** Calls an endpoint once. */
export interface CallPort {
  /**
   * @param request - Members by their names in the contract.
   * @throws ActionFailure of the kinds offline, network, timeout, server, business, invalid-reply.
   */
  call(
    endpoint: EndpointPlan,
    request: Values,
    options: {
      readonly signal: AbortSignal;
      readonly key?: string;
      readonly body?: BuiltRequest;
      readonly file?: UploadFile;
      /** Receives the answer before it is validated. */
      hear?(reply: HttpReply): void;
    },
  ): Promise<Value | undefined>;
  /** Builds the request. A critical call stores it before sending, so that a retry is identical to the byte. */
  prepare(endpoint: EndpointPlan, request: Values): BuiltRequest;
}
