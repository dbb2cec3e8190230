import type { HttpReply, HttpRequest } from '#renderer/engine.ts';
import { HttpFailure } from '#renderer/plan/http-failure.ts';

/** Such an address is none that anything could be drawn from: the page says so in the picture's place. */
const NO_PICTURE = 'data:,';

/**
 * What the page asks for by other ways than `fetch`, where its calls are answered within the document: asked for like all
 * of them, so that whatever becomes of calls becomes of it too.
 */
export const otherCalls = { picture, upload };

/** Drawn from what the answer holds. */
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
