import type { HttpReply, HttpRequest } from '#renderer/engine.ts';
import { HttpFailure } from '#renderer/plan/http-failure.ts';

/** An address that no image can be loaded from, so that the page shows its error state. */
const NO_PICTURE = 'data:,';

/** Sends images and uploads by `fetch`, so that the simulated network applies to them, too. */
export const otherCalls = { picture, upload };

/** Fetches an image and returns an address for it. */
async function picture(address: string): Promise<string> {
  try {
    const reply = await window.fetch(address);
    const type = reply.headers.get('content-type') ?? '';
    if (!reply.ok || !type.startsWith('image/')) return NO_PICTURE;
    const bytes = new Uint8Array(await reply.arrayBuffer());
    return `data:${type};base64,${window.btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
  } catch {
    return NO_PICTURE;
  }
}

async function upload(
  { url, method, headers, parts }: HttpRequest,
  file: NonNullable<HttpRequest['file']>,
  signal: AbortSignal,
): Promise<HttpReply> {
  const body = new FormData();
  for (const [name, text] of parts ?? []) body.append(name, text);
  body.append(file.name, file.content, file.fileName ?? 'photo.jpg');
  try {
    const reply = await window.fetch(url, { method, headers, body, signal });
    return { status: reply.status, body: await reply.text() };
  } catch (error) {
    if (signal.aborted) throw error;
    throw new HttpFailure('network', true);
  }
}
