import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isSigned } from '#tests/uploads/signature.ts';
import type { CleanFile } from './clean-upload.ts';
import type { ImageType } from './inspect-image.ts';
import { nameOf as nameFor } from './name-upload.ts';
import { openUploadStore, type UploadStore } from './upload-store.ts';

const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const KEY = 'AKIAIOSFODNN7EXAMPLE';
const picture: CleanFile = { type: 'image/png', bytes: new Uint8Array([1, 2, 3, 255]) };

/** The name of a unique image. */
const nameOf = (type: ImageType) => nameFor(type, randomUUID(), picture.bytes);

const DAY_MS = 24 * 60 * 60_000;

/** Number of objects per page of a bucket's list. */
const LISTED = 2;

/** The objects directly below a prefix, as a bucket lists them. */
function list(target: string, stored: ReadonlyMap<string, { readonly at: number }>): string {
  const { pathname, searchParams } = new URL(target, 'http://any');
  const prefix = searchParams.get('prefix') ?? '';
  const keys = [...stored.keys()]
    .map((path) => path.slice(pathname.length + 1))
    .filter((key) => key.startsWith(prefix) && !key.slice(prefix.length).includes('/'))
    .sort();
  const after = searchParams.get('continuation-token')?.slice('after <'.length) ?? '';
  const left = keys.filter((key) => key > after);
  const listed = left.slice(0, LISTED).map((key) => {
    const at = new Date(stored.get(`${pathname}/${key}`)?.at ?? 0).toISOString();
    return `<Contents><Key>${key}</Key>\n<LastModified>${at}</LastModified></Contents>`;
  });
  const token = `<NextContinuationToken>after &lt;${left[LISTED - 1]}</NextContinuationToken>`;
  const rest = left.length > LISTED ? token : '';
  return `<?xml version="1.0"?><ListBucketResult>${rest}${listed.join('')}</ListBucketResult>`;
}

/** An object store that accepts only signed requests. */
async function withBucket(
  run: (
    store: UploadStore,
    seen: readonly string[],
    objects: Map<string, { readonly body: Buffer; readonly at: number }>,
  ) => Promise<void>,
  secret = SECRET,
) {
  const objects = new Map<string, { readonly body: Buffer; readonly at: number }>();
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const body = Buffer.concat(chunks);
      const known = { method, target: url, headers: headers as { [name: string]: string } };
      const isWhole = headers['x-amz-content-sha256'] === createHash('sha256').update(body).digest('hex');
      seen.push(`${method} ${url} ${headers['content-type'] ?? ''}`);
      const isList = url.startsWith('/pictures?');
      const isFound = isList || method === 'PUT' || objects.has(url);
      const status = !isSigned(known, SECRET) || !isWhole ? 403 : isFound ? 200 : 404;
      const given = isList ? list(url, objects) : objects.get(url)?.body;
      if (status === 200 && method === 'PUT') objects.set(url, { body, at: Date.now() });
      if (status === 200 && method === 'DELETE') objects.delete(url);
      response.writeHead(status);
      response.end(status === 200 && method === 'GET' ? given : '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bucket = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/pictures/complaints/`);
  await run(
    openUploadStore({ bucket, region: 'ap-southeast-1', accessKeyId: KEY, secretAccessKey: secret }),
    seen,
    objects,
  ).finally(() => {
    server.closeAllConnections();
    server.close();
  });
}

describe('a bucket', () => {
  it('stores an image and returns it, byte for byte', () =>
    withBucket(async (store, seen) => {
      const name = nameOf('image/png');
      await store.put(name, picture);
      expect(await store.get(name)).toEqual(picture.bytes);
      expect(await store.get(nameOf('image/jpeg'))).toBeUndefined();
      expect(seen.slice(0, 2)).toEqual([
        `PUT /pictures/complaints/${name} image/png`,
        `GET /pictures/complaints/${name} `,
      ]);
    }));

  it('deletes old images in every page of the list, and no other objects', () =>
    withBucket(async (store, seen, objects) => {
      const at = (days: number) => ({ body: Buffer.from('x'), at: days * DAY_MS });
      const old = Array.from({ length: 5 }, () => nameOf('image/jpeg'));
      const young = nameOf('image/png');
      const kept = [
        `/pictures/complaints/${young}`,
        '/pictures/complaints/readme.txt',
        `/pictures/complaints/more/${old[0]}`,
        `/pictures/${old[0]}`,
      ];
      for (const name of old) objects.set(`/pictures/complaints/${name}`, at(99));
      for (const path of kept) objects.set(path, at(path.endsWith(young) ? 100 : 1));
      expect(await store.prune(100 * DAY_MS)).toBe(5);
      expect([...objects.keys()]).toEqual(kept);
      expect(seen.filter((line) => line.startsWith('DELETE')).length).toBe(5);
      expect(await store.prune(100 * DAY_MS)).toBe(0);
    }));

  it('with wrong credentials is an error, for writing and for reading', () =>
    withBucket(async (store) => {
      await expect(store.put(nameOf('image/png'), picture)).rejects.toThrow('answered PUT with 403');
      await expect(store.get(nameOf('image/png'))).rejects.toThrow('answered GET with 403');
      await expect(store.prune(0)).rejects.toThrow('answered GET with 403');
    }, 'another'));

  it('is an error if it redirects', async () => {
    const place = {
      bucket: new URL('https://s3.example.com/b'),
      region: 'r',
      accessKeyId: KEY,
      secretAccessKey: SECRET,
    };
    const store = openUploadStore(place, () => Promise.resolve(new Response(null, { status: 307 })));
    await expect(store.get(nameOf('image/png'))).rejects.toThrow('answered GET with 307');
  });
});

describe('a folder', () => {
  it('stores an image readable only for the server, whole or not at all, and once if repeated', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'capiz-store-'));
    const store = openUploadStore({ folder: join(folder, 'uploads') });
    const name = nameOf('image/png');
    await store.put(name, picture);
    expect(await store.get(name)).toEqual(picture.bytes);
    expect(await store.get(nameOf('image/png'))).toBeUndefined();
    expect(statSync(join(folder, 'uploads', name)).mode & 0o777).toBe(0o600);
    utimesSync(join(folder, 'uploads', name), 1, 1);
    await store.put(name, picture);
    expect(readdirSync(join(folder, 'uploads'))).toEqual([name]);
    // The age of a file counts from the last time that it was stored.
    expect(await store.prune(100 * DAY_MS)).toBe(0);
    const broken = openUploadStore({ folder: join(folder, 'uploads', name) });
    await expect(broken.put(name, picture)).rejects.toMatchObject({ why: 'EEXIST' });
    rmSync(folder, { recursive: true });
  });

  it('deletes old images, and no other files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'capiz-store-'));
    const store = openUploadStore({ folder });
    const [old, young] = [nameOf('image/png'), nameOf('image/png')];
    for (const name of [old, young]) await store.put(name, picture);
    writeFileSync(join(folder, 'readme.txt'), 'ours');
    // The file of a server that ended while writing.
    writeFileSync(join(folder, `${old}.1.part`), 'half');
    writeFileSync(join(folder, 'readme.part'), 'ours');
    for (const [name, days] of [
      [old, 99],
      [`${old}.1.part`, 99],
      ['readme.part', 99],
      [young, 100],
      ['readme.txt', 1],
    ] as const) {
      utimesSync(join(folder, name), days * 86_400, days * 86_400);
    }
    expect(await store.prune(100 * DAY_MS)).toBe(2);
    expect(new Set(readdirSync(folder))).toEqual(new Set([young, 'readme.part', 'readme.txt']));
    expect(await openUploadStore({ folder: join(folder, 'none') }).prune(0)).toBe(0);
    rmSync(folder, { recursive: true });
  });
});

/** The worked examples of Amazon's description of Signature Version 4 for S3. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const VECTORS = [
  [
    'GET',
    '/test.txt',
    'host;range;x-amz-content-sha256;x-amz-date',
    { range: 'bytes=0-9' },
    EMPTY,
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT',
    '/test%24file.text',
    'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
    { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'GET',
    '/?lifecycle',
    'host;x-amz-content-sha256;x-amz-date',
    {},
    EMPTY,
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'GET',
    '/?max-keys=2&prefix=J',
    'host;x-amz-content-sha256;x-amz-date',
    {},
    EMPTY,
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
] as const;

describe('signatures as the test server reads them', () => {
  it.each(VECTORS)('%s %s of the published examples', (method, target, names, more, hash, signature) => {
    const request = {
      method,
      target,
      headers: {
        ...more,
        host: 'examplebucket.s3.amazonaws.com',
        'x-amz-content-sha256': hash,
        'x-amz-date': '20130524T000000Z',
        authorization: `AWS4-HMAC-SHA256 Credential=${KEY}/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=${signature}`,
      },
    };
    expect(isSigned(request, SECRET)).toBe(true);
    expect(isSigned(request, `${SECRET} `)).toBe(false);
    expect(isSigned({ ...request, target: '/test2.txt' }, SECRET)).toBe(false);
    expect(isSigned({ ...request, headers: { ...request.headers, authorization: undefined } }, SECRET)).toBe(
      false,
    );
  });
});
