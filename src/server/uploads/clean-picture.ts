import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import {
  type Inspected,
  inspectPicture,
  notPicture,
  PICTURE_LIMITS,
  type PictureType,
  tooLarge,
} from './inspect-picture.ts';

/** A picture as this server drew it: nothing is in it that was not to be seen. */
export interface CleanPicture {
  readonly is: 'picture';
  readonly type: PictureType;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** `busy`: too many are being drawn; nothing is wrong with this one. */
export type Cleaned = CleanPicture | (Inspected & { readonly is: 'refused' }) | { readonly is: 'busy' };

/** One for each core of a small machine; the rest wait. */
const AT_ONCE = 2;
const MOST_WAITING = 30;
/** Milliseconds; a photo of the page takes about three hundred. */
const LONGEST_MS = 20_000;
const HEAP_MB = 64;

const WORKER = '#src/server/uploads/picture-worker.mjs';

let drawing = 0;
const waiting: (() => void)[] = [];

/** Checks a file by its content, and draws it anew in a thread of its own. */
export async function cleanPicture(file: Uint8Array): Promise<Cleaned> {
  const inspected = inspectPicture(file);
  if (inspected.is === 'refused') return inspected;
  if (drawing >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) return { is: 'busy' };
    // Whoever ends hands its place over.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else drawing += 1;
  try {
    const bytes = await draw(inspected.type, file);
    if (bytes === 'late' || (bytes?.length ?? 0) > PICTURE_LIMITS.bytes) return tooLarge;
    return bytes === undefined ? notPicture : { is: 'picture', type: inspected.type, bytes };
  } finally {
    const next = waiting.shift();
    if (next === undefined) drawing -= 1;
    else next();
  }
}

function draw(type: PictureType, file: Uint8Array): Promise<Uint8Array<ArrayBuffer> | 'late' | undefined> {
  // By the package's own name for it: the same file for what is built and for what is not.
  const worker = new Worker(createRequire(import.meta.url).resolve(WORKER), {
    workerData: { type, bytes: file },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    stdout: true,
    stderr: true,
  });
  return new Promise((resolve) => {
    const end = (drawn: Uint8Array<ArrayBuffer> | 'late' | undefined): void => {
      clearTimeout(timer);
      resolve(drawn);
      void worker.terminate();
    };
    const timer = setTimeout(() => end('late'), LONGEST_MS);
    worker.once('message', (drawn: Uint8Array<ArrayBuffer> | undefined) => end(drawn));
    worker.once('error', () => end(undefined));
    worker.once('exit', () => end(undefined));
  });
}
