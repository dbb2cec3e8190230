import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LONG } from '#tests/property/settings.ts';
import { reportFigures } from '#tests/reliability/figures.ts';
import { makeUploads, SECRET, type UploadCase } from '#tests/uploads/files.ts';
import { drawJpeg } from '#tests/uploads/pieces.ts';
import {
  callEndpoint,
  createTestApp,
  TEST_NOW,
  testStates,
  testScenarios,
  testService,
  TEST_PAY_ORIGIN,
} from '../testing.ts';
import { inspectImage } from './inspect-image.ts';
import { QUOTA, UploadQuota } from './upload-quota.ts';
import { openUploadStore } from './upload-store.ts';

const ROUTE = '/user-problem/upload-problem-img';
const folder = mkdtempSync(join(tmpdir(), 'capiz-uploads-'));

/** A loan service that accepts and stores every file. */
const taken: {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly headers: unknown;
}[] = [];
let loans: Server;
beforeAll(async () => {
  loans = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      void new Response(Buffer.concat(chunks), { headers }).formData().then(async (form) => {
        const file = form.get('problemImage') as File;
        const bytes = Buffer.from(await file.arrayBuffer());
        taken.push({ name: file.name, type: file.type, bytes, headers: request.headers });
        response.setHeader('Content-Type', 'application/json');
        response.end(
          JSON.stringify({ code: '00', data: { url: `https://pictures.example.com/${taken.length}` } }),
        );
      });
    });
  });
  await new Promise<void>((resolve) => loans.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  loans.closeAllConnections();
  loans.close();
  rmSync(folder, { recursive: true, force: true });
});

function withLoanService() {
  const upstream = new URL(`http://127.0.0.1:${(loans.address() as AddressInfo).port}`);
  return createTestApp({ loanService: { upstream } }).app;
}

const loanService = {
  scenarios: testScenarios,
  service: testService,
  states: testStates,
  payOrigin: TEST_PAY_ORIGIN,
};

function alone(more: { readonly now?: () => number; readonly publicOrigin?: string } = {}) {
  return createTestApp({ loanService, uploads: openUploadStore({ folder }), ...more }).app;
}

type App = ReturnType<typeof alone>;

async function send(
  app: App,
  { bytes, name, type }: Pick<UploadCase, 'bytes' | 'name' | 'type'>,
  session = 's',
  remoteAddress = '203.0.113.7',
): Promise<{ status: number; code: string; message: string; url: string }> {
  const form = new FormData();
  form.append('problemImage', new Blob([new Uint8Array(bytes)], { type }), name);
  const headers = { 'X-Requested-With': 'XMLHttpRequest', swift: session, eyes: session, Cookie: 'staff=1' };
  const env = { incoming: { socket: { remoteAddress } } };
  const answer = await app.request(ROUTE, { method: 'POST', body: form, headers }, env);
  const said = (await answer.json()) as { code: string; message: string; data?: { url: string } };
  return { status: answer.status, code: said.code, message: said.message, url: said.data?.url ?? '' };
}

/** The kinds of segments in an image; those that are not needed to show it have their own kinds. */
function piecesOf(bytes: Buffer): Set<string> {
  const pieces = new Set<string>();
  if (bytes[0] === 0xff) {
    for (let at = 2; bytes[at + 1] !== 0xda; at += 2 + bytes.readUInt16BE(at + 2)) {
      pieces.add(bytes.subarray(at, at + 2).toString('hex'));
    }
    return pieces;
  }
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    pieces.add(bytes.subarray(at + 4, at + 8).toString('latin1'));
  }
  return pieces;
}

/** JFIF, quantisation and Huffman tables, the frame; for PNG the header, the data, the end. */
const NEEDED = new Set(['ffe0', 'ffdb', 'ffc4', 'ffc0', 'IHDR', 'IDAT', 'IEND']);
const NOTES = /Exif|GPS|http:\/\/ns\.adobe|Photoshop|ICC_PROFILE|<script|<\?php/;

describe('sent files (check 23)', () => {
  it('are re-encoded or refused, and only images reach the loan service', async () => {
    const app = withLoanService();
    const uploads = await makeUploads();
    const counts = {
      check: 23,
      files: uploads.length,
      good: 0,
      refused: 0,
      notes: 0,
      slowestMs: 0,
      rssMb: 0,
    };
    const wrong: string[] = [];
    const before = process.memoryUsage().rss;
    let refusedMs = 0;
    for (const [index, upload] of uploads.entries()) {
      const { what, becomes } = upload;
      const known = taken.length;
      const began = performance.now();
      const { status, code, url } = await send(app, upload, `s${index % 7}`);
      const ms = performance.now() - began;
      counts.slowestMs = Math.max(counts.slowestMs, Math.round(ms));
      counts.rssMb = Math.max(counts.rssMb, Math.round((process.memoryUsage().rss - before) / 1024 / 1024));
      const file = taken[known];
      if (typeof becomes === 'string') {
        counts.refused += 1;
        refusedMs = Math.max(refusedMs, ms);
        if (status !== 200 || code !== becomes || file !== undefined)
          wrong.push(`${what}: ${status} ${code}`);
        continue;
      }
      counts.good += 1;
      if (file === undefined || code !== '00' || url !== `https://pictures.example.com/${taken.length}`) {
        wrong.push(`${what}: ${status} ${code}`);
        continue;
      }
      const drawn = inspectImage(file.bytes);
      const size = drawn.is === 'picture' ? [drawn.width, drawn.height] : drawn.code;
      if (JSON.stringify(size) !== JSON.stringify(becomes)) wrong.push(`${what}: ${JSON.stringify(size)}`);
      if (drawn.is === 'picture' && drawn.type !== file.type) wrong.push(`${what}: is called ${file.type}`);
      if (!/^[0-9a-f]{32}\.(jpg|png)$/.test(file.name)) wrong.push(`${what}: its name is ${file.name}`);
      const content = file.bytes.toString('latin1');
      const strange = [...piecesOf(file.bytes)].filter((piece) => !NEEDED.has(piece));
      if (strange.length > 0 || content.includes(SECRET) || NOTES.test(content)) {
        counts.notes += 1;
        wrong.push(`${what}: ${strange.join(' ')} came out`);
      }
    }
    reportFigures({ ...counts, refusedMs: Math.round(refusedMs) });
    expect(wrong).toEqual([]);
    expect(counts.files).toBeGreaterThanOrEqual(60);
    // One file for each image of each sender.
    const sent = taken.map(({ bytes, headers }) => {
      const { swift } = headers as { readonly swift: string };
      return `${swift} ${bytes.toString('base64')}`;
    });
    expect(new Set(taken.map(({ name }) => name)).size).toBe(new Set(sent).size);
    expect(JSON.stringify(taken.map(({ headers }) => headers))).not.toContain('staff');
    // These limits hold only on a machine without other load.
    if (LONG) expect([refusedMs <= 1_000, counts.rssMb <= 200]).toEqual([true, true]);
  }, 120_000);

  it('the check detects camera metadata that is not removed', async () => {
    const [noted] = (await makeUploads()).filter(({ what }) => what.includes('a position in its EXIF data'));
    const bytes = noted?.bytes ?? Buffer.alloc(0);
    expect([...piecesOf(bytes)].filter((piece) => !NEEDED.has(piece))).toEqual(['ffe1']);
    expect(NOTES.test(bytes.toString('latin1'))).toBe(true);
  });
});

/** The process that encodes an image now. */
async function findDrawer(): Promise<number> {
  for (;;) {
    const { stdout } = spawnSync('pgrep', ['-P', String(process.pid), '-f', 'picture-worker'], {
      encoding: 'utf8',
    });
    const [pid = ''] = stdout.split('\n');
    if (pid !== '') return Number(pid);
    await new Promise(setImmediate);
  }
}

describe('without a loan service images are stored here', () => {
  const photo = async () => ({ bytes: await drawJpeg(20, 10), name: 'a.jpg', type: 'image/jpeg' });

  it('under a secret name, and are served as files in which nothing runs', async () => {
    const app = alone();
    const { url } = await send(app, await photo());
    const name = /^http:\/\/localhost\/capiz\/uploads\/([0-9a-f]{32}\.jpg)$/.exec(url)?.[1] ?? '';
    expect(readdirSync(folder)).toContain(name);
    const answer = await app.request(new URL(url).pathname);
    expect(inspectImage(new Uint8Array(await answer.arrayBuffer()))).toMatchObject({
      width: 20,
      height: 10,
    });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="${name}"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it('a complaint accepts the address of a stored image, and no other address', async () => {
    const app = alone();
    const { url } = await send(app, await photo());
    const order = { productId: '1203', orderId: 'repayable-u' };
    await callEndpoint(app, 'order-details', order);
    const save = async (problemImage: string) => {
      const members = { problemType: '2', problemDetail: 'x', problemImage, orderNo: 'repayable-u' };
      const headers = { 'Idempotency-Key': problemImage };
      const answer = await callEndpoint(app, 'problem-save', members, { headers });
      return ((await answer.json()) as { code: string }).code;
    };
    expect([await save(url), await save('https://elsewhere.example.com/x.jpg')]).toEqual(['00', '400']);
  });

  it.each(['..%2f..%2fpackage.json', 'x.jpg', `${'0'.repeat(32)}.svg`, `${'0'.repeat(32)}.jpg`, ''])(
    '%s has status 404',
    async (name) => {
      expect((await alone().request(`/capiz/uploads/${name}`)).status).toBe(404);
    },
  );

  it.each([
    [{ Origin: 'https://evil.example' }, 403],
    [{ Origin: 'null' }, 403],
    [{ Origin: 'http://localhost', 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ 'Sec-Fetch-Site': 'same-site' }, 403],
    [{ 'Sec-Fetch-Site': 'none' }, 403],
    [{ Origin: 'http://localhost' }, 200],
    [{ Origin: 'https://localhost' }, 200],
    [{ Origin: 'https://capiz.example.com' }, 200],
    [{ Origin: 'https://capiz.example.com', 'Sec-Fetch-Site': 'same-origin' }, 200],
  ] as [Record<string, string>, number][])(
    'an image that is sent with %j gets the status %i',
    async (headers, status) => {
      const app = alone({ publicOrigin: 'https://capiz.example.com' });
      const before = readdirSync(folder).length;
      const body = new FormData();
      body.append('problemImage', new Blob([new Uint8Array((await photo()).bytes)]), 'a.jpg');
      const session = randomUUID();
      const sent = { 'X-Requested-With': 'XMLHttpRequest', swift: session, eyes: session, ...headers };
      const answer = await app.request(ROUTE, { method: 'POST', body, headers: sent });
      expect([answer.status, readdirSync(folder).length - before]).toEqual([status, status === 200 ? 1 : 0]);
    },
  );

  it('a network has a quota, and so have all networks together, whatever session they name', async () => {
    const bad = { bytes: Buffer.from('x'), name: 'x', type: 'x' };
    const quota = new UploadQuota(() => TEST_NOW);
    const one = () => quota.take(randomUUID(), '2001:0db8:0000:0000::/64');
    for (let count = 0; count < QUOTA.network; count += 1) expect(one()).toBe(true);
    expect(one()).toBe(false);
    for (let count = QUOTA.network; count < QUOTA.all; count += 1)
      expect(quota.take(randomUUID(), `198.51.100.${count % 250}`)).toBe(true);
    expect(quota.take(randomUUID(), '203.0.113.9')).toBe(false);
    // Requests from this machine count too: behind a proxy that is not configured, all requests seem to come from it.
    const app = alone();
    for (let count = 0; count < QUOTA.network; count += 1)
      await app.request(ROUTE, { method: 'POST', headers: { swift: String(count) } });
    expect((await app.request(ROUTE, { method: 'POST', headers: { swift: 'new' } })).status).toBe(429);
    expect(await send(app, bad, 'new')).toMatchObject({ status: 200, code: '4150' });
  });

  it('an image is not stored if the call is refused', async () => {
    const app = alone();
    const before = readdirSync(folder).length;
    const body = new FormData();
    body.append('problemImage', new Blob([new Uint8Array((await photo()).bytes)]), 'a.jpg');
    // Send the file without the headers that a page sends.
    const answer = await app.request(ROUTE, { method: 'POST', body });
    expect(((await answer.json()) as { code: string }).code).not.toBe('00');
    expect(readdirSync(folder).length).toBe(before);
  });

  it('an image is stored once per sender, however often it is sent', async () => {
    const app = alone();
    const before = readdirSync(folder).length;
    const one = { ...(await photo()), bytes: await drawJpeg(21, 11) };
    const [first, again] = [await send(app, one, 'once'), await send(app, one, 'once')];
    expect([first.code, again.url]).toEqual(['00', first.url]);
    expect(readdirSync(folder).length).toBe(before + 1);
    expect((await send(app, one, 'other')).url).not.toBe(first.url);
  });

  it('an image can be sent again if the process that encodes it is killed', async () => {
    const app = alone();
    const picture = { bytes: await drawJpeg(1_600, 1_200), name: 'a.jpg', type: 'image/jpeg' };
    const sent = send(app, picture, 'killed');
    process.kill(await findDrawer(), 'SIGKILL');
    expect(await sent).toMatchObject({ status: 503, code: '503', message: 'Please try again in a minute.' });
    expect(await send(app, picture, 'killed')).toMatchObject({ status: 200, code: '00' });
  });

  it('a session has a quota, which is reset after an hour', async () => {
    let now = TEST_NOW;
    const app = alone({ now: () => now });
    const bad = { bytes: Buffer.from('x'), name: 'x', type: 'x' };
    for (let count = 0; count < QUOTA.session; count += 1) await send(app, bad, 'many');
    expect(await send(app, bad, 'many')).toMatchObject({ status: 429, code: '4290' });
    expect(await send(app, bad, 'another')).toMatchObject({ status: 200, code: '4150' });
    now += 60 * 60_000;
    expect(await send(app, bad, 'many')).toMatchObject({ status: 200, code: '4150' });
  });

  it('files that are not in the contract are refused, and a body that is too large is not read', async () => {
    const app = alone();
    const post = async (body: FormData | string, headers: Record<string, string> = {}) =>
      (await app.request(ROUTE, { method: 'POST', body, headers })).status;
    const form = (name: string, ...values: (string | Blob)[]) => {
      const made = new FormData();
      for (const value of values) made.append(name, value);
      return made;
    };
    const blob = new Blob([new Uint8Array(await drawJpeg(8, 8))]);
    expect(await post('no multipart')).toBe(400);
    expect(await post(form('problemImage', 'text'))).toBe(400);
    expect(await post(form('other', blob))).toBe(400);
    expect(await post(form('problemImage', blob, blob))).toBe(400);
    expect(await post('x', { 'Content-Length': String(13 * 1024 * 1024) })).toBe(413);
  });
});

describe('a bucket that fails', () => {
  /** Faults of the next requests; then it works again. */
  let fails: ((response: ServerResponse) => void)[] = [];
  const stored = new Map<string, Buffer>();
  let bucket: Server;
  beforeAll(async () => {
    bucket = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (request.method === 'PUT') stored.set(request.url ?? '', Buffer.concat(chunks));
        const fail = fails.shift();
        if (fail) fail(response);
        else response.end(stored.get(request.url ?? ''));
      });
    });
    await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    bucket.closeAllConnections();
    bucket.close();
  });

  function withBucket() {
    const place = {
      bucket: new URL(`http://127.0.0.1:${(bucket.address() as AddressInfo).port}/pictures`),
      ...{ region: 'r', accessKeyId: 'a', secretAccessKey: 's' },
    };
    return createTestApp({ loanService, uploads: openUploadStore(place, fetch, 300) });
  }

  const end = (status: number) => (response: ServerResponse) => void response.writeHead(status).end();
  it.each([
    ['500', end(500), '500'],
    ['403', end(403), '403'],
    ['a redirect', end(307), '307'],
    ['no response', () => {}, '"TimeoutError"'],
    ['a connection that is cut', (response) => void response.destroy(), '"(UND_ERR_SOCKET|ECONNRESET)"'],
  ] as [string, (response: ServerResponse) => void, string][])(
    "with %s is reported in the call's envelope, and sending again makes no second copy",
    async (_title, fail, why) => {
      const { app, lines } = withBucket();
      stored.clear();
      fails = [fail];
      const photo = { bytes: await drawJpeg(20, 10), name: 'a.jpg', type: 'image/jpeg' };
      const failed = await send(app, photo);
      expect(failed).toMatchObject({ status: 503, code: '503', url: '' });
      expect(failed.message).toMatch(/could not be saved\. Please try again/);
      expect(lines.join('\n')).toMatch(new RegExp(`A file was not stored {"level":"error","why":${why}}`));
      const { code, url } = await send(app, photo);
      expect([code, stored.size]).toEqual(['00', 1]);
      fails = [fail];
      const path = new URL(url).pathname;
      expect((await app.request(path)).status).toBe(503);
      expect(lines.join('\n')).toMatch(new RegExp(`A file was not read {"level":"error","why":${why}}`));
      expect((await app.request(path)).status).toBe(200);
    },
  );
});
