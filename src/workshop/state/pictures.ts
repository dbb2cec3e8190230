/** Such an address is none that anything could be drawn from: the page says so in the picture's place. */
const NO_PICTURE = 'data:,';

/**
 * A picture that an endpoint answers, where the page's calls are answered within the document: asked for like all of
 * them, so that whatever becomes of calls becomes of it too, and drawn from what the answer holds.
 */
export async function rehearsePicture(address: string): Promise<string> {
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
