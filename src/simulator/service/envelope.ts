import { type Contract, type ErrorFields, isRecord } from '#src/shared/contract.ts';

/** Result of a call: a payload in its wire format, or a refusal. */
export type Outcome =
  | { readonly ok: true; readonly data: unknown }
  | {
      readonly ok: false;
      readonly code: string;
      readonly message: string;
      /** Errors of members, if the contract has a place for them. */
      readonly fields?: { readonly [name: string]: string };
    };

/**
 * The text of a reply: the payload in the contract's envelope (`code`, `message`, `data`, and the success flag if
 * the contract has one).
 */
export function writeEnvelope(contract: Contract, outcome: Outcome): string {
  if (outcome.ok && contract.whole !== undefined)
    return JSON.stringify(memberOf(outcome.data, contract.whole));
  const envelope: Envelope = {};
  const success = contract.success;
  if (success) put(envelope, success.at, outcome.ok ? asFlag(success.is[0]) : false);
  const codePointer = contract.error.code ?? '/code';
  if (codePointer !== success?.at || !outcome.ok) put(envelope, codePointer, outcome.ok ? '0' : outcome.code);
  put(envelope, contract.error.message ?? '/message', outcome.ok ? 'success' : outcome.message);
  if (outcome.ok && contract.replyAt === '') Object.assign(envelope, outcome.data);
  else put(envelope, contract.replyAt || '/data', outcome.ok ? outcome.data : null);
  if (!outcome.ok && outcome.fields !== undefined && contract.error.fields !== undefined) {
    const { fields } = contract.error;
    put(envelope, fields.at, writeFields(outcome.fields, fields));
  }
  return JSON.stringify(envelope);
}

/** Messages by member, in the form that the contract declares. */
function writeFields(messages: { readonly [name: string]: string }, { as, message }: ErrorFields): unknown {
  const entries = Object.entries(messages);
  if (as === 'lists') return Object.fromEntries(entries.map(([name, words]) => [name, [words]]));
  if (as === 'pointers') return entries.map(([name, words]) => ({ pointer: `/${name}`, [message]: words }));
  return messages;
}

function memberOf(data: unknown, name: string): unknown {
  return isRecord(data) && Object.hasOwn(data, name) ? data[name] : null;
}

interface Envelope {
  [name: string]: unknown;
}

/** `true` is a boolean on the wire; every other success value is a string. */
function asFlag(text: string | undefined): unknown {
  return text === 'true' ? true : text;
}

/** Pointers in contracts are short and never point into lists. */
function put(envelope: Envelope, pointer: string, value: unknown): void {
  const names = pointer.split('/').filter((name) => name !== '');
  const last = names.pop();
  if (last === undefined) return;
  let place = envelope;
  for (const name of names) {
    const inner: Envelope = { ...(place[name] as Envelope | undefined) };
    place[name] = inner;
    place = inner;
  }
  place[last] = value;
}
