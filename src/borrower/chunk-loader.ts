/** Told to the window where a chunk, or a style sheet of it, cannot be had. */
export const CHUNK_LOST = 'capiz:chunk-lost';

/** By address what is on its way or here. */
const files = new Map<string, Promise<unknown>>();

function fetchFile(file: string): Promise<unknown> {
  const href = `/capiz/${file}`;
  const rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload';
  if (document.querySelector(`link[href="${href}"][rel=${rel}]`)) return Promise.resolve();
  const link = Object.assign(document.createElement('link'), { rel, href, crossOrigin: '' });
  const coming = new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      files.delete(file);
      link.remove();
      reject(new Error(`${href} cannot be had.`));
    };
    // What it imports comes beside it; only its looks are waited for.
    if (rel !== 'stylesheet') resolve(undefined);
  });
  document.head.append(link);
  return coming;
}

/**
 * Fetches a chunk, in the place of Vite's own helper: its style sheets first, so that nothing is seen without them.
 *
 * @param load - Imports the chunk.
 * @param needed - Files that it needs, below `/capiz/`.
 */
export async function loadChunk<Chunk>(
  load: () => Promise<Chunk>,
  needed: readonly string[] = [],
): Promise<Chunk> {
  try {
    await Promise.all(
      needed.map((file) => {
        const coming = files.get(file) ?? fetchFile(file);
        files.set(file, coming);
        return coming;
      }),
    );
    return await load();
  } catch (error) {
    window.dispatchEvent(new Event(CHUNK_LOST));
    throw error;
  }
}
