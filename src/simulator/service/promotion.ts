import { type Call, payloadOf, refuse } from './call.ts';
import type { Outcome } from './envelope.ts';
import type { Order } from './orders.ts';

/** Texts of the captcha images; each attempt uses the next one. */
const CAPTCHAS = ['4827', '9153', '3674', '7295'] as const;
/** The code in every SMS of the demonstration. */
const RIGHT_CODE = '123456';
/** Numbers that are already registered, one for each rule of telephone numbers. */
const MEMBERS = new Set(['13900000000', '09990000000']);

/** A sid is the number of the order whose scenario answers, a dot, and the number of the attempt. */
export function orderOfSid(sid: string | undefined): string | undefined {
  return sid?.includes('.') === true ? sid.slice(0, sid.lastIndexOf('.')) : undefined;
}

export function readTemplate(call: Call): Outcome {
  const { order } = call;
  const payload = order && payloadOf(call, order, 'channel-template');
  return payload && payload.id === call.members.templateId
    ? { ok: true, data: payload }
    : refuse('404', 'There is no such promotion.');
}

export function makeSid({ order }: Call): Outcome {
  if (!order) return refuse('404', 'There is no such promotion.');
  const sid = `${order.orderId}.${order.captchas.size + 1}`;
  order.captchas.set(sid, 0);
  return { ok: true, data: { sid } };
}

/** An SVG of 120 by 52 with rotated digits and two lines across. */
export function drawCaptcha({ order, members }: Call): Outcome {
  const { sid = '' } = members;
  const drawn = order?.captchas.get(sid);
  if (!order || drawn === undefined) return refuse('404', 'This try is over.');
  order.captchas.set(sid, drawn + 1);
  const digits = (answerOf(order, sid) ?? '').split('').map((digit, at) => {
    const turn = ((Number(digit) * 7) % 30) - 15;
    return `<text x="${20 + at * 26}" y="36" transform="rotate(${turn} ${20 + at * 26} 30)">${digit}</text>`;
  });
  return {
    ok: true,
    data: `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="52" viewBox="0 0 120 52"><rect width="120" height="52" fill="#fff"/><path d="M0 14 60 34 120 10M0 44 50 18 120 40" stroke="#8a94a6" fill="none"/><g font-family="monospace" font-size="28" font-weight="700" text-anchor="middle" fill="#22304a">${digits.join('')}</g></svg>`,
  };
}

export function sendCode(call: Call): Outcome {
  const { order, members } = call;
  if (!order || !isPhone(call, order)) return refuse('400', 'This is no mobile number.');
  if (members.capcode !== answerOf(order, members.sid))
    return refuse('101', 'The image code does not match.');
  return isRegistered(order, members.phone) ? refuse('11', 'Registered.') : { ok: true, data: {} };
}

export function registerPhone(call: Call): Outcome {
  const { order, members } = call;
  if (!order || !isPhone(call, order)) return refuse('400', 'This is no mobile number.');
  if (members.capcode !== answerOf(order, members.sid)) return refuse('-1', 'The image code does not match.');
  if (isRegistered(order, members.phone)) return refuse('11', 'Registered.');
  if (members.smsCode !== RIGHT_CODE) return refuse('12', 'The SMS code does not match.');
  order.registered.add(String(members.phone));
  return { ok: true, data: {} };
}

function answerOf(order: Order, sid: string | undefined): string | undefined {
  const drawn = order.captchas.get(sid ?? '') ?? 0;
  return drawn === 0 ? undefined : CAPTCHAS[(drawn - 1) % CAPTCHAS.length];
}

function isPhone(call: Call, order: Order): boolean {
  const isSpec = payloadOf(call, order, 'channel-template')?.phoneRule === 'spec';
  return (isSpec ? /^1[3-9]\d{9}$/ : /^09\d{9}$/).test(call.members.phone ?? '');
}

function isRegistered(order: Order, phone = ''): boolean {
  return MEMBERS.has(phone) || order.registered.has(phone);
}
