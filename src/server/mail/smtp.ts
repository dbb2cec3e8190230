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

/** Four timeouts use it. Their sum is below `LEASE_MS`, so no other server sends the message at the same time. */
const TIMEOUT_MS = 10_000;

/** Sends plain text by SMTP. */
export function createSendMail({ from, auth, ...server }: MailSettings): SendMail {
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
      const { response } = await transport.sendMail({
        from: { name: 'Capiz', address: from },
        to,
        subject,
        text: body,
        date: new Date(at),
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return { isTaken: true, words: response.slice(0, 3) };
    } catch (error) {
      return { isTaken: false, words: describeFault(error) };
    }
  };
}

/** Code and status of an error, such as `EAUTH 535`. The message is left out: it may quote the user or settings. */
function describeFault(error: unknown): string {
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown };
  const words = [code, responseCode].filter((one) => /^\w{1,40}$/.test(String(one ?? '')));
  return words.length === 0 ? 'The mail server did not accept it.' : words.join(' ');
}
