import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import type { CleanPicture } from './clean-picture.ts';

/** Where pictures lie that no loan service takes. */
export interface UploadStore {
  /** @throws Error when it is not sure that the picture can be read again. */
  put(name: string, picture: CleanPicture): Promise<void>;
  /** @throws Error when nobody can say whether there is one. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/** A folder of this machine, or a bucket of a service that speaks S3. */
export type UploadPlace =
  | { readonly folder: string }
  | {
      /** Endpoint, bucket and, where pictures lie below one, a prefix. */
      readonly bucket: URL;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
    };

export function openUploadStore(place: UploadPlace, send: typeof fetch = fetch): UploadStore {
  return 'folder' in place ? openFolder(place.folder) : openBucket(place, send);
}

function openFolder(folder: string): UploadStore {
  return {
    async put(name, { bytes }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, name), bytes, { flag: 'wx', mode: 0o600, flush: true });
    },
    async get(name) {
      try {
        return new Uint8Array(await readFile(join(folder, name)));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
  };
}

/** Milliseconds for one request to the bucket. */
const BUCKET_MS = 15_000;

function openBucket(
  { bucket, region, accessKeyId, secretAccessKey }: Exclude<UploadPlace, { folder: string }>,
  send: typeof fetch,
): UploadStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const ask = async (
    name: string,
    method: 'GET' | 'PUT',
    { type, bytes }: Partial<Pick<CleanPicture, 'type' | 'bytes'>> = {},
  ) => {
    const address = new URL(bucket);
    address.pathname = `${bucket.pathname.replace(/\/$/, '')}/${name}`;
    const init = {
      method,
      headers: {
        // What arrives is what was signed, to the byte.
        'X-Amz-Content-Sha256': createHash('sha256')
          .update(bytes ?? '')
          .digest('hex'),
        ...(type && { 'Content-Type': type }),
      },
      ...(bytes && { body: bytes }),
    };
    const signed = await client.sign(address.href, init);
    const answer = await send(signed, { redirect: 'manual', signal: AbortSignal.timeout(BUCKET_MS) });
    if (answer.ok || answer.status === 404) return answer;
    await answer.body?.cancel();
    throw new Error(`The bucket answered ${method} with ${answer.status}.`);
  };
  return {
    async put(name, picture) {
      const answer = await ask(name, 'PUT', picture);
      await answer.body?.cancel();
      if (!answer.ok) throw new Error('There is no such bucket.');
    },
    async get(name) {
      const answer = await ask(name, 'GET');
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
      await answer.body?.cancel();
      return undefined;
    },
  };
}
