import { createTransport } from 'nodemailer';
import type { Outcome } from '../message-queue.ts';

export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte, `smtps://`. */
  readonly secure: boolean;
  /** Whether the mail server must offer STARTTLS, so that no password is sent unencrypted to another machine. */
  readonly requireTLS: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
  /** E-mail address of the sender. */
  readonly from: string;
}

export interface Mail {
  /** The same at each attempt, so that a mail server can drop a copy. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  /** Time of the event. */
  readonly at: number;
}

/** Makes one attempt to send an e-mail. */
export type SendMail = (mail: Mail) => Promise<Outcome>;

/** Timeout of each step: the DNS lookup, the connection, the greeting, and each response. */
const TIMEOUT_MS = 10_000;
/** Timeout of a whole attempt. It is below `LEASE_MS`, so that no other server sends the message at the same time. */
const ATTEMPT_MS = 45_000;

/**
 * Sends plain text by SMTP.
 *
 * @param attemptMs - Timeout of a whole attempt.
 */
export function createSendMail({ from, auth, ...server }: MailSettings, attemptMs = ATTEMPT_MS): SendMail {
  const transport = createTransport({
    ...server,
    ...(auth && { auth: { ...auth } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  });
  const domain = from.slice(from.indexOf('@') + 1);
  return async ({ id, to, subject, body, at }) => {
    try {
      const sending = transport.sendMail({
        from: { name: 'Capiz', address: from },
        to,
        subject,
        text: body,
        date: new Date(at),
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      // If the server responds to each command just in time, only this timeout ends the attempt.
      const { response } = await withTimeout(sending, attemptMs);
      return { isAccepted: true, words: response.slice(0, 3) };
    } catch (error) {
      return { isAccepted: false, words: describeFault(error) };
    }
  };
}

/** Code and status of an error, such as `EAUTH 535`. The message is left out: it may quote the user or settings. */
function describeFault(error: unknown): string {
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown };
  const words = [code, responseCode].filter((one) => /^\w{1,40}$/.test(String(one ?? '')));
  return words.length === 0 ? 'The mail server did not accept it.' : words.join(' ');
}

/** Waits for a promise. @throws an error with the code `ETIMEDOUT` if it is not settled after `ms`. */
async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('Too late.'), { code: 'ETIMEDOUT' })), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
