import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Inspected,
  inspectImage,
  notImage,
  IMAGE_LIMITS,
  type ImageType,
  tooLarge,
} from './inspect-image.ts';

/** An image that this server has re-encoded, so that it contains no hidden data. */
export interface CleanImage {
  readonly is: 'picture';
  readonly type: ImageType;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** `busy`: too many are being encoded, or the process ended; the image may be valid. */
export type Cleaned = CleanImage | (Inspected & { readonly is: 'refused' }) | { readonly is: 'busy' };

/** One per core of a small machine; the rest wait. */
const AT_ONCE = 2;
const MOST_WAITING = 30;
/** Timeout in ms; a photo from the page takes about 300. */
const LONGEST_MS = 20_000;
const HEAP_MB = 64;

/** The program that encodes images: its name in the build and in the sources. */
const PROGRAMS = ['picture-worker.js', 'picture-worker.mjs'];

let drawing = 0;
const waiting: (() => void)[] = [];

/** Checks a file by its content, and encodes it again in a separate process. */
export async function cleanImage(file: Uint8Array): Promise<Cleaned> {
  const inspected = inspectImage(file);
  if (inspected.is === 'refused') return inspected;
  if (drawing >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) return { is: 'busy' };
    // A finished call passes its slot to the next one.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else drawing += 1;
  try {
    const bytes = await draw(inspected.type, file);
    if (bytes === 'ended') return { is: 'busy' };
    if (bytes === 'late' || (bytes?.length ?? 0) > IMAGE_LIMITS.bytes) return tooLarge;
    return bytes === undefined ? notImage : { is: 'picture', type: inspected.type, bytes };
  } finally {
    const next = waiting.shift();
    if (next === undefined) drawing -= 1;
    else next();
  }
}

function findProgram(): string {
  const program = PROGRAMS.map((name) => join(import.meta.dirname, name)).find((path) => existsSync(path));
  if (program === undefined) throw new Error(`The server has no ${PROGRAMS.join(' or ')}.`);
  return program;
}

/**
 * Not `instanceof`: objects from another process belong to Node's own realm, which is not the realm of a test with a
 * DOM.
 */
function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value);
}

/**
 * `ended`: the process ended without a result, for example when the system is out of memory. Undefined: not an
 * image.
 */
type Drawn = Uint8Array<ArrayBuffer> | 'late' | 'ended' | undefined;

/**
 * In a separate process: the memory of the codecs goes back to the system when it ends. A thread would leave it with
 * the server.
 */
function draw(type: ImageType, file: Uint8Array): Promise<Drawn> {
  const drawer = fork(findProgram(), {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // The process handles an untrusted file, so it gets none of the server's settings.
    env: {},
  });
  return new Promise((resolve) => {
    const end = (drawn: Drawn): void => {
      clearTimeout(timer);
      resolve(drawn);
      drawer.kill('SIGKILL');
    };
    const timer = setTimeout(() => end('late'), LONGEST_MS);
    drawer.once('message', (drawn) => end(isBytes(drawn) ? new Uint8Array(drawn) : undefined));
    drawer.once('error', () => end('ended'));
    // Fires after all messages of the process.
    drawer.once('disconnect', () => end('ended'));
    drawer.send({ type, bytes: file }, (error) => {
      if (error !== null) end('ended');
    });
  });
}
