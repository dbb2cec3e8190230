import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import type { CleanFile } from './clean-upload.ts';
import { isStoredName } from '#src/shared/uploads/upload-names.ts';

/** Storage of files, for installations whose loan service does not store them. */
export interface UploadStore {
  /**
   * If the name is repeated, the same file is stored again, with the current time.
   * @throws StoreFailure if it is not certain that the file can be read again.
   */
  put(name: string, file: CleanFile): Promise<void>;
  /** @throws StoreFailure if it is unknown whether the file exists. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /**
   * Deletes the files that were stored before a moment; other files in the place stay.
   * @param before - Milliseconds since the epoch.
   * @returns the number of deleted files.
   * @throws Error if some could not be deleted.
   */
  prune(before: number): Promise<number>;
}

/** A failure of the store, for the log. It contains no data of a file. */
export class StoreFailure extends Error {
  /** Status of the bucket's response, or the code of the error. */
  readonly why: string | number;
  constructor(message: string, why: string | number) {
    super(message);
    this.why = why;
  }
}

/** Turns any error into a failure of the store. File systems and connections have error codes. */
function failureOf(error: unknown): StoreFailure {
  if (error instanceof StoreFailure) return error;
  if (!(error instanceof Error)) return new StoreFailure(String(error), 'unknown');
  const source = error.cause instanceof Error ? error.cause : error;
  const why = 'code' in source && typeof source.code === 'string' ? source.code : error.name;
  return new StoreFailure(error.message, why);
}

/** A folder of this machine, or an S3 bucket. */
export type UploadPlace =
  | { readonly folder: string }
  | {
      /** Endpoint, bucket and optional prefix. */
      readonly bucket: URL;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
    };

/** @param mostMs - Timeout of one request to a bucket, less than the timeout of a page's call. */
export function openUploadStore(
  place: UploadPlace,
  send: typeof fetch = fetch,
  mostMs: number = BUCKET_MS,
): UploadStore {
  const store = 'folder' in place ? openFolder(place.folder) : openBucket(place, send, mostMs);
  const failing =
    <Given extends readonly unknown[], T>(run: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      try {
        return await run(...given);
      } catch (error) {
        throw failureOf(error);
      }
    };
  return { put: failing(store.put), get: failing(store.get), prune: failing(store.prune) };
}

function openFolder(folder: string): UploadStore {
  return {
    async put(name, { bytes }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Written to another name first, so that a name never has a partial file.
      const part = join(folder, `${name}.${randomUUID()}${PART}`);
      try {
        await writeFile(part, bytes, { flag: 'wx', mode: 0o600, flush: true });
        await rename(part, join(folder, name));
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async get(name) {
      try {
        return new Uint8Array(await readFile(join(folder, name)));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async prune(before) {
      const names = await readdir(folder).catch((error: unknown) => {
        // The folder is missing until the first file is stored.
        if (isMissing(error)) return [];
        throw error;
      });
      let deleted = 0;
      for (const name of names.filter((one) => isStoredName(one) || isPart(one))) {
        const path = join(folder, name);
        const stored = await stat(path).catch(() => undefined);
        // Another server with the same folder may have deleted it.
        if (stored === undefined || stored.mtimeMs >= before) continue;
        await rm(path, { force: true });
        deleted += 1;
      }
      return deleted;
    },
  };
}

/** Ending of files that a server left when it ended while writing. */
const PART = '.part';

function isPart(name: string): boolean {
  const [stored = '', ending = '', ...rest] = name.split('.');
  return name.endsWith(PART) && isStoredName(`${stored}.${ending}`) && rest.length === 2;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

const BUCKET_MS = 15_000;

function openBucket(
  { bucket, region, accessKeyId, secretAccessKey }: Exclude<UploadPlace, { folder: string }>,
  send: typeof fetch,
  mostMs: number,
): UploadStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const [, bucketName = '', prefix = ''] = /^\/([^/]+)\/?(.*?)\/?$/.exec(bucket.pathname) ?? [];
  const ask = async (
    path: string,
    method: 'GET' | 'PUT' | 'DELETE',
    { type, bytes }: Partial<Pick<CleanFile, 'type' | 'bytes'>> = {},
    query: { readonly [name: string]: string } = {},
  ) => {
    const address = new URL(bucket);
    address.pathname = path;
    address.search = new URLSearchParams(query).toString();
    const init = {
      method,
      headers: {
        // The signature covers the body.
        'X-Amz-Content-Sha256': createHash('sha256')
          .update(bytes ?? '')
          .digest('hex'),
        ...(type && { 'Content-Type': type }),
      },
      ...(bytes && { body: bytes }),
    };
    const signed = await client.sign(address.href, init);
    const answer = await send(signed, { redirect: 'manual', signal: AbortSignal.timeout(mostMs) });
    if (answer.ok || answer.status === 404) return answer;
    await answer.body?.cancel();
    throw new StoreFailure(`The bucket answered ${method} with ${answer.status}.`, answer.status);
  };
  const below = prefix === '' ? '' : `${prefix}/`;
  const pathOf = (name: string) => `/${bucketName}/${below}${name}`;
  return {
    async put(name, file) {
      const answer = await ask(pathOf(name), 'PUT', file);
      await answer.body?.cancel();
      if (!answer.ok) throw new StoreFailure('There is no such bucket.', answer.status);
    },
    async get(name) {
      const answer = await ask(pathOf(name), 'GET');
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
      await answer.body?.cancel();
      return undefined;
    },
    async prune(before) {
      let deleted = 0;
      let next: string | undefined;
      do {
        const answer = await ask(
          `/${bucketName}`,
          'GET',
          {},
          {
            'list-type': '2',
            delimiter: '/',
            prefix: below,
            ...(next !== undefined && { 'continuation-token': next }),
          },
        );
        const listed = await answer.text();
        if (!answer.ok) throw new StoreFailure('There is no such bucket.', answer.status);
        for (const name of namesBefore(listed, before)) {
          const gone = await ask(pathOf(name), 'DELETE');
          await gone.body?.cancel();
          deleted += 1;
        }
        next = readElement(listed, 'NextContinuationToken');
      } while (next !== undefined);
      return deleted;
    },
  };
}

/** The files in a bucket's list that were stored before a moment. */
function namesBefore(listed: string, before: number): string[] {
  const names: string[] = [];
  for (const [, one = ''] of listed.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const name = readElement(one, 'Key')?.split('/').at(-1) ?? '';
    const stored = Date.parse(readElement(one, 'LastModified') ?? '');
    if (isStoredName(name) && stored < before) names.push(name);
  }
  return names;
}

/** Text of the first element with this name; a bucket's responses have no comments or CDATA sections. */
function readElement(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  const signs: { readonly [entity: string]: string } = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text?.replace(/&(lt|gt|quot|apos|amp);/g, (_, entity: string) => signs[entity] ?? '');
}
