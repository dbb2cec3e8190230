import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { library, type ScreenText } from '#renderer/grammar/testing.ts';
import { runIn } from '#src/cli/testing.ts';
import { readSettings, type Settings } from '#src/server/settings.ts';
import { type RunningServer, startServer } from '#src/server/start.ts';
import { readProjectBytes } from '#src/shared/project-files.ts';
import { openRegistry, type OpenRegistry } from '#src/server/registry/open-registry.ts';
import { listenSmtp } from '#src/server/mail/smtp.testing.ts';
import { type ServeOptions, serveRegistry } from '#src/server/registry/serve-registry.ts';
import { PAYING, screenWithText, WORDS_ALONE } from '#src/server/registry/testing.ts';
import { givenStaff } from '#src/server/staff/testing.ts';
import { testProject } from '#src/server/testing.ts';

const ROUTE = { routes: ['/shelf'], public: true };

/** A webhook receiver on an internal address, which the operator allowed. */
let hook: Server;
let told: { readonly body: string; readonly status: number }[];
beforeAll(async () => {
  hook = createServer((request, reply) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const status = request.url === '/full' ? 503 : 204;
      told.push({ body, status });
      reply.writeHead(status).end();
    });
  });
  await new Promise<void>((done) => hook.listen(0, '127.0.0.1', done));
});
afterAll(() => {
  hook.close();
});
const hookHost = () => `127.0.0.1:${(hook.address() as AddressInfo).port}`;

let folder: string;
let registry: OpenRegistry;
let server: RunningServer;
/** The token files, by person. */
let files: { readonly ana: string; readonly ben: string };

function writeProject(shelf: ScreenText): void {
  for (const { path, text } of library({ ...ROUTE, params: {}, data: {}, ...shelf }, { app: WORDS_ALONE })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\n`);
  }
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'capiz-publish-'));
  writeProject(screenWithText('One'));
  const settings = readSettings({
    PORT: '0',
    CAPIZ_DATA: join(folder, '.capiz'),
    CAPIZ_WEBHOOKS_INSIDE: hookHost(),
  }) as Settings;
  told = [];
  registry = await openRegistry(
    { address: settings.database, folder: settings.folder },
    () => readProjectBytes(folder),
    Date.now,
  );
  files = { ana: join(folder, 'ana.token'), ben: join(folder, 'ben.token') };
  writeFileSync(files.ana, await givenStaff(registry.database, 'ana', 'publisher'));
  writeFileSync(files.ben, await givenStaff(registry.database, 'ben', 'publisher'));
  server = await startServer(
    settings,
    testProject,
    () => {},
    await serveRegistry(registry, () => {}, settings),
  );
});

afterEach(async () => {
  await server.close(0);
  await registry.database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the server again, with a public address. */
async function restart(more: Partial<ServeOptions> = {}): Promise<void> {
  await server.close(0);
  const settings = readSettings({ PORT: '0' }) as Settings;
  const publicUrl = new URL('https://screens.lender.example');
  const makeSource = await serveRegistry(registry, () => {}, { ...settings, publicUrl, ...more });
  server = await startServer(settings, testProject, () => {}, makeSource);
}

const capiz = (command = '', ...args: string[]) =>
  runIn(folder, command, '--server', server.origin, '--token-file', files.ana, ...args);

/** The document that a borrower gets. */
async function page(path = '/shelf'): Promise<string> {
  return (await fetch(server.origin + path)).text();
}

describe('publishing from the command line', () => {
  it('the files at the first start are live, and a change is live after publishing', async () => {
    expect(await page()).toContain('"One"');
    writeProject(screenWithText('Two'));
    expect(await page()).toContain('"One"');
    expect(await capiz('publish', '--reason', 'Better words.')).toMatchObject({ code: 0, err: '' });
    expect(await page()).toContain('"Two"');
  });

  it('without --token-file the token in CAPIZ_DATA is used, and a short reason is refused with a message', async () => {
    vi.stubEnv('CAPIZ_DATA', 'data of ours');
    try {
      mkdirSync(join(folder, 'data of ours'));
      const ask = (...args: string[]) => runIn(folder, ...args, '--server', server.origin);
      expect((await ask('history')).err).toMatch(/no token: \S*data of ours.staff-token cannot be read/s);
      copyFileSync(files.ana, join(folder, 'data of ours/staff-token'));
      expect(await ask('history')).toMatchObject({ code: 0, err: '' });
      const { code, err } = await ask('rollback', '--reason', 'go');
      expect([code, err]).toEqual([
        1,
        'Not rolled back: "reason" is too short: write at least 3 characters.\n',
      ]);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('a plan of a replaced release stays available for open pages', async () => {
    const name = /"screens":\{[^}]*"shelf":"([\w-]+)"/.exec(await page())?.[1];
    writeProject(screenWithText('Two'));
    await capiz('publish', '--reason', 'Better words.');
    const reply = await fetch(`${server.origin}/capiz/plans/${name}.json`);
    expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining('"One"')]);
  });

  it('errors are shown in the format of capiz check, and nothing changes', async () => {
    writeProject({ body: [{ type: 'txet', text: 'Two' }] });
    const { code, out, err } = await capiz('publish', '--reason', 'Better words.');
    expect(code).toBe(1);
    expect(out).toMatch(/^error {2}widget\/unknown-type {2}screens\/shelf\.screen\.json:\d+:\d+/);
    expect(err).toMatch(/^Not published: /);
    expect(await page()).toContain('"One"');
  });

  it('a change of money needs a second person', async () => {
    writeProject({ ...PAYING, data: { shelf: { endpoint: 'shelf', with: { cardId: '1' } } } });
    const made = await capiz('publish', '--reason', 'Pay here.');
    expect(made.code).toBe(1);
    expect(made.out).toContain('money    shelf');
    const release = /Release (\w{12})/.exec(made.out)?.[1] ?? '';
    expect((await capiz('approve', release, '--reason', 'My own.')).err).toMatch(/^Not approved: Nobody/);
    expect((await capiz('approve', release, '--reason', 'Looked.', '--token-file', files.ben)).code).toBe(0);
    expect((await capiz('publish', '--release', release, '--reason', 'Pay here.')).code).toBe(0);
    expect(await page()).toContain('"Pay"');
  });

  it('a legal warning is published with its reason, which is stored with it', async () => {
    const box = { type: 'check', name: 'agreed', label: 'I agree.', initial: true };
    writeProject({ body: [{ type: 'form', id: 'join', body: [box] }] });
    for (const command of [['publish'], ['plan'], ['rollout', 'start']]) {
      const { code, out, err } = await capiz(...command, '--reason', 'Join here.');
      expect(code).toBe(1);
      expect(out).toMatch(/^warn +consent\/prechecked {2}screens\/shelf\.screen\.json:\d+:\d+/);
      expect(err).toContain('\nWith the release: --meant consent/prechecked="…"\n');
    }
    expect(
      (await capiz('publish', '--reason', 'Join.', '--meant', 'consent/prechecked2=Yes.')).err,
    ).toContain('did you mean "consent/prechecked"?');
    expect((await capiz('publish', '--reason', 'Join.', '--meant', 'consent/prechecked= ')).code).toBe(2);
    const why = ['--meant', 'consent/prechecked=Law = read it.'];
    const made = await capiz('publish', '--reason', 'Join here.', ...why);
    const release = /Release (\w{12})/.exec(made.out)?.[1] ?? '';
    expect((await capiz('publish', '--reason', 'Join.', '--release', release, ...why)).code).toBe(2);
    await capiz('approve', release, '--reason', 'Looked.', '--token-file', files.ben);
    expect((await capiz('publish', '--release', release, '--reason', 'Join here.')).code).toBe(0);
    expect(await page()).toContain('"I agree."');
    const { records } = JSON.parse((await capiz('history', '--json')).out) as {
      records: { action: string; details: object }[];
    };
    expect(records[0]).toMatchObject({
      action: 'release.publish',
      details: { meant: [{ code: 'consent/prechecked', reason: 'Law = read it.' }] },
    });
  });

  it('a plan shows what would change, and is applied exactly', async () => {
    expect(await capiz('plan', '--reason', 'As it is.')).toMatchObject({ code: 0 });
    writeProject(screenWithText('Two'));
    const planned = await capiz('plan', '--reason', 'Better words.', '--out', 'plan.json');
    expect(planned.code).toBe(1);
    expect(planned.out).toMatch(
      /^~ text {6}screens\/shelf\.screen\.json \/body\/0\/text\n {4}- "One"\n {4}\+ "Two"\n/,
    );
    expect(planned.out).toContain('0 added, 1 changed, 0 removed · breaking: none');
    expect(planned.out).toContain('Ready: no approval is needed.');
    expect(await page()).toContain('"One"');
    expect(JSON.parse((await capiz('plan', '--reason', 'Better words.', '--json')).out)).toMatchObject({
      version: 1,
      verdict: 'ready',
      changes: [{ category: 'text' }],
    });

    expect((await capiz('apply', 'plan.json')).code).toBe(0);
    expect(await page()).toContain('"Two"');
    expect(await capiz('apply', 'plan.json')).toMatchObject({ code: 0 });
  });

  it('a plan made before another publish is refused, and so is an unapproved plan', async () => {
    writeProject(screenWithText('Two'));
    await capiz('plan', '--reason', 'Better words.', '--out', 'plan.json');
    writeProject(screenWithText('Three'));
    await capiz('publish', '--reason', 'Even better.');
    const stale = await capiz('apply', 'plan.json', '--json');
    expect(stale.code).toBe(1);
    expect(JSON.parse(stale.out)).toMatchObject({ isLive: false, why: expect.stringMatching(/is live now/) });
    expect(await page()).toContain('"Three"');

    writeProject({ ...PAYING, data: { shelf: { endpoint: 'shelf', with: { cardId: '1' } } } });
    const planned = await capiz('plan', '--reason', 'Pay here.', '--out', 'plan.json');
    expect(planned.out).toContain('A second person must approve it:\n  money    shelf');
    expect((await capiz('apply', 'plan.json')).code).toBe(1);
    expect(await page()).not.toContain('"Pay"');
    const release = /Release (\w{12})/.exec(planned.out)?.[1] ?? '';
    await capiz('approve', release, '--reason', 'Looked.', '--token-file', files.ben);
    expect((await capiz('apply', 'plan.json')).code).toBe(0);
    expect(await page()).toContain('"Pay"');
  });

  it.each([['{'], ['{"a":1}'], ['{"version":2}'], ['{"version":1,"release":"x"}']])(
    'a plan with the content %s could not run',
    async (text) => {
      writeFileSync(join(folder, 'plan.json'), text);
      expect((await capiz('apply', 'plan.json')).code).toBe(2);
    },
  );

  it('prints results and refusals as data too', async () => {
    writeProject(screenWithText('Two'));
    await capiz('publish', '--reason', 'Better words.');
    const data = async (...args: string[]) => {
      const { out, code } = await capiz(...args, '--json');
      return { ...(JSON.parse(out) as object), code };
    };
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
    const back = await data('rollback', '--reason', 'Was better.');
    expect(back).toEqual({ version: 1, did: 'rolled-back', release: hash, before: hash, code: 0 });
    const { before } = back as unknown as { before: string };
    expect(await data('approve', before, '--reason', 'My own.')).toMatchObject({
      ...{ version: 1, code: 1 },
      refused: { code: expect.any(String), message: expect.stringContaining('Nobody') },
    });
    const screens = [{ screen: 'shelf', reason: 'Wrong.' }];
    expect(await data('screen', 'close', 'shelf', '--reason', 'Wrong.')).toMatchObject({
      version: 1,
      screens,
    });
    expect(await data('freeze', 'list')).toEqual({ version: 1, freezes: [], code: 0 });
    expect(await data('blame', 'screens/shelf.screen.json')).toMatchObject({
      version: 1,
      lines: expect.arrayContaining([expect.objectContaining({ release: hash, at: expect.any(Number) })]),
    });
  });

  it('one command rolls back, and the history shows who did what', async () => {
    writeProject(screenWithText('Two'));
    await capiz('publish', '--reason', 'Better words.');
    const { code, out } = await capiz('rollback', '--reason', 'Was better.');
    expect(code).toBe(0);
    expect(out).toMatch(/^Release \w{12} is live again in place of \w{12}\. Undo: npx capiz rollback \w{12}/);
    expect(await page()).toContain('"One"');
    const history = await capiz('history');
    expect(history.out.split('\n')[0]).toMatch(
      /ana {2}release\.rollback {2}\w{12} \(live\) {2}Was better\.$/,
    );
    const versions = await capiz('history', 'screens/shelf.screen.json');
    expect(versions.out).toMatch(/Was better\.\n.*Better words\.\n.*first start/);
    const json = JSON.parse((await capiz('history', '--json')).out) as {
      version: number;
      records: unknown[];
    };
    expect([json.version, json.records.length]).toEqual([1, 7]);
    // The publication of the release that is no longer live.
    expect(history.out).toMatch(/release\.publish {2}\w{12} {2}Better words\.\n/);
    expect(json).toMatchObject({ live: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
  });

  it('a release can be scheduled, and the schedule cancelled', async () => {
    writeProject({ ...PAYING, data: { shelf: { endpoint: 'shelf', with: { cardId: '1' } } } });
    const made = await capiz('publish', '--reason', 'Pay here.');
    const release = /Release (\w{12})/.exec(made.out)?.[1] ?? '';
    const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString().replace(/:\d\d\.\d+/, '');
    const plan = () => capiz('schedule', 'add', release, '--at', tomorrow, '--reason', 'At night.');
    expect((await plan()).err).toMatch(/^Not done: A second person must approve it first/);
    await capiz('approve', release, '--reason', 'Looked.', '--token-file', files.ben);
    const planned = await plan();
    expect(planned.out).toMatch(new RegExp(`waiting    ${release}  ana  At night\\.\n$`));
    expect(await page()).toContain('"One"');
    const id = planned.out.split(' ')[0] ?? '';
    expect((await capiz('schedule', 'cancel', id, '--reason', 'Not yet.')).out).toMatch(
      /cancelled .* At night\. \(Not yet\.\)/,
    );
    const json = JSON.parse((await capiz('schedule', 'list', '--json')).out) as object;
    expect(json).toMatchObject({ version: 1, schedules: [{ id, state: 'cancelled' }] });
  });

  it('a freeze applies until it is lifted, once or every week', async () => {
    const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 24 * 60 * 60_000));
    const write = (date: Date | undefined) => date?.toISOString().replace(/:\d\d\.\d+/, '') ?? '';
    const added = await capiz(
      ...['freeze', 'add', '--from', write(from), '--to', write(to), '--reason', 'Christmas.'],
    );
    expect(added.out).toMatch(/^\w{8} {2}.* to .* {2}ana {2}Christmas\.\n$/);
    writeProject(screenWithText('Two'));
    expect((await capiz('publish', '--reason', 'Better words.')).err).toMatch(
      /^Not published: Nothing goes live/,
    );
    const id = added.out.split(' ')[0] ?? '';
    expect((await capiz('freeze', 'lift', id, '--reason', 'Over.')).out).toBe('Nothing is frozen.\n');
    const weekly = await capiz('freeze', 'add', '--weekly', 'Fri 18:00-Mon 06:00', '--reason', 'Weekends.');
    expect(weekly.out).toContain('every week fri 18:00 to mon 06:00 (Asia/Manila)  ana  Weekends.');
    expect((await capiz('freeze', 'lift', 'none', '--reason', 'Typo.')).err).toMatch(
      /^Not done: There is no/,
    );
  });

  it('colleagues are invited, changed and shown, each with a role', async () => {
    writeFileSync(files.ana, await givenStaff(registry.database, 'boss', 'admin'));
    const invited = await capiz('staff', 'invite', 'cy@example.com', '--role', 'editor');
    expect(invited.out).toMatch(
      /^cy@example\.com sets a password at http:\S+\/capiz\/staff\/links\/[\w-]{43}\n/,
    );
    expect((await capiz('staff', 'service', 'ci', '--role', 'editor', '--write', 'ci.token')).code).toBe(0);
    expect(readFileSync(join(folder, 'ci.token'), 'utf8')).toMatch(/^[\w-]{43}\n$/);
    expect((await capiz('staff', 'role', 'cy@example.com', '--role', 'viewer')).out).toContain('viewer now');
    expect((await capiz('staff', 'disable', 'ci')).code).toBe(0);
    const { out } = await capiz('staff');
    expect(out).toContain('cy@example.com  person  viewer  invited\n');
    expect(out).toContain('ci  service  editor  disabled\n');
    expect((await capiz('staff', 'enable', 'ci')).code).toBe(0);
    expect((await capiz('staff', 'renew', 'ci')).out).toMatch(/^[\w-]{43}\n$/);
    expect((await capiz('staff', 'disable', 'boss')).err).toContain('last admin');
    const asBen = await capiz('staff', 'invite', 'x', '--role', 'admin', '--token-file', files.ben);
    expect(asBen).toMatchObject({ code: 1, err: expect.stringContaining('does not allow it') as string });
  });

  it('links to set a password begin with the public address of the server', async () => {
    writeFileSync(files.ana, await givenStaff(registry.database, 'boss', 'admin'));
    await restart();
    const link = /https:\/\/screens\.lender\.example\/capiz\/staff\/links\/[\w-]{43}\n/;
    expect((await capiz('staff', 'invite', 'cy@example.com', '--role', 'editor')).out).toMatch(link);
    expect((await capiz('staff', 'renew', 'cy@example.com')).out).toMatch(link);
    expect((await capiz('staff', 'renew', 'cy@example.com', '--write', 'cy.link')).code).toBe(0);
    expect(readFileSync(join(folder, 'cy.link'), 'utf8')).toMatch(link);
  });

  it('a secret that is shown once is not requested if its file cannot be written', async () => {
    writeFileSync(files.ana, await givenStaff(registry.database, 'boss', 'admin'));
    const again = await capiz('staff', 'service', 'ci', '--role', 'editor', '--write', 'ana.token');
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('cannot be made')]);
    expect((await capiz('staff')).out).not.toContain('ci  service');
    const refused = await capiz('staff', 'service', 'boss', '--role', 'editor', '--write', 'none.token');
    expect(refused.code).toBe(1);
    expect(existsSync(join(folder, 'none.token'))).toBe(false);
  });

  it('webhooks are shown, added, tested and removed, only by admins', async () => {
    expect((await capiz('webhooks')).err).toMatch(/^Not done: ana is publisher/);
    writeFileSync(files.ana, await givenStaff(registry.database, 'boss', 'admin'));
    expect((await capiz('webhooks')).out).toBe('There are no webhooks.\n');
    const add = (path: string, file: string, ...more: string[]) =>
      capiz('webhooks', 'add', `http://${hookHost()}${path}`, '--write', file, ...more);
    expect((await add('/', 'a.secret')).err).toContain('name the events');
    expect((await add('/', 'a.secret', '--events', 'borrower.paid')).code).toBe(1);
    expect(
      (await capiz('webhooks', 'add', 'http://10.0.0.1/', '--events', 'release.published')).err,
    ).toContain('name a file for its secret');
    const inside = [
      'webhooks',
      'add',
      'https://10.0.0.1/',
      '--events',
      'release.published',
      '--write',
      'b.secret',
    ];
    expect((await capiz(...inside)).err).toBe('Not done: This address is internal.\n');
    expect(existsSync(join(folder, 'b.secret'))).toBe(false);

    const added = await add('/', 'a.secret', '--events', 'release.published,rollout.halted');
    const id = /^(\w{8}) gets release\.published, rollout\.halted\./.exec(added.out)?.[1] ?? '';
    expect(readFileSync(join(folder, 'a.secret'), 'utf8')).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/);
    const tried = await capiz('webhooks', 'test', id);
    expect([tried.code, tried.out]).toEqual([0, expect.stringMatching(/ was accepted: 204\n$/)]);
    expect(told.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      { type: 'webhook.test', data: { actor: 'boss', subject: id } },
    ]);
    const full = JSON.parse((await add('/full', 'c.secret', '--events', 'rollout.halted', '--json')).out) as {
      id: string;
    };
    expect(full).toMatchObject({ version: 1, events: ['rollout.halted'], file: join(folder, 'c.secret') });
    const failed = await capiz('webhooks', 'test', full.id, '--json');
    expect([failed.code, JSON.parse(failed.out)]).toMatchObject([
      1,
      { version: 1, id: full.id, isAccepted: false, outcome: '503' },
    ]);
    expect((await capiz('webhooks')).out).toMatch(/webhook\.test {2}given-up, tried 1 time: 503\n/);
    expect((await capiz('webhooks', 'remove', id)).out).toContain('is removed');
    expect((await capiz('webhooks', 'test', id)).err).toBe(`Not done: There is no webhook ${id}.\n`);
    const list = JSON.parse((await capiz('webhooks', '--json')).out) as { webhooks: { id: string }[] };
    expect(list.webhooks.map(({ id }) => id)).toEqual([full.id]);
    const audited = (await capiz('audit', '--subject', full.id)).out;
    expect(audited).toMatch(/boss {2}webhook\.test[^]*boss {2}webhook\.add/);
  });

  it('only admins list and test e-mail to staff; without settings the server says that it sends none', async () => {
    expect((await capiz('mail')).err).toMatch(/^Not done: ana is publisher/);
    writeFileSync(files.ana, await givenStaff(registry.database, 'boss', 'admin'));
    expect((await capiz('mail')).out).toBe('The server sends no e-mail: CAPIZ_SMTP_URL is not set.\n');
    expect((await capiz('mail', 'test', 'ana@lender.example')).err).toMatch(/^Not done: .*CAPIZ_SMTP_URL/);
    expect((await capiz('mail', 'try', 'ana@lender.example')).code).toBe(2);
    const mail = await listenSmtp([451]);
    await restart({ mail: mail.settings });
    const failed = await capiz('mail', 'test', 'ana@lender.example', '--json');
    expect([failed.code, JSON.parse(failed.out)]).toEqual([
      1,
      { version: 1, to: 'ana@lender.example', isAccepted: false, outcome: 'EMESSAGE 451' },
    ]);
    const tried = await capiz('mail', 'test', 'ana@lender.example');
    expect([tried.code, tried.out]).toEqual([0, 'The mail server accepted it: 250\n']);
    expect(mail.received.map(({ to }) => to)).toEqual([['ana@lender.example']]);
    expect((await capiz('mail', 'test', 'ana')).err).toContain('an e-mail address in ASCII');
    const row = { id: 'm', staff: 'ana@lender.example', subject: 'Waits', body: '', at: 0, tries: 1, due: 0 };
    await registry.database.queries
      .insertInto('mail_messages')
      .values({ ...row, state: 'given-up', outcome: 'EAUTH 535' })
      .execute();
    const shown = (await capiz('mail')).out;
    expect(shown).toMatch(/^The server sends e-mail to staff\.\n/);
    expect(shown).toContain('ana@lender.example  Waits  given-up, tried 1 time: EAUTH 535\n');
    expect(JSON.parse((await capiz('mail', '--json')).out)).toMatchObject({ version: 1, isOn: true });
    await mail.close();
  });

  it('the audit is shown and verified, and a changed or missing record is named', async () => {
    writeProject(screenWithText('Two'));
    await capiz('publish', '--reason', 'Better words.');
    expect((await capiz('audit', '--limit', '1')).out).toMatch(
      /ana {2}release\.publish {2}\w{12} {2}Better words\.\n$/,
    );
    const whole = await capiz('audit', 'verify');
    const head = /^\d+ records, none of them changed\. Head: (\w{64})\n$/.exec(whole.out)?.[1] ?? '';
    expect((await capiz('audit', 'verify', '--head', head)).code).toBe(0);
    const rewritten = await capiz('audit', 'verify', '--head', 'a'.repeat(64));
    expect(rewritten).toMatchObject({ code: 1, err: expect.stringContaining('rewritten') as string });
    const { queries } = registry.database;
    const first = queries.updateTable('audit').where('turn', '=', 1);
    const { actor } = await queries
      .selectFrom('audit')
      .select('actor')
      .where('turn', '=', 1)
      .executeTakeFirstOrThrow();
    await first.set({ actor: 'nobody' }).execute();
    expect(await capiz('audit', 'verify')).toMatchObject({
      code: 1,
      err: 'The audit is not complete: the record of turn 1 was changed.\n',
    });
    await first.set({ actor }).execute();
    await queries.deleteFrom('audit').where('hash', '=', head).execute();
    expect(await capiz('audit', 'verify')).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^The audit is not complete: the record of turn \d+ has no records after it\.\n$/,
      ) as string,
    });
  });

  it('blame names the author of each live value', async () => {
    writeProject(screenWithText('Two'));
    await capiz('publish', '--reason', 'Better words.', '--token-file', files.ben);
    const { out } = await capiz('blame', 'screens/shelf.screen.json');
    const lines = out.split('\n');
    expect(lines.find((line) => line.includes('"Two"'))).toMatch(/ ben +│/);
    expect(lines.find((line) => line.includes('"title"'))).toMatch(/ first-start +│/);
  });

  it('a stored release is published from a folder without a project', async () => {
    writeProject({ ...PAYING, data: { shelf: { endpoint: 'shelf', with: { cardId: '1' } } } });
    const made = await capiz('publish', '--reason', 'Pay here.');
    const release = /Release (\w{12})/.exec(made.out)?.[1] ?? '';
    const elsewhere = mkdtempSync(join(tmpdir(), 'capiz-elsewhere-'));
    const far = (...args: string[]) =>
      runIn(
        elsewhere,
        ...args,
        '--server',
        server.origin,
        '--token-file',
        files.ana,
        '--reason',
        'Pay here.',
      );
    expect((await far('publish')).err).toContain('no screens/app.json');
    const early = await far('publish', '--release', release);
    expect([early.code, early.out]).toEqual([1, expect.stringContaining('is stored but not live')]);
    await capiz('approve', release, '--reason', 'Looked.', '--token-file', files.ben);
    expect(await far('publish', '--release', release)).toMatchObject({ code: 0, err: '' });
    expect(await page()).toContain('"Pay"');
    rmSync(elsewhere, { recursive: true, force: true });
  });

  it.each(
    [
      ...[['history'], ['history', 'screens/a.screen.json'], ['audit'], ['audit', 'verify']],
      ...[['blame', 'screens/a.screen.json'], ['mail'], ['staff'], ['webhooks'], ['freeze', 'list']],
      ...[
        ['schedule', 'list'],
        ['screen', 'list'],
        ['rollout', 'status'],
        ['apply', 'plan.json'],
      ],
      ...[
        ['publish', '--reason', 'x x'],
        ['plan', '--reason', 'x x'],
        ['rollback', '--reason', 'x x'],
      ],
      ...[
        ['approve', 'ffff', '--reason', 'x x'],
        ['rollout', 'start', '--reason', 'x x'],
      ],
    ].map((args) => ({ args, command: args.join(' ') })),
  )('$command refuses a token that has ended, in words and as data', async ({ args }) => {
    const plan = { version: 1, release: 'a'.repeat(64), reason: 'x x', verdict: 'ready' };
    writeFileSync(
      join(folder, 'plan.json'),
      JSON.stringify({ ...plan, breaking: 0, needs: [], changes: [] }),
    );
    writeFileSync(files.ana, 'ended');
    const why = 'The token is missing or no longer valid.';
    const told = await capiz(...args);
    expect([told.out, told.err]).toEqual(['', expect.stringContaining(why)]);
    expect(told.code).toBe(['history', 'audit', 'blame'].includes(args[0] ?? '') ? 2 : 1);
    const { code, out } = await capiz(...args, '--json');
    expect([code, JSON.parse(out)]).toEqual([
      told.code,
      args[0] === 'apply'
        ? expect.objectContaining({ isLive: false, why })
        : { version: 1, refused: { code: 'unauthorized', message: why } },
    ]);
  });

  it.each([
    [['audit', 'verify', '--head', '0000000'], '--head takes all 64 digits'],
    [['audit', '--limit', 'many'], 'limit'],
    [['publish'], 'give a reason'],
    [['publish', '--reason', 'x x', '--token-file', '/nowhere'], 'no token'],
    [['publish', '--reason', 'x x', '--server', 'http://127.0.0.1:1'], 'does not answer: '],
    [['freeze', 'add', '--reason', 'x x'], 'give the times'],
    [['freeze', 'add', '--weekly', 'weekends', '--reason', 'x x'], 'write "fri 18:00-mon 06:00"'],
    [['schedule', 'add', 'ffff', '--at', 'tomorrow', '--reason', 'x x'], 'is not a time'],
    [['schedule', 'add', 'ffff', '--at', '2026-12-01 06:00', '--reason', 'x x'], 'no release begins'],
    [['rollback', 'ffff', '--reason', 'x x'], 'no release begins with ffff'],
    [['blame', 'screens/none.screen.json'], 'is not live'],
  ])('%j could not run: exit 2 and why', async ([command = '', ...args], why) => {
    const { code, err } = await capiz(command, ...args);
    expect(code).toBe(2);
    expect(err).toContain(why);
  });
});
