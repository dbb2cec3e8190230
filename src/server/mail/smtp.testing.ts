import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerAddress } from 'smtp-server';
import type { MailSettings } from './smtp.ts';

/** An e-mail as a mail server received it. */
export interface Received {
  /** Recipients of the envelope. */
  readonly to: readonly string[];
  /** All headers, unfolded, in their order. */
  readonly headers: readonly string[];
  readonly text: string;
}

export const SMTP_PASSWORD = 'canary-7f3a';

/** What the mail server does with the next e-mails: it answers with this status, or closes the connection. */
export type Answer = number | 'close';

/** Starts a mail server on this machine that requires a password. @param at - Its port; default: any free port. */
export async function listenSmtp(answers: Answer[] = [], at = 0) {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let signIns = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth({ username, password }, _session, done) {
      signIns += 1;
      if (username === 'capiz' && password === SMTP_PASSWORD) done(null, { user: username });
      // Some mail servers quote the password; it must not reach the log.
      else done(new Error(`The password ${password} of ${username} is wrong.`));
    },
    onData(stream, session, done) {
      let raw = '';
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
      stream.on('end', () => {
        const answer = answers.shift();
        if (answer === 'close') for (const socket of sockets) socket.destroy();
        else if (answer !== undefined) done(Object.assign(new Error('Not now.'), { responseCode: answer }));
        else {
          received.push(read(raw, session.envelope.rcptTo));
          done();
        }
      });
    },
  });
  server.server.on('connection', (socket) => void sockets.add(socket));
  // A client that disconnects early must not fail the test.
  server.on('error', () => undefined);
  await new Promise<void>((done) => server.listen(at, '127.0.0.1', done));
  const { port } = server.server.address() as AddressInfo;
  const settings: MailSettings = {
    ...{ host: '127.0.0.1', port, secure: false, requireTLS: false },
    ...{ auth: { user: 'capiz', pass: SMTP_PASSWORD }, from: 'capiz@lender.example' },
  };
  return {
    received,
    settings,
    signIns: () => signIns,
    close: () => new Promise<void>((done) => server.close(done)),
  };
}

function read(raw: string, recipients: readonly SMTPServerAddress[]): Received {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const body = raw.slice(end + 4).replaceAll('\r\n', '\n');
  const isQuoted = headers.includes('Content-Transfer-Encoding: quoted-printable');
  const bytes = body
    .replaceAll('=\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const text = isQuoted ? Buffer.from(bytes, 'latin1').toString('utf8') : body;
  return { to: recipients.map(({ address }) => address), headers, text };
}
