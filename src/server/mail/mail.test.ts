import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import type { Role } from '#src/review/roles.ts';
import { STRATEGIES, type Strategy } from '#src/shared/rollout/strategy.ts';
import { askForChanges } from '../registry/change-requests.ts';
import type { Database } from '../registry/database.ts';
import { openDraft, saveDraft } from '../registry/drafts.ts';
import { addFreeze, removeFreeze } from '../registry/freezes.ts';
import { makeRelease, makeReleaseOfDraft, publish } from '../registry/releases.ts';
import { startRollout } from '../registry/rollouts.ts';
import { approve } from '../registry/second-person.ts';
import { by, onBothEngines, screenWithText, smallProject } from '../registry/testing.ts';
import { givenStaff } from '../staff/testing.ts';
import { writeLetter } from './letter.ts';
import { noteMailServer } from './mail-events.ts';
import { createMailer } from './mailer.ts';
import { createSendMail, type MailSettings } from './smtp.ts';
import { type Answer, listenSmtp, SMTP_PASSWORD } from './smtp.testing.ts';

const SHELF = 'screens/shelf.screen.json';
const ORIGIN = 'https://screens.lender.example';
const MINUTE_MS = 60_000;

/** A changed style is not exempt from the review. */
const styled = (words: string) => smallProject({ body: [{ type: 'text', text: words, style: 'title' }] });
const byName = (one: string, other: string) => one.localeCompare(other);
const nameOf = (one: string) => `${one}@lender.example`;

const open: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

it('a long reason is cut in the subject', () => {
  const release = { hash: 'a', actor: 'ana', reason: 'é'.repeat(500), needs: [] };
  const facts = { actor: 'ana', words: '', standing: 'next', changed: [], screens: [] } as const;
  const { subject, body } = writeLetter({ event: 'approval.waiting', ...facts, release }, { origin: ORIGIN });
  expect(subject).toMatch(/^Waits for your approval: é{94}…$/);
  expect(body).toContain(release.reason);
});

it('a password is not sent to a mail server that offers no encryption, if encryption is required', async () => {
  const { received, signIns, settings, close } = await listenSmtp();
  open.push(close);
  const mail = { id: 'm1', to: nameOf('ana'), subject: 'Test', body: 'Test', at: 0 };
  const encrypted = createSendMail({ ...settings, requireTLS: true });
  expect(await encrypted(mail)).toEqual({ isAccepted: false, words: 'ETLS 500' });
  expect(signIns()).toBe(0);
  expect(await createSendMail(settings)(mail)).toEqual({ isAccepted: true, words: '250' });
  expect([signIns(), received.length]).toEqual([1, 1]);
});

it('an attempt ends after its timeout, even if the mail server sends a line again and again', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    const timer = setInterval(() => socket.write('220-Just a moment\r\n'), 10);
    socket.on('close', () => clearInterval(timer));
    open.push(() => socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const from = 'capiz@lender.example';
  const sendMail = createSendMail({ host: '127.0.0.1', port, secure: false, requireTLS: false, from }, 300);
  const outcome = await sendMail({ id: 'm1', to: nameOf('ana'), subject: 'Test', body: 'Test', at: 0 });
  expect(outcome).toEqual({ isAccepted: false, words: 'ETIMEDOUT' });
});

onBothEngines('e-mail to staff', ({ database, openAgain, engine }) => {
  const staff = (name: string, role: Role, state: 'invited' | 'active' | 'disabled' = 'active') =>
    givenStaff(database(), name, role).then(() => stateOf(name, state));
  const stateOf = (name: string, state: 'invited' | 'active' | 'disabled') =>
    database().queries.updateTable('staff').set({ state }).where('name', '=', name).execute();

  /** One release is live; ana is an editor, ben an approver, pia a publisher. */
  async function begin() {
    await staff(nameOf('ana'), 'editor');
    await staff(nameOf('ben'), 'approver');
    await staff(nameOf('pia'), 'publisher');
    const { hash } = await makeRelease(database(), {
      bytes: smallProject(screenWithText('One')),
      ...by('first-start'),
    });
    await publish(database(), { release: hash, ...by('first-start') });
    await noteMailServer(database(), 1_000);
  }
  async function mailServer(answers: Answer[] = []) {
    const server = await listenSmtp(answers);
    open.push(server.close);
    return server;
  }
  const log = vi.fn();
  function mailerOf(settings: MailSettings, now = () => 2_000, on: Database = database()) {
    const send = createSendMail(settings);
    return createMailer({ database: on, send, now, log, origin: ORIGIN, environment: 'Test' });
  }
  /** Ana sends a change that needs a second person. */
  async function send(words = 'Two', reason = 'Clearer words') {
    const made = await makeRelease(database(), {
      bytes: styled(words),
      ...by(nameOf('ana'), 1_500, reason),
    });
    return made.hash;
  }
  async function sendDraft(writer = nameOf('ana')) {
    await openDraft(database(), { id: 'd1', title: 'Repay words', ...by(nameOf('ana')) });
    const text = styled('Two').get(SHELF)?.toString('utf8') ?? '';
    await saveDraft(database(), { id: 'd1', seen: 0, changes: { [SHELF]: text }, ...by(writer) });
    const decision = by(nameOf('ana'), 1_500, 'Clearer words');
    return (await makeReleaseOfDraft(database(), { draft: 'd1', ...decision })).hash;
  }
  const messages = () =>
    database().queries.selectFrom('mail_messages').selectAll().orderBy('staff').execute();

  it('asks each person who may approve, once, in the words of the review, with a link to it', async () => {
    await begin();
    const hash = await sendDraft();
    const { received, settings } = await mailServer();
    await mailerOf(settings)();
    await mailerOf(settings)();
    expect(received.map(({ to }) => to)).toEqual([[nameOf('ben')], [nameOf('pia')]]);
    const [{ headers, text } = { headers: [], text: '' }] = received;
    expect(headers).toEqual(
      expect.arrayContaining([
        'From: Capiz <capiz@lender.example>',
        `To: ${nameOf('ben')}`,
        'Subject: Waits for your approval: Clearer words',
        expect.stringMatching(/^Message-ID: <[\w-]+@lender\.example>$/),
        'Date: Thu, 01 Jan 1970 00:00:01 +0000',
        'Auto-Submitted: auto-generated',
        'Content-Type: text/plain; charset=utf-8',
      ]),
    );
    expect(text).toBe(
      [
        'ana@lender.example asks for your approval.\n',
        '  Clearer words\n',
        'Changed: Shelf.\nIt changes more than the review policy exempts.\nDraft: Repay words\n',
        `Review it:\n${ORIGIN}/studio/releases/${hash}\n`,
        'Capiz (Test) sent this message because you may approve changes of colleagues.\n',
      ].join('\n'),
    );
  });

  it('is not sent to authors, inactive accounts, service accounts, or accounts whose name is not an address', async () => {
    await begin();
    await staff(nameOf('author'), 'admin');
    await staff(nameOf('gone'), 'approver', 'disabled');
    await staff(nameOf('new'), 'approver', 'invited');
    await staff(nameOf('vic'), 'viewer');
    await staff('yan', 'approver');
    await givenStaff(database(), nameOf('ci'), 'admin', 'service');
    // Another person makes the release of what the author wrote.
    await sendDraft(nameOf('author'));
    await stateOf(nameOf('pia'), 'disabled');
    const { received, settings } = await mailServer();
    const mail = mailerOf(settings);
    await mail();
    expect(received.map(({ to }) => to)).toEqual([[nameOf('ben')]]);
  });

  it('is not sent to an account that was disabled while the message waited', async () => {
    await begin();
    await send();
    const { received, settings } = await mailServer([451, 451]);
    let now = 2_000;
    const mail = mailerOf(settings, () => now);
    await mail();
    await stateOf(nameOf('ben'), 'disabled');
    now += MINUTE_MS;
    await mail();
    expect(received.map(({ to }) => to)).toEqual([[nameOf('pia')]]);
    expect(await messages()).toMatchObject([
      { staff: nameOf('ben'), state: 'given-up', outcome: 'The account is not active.' },
      { staff: nameOf('pia'), state: 'sent', outcome: '250' },
    ]);
  });

  it('tells the author which changes a reviewer asks for, with a link to the draft', async () => {
    await begin();
    const hash = await sendDraft();
    const { received, settings } = await mailServer();
    const mail = mailerOf(settings);
    await mail();
    received.length = 0;
    const text = 'The title is too long.\nShorten it.';
    await askForChanges(database(), { id: 'c1', release: hash, text, ...by(nameOf('ben'), 1_600) });
    await mail();
    expect(received).toMatchObject([
      {
        to: [nameOf('ana')],
        headers: expect.arrayContaining(['Subject: Changes asked for: Clearer words']),
        text: expect.stringContaining(
          'ben@lender.example asks for changes:\n\n  The title is too long.\n  Shorten it.\n\nIt is about',
        ),
      },
    ]);
    expect(received[0]?.text).toContain(`Change the draft:\n${ORIGIN}/studio/d1/screens\n`);
  });

  it('tells the author and those who may publish that a release is approved, but not the approver', async () => {
    await begin();
    await staff(nameOf('zoe'), 'publisher');
    const hash = await send();
    const { received, settings } = await mailServer();
    const mail = mailerOf(settings);
    await mail();
    received.length = 0;
    await approve(database(), { release: hash, ...by(nameOf('zoe'), 1_600, 'It reads well.') });
    await mail();
    expect(received.map(({ to }) => to)).toEqual([[nameOf('ana')], [nameOf('pia')]]);
    expect(received[0]?.headers).toContain('Subject: Approved: Clearer words');
    expect(received[0]?.text).toContain('It can be published.');
    expect(received[0]?.text).toContain('Reason of the approval:\n\n  It reads well.\n');
  });

  it('does not say that an approved release can be published while a colleague asks for changes', async () => {
    await begin();
    await staff(nameOf('zoe'), 'publisher');
    const hash = await send();
    await askForChanges(database(), {
      id: 'c1',
      release: hash,
      text: 'Shorter.',
      ...by(nameOf('ben'), 1_600),
    });
    await approve(database(), { release: hash, ...by(nameOf('zoe'), 1_700) });
    const { received, settings } = await mailServer();
    await mailerOf(settings)();
    const letters = received.filter(({ text }) => text.includes('approved this change'));
    expect(letters.map(({ to }) => to)).toEqual([[nameOf('ana')], [nameOf('pia')]]);
    for (const { text } of letters) {
      expect(text).not.toContain('It can be published.');
      expect(text).toContain('It cannot be published yet: ben@lender.example asked for changes: “Shorter.”');
    }
  });

  it('says why an approved release cannot be published now, such as a freeze or a rollout', async () => {
    await begin();
    const [frozen, other] = [await send('Two'), await send('Three')];
    const { received, settings } = await mailServer();
    const lettersAbout = async (hash: string) => {
      received.length = 0;
      await approve(database(), { release: hash, ...by(nameOf('ben'), 1_700) });
      await mailerOf(settings)();
      return received.filter(({ text }) => text.includes('approved this change')).map(({ text }) => text);
    };
    await addFreeze(database(), { id: 'f1', from: 1_000, to: 90_000, ...by(nameOf('pia'), 1_650, 'Payday') });
    for (const text of await lettersAbout(frozen)) {
      expect(text).not.toContain('It can be published.');
      expect(text).toMatch(/It cannot be published yet: Nothing goes live before .* in Manila: Payday/);
    }
    await removeFreeze(database(), { id: 'f1', ...by(nameOf('pia'), 1_750) });
    const strategy = STRATEGIES['quick'] as Strategy;
    await startRollout(database(), {
      id: 'r1',
      release: frozen,
      strategy,
      audience: [],
      ...by(nameOf('pia'), 1_800),
    });
    for (const text of await lettersAbout(other)) {
      expect(text).not.toContain('It can be published.');
      expect(text).toContain('It cannot be published yet: The rollout r1 is in progress');
    }
  });

  it('is not sent to a person who is disabled while those before them get theirs', async () => {
    await begin();
    await send();
    const sent: string[] = [];
    const mail = createMailer({
      ...{ database: database(), now: () => 2_000, log, origin: ORIGIN },
      async send({ to }) {
        sent.push(to);
        await stateOf(nameOf('pia'), 'disabled');
        return { isAccepted: true, words: '250' };
      },
    });
    await mail();
    expect(sent).toEqual([nameOf('ben')]);
    expect(await messages()).toMatchObject([
      { state: 'sent' },
      { state: 'given-up', outcome: 'The account is not active.' },
    ]);
  });

  it('stays sent if an attempt of another server, which took longer than its turn, fails later', async () => {
    await begin();
    await stateOf(nameOf('pia'), 'disabled');
    await send();
    let now = 2_000;
    const slowOnes: (() => void)[] = [];
    const options = { database: database(), now: () => now, log, origin: ORIGIN };
    const slow = createMailer({
      ...options,
      send: () =>
        new Promise((resolve) => {
          slowOnes.push(() => resolve({ isAccepted: false, words: 'ETIMEDOUT' }));
        }),
    });
    const first = slow();
    await vi.waitFor(() => expect(slowOnes).toHaveLength(1));
    now += 2 * MINUTE_MS;
    await createMailer({ ...options, send: () => Promise.resolve({ isAccepted: true, words: '250' }) })();
    expect(await messages()).toMatchObject([{ state: 'sent' }]);
    slowOnes[0]?.();
    await first;
    expect(await messages()).toMatchObject([{ state: 'sent', outcome: '250' }]);
  });

  it('asks nobody to approve a release that went live, or that another release has overtaken', async () => {
    await begin();
    const [late, other] = [await send('Two'), await send('Three')];
    await approve(database(), { release: other, ...by(nameOf('ben'), 1_600) });
    await publish(database(), { release: other, ...by(nameOf('pia'), 1_700) });
    await approve(database(), { release: late, ...by(nameOf('ben'), 1_800) });
    const { received, settings } = await mailServer();
    await mailerOf(settings)();
    expect(received.map(({ to }) => to)).toEqual([[nameOf('ana')], [nameOf('ana')]]);
    expect(received[0]?.text).toContain('It is live.');
    expect(received[1]?.text).toContain('Make it again.');
  });

  it('is sent again after each kind of refusal, with the same id, and is given up after eight attempts', async () => {
    await begin();
    await stateOf(nameOf('pia'), 'disabled');
    await send();
    let now = 2_000;
    const { received, settings } = await mailServer([451, 550, 'close']);
    const mail = mailerOf(settings, () => now);
    const dead = mailerOf({ ...settings, port: 1 }, () => now);
    await mail();
    await mail();
    expect(await messages()).toMatchObject([
      { state: 'waiting', tries: 1, outcome: 'EMESSAGE 451', due: 7_000 },
    ]);
    const [{ id } = { id: '' }] = await messages();
    for (const [attempt, wait] of [
      [mail, 5_000],
      [mail, 30_000],
      [dead, 2 * MINUTE_MS],
    ] as const) {
      now += wait - 1;
      await attempt();
      expect(received).toEqual([]);
      now += 1;
      await attempt();
    }
    expect(await messages()).toMatchObject([{ state: 'waiting', tries: 4, outcome: 'ESOCKET' }]);
    now += 10 * MINUTE_MS;
    await mail();
    expect(received.map(({ headers }) => headers.filter((line) => line.startsWith('Message-ID')))).toEqual([
      [`Message-ID: <${id}@lender.example>`],
    ]);
    await send('Three');
    for (let hour = 0; hour < 40; hour += 1) {
      for (const step of [0, 10_000, 60_000, 240_000, 900_000]) {
        now += step;
        await dead();
      }
      now += 60 * MINUTE_MS;
    }
    expect((await messages()).map(({ state, tries }) => [state, tries])).toContainEqual(['given-up', 8]);
  });

  it('is sent once, whichever servers send at the same time', async () => {
    await begin();
    await send();
    const other = await openAgain();
    const { received, settings } = await mailServer();
    const mailers = [mailerOf(settings), mailerOf(settings, () => 2_000, other), mailerOf(settings)];
    // A SQLite file has one server at a time; the others run after it.
    await Promise.all((engine === 'sqlite' ? mailers.slice(0, 1) : mailers).map((mail) => mail()));
    await Promise.all(mailers.map((mail) => mail()));
    expect(received.flatMap(({ to }) => to).sort(byName)).toEqual([nameOf('ben'), nameOf('pia')]);
  });

  it('is written only about committed changes, and only while a server sends e-mail', async () => {
    await begin();
    const events = () => database().queries.selectFrom('mail_events').selectAll().execute();
    const failing: Database = {
      ...database(),
      // The transaction fails after everything in it was done.
      write: (run) =>
        database().write(async (queries, turn) => {
          await run(queries, turn);
          throw new Error('Cut.');
        }),
    };
    await expect(makeRelease(failing, { bytes: styled('Two'), ...by(nameOf('ana')) })).rejects.toThrow(
      'Cut.',
    );
    expect(await events()).toEqual([]);
    await makeRelease(database(), { bytes: styled('Two'), ...by(nameOf('ana'), 2 * 60 * MINUTE_MS) });
    expect(await events()).toEqual([]);
    await noteMailServer(database(), 2 * 60 * MINUTE_MS);
    await makeRelease(database(), { bytes: styled('Three'), ...by(nameOf('ana'), 2 * 60 * MINUTE_MS) });
    expect(await events()).toHaveLength(1);
  });

  it('gets no further header or recipient from a reason with line breaks', async () => {
    await begin();
    const reason = 'Words\r\nBcc: thief@evil.example\nX-Evil: 1\r\n\r\n<b>Hi</b>\u2028\u202eback\u0007';
    await send('Two', reason);
    const { received, settings } = await mailServer();
    await mailerOf(settings)();
    expect(received.map(({ to }) => to)).toEqual([[nameOf('ben')], [nameOf('pia')]]);
    for (const { headers, text } of received) {
      expect(headers.filter((line) => /^(bcc|x-evil):/i.test(line))).toEqual([]);
      expect(headers.filter((line) => line.startsWith('Subject:'))).toEqual([
        'Subject: Waits for your approval: Words Bcc: thief@evil.example X-Evil: 1 <b>Hi</b> back',
      ]);
      expect(text).toContain('  Words\n  Bcc: thief@evil.example\n  X-Evil: 1\n\n  <b>Hi</b>\n  back\n');
    }
  });

  it('never has a wrong password in the log or in a stored result', async () => {
    await begin();
    await send();
    log.mockClear();
    const { received, settings } = await mailServer();
    await mailerOf({ ...settings, auth: { user: 'capiz', pass: 'canary-wrong' } })();
    const shown = JSON.stringify([log.mock.calls, await messages()]);
    expect(received).toEqual([]);
    expect(shown).toContain('EAUTH 535');
    expect(shown).not.toContain('canary');
    expect(SMTP_PASSWORD).toContain('canary');
  });
});
