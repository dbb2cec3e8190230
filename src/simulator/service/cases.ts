import * as v from 'valibot';
import { evaluate } from '#renderer/plan/evaluate.ts';
import type { Expression, Result, Value } from '#renderer/plan/expression.ts';
import { createScope } from '#renderer/plan/scope.ts';
import { isRecord, isValue } from '#renderer/plan/value.ts';
import type { Contract } from '#src/shared/contract.ts';
import type { Outcome } from './envelope.ts';
import { moveTo, type Order } from './orders.ts';
import type { Payload } from '../scenarios/payload.ts';
import type { Case, CaseReply } from '../scenarios/case.ts';
import { fillPlaceholders, mergePatch, type Surroundings } from '../scenarios/scenario.ts';

/** The input for choosing and computing a case. */
export interface CaseInput {
  readonly contract: Contract;
  /** As strings, unchanged. */
  readonly members: { readonly [name: string]: string };
  /** Absent if the caller has no order. */
  readonly order: Order | undefined;
  readonly surroundings: Surroundings;
}

/** Maximum number of items of a list in the memory; the newest stay. */
const MOST_ITEMS = 500;

/** The first case whose condition holds; undefined if there is none. */
export function chooseCase(cases: readonly Case[], input: CaseInput): Case | undefined {
  return cases.find(({ when }) => when === undefined || compute(when, input) === true);
}

/** Performs a case, and returns its answer. The memory is written first, so that the answer can contain it. */
export function actOnCase(chosen: Case, input: CaseInput): Outcome {
  const { order } = input;
  if (order) {
    const next = { ...order.memory };
    for (const [name, value] of Object.entries(chosen.remember ?? {})) next[name] = need(value, input);
    for (const [name, value] of Object.entries(chosen.append ?? {})) {
      const before = next[name];
      next[name] = [...(Array.isArray(before) ? before : []), need(value, input)].slice(-MOST_ITEMS);
    }
    order.memory = next;
    if (chosen.stage !== undefined) moveTo(order, chosen.stage);
  }
  return chosen.error === undefined
    ? { ok: true, data: payloadOfCase(chosen.reply, input) }
    : readError(need(chosen.error, input));
}

function payloadOfCase(reply: CaseReply | undefined, input: CaseInput): Payload {
  if (reply === undefined) return {};
  const base = fillPlaceholders(reply.like, input.surroundings);
  const change = reply.change === undefined ? {} : need(reply.change, input);
  return mergePatch(mergePatch(base, isRecord(change) ? change : {}), reply.without ?? {});
}

function readError(error: Value): Outcome {
  const { code, message, fields } = isRecord(error) ? error : {};
  return {
    ok: false,
    code: String(code ?? ''),
    message: String(message ?? ''),
    ...(isRecord(fields) && {
      fields: Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, String(text)])),
    }),
  };
}

/** @throws Error if the value is absent or cannot be computed: the checker guarantees a value. */
function need(expression: Expression, input: CaseInput): Value {
  const result = compute(expression, input);
  if (!isValue(result)) throw new Error(`A case of ${input.contract.name} cannot be computed.`);
  return result;
}

function compute(expression: Expression, { contract, members, order, surroundings }: CaseInput): Result {
  const request: { [name: string]: Value } = {};
  for (const { name, type } of contract.members) {
    const sent = members[name];
    if (sent !== undefined && (sent !== '' || type === 'string')) request[name] = readSent(sent, type);
  }
  const scope = createScope({
    request,
    memory: order?.memory ?? {},
    order: {
      id: order?.orderId ?? '',
      productId: order?.scenario.productId ?? '',
      stage: order?.stage ?? '',
    },
  });
  // Placeholders are only in constant texts: what the request contains stays unchanged.
  return evaluate(fillPlaceholders(expression, surroundings), scope);
}

const SENT = v.pipe(
  v.string(),
  v.parseJson(),
  v.custom<Value>((sent) => sent !== null),
);

/** The value of a text on the wire, by the type in the contract. */
function readSent(text: string, type: string): Value {
  switch (type) {
    case 'integer':
    case 'number':
      return Number(text);
    case 'boolean':
      return text === 'true' || text === '1';
    case 'object':
    case 'array':
      return v.parse(SENT, text);
    default:
      return text;
  }
}
