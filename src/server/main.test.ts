import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readProjectBytes } from '#src/shared/project-files.ts';
import { findFreePorts } from '#tests/free-ports.ts';
import {
  buildMain,
  type Ended,
  ORDER_SCREEN,
  startMain,
  writeProject,
} from '#tests/reliability/main-program.ts';
import { listenSmtp, SMTP_PASSWORD } from './mail/smtp.testing.ts';
import { openDatabase } from './registry/database.ts';
import { givenStaff } from './staff/testing.ts';

/** A project with one screen, and the server bundled as `npm start` does it. */
const folder = mkdtempSync(join(tmpdir(), 'capiz-server-'));

beforeAll(async () => {
  await buildMain(folder);
  const write = (name: string, screen?: object) => writeProject(join(folder, name), screen);
  write('sound');
  write('large');
  const box = { type: 'check', name: 'agreed', label: 'I agree.', initial: true };
  write('lawless', { ...ORDER_SCREEN, body: [{ type: 'form', id: 'join', body: [box] }] });
  write('broken', { ...ORDER_SCREEN, body: [{ type: 'txet', text: 'Hello' }] });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(
  project: string,
  environment: Record<string, string>,
  onLine?: (line: string, child: ChildProcess) => void,
) {
  return new Promise<Ended>((done) => {
    const { PATH = '' } = process.env;
    const child = spawn('node', [join(folder, 'bundle/main.js'), join(folder, project)], {
      env: {
        PATH,
        PORT: '0',
        CAPIZ_DRAIN_SECONDS: '0',
        CAPIZ_DATA: join(folder, 'data', project),
        ...environment,
      },
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      onLine?.(out, child);
    });
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.on('close', (code) => done({ code, out, err }));
  });
}

const PERSON = 'ana@example.com';
const PASSWORD = 'seven boats on the river';

describe('starting', () => {
  it('names a database that cannot be reached: exit 3, so that a supervisor starts it again', async () => {
    const ended = await run('sound', { DATABASE_URL: 'postgres://capiz@127.0.0.1:9/capiz' });
    expect(ended).toMatchObject({
      code: 3,
      err: 'Not started: the database of DATABASE_URL cannot be reached (ECONNREFUSED).\n',
    });
  });

  it('refuses an address other than loopback without upstream and without CAPIZ_DEMO=1: exit 2, one clear line', async () => {
    const { code, out, err } = await run('sound', { HOST: '0.0.0.0' });
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^Not started: HOST 0\.0\.0\.0 [^\n]*CAPIZ_DEMO=1[^\n]*\n$/);
  });

  it('names definitions with errors and serves nothing: exit 1', async () => {
    const { code, err } = await run('broken', {});
    expect(code).toBe(1);
    expect(err).toMatch(/error {2}\S+ {2}screens\/order\.screen\.json:1:\d+ {2}.*txet/);
    expect(err).toMatch(/Not started: the definitions have errors\.\n$/);
  });

  it('refuses a legal warning without a reason: exit 1', async () => {
    const { code, err } = await run('lawless', {});
    expect(code).toBe(1);
    expect(err).toMatch(/warning {2}consent\/prechecked {2}screens\/order\.screen\.json:1:\d+ {2}/);
    expect(err).toMatch(/Not started: A legal warning has no reason: [^\n]*\n$/);
  });

  it('refuses a folder that is no project and names the missing file: exit 1', async () => {
    const { code, err } = await run('nowhere', {});
    expect(code).toBe(1);
    expect(err).toContain('screens/app.json');
  });

  it('prints the addresses, opens an order, and ends cleanly on SIGTERM', async () => {
    let answers: Promise<number[]> | undefined;
    const { code, out, err } = await run('sound', {}, (text, child) => {
      if (!text.includes('Studio, once:') || answers) return;
      const addresses = text.match(/http:\S+/g) ?? [];
      answers = Promise.all(addresses.map(async (address) => (await fetch(address)).status));
      void answers.then(() => child.kill('SIGTERM'));
    });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    // The printed addresses: server, start page, demonstration, gallery, payment page, an order, the documentation, which this
    // test has not built, the one-time link.
    expect(await answers).toEqual([200, 200, 200, 200, 200, 200, 503, 200]);
    expect(out).toMatch(
      /^The staff token .*\nCapiz listens at http:\/\/127\.0\.0\.1:\d+\nStart page: .*\nDemonstration: .*\nGallery: .*\nPayment page: .*\nAn order: /,
    );
  });

  it('continues if the pipes of its log are closed', async () => {
    let answers: Promise<number[]> | undefined;
    const { code } = await run('sound', { CAPIZ_LOG: 'json' }, (text, child) => {
      const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
      if (!text.includes('Studio, once:') || origin === undefined || answers) return;
      child.stdout?.destroy();
      child.stderr?.destroy();
      // Each request logs a line.
      const ask = async () => (await fetch(`${origin}/healthz`)).status;
      answers = ask().then(async (first) => [first, await ask(), await ask()]);
      void answers.finally(() => child.kill('SIGTERM'));
    });
    expect(await answers).toEqual([200, 200, 200]);
    expect(code).toBe(0);
  });

  it('refuses a port in use with a sentence and a solution, and the one-time link of the other server stays valid', async () => {
    const taken = createServer();
    const port = 1 + (await findFreePorts(2));
    await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve));
    const refused = await run('sound', { PORT: String(port) });
    const ofPayment = await run('sound', { PORT: String(port - 1) });
    taken.close();
    expect(refused).toEqual({
      code: 2,
      out: '',
      err: `Not started: Port ${port} is in use, perhaps by an earlier start. Choose another port, for example PORT=${port + 10}.\n`,
    });
    expect([ofPayment.code, ofPayment.out]).toEqual([2, '']);
    expect(ofPayment.err).toContain(`Port ${port} of the payment page, the one after PORT, is in use`);
    expect((await run('sound', { HOST: '192.0.2.1', CAPIZ_DEMO: '1' })).err).toMatch(
      /^Not started: HOST 192\.0\.2\.1 is not an address of this machine\. [^\n]*\n$/,
    );
  });

  it('serves published releases whatever faults the working folder has', async () => {
    const root = join(folder, 'spoilt');
    writeProject(root);
    const read = async () => {
      let reply: Promise<string> | undefined;
      const { code, err } = await run('spoilt', {}, (text, child) => {
        const origin = /Capiz listens at (\S+)\n/.exec(text)?.[1];
        if (origin === undefined || reply) return;
        reply = fetch(`${origin}/order`).then((answer) => answer.text());
        void reply.finally(() => child.kill('SIGTERM'));
      });
      return { code, err, page: await reply };
    };
    expect((await read()).page).toContain('"Hello"');
    const spoilers = [
      () => {
        writeFileSync(join(root, 'screens/app.json'), '[[');
        rmSync(join(root, 'schemas'), { recursive: true });
      },
      () => {
        rmSync(join(root, 'screens'), { recursive: true });
        writeFileSync(join(root, 'screens'), 'no folder');
        const [scenario = ''] = readdirSync(join(root, 'fixtures/scenarios'));
        writeFileSync(join(root, 'fixtures/scenarios', scenario), '{');
        mkdirSync(join(root, 'fixtures/places'), { recursive: true });
        writeFileSync(join(root, 'fixtures/places/sample.csv'), 'no table');
      },
      () => {
        rmSync(join(root, 'fixtures'), { recursive: true });
        mkdirSync(join(root, 'fixtures/scenarios'), { recursive: true });
        writeFileSync(join(root, 'fixtures/scenarios/pictures'), 'no folder');
        rmSync(join(root, 'screens'));
        mkdirSync(join(root, 'screens'));
        spawnSync('mkfifo', [join(root, 'screens/pipe.screen.json')]);
      },
    ];
    for (const spoil of spoilers) {
      spoil();
      const { code, page } = await read();
      expect([code, page]).toEqual([0, expect.stringContaining('"Hello"')]);
    }
  }, 120_000);

  it('leaves out and names a fixture that does not fit the live release, and serves the others', async () => {
    const root = join(folder, 'unfit');
    writeProject(root);
    const read = async (addresses: readonly string[]) => {
      let replies: Promise<number[]> | undefined;
      const { code, out, err } = await run('unfit', {}, (text, child) => {
        const origin = /Capiz listens at (\S+)\n/.exec(text)?.[1];
        if (origin === undefined || replies) return;
        const ask = async (address: string) =>
          (await fetch(`${origin}${address}`, { redirect: 'manual' })).status;
        replies = Promise.all(addresses.map(ask));
        void replies.finally(() => child.kill('SIGTERM'));
      });
      return { code, out, err, statuses: await replies };
    };
    expect((await read(['/order'])).statuses).toEqual([200]);
    const write = (path: string, content: unknown) => {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
    };
    // As `capiz new screen thank-you` does.
    write('screens/thank-you.screen.json', { ...ORDER_SCREEN, id: 'thank-you', routes: ['/thank-you'] });
    const $schema = '../../schemas/states.schema.json';
    write('fixtures/states/thank-you.json', { $schema, states: [] });
    write('fixtures/states/order-two.json', { $schema, steps: [] });
    write('fixtures/states/order.json', {
      $schema,
      sets: ['payng'],
      states: [
        { name: 'late', scenario: 'overdue' },
        { name: 'later', scenario: 'layt' },
      ],
    });
    write('fixtures/scripts/thank-you.json', '{');
    write('fixtures/scenarios/unread.json', '{');
    write('fixtures/scenarios/unanswered.json', {
      like: 'repayable',
      stages: { s: { replies: { 'order-details': 'no-such' } } },
    });
    write('fixtures/scenarios/turning.json', { like: 'turning' });
    write('fixtures/variants/odd.json', { title: 'Odd', screen: 'order', scenario: 'layt', replies: {} });
    write('fixtures/places/sample.csv', 'no table');
    spawnSync('mkfifo', [
      join(root, 'fixtures/states/pipe.json'),
      join(root, 'fixtures/scenarios/pictures/pipe.png'),
    ]);
    symlinkSync('nowhere', join(root, 'fixtures/scenarios/pictures/lost.png'));
    write('fixtures/scenarios/opening.json', { like: 'repayable', opens: ['no-such-screen'] });
    for (const kind of ['states', 'scenarios', 'variants', 'scripts', 'api', 'places'])
      mkdirSync(join(root, `fixtures/${kind}/folder.json`), { recursive: true });
    for (const kind of ['states', 'scenarios', 'variants', 'scripts'])
      writeFileSync(join(root, `fixtures/${kind}/bytes.json`), Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc3]));
    mkdirSync(join(root, 'fixtures/api/order-details'), { recursive: true });
    writeFileSync(join(root, 'fixtures/api/order-details/half.json'), '{"productName": "Har');
    write('fixtures/scenarios/half.json', {
      like: 'repayable',
      stages: { s: { replies: { 'order-details': 'half' } } },
    });
    const addresses = ['/order', '/gallery', '/gallery/order/late', '/gallery/order/later', '/capiz/demo'];
    const { code, out, err, statuses } = await read(addresses);
    expect([code, statuses]).toEqual([0, [200, 200, 302, 404, 200]]);
    for (const named of [
      'fixtures/states/thank-you.json: there is no screen thank-you.',
      'fixtures/states/order.json: there is no set payng.',
      'fixtures/states/order.json: there is no scenario layt.',
    ])
      expect(out).toContain(`Left out of the gallery: ${named}\n`);
    const named = [
      'fixtures/scenarios/unread.json: ',
      'fixtures/scenarios/unanswered.json: fixtures/api/order-details/no-such.json: there is no such file.\n',
      'fixtures/scenarios/turning.json: "like" is circular: turning inherits from this scenario.\n',
      'fixtures/variants/odd.json: There is no scenario "layt".\n',
      'fixtures/states/order-two.json: ',
      'fixtures/states/pipe.json: there is no such file.\n',
      'fixtures/states/bytes.json: ',
      'fixtures/scenarios/bytes.json: ',
      'fixtures/variants/bytes.json: ',
      'fixtures/scenarios/half.json: fixtures/api/order-details/half.json: ',
    ];
    const timesOf = (one: string) => err.split(`Left out: ${one}`).length - 1;
    expect(named.map((one) => [one, timesOf(one)])).toEqual(named.map((one) => [one, 1]));
    expect(err).toContain('lost.png');
    expect(err).not.toContain('pipe.png');
    expect(err).toContain('A list of places has the columns');
  }, 60_000);

  it('60 wrong sign-ins at once delay no borrower and refuse no right password, even with DNS lookups for the loan service', async () => {
    const loans = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', Connection: 'close' });
      response.end('{"code":"00"}');
    });
    await new Promise<void>((resolve) => loans.listen(0, 'localhost', resolve));
    const answered: string[] = [];
    const statuses = { signIn: new Set<number>(), read: [] as number[], right: 0 };
    async function ask(origin: string): Promise<void> {
      const signIn = async (name: string, password: string) => {
        const body = new URLSearchParams({ name, password });
        const headers = { Origin: origin };
        const asked = { method: 'POST', headers, body, redirect: 'manual' } as const;
        return (await fetch(`${origin}/capiz/staff/sign-in`, asked)).status;
      };
      const failToSignIn = async (at: number) => {
        // Every second attempt uses the name of a person who signs in at the same time.
        const name = at % 2 === 0 ? `somebody-${at}` : PERSON;
        statuses.signIn.add(await signIn(name, 'a wrong password'));
        answered.push('sign-in');
      };
      const read = async () => {
        statuses.read.push((await fetch(`${origin}/v3/loan-details/loan-details?orderId=1`)).status);
        answered.push('read');
      };
      const signIns = Array.from({ length: 60 }, (_, at) => failToSignIn(at));
      // When the first attempt is answered, all have arrived.
      await Promise.race(signIns);
      const right = signIn(PERSON, PASSWORD);
      await Promise.all(Array.from({ length: 20 }, read));
      statuses.right = await right;
      await Promise.all(signIns);
    }
    let asking: Promise<void> | undefined;
    const { code, err } = await run(
      'sound',
      {
        CAPIZ_UPSTREAM: `http://localhost:${(loans.address() as AddressInfo).port}`,
        CAPIZ_DATA: join(folder, 'data/asked'),
        CAPIZ_NEW: '1',
        CAPIZ_ADMIN_EMAIL: PERSON,
        CAPIZ_ADMIN_PASSWORD: PASSWORD,
      },
      (text, child) => {
        const origin = /Capiz listens at (\S+)\n/.exec(text)?.[1];
        if (origin === undefined || asking) return;
        asking = ask(origin).finally(() => child.kill('SIGTERM'));
      },
    );
    await asking;
    loans.close();
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(statuses.read).toEqual(Array.from({ length: 20 }, () => 200));
    // Every password from this machine is checked and none is refused (429), because one of them might be right.
    expect([...statuses.signIn]).toEqual([403]);
    expect(statuses.right).toBe(303);
    expect(answered.lastIndexOf('read')).toBeLessThan(answered.lastIndexOf('sign-in'));
  }, 120_000);

  it('an e-mail is not lost if the server is killed before sending it, and no log contains the password', async () => {
    const [data, port] = [join(folder, 'data/mail'), await findFreePorts(3)];
    const origin = `http://127.0.0.1:${port}`;
    const environment = {
      ...{ CAPIZ_DATA: data, PORT: String(port), CAPIZ_PUBLIC_URL: origin },
      CAPIZ_SMTP_URL: `smtp://capiz:${SMTP_PASSWORD}@127.0.0.1:${port + 2}`,
      CAPIZ_MAIL_FROM: 'capiz@lender.example',
    };
    const begin = () => startMain(join(folder, 'bundle/main.js'), join(folder, 'sound'), environment);
    const first = begin();
    await first.origin;
    first.child.kill('SIGTERM');
    await first.ended;
    const database = await openDatabase(join(data, 'registry.db'));
    const token = await givenStaff(database, 'ana@lender.example', 'editor');
    await givenStaff(database, 'ben@lender.example', 'approver');
    await database.close();

    const killed = begin();
    await killed.origin;
    const files = Object.fromEntries(
      [...readProjectBytes(join(folder, 'sound'))].map(([path, bytes]) => {
        const text = Buffer.from(bytes).toString('utf8').replace('"Hello"', '"Good morning"');
        return [path, (path.endsWith('.json') ? Buffer.from(text) : Buffer.from(bytes)).toString('base64')];
      }),
    );
    const { status } = await fetch(`${origin}/capiz/api/v1/releases`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ files, reason: 'Clearer words' }),
    });
    killed.child.kill('SIGKILL');
    expect(status).toBe(200);

    const mail = await listenSmtp([], port + 2);
    const second = begin();
    await vi.waitFor(() => expect(mail.received).not.toEqual([]), { timeout: 60_000, interval: 100 });
    second.child.kill('SIGTERM');
    await mail.close();
    expect(mail.received).toMatchObject([
      { to: ['ben@lender.example'], text: expect.stringContaining(`\n${origin}/studio/releases/`) },
    ]);
    const logs = await Promise.all([first, killed, second].map(({ ended }) => ended));
    expect(JSON.stringify(logs)).toContain('Capiz listens at');
    expect(JSON.stringify(logs)).not.toContain(SMTP_PASSWORD);
  }, 120_000);

  it('a worker thread makes releases; the server continues if the thread cannot be started', async () => {
    const files = Object.fromEntries(
      [...readProjectBytes(join(folder, 'sound'))].map(([path, bytes]) => [
        path,
        Buffer.from(bytes).toString('base64'),
      ]),
    );
    const statuses: number[] = [];
    async function makeReleases(origin: string): Promise<void> {
      const token = readFileSync(join(folder, 'data/sound/staff-token'), 'utf8').trim();
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ files, reason: 'A test.' });
      const make = () => fetch(`${origin}/capiz/api/v1/releases`, { method: 'POST', headers, body });
      statuses.push((await make()).status);
      rmSync(join(folder, 'bundle/compile-thread.js'));
      statuses.push((await make()).status, (await fetch(`${origin}/order`)).status);
    }
    let making: Promise<void> | undefined;
    await run('sound', {}, (text, child) => {
      const origin = /Capiz listens at (\S+)\n/.exec(text)?.[1];
      if (origin === undefined || making) return;
      making = makeReleases(origin).finally(() => child.kill('SIGTERM'));
    });
    await making;
    expect(statuses).toEqual([200, 500, 200]);
  });

  it('a compile that needs too much memory is named as such, not as errors in the definitions: exit 1', async () => {
    writeFileSync(
      join(folder, 'bundle/compile-thread.js'),
      'const kept = []; for (;;) kept.push(new Array(100_000).fill(kept.length));',
    );
    const { code, err } = await run('large', {});
    expect(code).toBe(1);
    expect(err).toBe('Not started: Compiling the definitions took more than 384 MB, so it was ended.\n');
  }, 60_000);
});
