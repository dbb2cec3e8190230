import { isRecord } from '#src/shared/contract.ts';
import type { Outcome } from './envelope.ts';
import { type Call, payloadOf, refuse } from './call.ts';
import type { Order } from './orders.ts';
import type { Payload } from '../scenarios/payload.ts';

/** An item of the bank form, from the wire. */
interface Item {
  readonly category: string;
  readonly code: string;
  readonly title: string;
  readonly value: string;
  /** Types of its options. */
  readonly types: readonly string[];
  readonly cardTypeMi: number;
  readonly channelNumber: string;
  readonly isNumeric: boolean;
  readonly isOptional: boolean;
}

/** The channel until one is picked. */
const DEFAULT_CHANNEL = '90006';
/** Account numbers with this prefix are unknown, so that a demonstration can show a refused field. */
const UNKNOWN_ACCOUNT = /^000/;

/** The bank form of the borrower's order, with the saved values. */
export function readBankForm(call: Call): Outcome {
  const order = orderOf(call);
  const payload = order && payloadOf(call, order, 'card-init');
  if (!order || !payload) return refuse('404', 'There is no account form for this product.');
  const items = Array.isArray(payload.items) ? payload.items : [];
  const filled = items.map((item: unknown) =>
    isRecord(item) ? { ...item, value: order.account?.[String(item.code)] ?? item.value } : item,
  );
  return { ok: true, data: { ...payload, items: filled } };
}

/** Saves the form. Unknown items are refused, and each wrong field gets an error. */
export function saveBankForm(call: Call): Outcome {
  const order = orderOf(call);
  const payload = order && payloadOf(call, order, 'card-init');
  if (!order || !payload) return refuse('404', 'There is no account form for this product.');
  const { cardType = '', productId: _product, ...values } = call.members;
  const items = itemsOf(payload);
  const unknown = Object.keys(values).find((code) => !items.some((item) => item.code === code));
  if (unknown !== undefined) return refuse('400', `No item is called ${unknown}.`);
  const fields: { [code: string]: string } = {};
  for (const item of items) {
    const fault = findFault(item, values, Number(cardType));
    if (fault !== undefined) fields[item.code] = fault;
  }
  if (Object.keys(fields).length > 0) {
    return { ok: false, code: '4220', message: 'Please check the account details.', fields };
  }
  order.account = values;
  return { ok: true, data: {} };
}

function orderOf({ order, members }: Call): Order | undefined {
  return order?.scenario.productId === members.productId ? order : undefined;
}

function itemsOf(payload: Payload): Item[] {
  const items = Array.isArray(payload.items) ? payload.items.filter(isRecord) : [];
  return items.map((item) => ({
    category: String(item.category),
    code: String(item.code),
    title: String(item.title),
    value: String(item.value ?? ''),
    types: Array.isArray(item.note) ? item.note.filter(isRecord).map((option) => String(option.type)) : [],
    cardTypeMi: Number(item.cardTypeMi ?? 0),
    channelNumber: String(item.channelNumber ?? ''),
    isNumeric: ![false, 0, '0', 'false'].includes(item.numeric as never),
    isOptional: [true, 1, '1', 'true'].includes(item.optional as never),
  }));
}

type Values = { readonly [code: string]: string };

function findFault(item: Item, values: Values, cardType: number): string | undefined {
  const value = values[item.code] ?? '';
  if (value === '')
    return isAsked(item, values, cardType) && !item.isOptional ? `Enter ${item.title}` : undefined;
  switch (item.category) {
    case 'enumeration':
      return item.types.includes(value) ? undefined : `Choose ${item.title}`;
    case 'day':
      return /^(\d{4}-\d{2}-\d{2}|[1-9]|[12]\d|3[01])$/.test(value) ? undefined : `${item.title} is no day`;
    case 'text':
      if (UNKNOWN_ACCOUNT.test(value)) return `${item.title} is not known at the bank`;
      return item.isNumeric && !/^\d+$/.test(value) ? `${item.title} takes digits only` : undefined;
    default:
      return undefined;
  }
}

/** Whether the form shows the item for these values. */
function isAsked(item: Item, values: Values, cardType: number): boolean {
  if (item.cardTypeMi !== 0 && item.cardTypeMi !== cardType) return false;
  if (cardType !== 1 || item.channelNumber === '') return true;
  return item.channelNumber === (values.channelNumber ?? DEFAULT_CHANNEL);
}
